use toolwright::mcp_types;

mcp_types! {
    pub struct Word(String [pattern(r"^\w+(?=x)$")]);
}

fn main() {}
