use toolwright::mcp_tools;

mcp_tools! {
    static TOOLS: ToolSet<()>;
    fn dockets(#[header("Depot region")] region: String) {
        let _ = region;
    }
}

fn main() {}
