use toolwright::mcp_tools;

mcp_tools! {
    static TOOLS: ToolSet<()>;

    #[tool(read_only, destructive)]
    fn search() {}
}

fn main() {}
