use toolwright::mcp_tools;

mcp_tools! {
    static TOOLS: ToolSet<()>;

    fn search((from, to): (u32, u32)) { let _ = (from, to); }
}

fn main() {}
