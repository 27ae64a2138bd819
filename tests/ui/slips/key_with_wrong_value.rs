use toolwright::mcp_tools;

mcp_tools! {
    static TOOLS: ToolSet<()>;

    #[tool(title = 5, read_only = "yes")]
    fn search() {}
}

fn main() {}
