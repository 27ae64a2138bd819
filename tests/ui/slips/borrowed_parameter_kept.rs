use toolwright::mcp_tools;

mcp_tools! {
    static TOOLS: ToolSet<()>;

    fn search(query: &'static str) { let _ = query; }
}

fn main() {}
