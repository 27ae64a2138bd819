use toolwright::mcp_tools;

mcp_tools! {
    static TOOLS: ToolSet<toolwright::Limits>;

    fn remaining(&self) -> usize { 1 }
}

fn main() {}
