use toolwright::mcp_tools;

mcp_tools! {
    static TOOLS: ToolSet<()>;

    fn search() {}
}

mcp_tools! {
    static TOOLS: ToolSet<()>;

    fn ship() {}
}

fn main() {}
