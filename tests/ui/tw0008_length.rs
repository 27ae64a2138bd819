use toolwright::mcp_tools;

mcp_tools! {
    static TOOLS: ToolSet<()>;

    fn search(query: String [len(3..)] = "ab") { let _ = query; }
}

fn main() {}
