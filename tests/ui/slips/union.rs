use toolwright::mcp_types;

mcp_types! {
    pub union Either { a: u32, b: f32 }
}

fn main() {}
