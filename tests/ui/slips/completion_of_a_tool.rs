use toolwright::mcp_tools;

mcp_tools! {
    static TOOLS: ToolSet<()>;

    fn search(#[complete(names)] query: String) { let _ = query; }
}

fn main() {}
