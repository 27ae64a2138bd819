use toolwright::mcp_types;

mcp_types! {
    pub enum Event { Opened, Moved(u32) }
}

fn main() {}
