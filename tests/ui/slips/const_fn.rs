use toolwright::mcp_tools;

mcp_tools! {
    static TOOLS: ToolSet<()>;

    const fn search() {}
}

fn main() {}
