use toolwright::mcp_types;

mcp_types! {
    pub struct Order {
        pieces: u32 [1..=100] = 0,
        note: String = 5,
    }
}

fn main() {}
