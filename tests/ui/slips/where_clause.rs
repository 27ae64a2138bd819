use toolwright::mcp_tools;

mcp_tools! {
    static TOOLS: ToolSet<()>;

    fn search(query: String) -> String where String: Clone { query }
}

fn main() {}
