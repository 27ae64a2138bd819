use toolwright::{assert_portable, mcp_tools};

mcp_tools! {
    static TOOLS: ToolSet<()>;

    fn search(query: String, tags: Vec<String> [unique] = []) { let _ = (query, tags); }
}

assert_portable!(TOOLS, claude, openai);

fn main() {}
