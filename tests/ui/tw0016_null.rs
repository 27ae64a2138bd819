use toolwright::mcp_tools;

mcp_tools! {
    static TOOLS: ToolSet<()>;
    fn dockets(#[header("Region")] region: Option<String>) {
        let _ = region;
    }
}

fn main() {}
