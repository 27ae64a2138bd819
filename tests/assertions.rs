//! What an author promises of a catalogue: `assert_catalog!`, `assert_budget!`, `assert_portable!`.
#![allow(clippy::naive_bytecount, reason = "a few bytes in a test")]
#![cfg(feature = "std")]

use std::panic::catch_unwind;

use toolwright::schema::assertion::{Client, Declaration, Sets, budget, client, lock, portable};
use toolwright::{assert_budget, assert_catalog, assert_portable, mcp_tools, mcp_types};

mcp_types! {
    /// One order.
    pub struct Order {
        number: u32,
        lines: Vec<String> [items(1..)],
    }
}

mcp_tools! {
    /// Orders.
    static ORDERS: ToolSet<()>;

    /// Adds an order.
    #[tool(title = "Add")]
    fn add_order(
        /// What is ordered, "quoted" and all.
        order: Order,
        limit: u32 [1..=100] = 20,
        note: Option<String> = None,
    ) {
        let _ = (order, limit, note);
    }

    #[cfg(any())]
    fn never() {}

    fn count() -> u32 { 0 }
}

mod stock {
    toolwright::mcp_tools! {
        pub(super) static STOCK: ToolSet<()>;

        /// What is there.
        fn stock(bin: String [len(1..=8)]) -> Vec<String> { vec![bin] }
    }
}

assert_catalog!([ORDERS, stock::STOCK], "tests/tools.lock.json");
assert_budget!([ORDERS, stock::STOCK], 2000);
assert_budget!(ORDERS, 1024 * 2);
assert_portable!([ORDERS, stock::STOCK], claude, openai, gemini, vscode);
assert_portable!(ORDERS, gemini);

const SETS: Sets<'static> = &[
    <ORDERS as Declaration<()>>::DEFS,
    <stock::STOCK as Declaration<()>>::DEFS,
];
const LOCK: &[u8] = include_bytes!("tools.lock.json");

/// The text of the panic, as it is the text of the compile error.
fn refusal(f: impl FnOnce() + std::panic::UnwindSafe) -> String {
    let panic = catch_unwind(f).expect_err("accepted");
    panic.downcast_ref::<String>().unwrap().clone()
}

#[test]
fn the_lock_file_is_the_listing() {
    #[derive(serde::Deserialize)]
    struct Lock {
        tools: Vec<serde_json::Value>,
    }
    let lock: Lock = serde_json::from_slice(LOCK).unwrap();
    let names: Vec<_> = lock.tools.iter().map(|tool| &tool["name"]).collect();
    assert_eq!(names, ["add_order", "count", "stock"]);
    assert_eq!(LOCK.iter().filter(|byte| **byte == b'\n').count(), 5);
}

#[test]
fn the_first_tool_that_differs_is_named() {
    let text = String::from_utf8(LOCK.to_vec()).unwrap();
    let lines: Vec<_> = text.lines().collect();
    for (changed, want) in [
        (String::new(), "`l.json` is not a lock file"),
        (
            text.replace("What is there", "What was there"),
            "tool `stock` is not as it is in `l.json`",
        ),
        (
            text.replace("\"maximum\":100", "\"maximum\":101"),
            "tool `add_order` is not as it is in `l.json`",
        ),
        (
            text.replace(&format!("{}\n", lines[2]), ""),
            "tool `count` is not as it is in `l.json`",
        ),
        (
            text.replace(&format!(",\n{}", lines[3]), ""),
            "tool `stock` is not in `l.json`",
        ),
        (
            text.replace("\n]}", ",\n{\"name\":\"ship\"}\n]}"),
            "tool `ship` is no longer declared, and still in `l.json`",
        ),
    ] {
        let changed: &'static [u8] = changed.into_bytes().leak();
        let said = refusal(|| lock(SETS, changed, "l.json"));
        assert!(
            said.starts_with(&format!(
                "assert_catalog: {want}: if it is to be so, run `TOOLWRIGHT_BLESS=1 cargo test`"
            )),
            "{said}"
        );
    }
    lock(SETS, LOCK, "l.json");
    // Each byte counts.
    for i in 0..LOCK.len() {
        let mut changed = LOCK.to_vec();
        changed[i] ^= 1;
        let changed: &'static [u8] = changed.leak();
        assert!(catch_unwind(|| lock(SETS, changed, "l")).is_err(), "{i}");
        assert!(catch_unwind(|| lock(SETS, &LOCK[..i], "l")).is_err(), "{i}");
    }
}

#[test]
fn a_budget_is_the_size_of_the_list() {
    // Without the line breaks that the file has.
    let size = LOCK.len() - 5;
    budget(SETS, size + 1);
    budget(SETS, size);
    assert_eq!(
        refusal(move || budget(SETS, size - 1)),
        format!(
            "assert_budget: the listing takes {size} bytes, and {} are allowed: the largest of 3 tools is `add_order`, {} bytes; shorten descriptions, or raise the budget",
            size - 1,
            LOCK.split(|byte| *byte == b'\n').nth(1).unwrap().len() - 1,
        )
    );
    budget(&[], 12);
}

mcp_types! {
    pub struct Inner {
        pub maybe: Option<u32>,
    }
    pub struct Named {
        #[rename("größe")]
        pub size: u32,
    }
}

