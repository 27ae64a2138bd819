use toolwright::mcp_tools;

struct Page;

mcp_tools! {
    static TOOLS: ToolSet<()>;

    fn search() -> Page { Page }
}

fn main() {}
