use toolwright::mcp_tools;

mcp_tools! {
    static TOOLS: ToolSet<()>;

    #[tool(read_only)]
    #[tool(title = "Search")]
    fn search() {}
}

fn main() {}