macro_rules! tools {
    ($($name:ident { $($tool:tt)* })*) => {$(
        mod $name {
            #[allow(unused_imports, reason = "not all of them take one")]
            use super::{Inner, Named};
            toolwright::mcp_tools! { pub(super) static SET: ToolSet<()>; $($tool)* }
        }
    )*};
}

tools! {
    dots { #[tool("a.b")] fn f() {} }
    first { #[tool("3d_view")] fn f() {} }
    long { fn a_name_of_more_than_sixty_four_characters_is_more_than_some_of_them_take() {} }
    lists { fn f(a: String, b: Option<u32>) { let _ = (a, b); } }
    deep { fn f(all: Vec<Inner>) { let _ = all; } }
    any { fn f(a: serde_json::Value) { let _ = a; } }
    format { fn f(a: String [format("email")]) { let _ = a; } }
    date_time { fn f(a: std::time::SystemTime) { let _ = a; } }
    unique { fn f(a: Vec<u32> [unique]) { let _ = a; } }
    set { fn f(a: std::collections::BTreeSet<String>) { let _ = a; } }
    property { fn f(#[rename("a b")] a: u32) { let _ = a; } }
    inner_property { fn f(a: Named) { let _ = a.size; } }
    bare { fn f(#[schema(r#"{"type":"array"}"#)] a: serde_json::Value) { let _ = a; } }
    numbers { fn f(#[schema(r#"{"type":"integer","enum":[1,2]}"#)] a: serde_json::Value) { let _ = a; } }
    raw {
        #[tool(input_schema = r#"{"type":"object","properties":{"uniqueItems":{"type":"string","default":"x"},"x":{"anyOf":[{"type":"string"},{"type":"array","items":{"type":"string"},"uniqueItems":true}]}}}"#)]
        fn f(args: serde_json::Value) { let _ = args; }
    }
    defaults { fn f(a: String = "type", b: Vec<String> = ["format", "enum"], c: Option<u32> = None) { let _ = (a, b, c); } }
}

#[test]
fn rules_of_clients() {
    let all = [
        client::claude,
        client::openai,
        client::gemini,
        client::vscode,
    ];
    let said = |sets: Sets<'static>, clients: &'static [Client]| {
        catch_unwind(|| portable(sets, clients))
            .err()
            .map(|panic| panic.downcast_ref::<String>().unwrap().clone())
    };
    macro_rules! row {
        ($set:ident $(, $which:literal $want:literal)*) => {
            let defs: Sets<'static> = &[<$set::SET as Declaration<()>>::DEFS];
            #[allow(unused_mut, reason = "some rows refuse nothing")]
            let mut refused = [false; 4];
            $(
                let text = said(defs, Box::leak(Box::new([all[$which]]))).expect("accepted");
                assert!(text.starts_with($want), "{text}");
                refused[$which] = true;
            )*
            for (i, refused) in refused.iter().enumerate() {
                if !refused {
                    assert_eq!(said(defs, Box::leak(Box::new([all[i]]))), None);
                }
            }
        };
    }
    row!(dots, 0 "assert_portable: tool `a.b`: `claude` refuses it: its name holds a dot",
        1 "assert_portable: tool `a.b`: `openai` refuses it: its name holds a dot");
    row!(first, 2 "assert_portable: tool `3d_view`: `gemini` refuses it: its name does not begin with a letter");
    row!(long, 0 "assert_portable: tool `a_name_of_more_than_sixty_four_characters_is_more_than_some_of_them_take`: `claude` refuses it: its name is longer than 64",
        1 "assert_portable: tool `a_name", 2 "assert_portable: tool `a_name");
    row!(lists, 2 "assert_portable: tool `f`: `b`: `gemini` refuses it: `type` is a list");
    row!(deep, 2 "assert_portable: tool `f`: `all`: `gemini` refuses it: `type` is a list");
    row!(any, 2 "assert_portable: tool `f`: `a`: `gemini` refuses it: a schema has no `type`");
    row!(format, 2 "assert_portable: tool `f`: `a`: `gemini` refuses it: a string has another `format`");
    row!(date_time);
    row!(unique, 1 "assert_portable: tool `f`: `a`: `openai` refuses it: `uniqueItems`");
    row!(set, 1 "assert_portable: tool `f`: `a`: `openai` refuses it: `uniqueItems`");
    row!(property, 0 "assert_portable: tool `f`: `a b`: `claude` refuses it: the name of a property");
    row!(inner_property, 0 "assert_portable: tool `f`: `a`: `claude` refuses it: the name of a property");
    row!(bare, 3 "assert_portable: tool `f`: `a`: `vscode` refuses it: an array has no `items`");
    row!(numbers, 2 "assert_portable: tool `f`: `a`: `gemini` refuses it: `enum` stands beside");
    row!(raw, 1 "assert_portable: tool `f`: `x`: `openai` refuses it: `uniqueItems`");
    row!(defaults);
}

#[test]
fn the_number_of_tools() {
    let one = <dots::SET as Declaration<()>>::DEFS;
    let many: Sets<'static> = vec![one; 129].leak();
    assert_eq!(
        refusal(move || portable(many, &[client::vscode])),
        "assert_portable: tool `a.b`: `vscode` refuses it: it is the 129th, and 128 are taken: serve fewer at once"
    );
    portable(&many[1..], &[client::vscode]);
}
