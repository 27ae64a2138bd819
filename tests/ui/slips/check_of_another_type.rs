use toolwright::mcp_tools;

fn even(n: &i64) -> Result<(), toolwright::Violation> { let _ = n; Ok(()) }

mcp_tools! {
    static TOOLS: ToolSet<()>;

    fn search(limit: u32 [check(even)]) { let _ = limit; }
}

fn main() {}
