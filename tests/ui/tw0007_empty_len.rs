use toolwright::mcp_tools;

mcp_tools! {
    static TOOLS: ToolSet<()>;

    fn search(query: String [len(5..=1)]) { let _ = query; }
}

fn main() {}
