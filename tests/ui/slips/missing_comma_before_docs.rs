use toolwright::mcp_tools;

mcp_tools! {
    static TOOLS: ToolSet<()>;

    fn search(
        /// What to look for.
        query: Vec<String>
        /// How many.
        limit: u32,
    ) {
        let _ = (query, limit);
    }
}

fn main() {}
