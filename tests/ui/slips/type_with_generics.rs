use toolwright::mcp_types;

mcp_types! {
    pub struct Page<T> {
        items: Vec<T>,
    }
}

fn main() {}
