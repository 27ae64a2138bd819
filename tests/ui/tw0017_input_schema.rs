use toolwright::mcp_tools;

mcp_tools! {
    static TOOLS: ToolSet<()>;

    #[tool(input_schema = r#"{"type":"object""#)]
    fn search(args: serde_json::Value) { let _ = args; }
}

fn main() {}
