use toolwright::mcp_tools;

mcp_tools! {
    static TOOLS: ToolSet<()>;
    fn dockets(#[header("Region")] from: String, #[header("region")] to: String) {
        let _ = (from, to);
    }
}

fn main() {}
