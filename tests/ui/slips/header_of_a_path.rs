use toolwright::mcp_tools;

mcp_tools! {
    static TOOLS: toolwright::ToolSet<()>;

    fn search() {}
}

fn main() {}
