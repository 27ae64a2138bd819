use toolwright::mcp_tools;

mcp_tools! {
    #[server(nam = "warehouse", version = "1")]
    static TOOLS: ToolSet<()>;

    fn search() {}
}

fn main() {}
