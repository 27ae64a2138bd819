use toolwright::mcp_tools;

mcp_tools! {
    fn search() {}
}

fn main() {}
