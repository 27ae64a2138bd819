use toolwright::mcp_tools;

struct Store { pieces: u32 }

mcp_tools! {
    static TOOLS: ToolSet<Store>;

    fn add(&mut self, piece: u32) { self.pieces += piece; }
}

fn main() {}
