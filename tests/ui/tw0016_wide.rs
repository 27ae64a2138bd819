use toolwright::mcp_tools;

mcp_tools! {
    static TOOLS: ToolSet<()>;
    fn dockets(#[header("Shard")] shard: u64) {
        let _ = shard;
    }
}

fn main() {}
