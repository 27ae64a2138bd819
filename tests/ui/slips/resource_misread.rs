use toolwright::mcp_tools;

struct Store;

mcp_tools! {
    static TOOLS: ToolSet<Store>;

    #[resource("docket://{id}")]
    fn docket(&mut self, id: u32) -> String { id.to_string() }

    #[prompt]
    fn summarise(mut tone: String) -> String { tone.push('!'); tone }
}

fn main() {}
