use toolwright::mcp_tools;

mcp_tools! {
    static TOOLS: ToolSet<()>;

    fn search<T: Clone>(query: T) { let _ = query; }
}

fn main() {}
