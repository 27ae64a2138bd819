use toolwright::mcp_types;

mcp_types! {
    pub struct Order {
        #[serde(rename = "n")]
        number: u32,
    }
}

fn main() {}
