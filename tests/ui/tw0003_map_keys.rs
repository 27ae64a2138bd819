use std::collections::HashMap;
use toolwright::mcp_tools;

mcp_tools! {
    static TOOLS: ToolSet<()>;

    fn total(prices: HashMap<Vec<u8>, f64>) { let _ = prices; }
}

fn main() {}
