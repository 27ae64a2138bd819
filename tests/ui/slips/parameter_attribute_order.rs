use toolwright::mcp_tools;

mcp_tools! {
    static TOOLS: ToolSet<()>;

    fn search(
        #[rename("q")]
        /// What to look for.
        query: String,
    ) {
        let _ = query;
    }
}

fn main() {}
