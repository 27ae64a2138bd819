use toolwright::{Context, mcp_tools};

mcp_tools! {
    static TOOLS: ToolSet<()>;
    fn dockets(#[header("Region")] context: &Context) {
        let _ = context;
    }
}

fn main() {}
