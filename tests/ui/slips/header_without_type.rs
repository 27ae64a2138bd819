use toolwright::mcp_tools;

mcp_tools! {
    static TOOLS;

    fn search() {}
}

fn main() {}
