use toolwright::mcp_tools;

const MOST: u32 = 100;
const LEAST: u32 = 1;

mcp_tools! {
    static TOOLS: ToolSet<()>;

    fn search(limit: u32 [MOST..=LEAST]) { let _ = limit; }
}

fn main() {}
