use toolwright::mcp_types;

mcp_types! {
    pub struct Country(String [uppercase, one_of("FR", "be")]);
}

fn main() {}
