use std::rc::Rc;
use toolwright::mcp_tools;

async fn later() {}

mcp_tools! {
    static TOOLS: ToolSet<()>;

    async fn search(query: String) {
        let kept = Rc::new(query);
        later().await;
        let _ = kept;
    }
}

fn main() {}
