use toolwright::mcp_tools;

mcp_tools! {
    static TOOLS: ToolSet<()>;

    #[tol(read_only)]
    fn search() {}
}

fn main() {}
