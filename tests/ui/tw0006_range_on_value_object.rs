use toolwright::{mcp_tools, mcp_types};

mcp_types! {
    pub struct Pieces(u32 [1..=100]);
}

mcp_tools! {
    static TOOLS: ToolSet<()>;

    fn ship(pieces: Pieces [1..=500]) { let _ = pieces; }
}

fn main() {}
