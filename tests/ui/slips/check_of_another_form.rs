use toolwright::{Violation, mcp_tools, mcp_types};

fn even(pieces: u32) -> Result<(), Violation> {
    if pieces % 2 == 0 { Ok(()) } else { Err(Violation::new("pieces.odd", "Pieces come in pairs.")) }
}

fn short(text: &str) -> bool {
    text.len() < 9
}

mcp_types! {
    pub struct Word(String [check(short)]);
}

mcp_tools! {
    static TOOLS: ToolSet<()>;

    fn order(pieces: u32 [check(even)]) { let _ = pieces; }
}

fn main() {}
