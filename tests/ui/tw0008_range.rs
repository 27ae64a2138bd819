use toolwright::mcp_tools;

mcp_tools! {
    static TOOLS: ToolSet<()>;

    fn search(limit: u32 [1..=100] = 500) { let _ = limit; }
}

fn main() {}
