use toolwright::mcp_types;

mcp_types! {
    pub struct Order {
        lines: Vec<String> [items(3..=1)],
        pieces: u32 [5..=1],
    }
}

fn main() {}
