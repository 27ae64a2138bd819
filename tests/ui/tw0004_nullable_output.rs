use toolwright::mcp_tools;

mcp_tools! {
    static TOOLS: ToolSet<()>;

    #[tool(nullable_output)]
    fn search() -> String { String::new() }
}

fn main() {}
