use toolwright::mcp_types;

mcp_types! {
    #[camel_case]
    pub struct Order {
        ship_to: String,
        #[rename("shipTo")]
        address: String,
    }
}

fn main() {}
