use toolwright::mcp_tools;

mcp_tools! {
    static TOOLS: ToolSet<()>;

    fn search(
        from: String,
        #[rename("from")]
        sender: String,
    ) {
        let _ = (from, sender);
    }
}

fn main() {}
