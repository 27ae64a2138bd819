use toolwright::mcp_types;

mcp_types! {
    pub struct Pieces(u32 [5..=1]);
}

fn main() {}
