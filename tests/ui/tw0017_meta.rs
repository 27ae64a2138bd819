use toolwright::mcp_tools;

mcp_tools! {
    static TOOLS: ToolSet<()>;

    #[tool(meta = r#"["not an object"]"#)]
    fn search() {}
}

fn main() {}
