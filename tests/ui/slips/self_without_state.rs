use toolwright::mcp_tools;

mcp_tools! {
    static TOOLS: ToolSet<()>;

    fn ask(&self) -> usize { 1 }
}

fn main() {}
