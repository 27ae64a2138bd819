use toolwright::mcp_tools;

mcp_tools! {
    static TOOLS: ToolSet<()>;
    fn dockets(#[header("Weight")] weight: f64) {
        let _ = weight;
    }
}

fn main() {}
