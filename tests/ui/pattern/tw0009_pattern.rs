use toolwright::mcp_tools;

mcp_tools! {
    static TOOLS: ToolSet<()>;

    fn letters(text: String [pattern(r"^\p{L}+$")]) { let _ = text; }
}

fn main() {}
