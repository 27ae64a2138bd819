use toolwright::mcp_tools;

mcp_tools! {
    static TOOLS: ToolSet<()>;

    #[prompt]
    fn summarise(ids: Vec<u32>) -> String { format!("{ids:?}") }
}

fn main() {}
