use toolwright::{Context, ToolError, ToolSet, mcp_tools, mcp_types, catalog::Catalog, schema::Audience};

pub struct Store { n: u32 }
mod math { pub fn add(a: i64, b: i64) -> i64 { a + b } }

mcp_types! {
    /// A page.
    #[derive(Debug, Clone, PartialEq)]
    #[camel_case]
    pub struct Page {
        /// The lines.
        pub all_lines: Vec<String> [items(1..=3)],
        #[rename("memo")]
        pub note: Option<String> = None,
        pub state: State = State::Open,
        pub other: Option<u32>,
    }
    /// Where a docket stands.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum State { Open, Packed, #[rename("shipped_out")] Shipped }
}

const MAX: u32 = 100;

mcp_tools! {
    /// Finds, packs.
    #[server(name = "x", version = "1")]
    pub static WAREHOUSE: ToolSet<Store>;

    /// Finds dockets whose text matches.
    ///
    /// Newest first.
    #[tool(read_only, title = "Search dockets")]
    pub async fn search_dockets(
        &self,
        _cx: &Context,
        /// What to look for.
        query: String [len(1..=200)],
        /// How many to return.
        limit: u32 [1..=MAX] = 20,
        #[rename("theStates")]
        states: Vec<State> [items(..=3), unique] = [],
        note: Option<String> = None,
    ) -> Result<Page, ToolError> {
        let _ = (self.n, limit, states);
        Ok(Page { all_lines: vec![query], note, state: State::Packed, other: None })
    }

    /// Adds two numbers.
    fn add(a: i64, b: i64 = 1) -> i64 = math::add;

    #[cfg(feature = "nope")]
    fn gone(x: ast::Tree) -> String { x }

    #[allow(clippy::needless_pass_by_value)]
    #[tool("borrowed.text")]
    fn borrowed(&self, s: &str, f: f64 [0.0..=1.0] = 0.5, c: State = State::Open, k: String [one_of("a", "b")] = "a") -> String { format!("{s}{f}{c:?}{k}") }
    #[tool]
    fn nothing() {}
}

fn main() {
    WAREHOUSE.each(0, &mut |i, tool| {
        let mut out = Vec::new();
        tool.fragment.write(Audience { revision: 4, tasks: false, apps: false }, &mut out);
        println!("{i} {}", String::from_utf8(out).unwrap());
    });
    println!("{:?}", WAREHOUSE.find("add").map(|x| x.0));
    println!("{:?}", serde_json::from_str::<Page>(r#"{"allLines":["a"],"other":null}"#));
    println!("{:?}", serde_json::from_str::<Page>(r#"{"allLines":[],"other":null}"#));
    println!("{:?}", serde_json::from_str::<Page>(r#"{"allLines":["a"],"others":null}"#));
    println!("{}", serde_json::to_string(&Page { all_lines: vec![], note: None, state: State::Shipped, other: None }).unwrap());
}
