use toolwright::mcp_tools;

const FEW: u32 = 20;

mcp_tools! {
    static TOOLS: ToolSet<()>;

    fn search(page: Option<u32> = None, limit: u32 = FEW [1..=100]) { let _ = (page, limit); }
}

fn main() {}
