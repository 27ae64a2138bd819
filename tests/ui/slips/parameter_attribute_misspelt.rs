use toolwright::mcp_tools;

mcp_tools! {
    static TOOLS: ToolSet<()>;

    fn search(#[renam("q")] query: String) { let _ = query; }
}

fn main() {}
