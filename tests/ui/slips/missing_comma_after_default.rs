use toolwright::mcp_tools;

mcp_tools! {
    static TOOLS: ToolSet<()>;

    fn search(
        limit: u32 = 10
        query: String,
    ) {
        let _ = (query, limit);
    }
}

fn main() {}
