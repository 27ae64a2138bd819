use toolwright::mcp_tools;

fn sum(a: i64, b: i64) -> i64 { a + b }

mcp_tools! {
    static TOOLS: ToolSet<()>;

    fn add(a: i64, b: i64) -> i64 = sum
}

fn main() {}
