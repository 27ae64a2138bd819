use toolwright::mcp_tools;

mcp_tools! {
    static TOOLS: ToolSet<()>;

    /// Finds dockets.
    #[tool("search dockets")]
    fn search() -> String { String::new() }
}

fn main() {}
