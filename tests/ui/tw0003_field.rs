use toolwright::mcp_types;

struct Money;

mcp_types! {
    pub struct Order {
        total: Money,
    }
}

fn main() {}
