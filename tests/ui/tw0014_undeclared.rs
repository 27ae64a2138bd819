use toolwright::mcp_tools;

mcp_tools! {
    static TOOLS: ToolSet<()>;
    #[tool(ui = "ui://dockets/board")]
    fn board() {}
    #[resource("ui://dockets/bord")]
    fn board_page() -> &'static str {
        "<p>The board.</p>"
    }
}

fn main() {}
