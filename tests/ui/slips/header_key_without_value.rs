use toolwright::mcp_tools;

mcp_tools! {
    #[server(name)]
    static TOOLS: ToolSet<()>;

    fn search() {}
}

fn main() {}
