use toolwright::mcp_tools;

mcp_tools! {
    static TOOLS: ToolSet<()>;

    fn search(query: String [items(1..=200)]) { let _ = query; }
}

fn main() {}
