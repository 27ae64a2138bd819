use toolwright::mcp_tools;

mcp_tools! {
    static TOOLS: ToolSet;

    fn search() {}
}

fn main() {}
