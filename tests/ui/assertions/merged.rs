use toolwright::{ToolSet, assert_budget, mcp_tools};

mcp_tools! {
    static TOOLS: ToolSet<()>;

    fn search() {}
}

static ALL: ToolSet<()> = ToolSet::merge(&[&TOOLS]);

assert_budget!(ALL, 4096);

fn main() {
    let _ = &ALL;
}
