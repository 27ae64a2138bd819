use toolwright::mcp_tools;

mcp_tools! {
    static TOOLS: ToolSet<()>;

    fn each(call: fn(u32) -> u32) { let _ = call; }
}

fn main() {}
