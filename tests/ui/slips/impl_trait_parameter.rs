use toolwright::mcp_tools;

mcp_tools! {
    static TOOLS: ToolSet<()>;

    fn show(value: impl std::fmt::Display) { let _ = value; }
}

fn main() {}
