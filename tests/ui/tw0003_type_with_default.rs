use toolwright::mcp_tools;

struct Query;

mcp_tools! {
    static TOOLS: ToolSet<()>;

    fn search(query: Query = 1) { let _ = query; }
}

fn main() {}
