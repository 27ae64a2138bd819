use toolwright::{assert_portable, mcp_tools};

mcp_tools! {
    static TOOLS: ToolSet<()>;

    fn search() {}
}

assert_portable!(TOOLS, cluade);

fn main() {}
