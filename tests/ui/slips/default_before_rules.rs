use toolwright::mcp_tools;

mcp_tools! {
    static TOOLS: ToolSet<()>;

    fn search(limit: u32 = 20 [1..=100]) { let _ = limit; }
}

fn main() {}
