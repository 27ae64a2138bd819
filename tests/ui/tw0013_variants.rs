use toolwright::mcp_types;

mcp_types! {
    pub enum State { Open, #[rename("Open")] Reopened }
}

fn main() {}
