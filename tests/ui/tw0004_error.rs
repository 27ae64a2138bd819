use toolwright::mcp_tools;

mcp_tools! {
    static TOOLS: ToolSet<()>;

    fn search() -> Result<String, std::fmt::Error> { Ok(String::new()) }
}

fn main() {}
