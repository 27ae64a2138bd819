use toolwright::mcp_types;

mcp_types! {
    pub struct Pair(u32, u32);
}

fn main() {}
