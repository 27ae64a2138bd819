use toolwright::mcp_tools;

mcp_tools! {
    static TOOLS: ToolSet<()>;

    fn search(query, limit: u32) { let _ = (query, limit); }
}

fn main() {}
