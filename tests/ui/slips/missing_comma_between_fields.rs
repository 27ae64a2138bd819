use toolwright::mcp_types;

mcp_types! {
    pub struct Order {
        pub number: u32 [1..]
        pub(crate) note: String,
    }
}

fn main() {}
