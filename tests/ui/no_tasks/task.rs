//! Tasks are a feature.
use toolwright::mcp_tools;

mcp_tools! {
    static TOOLS: ToolSet<()>;

    /// Prints.
    #[tool(task)]
    fn print() {}

    /// Binds.
    #[tool(task = required)]
    fn bind() {}
}

fn main() {
    let _ = &TOOLS;
}
