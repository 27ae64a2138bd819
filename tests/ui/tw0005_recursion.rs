use toolwright::mcp_types;

mcp_types! {
    pub struct Node {
        children: Vec<Node>,
    }
}

fn main() {}
