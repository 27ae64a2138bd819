use toolwright::mcp_tools;

mcp_tools! {
    static TOOLS: ToolSet<()>;

    fn search(limit: u32 [range(min = 1, max = 100)]) { let _ = limit; }
}

fn main() {}
