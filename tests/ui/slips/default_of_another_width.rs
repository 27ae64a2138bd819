use toolwright::mcp_tools;

const BIG: i64 = 10;

mcp_tools! {
    static TOOLS: ToolSet<()>;

    fn search(limit: u32 = BIG) { let _ = limit; }
}

fn main() {}
