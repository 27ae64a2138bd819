use serde_json::Value;
use toolwright::mcp_tools;

mcp_tools! {
    static TOOLS: ToolSet<()>;
    #[tool(input_schema = r#"{"type":"object"}"#)]
    fn dockets(#[header("Region")] args: Value) {
        let _ = args;
    }
}

fn main() {}
