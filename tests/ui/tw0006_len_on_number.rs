use toolwright::mcp_tools;

mcp_tools! {
    static TOOLS: ToolSet<()>;

    fn search(
        query: String,
        limit: u32 [len(1..=100)] = 20,
    ) {
        let _ = (query, limit);
    }
}

fn main() {}
