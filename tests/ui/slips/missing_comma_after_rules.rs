use toolwright::mcp_tools;

mcp_tools! {
    static TOOLS: ToolSet<()>;

    fn search(
        query: String [len(1..=200)]
        limit: u32 = 10
    ) {
        let _ = (query, limit);
    }
}

fn main() {}
