use toolwright::mcp_tools;

struct Store;

mcp_tools! {
    static TOOLS: ToolSet<Store>;

    fn add(self: &Self, piece: u32) { let _ = piece; }
}

fn main() {}
