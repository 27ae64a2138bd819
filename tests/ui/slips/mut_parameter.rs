use toolwright::mcp_tools;

mcp_tools! {
    static TOOLS: ToolSet<()>;

    fn search(mut query: String) { query.push('x'); }
}

fn main() {}
