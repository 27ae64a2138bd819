use toolwright::mcp_tools;

mcp_tools! {
    static TOOLS: ToolSet<()>;

    fn search(#[schema(r#"{'type':'object'}"#)] filter: serde_json::Value) { let _ = filter; }
}

fn main() {}
