use toolwright::mcp_tools;

mcp_tools! {
    static TOOLS: ToolSet<()>;

    #[tool(title("Search"))]
    fn search() {}
}

fn main() {}
