use toolwright::mcp_tools;

mcp_tools! {
    static TOOLS: ToolSet<()>;

    fn scale(factor: f64 [0.0..1.0]) { let _ = factor; }
}

fn main() {}
