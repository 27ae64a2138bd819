use toolwright::mcp_tools;

mcp_tools! {
    static TOOLS: ToolSet<()> = ToolSet::new();

    fn search() {}
}

fn main() {}
