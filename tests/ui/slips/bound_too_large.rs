use toolwright::mcp_tools;

mcp_tools! {
    static TOOLS: ToolSet<()>;

    fn search(limit: u8 [1..=300]) { let _ = limit; }
}

fn main() {}
