use toolwright::{Context, mcp_tools};

mcp_tools! {
    static TOOLS: ToolSet<()>;

    fn search(cx: &Context, query: String, again: &Context) {
        let _ = (cx, query, again);
    }
}

fn main() {}
