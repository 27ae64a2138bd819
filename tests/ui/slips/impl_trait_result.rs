use toolwright::mcp_tools;

mcp_tools! {
    static TOOLS: ToolSet<()>;

    fn search() -> impl std::fmt::Display { 1 }
}

fn main() {}
