use toolwright::{
    Context, ToolError, ToolSet, catalog::Catalog, mcp_tools, mcp_types, schema::Audience,
};

pub struct Store {
    n: u32,
}
mod math {
    pub fn add(a: i64, b: i64) -> i64 {
        a + b
    }
}

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
        tool.fragment.write(
            Audience {
                revision: 4,
                tasks: false,
                apps: false,
            },
            &mut out,
        );
        println!("{i} {}", String::from_utf8(out).unwrap());
    });
    println!("{:?}", WAREHOUSE.find("add").map(|x| x.0));
    println!(
        "{:?}",
        serde_json::from_str::<Page>(r#"{"allLines":["a"],"other":null}"#)
    );
    println!(
        "{:?}",
        serde_json::from_str::<Page>(r#"{"allLines":[],"other":null}"#)
    );
    println!(
        "{:?}",
        serde_json::from_str::<Page>(r#"{"allLines":["a"],"others":null}"#)
    );
    println!(
        "{}",
        serde_json::to_string(&Page {
            all_lines: vec![],
            note: None,
            state: State::Shipped,
            other: None
        })
        .unwrap()
    );
}
fn iban_checksum(text: &str) -> Result<(), toolwright::Violation> {
    if text.ends_with('9') {
        Ok(())
    } else {
        Err(toolwright::Violation::invalid_format())
    }
}
mcp_types! {
    /// An International Bank Account Number, stored in its electronic form.
    #[derive(Debug, Clone, PartialEq, Eq, Hash)]
    pub struct Iban(String [len(15..=34), pattern("^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$"), format("iban"), example("FR7630006000011234567890189"), check(iban_checksum)]);
    /// A quantity of items.
    #[derive(Debug, Clone, Copy, PartialEq)]
    pub struct Quantity(i16 [0..=1000]);
    /// A country that we deliver to.
    #[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
    pub struct Country(String [trim, uppercase, len(2..=2), one_of("FR", "BE", "LU")]);
}
mcp_tools! {
    static ORDERS: ToolSet<()>;
    fn place_order(
        /// The account to debit.
        iban: Iban,
        quantity: Quantity = 5, country: Country = "FR", per: std::collections::BTreeMap<Country, Quantity>) {
        let _ = (iban, quantity, country, per);
    }
}
#[test]
fn vo() {
    ORDERS.each(0, &mut |i, tool| {
        let mut out = Vec::new();
        tool.fragment.write(
            Audience {
                revision: 4,
                tasks: false,
                apps: false,
            },
            &mut out,
        );
        println!("{i} {}", String::from_utf8(out).unwrap());
    });
    println!(
        "{:?} {:?} {:?}",
        Quantity::new(5),
        Quantity::new(1001),
        Quantity::MAX.get()
    );
    println!(
        "{:?} {:?} {:?}",
        " fr ".parse::<Country>(),
        "FRA".parse::<Country>(),
        Country::KNOWN
    );
    println!(
        "{:?} {:?}",
        "FR76".parse::<Iban>(),
        "FR7630006000011234567890189"
            .parse::<Iban>()
            .map(|x| x.to_string())
    );
    println!("{:?}", serde_json::from_str::<Quantity>("99999"));
    println!("{:?}", serde_json::from_str::<Quantity>("null"));
    println!(
        "{:?}",
        serde_json::from_str::<std::collections::BTreeMap<String, Quantity>>("{\"a\":true}")
    );
}
