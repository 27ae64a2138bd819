use toolwright::mcp_tools;

mcp_tools! {
    static TOOLS: ToolSet<()>;

    fn search(tags: Vec<String> = [1]) { let _ = tags; }
}

fn main() {}
