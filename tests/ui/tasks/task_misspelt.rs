//! What the key `task` may say is a name of its own.
use toolwright::mcp_tools;

mcp_tools! {
    static TOOLS: ToolSet<()>;

    /// Prints.
    #[tool(task = requierd)]
    fn print() {}

    /// Binds.
    #[tool(task = true)]
    fn bind() {}
}

fn main() {
    let _ = &TOOLS;
}
