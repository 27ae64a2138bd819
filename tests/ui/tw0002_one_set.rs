use toolwright::mcp_tools;

mcp_tools! {
    static TOOLS: ToolSet<()>;

    fn search() {}

    #[tool("search")]
    fn find() {}
}

fn main() {}
