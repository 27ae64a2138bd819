//! One tool: a rule, a default, docs.
toolwright::mcp_tools! {
    /// Sums.
    pub static SUMS: ToolSet<()>;

    /// Adds two numbers.
    #[tool(read_only)]
    fn add(
        /// The first.
        a: i64,
        b: i64 [0..=1000] = 1,
    ) -> i64 {
        a + b
    }
}
