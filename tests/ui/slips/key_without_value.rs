use toolwright::mcp_tools;

mcp_tools! {
    static TOOLS: ToolSet<()>;

    #[tool(title)]
    fn search() {}
}

fn main() {}
