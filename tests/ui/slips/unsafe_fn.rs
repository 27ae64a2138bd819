use toolwright::mcp_tools;

mcp_tools! {
    static TOOLS: ToolSet<()>;

    unsafe fn search() {}
}

fn main() {}
