use toolwright::mcp_tools;

mcp_tools! {
    static TOOLS: ToolSet<()>;

    fn search(limit: u32 [1..1]) { let _ = limit; }
}

fn main() {}
