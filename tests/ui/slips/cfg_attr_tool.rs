use toolwright::mcp_tools;

mcp_tools! {
    static TOOLS: ToolSet<()>;

    #[cfg_attr(unix, tool(read_only))]
    fn search() {}
}

fn main() {}
