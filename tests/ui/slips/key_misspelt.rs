use toolwright::mcp_tools;

mcp_tools! {
    static TOOLS: ToolSet<()>;

    #[tool(red_only, titel = "Search")]
    fn search() {}
}

fn main() {}
