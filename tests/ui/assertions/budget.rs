use toolwright::{assert_budget, mcp_tools};

mcp_tools! {
    static TOOLS: ToolSet<()>;

    /// Finds dockets whose text matches.
    fn search(query: String) { let _ = query; }
}

assert_budget!(TOOLS, 64);

fn main() {}
