use toolwright::mcp_tools;

mcp_tools! {
    static TOOLS: ToolSet<()>;

    #[resource("dockets")]
    fn dockets() -> String { String::new() }
}

fn main() {}
