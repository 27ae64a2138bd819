use toolwright::mcp_tools;

mcp_tools! {
    static TOOLS: Toolset<()>;

    fn search() {}
}

fn main() {}
