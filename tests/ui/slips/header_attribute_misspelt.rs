use toolwright::mcp_tools;

mcp_tools! {
    #[lenent]
    static TOOLS: ToolSet<()>;

    fn search() {}
}

fn main() {}
