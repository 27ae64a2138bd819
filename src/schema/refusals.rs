//! Declarations that contradict themselves, and what is said of each.
#![allow(
    clippy::too_many_lines,
    clippy::items_after_statements,
    reason = "a table of cases, with its data beside it"
)]

use super::listing::listing;
use super::samples::{
    BASE, BOOL, COUNTRY, F64, I64, IBAN, QUANTITY, R26, STATE, STRING, STRINGS, U32, note, prop,
    property, shown,
};
use super::*;
use std::panic::catch_unwind;
use std::string::String;
use std::vec::Vec;
use std::{format, vec};

/// The text of the panic with which a definition is refused.
fn refusal(def: ToolDef) -> String {
    let error = catch_unwind(move || listing::<64>(&def).len()).expect_err("accepted");
    error.downcast_ref::<String>().unwrap().clone()
}

fn refused(schema: Schema, rules: Vec<Rule>, default: Lit) -> String {
    let error =
        catch_unwind(move || property(schema, rules, vec![], default)).expect_err("accepted");
    error.downcast_ref::<String>().unwrap().clone()
}

#[test]
fn refusals() {
    let range = |a, b| Rule::Range(Bound::Int(a), Bound::Int(b));
    let strings = || STRINGS;
    for (schema, rules, default, want) in [
        (
            I64,
            vec![range(5, 1)],
            Lit::Absent,
            "TW0007: tool `t`: `p`: the range 5..=1 is empty: write the smaller bound first",
        ),
        (
            U32,
            vec![range(-1, 1)],
            Lit::Absent,
            "TW0007: tool `t`: `p`: the bound -1 lies outside its type, which holds at least 0: write a bound within it",
        ),
        (
            QUANTITY,
            vec![range(5, 1001)],
            Lit::Absent,
            "TW0007: tool `t`: `p`: the bound 1001 lies outside its type, which holds at most 1000: write a bound within it",
        ),
        (
            STRING,
            vec![Rule::Len(3, 2)],
            Lit::Absent,
            "TW0007: tool `t`: `p`: `len` allows 3 to 2, which is nothing: write the smaller number first",
        ),
        (
            strings(),
            vec![Rule::Items(3, 2)],
            Lit::Absent,
            "TW0007: tool `t`: `p`: `items` allows 3 to 2, which is nothing: write the smaller number first",
        ),
        (
            U32,
            vec![range(1, 100)],
            Lit::Int(500),
            "TW0008: tool `t`: the default of `p`, 500, is refused by its own rule: at most 100",
        ),
        (
            F64,
            vec![Rule::Range(Bound::Float(0.5), Bound::None)],
            Lit::Float(0.25),
            "TW0008: tool `t`: the default of `p`, 0.25, is refused by its own rule: at least 0.5",
        ),
        (
            U32,
            vec![],
            Lit::Int(-1),
            "TW0008: tool `t`: the default of `p`, -1, is refused by its own rule: at least 0",
        ),
        (
            STRING,
            vec![Rule::Len(1, 2)],
            Lit::Text("héé"),
            "TW0008: tool `t`: the default of `p`, \"héé\", is refused by its own rule: at most 2 characters",
        ),
        (
            STRING.value_object(),
            vec![],
            Lit::Text(""),
            "TW0008: tool `t`: the default of `p`, \"\", is refused by its own rule: at least 1 characters",
        ),
        (
            COUNTRY,
            vec![],
            Lit::Text("DE"),
            "TW0008: tool `t`: the default of `p`, \"DE\", is refused by its own rule: it is not one of the accepted values",
        ),
        (
            strings(),
            vec![Rule::Items(1, 2)],
            Lit::Empty,
            "TW0008: tool `t`: the default of `p`, 0 items, is refused by its own rule: at least 1 items",
        ),
        (
            strings(),
            vec![Rule::Unique],
            Lit::Texts(&["a", "b", "a"]),
            "TW0008: tool `t`: the default of `p`, 3 items, is refused by its own rule: the items differ from each other",
        ),
        (
            Schema::new(Kind::Array, "Vec<Country>").items(&COUNTRY),
            vec![],
            Lit::Texts(&["FR", "XX"]),
            "TW0008: tool `t`: the default of `p`, \"XX\", is refused by its own rule: it is not one of the accepted values",
        ),
        (
            STRING,
            vec![Rule::OneOf(&["a", "bcd"]), Rule::Len(1, 2)],
            Lit::Absent,
            "TW0015: tool `t`: `p`: the known value \"bcd\" is refused by its own rule: at most 2 characters",
        ),
        (
            STRING,
            vec![Rule::OneOf(&["a"]), Rule::UPPERCASE],
            Lit::Absent,
            "TW0015: tool `t`: `p`: the known value \"a\" is refused by its own rule: `uppercase` changes it",
        ),
        (
            STRING,
            vec![Rule::Example("abc"), Rule::Len(1, 2)],
            Lit::Absent,
            "TW0015: tool `t`: `p`: the example \"abc\" is refused by its own rule: at most 2 characters",
        ),
        (
            I64,
            vec![Rule::Example("five")],
            Lit::Absent,
            "TW0015: tool `t`: `p`: the example \"five\" is not a value of the type: write one that is, as JSON has it",
        ),
        (
            STATE,
            vec![Rule::OneOf(&["shut"])],
            Lit::Absent,
            "TW0015: tool `t`: `p`: `one_of` names \"shut\", which its type refuses: name values of the type alone",
        ),
        (
            IBAN,
            vec![Rule::Pattern("x", |_| true)],
            Lit::Absent,
            "TW0006: tool `t`: `p`: there are two patterns (its type's and its own), and a schema states one: write one that says both",
        ),
    ] {
        assert_eq!(refused(schema, rules, default), want);
    }
    assert_eq!(
        refusal(ToolDef {
            function: "tür",
            ..BASE
        }),
        "TW0001: tool `tür`: the name holds a character that a tool's name cannot: write 1 to 128 of `A-Z a-z 0-9 _ - .`, as in `#[tool(\"name\")]`"
    );
    let mut def = BASE;
    def.meta.read_only = Some(true);
    def.meta.destructive = Some(true);
    assert_eq!(
        refusal(def),
        "TW0010: tool `t`: `read_only` and `destructive` contradict each other: write one of them"
    );
    let twice =
        |name: &'static str, other: &'static str, schema: &'static Schema, presence| ToolDef {
            params: vec![prop(name, &[], presence), prop(other, &[], presence)].leak(),
            notes: vec![
                note(schema, &[], Lit::Absent),
                note(schema, &[], Lit::Absent),
            ]
            .leak(),
            ..BASE
        };
    static STOP: Schema = Schema::new(Kind::Cancellation, "Cancellation");
    assert_eq!(
        refusal(twice("a", "b", &STOP, Presence::Injected)),
        "TW0011: tool `t`: `b`: the second `&Cancellation` of the tool: take it once"
    );
    assert_eq!(
        refusal(twice("ab", "ab", &BOOL, Presence::Required)),
        "TW0013: tool `t`: \"ab\" is the wire name of two of its members: rename one with `#[rename(\"..\")]`"
    );
    shown(&twice("ab", "cab", &BOOL, Presence::Required), R26);
    for (raw, why) in [
        ("[]", "it has to be one object, `{ .. }`"),
        ("{} {}", "it has to be one object, `{ .. }`"),
        ("x {}", "something stands outside the braces"),
        (
            "{}x",
            "it has to be one object, `{ .. }`, with all its strings and brackets closed",
        ),
        ("{\"a\":[}", "its brackets do not match"),
        (
            "{\"a\":\"}",
            "it has to be one object, `{ .. }`, with all its strings and brackets closed",
        ),
        (
            "{\"a\n\":1}",
            "a string holds a line break or a control character",
        ),
        (
            "{",
            "it has to be one object, `{ .. }`, with all its strings and brackets closed",
        ),
    ] {
        let mut schema = Schema::new(Kind::Any, "Value");
        schema.raw = raw;
        assert_eq!(
            refused(schema, vec![], Lit::Absent),
            format!("TW0017: tool `t`: `p`: the schema is not a JSON object: {why}")
        );
    }
}
