use toolwright::mcp_tools;

mcp_tools! {
    static TOOLS: ToolSet<()>;

    #[resource("docket://{id}")]
    fn docket(number: u32) -> String { number.to_string() }
}

fn main() {}
