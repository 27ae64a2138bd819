use toolwright::mcp_tools;

mcp_tools! {
    const TOOLS: ToolSet<()>;

    fn search() {}
}

fn main() {}
