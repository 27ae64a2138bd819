use toolwright::mcp_tools;

mcp_tools! {
    static TOOLS: ToolSet<()>;

    fn search(
        query: String, /// What to look for.
    ) {
        let _ = query;
    }
}

fn main() {}
