use toolwright::mcp_tools;

mcp_tools! {
    static TOOLS: ToolSet<()>;

    fn wait(length: std::time::Instant) { let _ = length; }
}

fn main() {}
