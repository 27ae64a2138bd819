//! A refusal never formats what it refuses.

use std::collections::BTreeMap;
use std::fmt;

use toolwright::{Server, Violation, mcp_tools, mcp_types};

use super::fixture::{self, answer, modern, session};
use super::values::Refused;
use super::{Out, refuses};

mcp_types! {
    pub struct Secret { pub n: u8 }
    #[derive(PartialEq, Eq, PartialOrd, Ord)]
    pub enum Level { Low, High }
}
macro_rules! never_formatted {
    ($($ty:ty)*) => {$(
        impl fmt::Debug for $ty {
            fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
                panic!("a refused value was formatted")
            }
        }
        impl fmt::Display for $ty {
            fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
                panic!("a refused value was formatted")
            }
        }
    )*};
}
never_formatted! { Secret Level }

mcp_tools! {
    static SET: ToolSet<()>;
    fn own(v: Secret [check(never)]) { let _ = v; }
    fn own_out(v: Secret [check(never)]) -> Out { let _ = v; Out { n: 0 } }
    fn level(v: Vec<Level> [check(not_these)]) { let _ = v; }
    fn level_out(v: Vec<Level> [check(not_these)]) -> Out { let _ = v; Out { n: 0 } }
    fn few(v: Vec<Secret> [items(2..)]) { let _ = v; }
    fn few_out(v: Vec<Secret> [items(2..)]) -> Out { let _ = v; Out { n: 0 } }
    fn map(v: BTreeMap<String, Secret> [check(empty)]) { let _ = v; }
    fn map_out(v: BTreeMap<String, Secret> [check(empty)]) -> Out { let _ = v; Out { n: 0 } }
}
fn violation() -> Violation {
    Violation::new("own.never", "Never.")
}
fn never(_: &Secret) -> Result<(), Violation> {
    Err(violation())
}
fn not_these(_: &Vec<Level>) -> Result<(), Violation> {
    Err(violation())
}
fn empty(map: &BTreeMap<String, Secret>) -> Result<(), Violation> {
    if map.is_empty() {
        Ok(())
    } else {
        Err(violation())
    }
}
fn ask(revision: &str, tool: &str, arguments: &str) -> String {
    let message = if revision >= "2026-07-28" {
        modern(
            1,
            "tools/call",
            &format!(r#""name":"{tool}","arguments":{arguments},"#),
        )
    } else {
        fixture::call(1, tool, arguments)
    };
    answer(&Server::new(&SET, ()), &session(revision), message)
}

#[test]
fn by_no_rule() {
    for (tool, value) in [
        ("own", r#"{"n":1}"#),
        ("level", r#"["Low","High"]"#),
        ("map", r#"{"k":{"n":1}}"#),
    ] {
        refuses(
            ask,
            tool,
            &format!(r#"{{"v":{value}}}"#),
            &Refused::not_valid("v", "own.never", "Never."),
        );
    }
    refuses(
        ask,
        "few",
        r#"{"v":[{"n":1}]}"#,
        &Refused::not_valid(
            "v",
            "argument.too_few_items",
            "The list must have at least 2 items.",
        ),
    );
}
