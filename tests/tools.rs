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
