use toolwright::mcp_tools;

mcp_tools! {
    static TOOLS: ToolSet<()>;

    fn search(query: String)
        /// What was found.
        -> String { query }
}

fn main() {}
