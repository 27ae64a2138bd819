use toolwright::mcp_types;

mcp_types! {
    pub struct Order {
        number,
    }
}

fn main() {}
