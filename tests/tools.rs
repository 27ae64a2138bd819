//! `mcp_tools!`: forms that once did not compile, or named the wrong thing.
#![deny(warnings)]

use toolwright::catalog::Catalog;
use toolwright::{Violation, mcp_tools};

#[allow(
    clippy::trivially_copy_pass_by_ref,
    reason = "a check takes a reference"
)]
fn odd(n: &u32) -> Result<(), Violation> {
    if n % 2 == 1 {
        Ok(())
    } else {
        Err(Violation::new("own.odd", "The value must be odd."))
    }
}

fn word() -> &'static str {
    "word"
}

mod deep {
    pub(crate) mod er {
        #[allow(clippy::unnecessary_wraps, reason = "the type is what is tried")]
        pub(crate) fn pair(n: u32) -> Result<String, toolwright::ToolError> {
            Ok(n.to_string())
        }
    }
}

mcp_tools! {
    static FORMS: ToolSet<()>;

    /// A parameter named like its function.
    fn n(n: u32) -> u32 { n }

    fn sometimes(#[cfg(any())] n: u32 [check(odd)], m: u32 [check(odd)]) -> u32 { m }

    #[deprecated = "use `n`"]
    fn old(n: u32) -> u32 { n }

    fn lent() -> &'static str = word;

    fn pair(n: u32) -> Result<String, toolwright::ToolError> = deep::er::pair;

    #[cfg(any())]
    fn gone(x: no::Such) -> Type { x }

    #[allow(non_snake_case)]
    fn HTTPRequest() {}

    async fn wait_async() {}

    fn read_at(_path: String, r#type: String, r#match: u32) -> String { format!("{_path} {} {}", r#type, r#match) }
}

const TABLE: [u32; 2] = [20, 30];
const NAMES: [&str; 2] = ["a", "1..2"];

const LAST: usize = NAMES.len() - 1;

mcp_tools! {
    static INDEXED: ToolSet<()>;

    fn indexed(
        a: u32 = TABLE[0],
        b: u32 [1..=100] = TABLE[LAST],
        c: u32 = [[20, 30], [40, 50]][1][0],
        d: &str = NAMES[1],
        e: Vec<String> = ["1..2", "x[1.."],
        f: Vec<String> [items(..=3)] = NAMES,
    ) {
        let _ = (a, b, c, d, e, f);
    }

    /// A prompt.
    #[prompt]
    fn asked(name: &str = NAMES[0]) -> String { name.into() }
}

#[test]
fn an_index_into_a_constant_is_a_default() {
    // That it compiles is the claim: brackets behind a default may be rules in the wrong place.
    assert!(INDEXED.find("indexed").is_some());
}

mcp_tools! {
    static EMPTY: ToolSet<()>;
}

#[test]
fn names_are_as_documented() {
    let mut names = Vec::new();
    FORMS.each(0, &mut |_, tool| names.push(tool.name));
    assert_eq!(
        names,
        [
            "n",
            "sometimes",
            "old",
            "lent",
            "pair",
            "http_request",
            "wait",
            "read_at"
        ]
    );
    assert!(FORMS.find("gone").is_none());
    assert_eq!(EMPTY.count(), 0);
    assert!(EMPTY.find("n").is_none());
}
