use toolwright::mcp_tools;

mcp_tools! {
    static TOOLS: ToolSet<()>;

    fn first(query: &str, other: &str) -> &str { if query.is_empty() { other } else { query } }
}

fn main() {}
