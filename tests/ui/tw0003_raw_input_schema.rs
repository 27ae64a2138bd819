use toolwright::mcp_tools;

mcp_tools! {
    static TOOLS: ToolSet<()>;

    #[tool(input_schema = r#"{"type":"object"}"#)]
    fn search(filter: String) { let _ = filter; }
}

fn main() {}
