use toolwright::mcp_tools;

mcp_tools! {
    static TOOLS: ToolSet<()>;

    fn search(limit: u32 [unique]) { let _ = limit; }
}

fn main() {}
