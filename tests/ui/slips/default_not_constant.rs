use toolwright::mcp_tools;

fn today() -> u32 { 1 }

mcp_tools! {
    static TOOLS: ToolSet<()>;

    fn search(limit: u32 = today()) { let _ = limit; }
}

fn main() {}
