use toolwright::mcp_types;

mcp_types! {
    pub struct Country(String [len(2), example("FRA")]);
}

fn main() {}
