use toolwright::mcp_tools;

mcp_tools! {
    static TOOLS: ToolSet<()>;

    fn search(#[schema(r#"{"type":"object"}"#)] filter: String) { let _ = filter; }
}

fn main() {}
