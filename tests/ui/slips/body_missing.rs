use toolwright::mcp_tools;

mcp_tools! {
    static TOOLS: ToolSet<()>;

    fn add(a: i64, b: i64) -> i64;
}

fn main() {}
