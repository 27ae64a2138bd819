use toolwright::mcp_tools;

mcp_tools! {
    static TOOLS: ToolSet<()>;

    #[tool(ui = "https://example.com")]
    fn board() {}
}

fn main() {}
