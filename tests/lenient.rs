//! `#[lenient]`: what clients are known to send instead of what a schema says, read where nothing is lost.
#![allow(unused_imports, reason = "what is used depends on the features")]
#![allow(
    clippy::needless_pass_by_value,
    clippy::too_many_lines,
    reason = "tables of cases, and parameters as tools have them"
)]

mod fixture;
mod values;

use fixture::{answer, call, session};
use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};
use toolwright::{Server, ToolSet, mcp_tools, mcp_types};
use values::{Country, Quantity, Refused};

mcp_types! {
    #[derive(Debug)]
    pub struct Line { pub qty: Quantity, pub note: String = "-", pub ok: bool = true }
    #[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub enum State { Open, Shut }
    #[derive(Debug)]
    pub struct Ratio(f32 [0.1..=0.9]);
    #[derive(Debug)]
    pub struct Truth(bool);
    pub struct Out { pub n: u8 }
}

macro_rules! tools {
    ($($name:ident: $ty:ty $([$($rule:tt)*])? $(= $default:expr)?;)*) => {
        mcp_tools! {
            #[lenient]
            static LENIENT: ToolSet<()>;
            $( fn $name(v: $ty $([$($rule)*])? $(= $default)?) -> String { format!("{v:?}") } )*
        }
        mod strict {
            use super::*;
            mcp_tools! {
                pub(super) static STRICT: ToolSet<()>;
                $( fn $name(v: $ty $([$($rule)*])? $(= $default)?) -> String { format!("{v:?}") } )*
            }
        }
    };
}
tools! {
    integer: i64;
    byte: u8 [..=200];
    not_zero: std::num::NonZero<i8>;
    real: f64;
    single: f32;
    flag: bool;
    list: Vec<u32> [items(..=3)];
    deque: VecDeque<bool>;
    array: [u8; 2];
    boxed: Box<[u8]>;
    set: BTreeSet<i8>;
    map: BTreeMap<String, u32>;
    keyed: HashMap<Country, Line>;
    line: Line;
    lines: Vec<Line>;
    nested: Vec<Vec<u8>>;
    quantity: Quantity;
    ratio: Ratio;
    truth: Truth;
    option: Option<u32>;
    text: String;
    letter: char;
    state: State;
    wide: i128;
    any: serde_json::Value;
    defaulted: u32 = 7;
    default_text: String = "x";
    default_object: Quantity = 5;
    default_list: Vec<State> [items(..=2)] = [State::Shut, State::Open];
    optional: Option<u32> = None;
}

fn ask(set: &'static ToolSet<()>, tool: &str, arguments: &str) -> String {
    let server = Server::new(set, ()).on_diagnostic(|_| ());
    answer(&server, &session("2025-11-25"), call(1, tool, arguments))
}

fn said(reply: &str) -> String {
    let reply = fixture::value(reply);
    reply["result"]["content"][0]["text"]
        .as_str()
        .expect("a text")
        .to_owned()
}

#[test]
fn read() {
    for (tool, sent, read) in [
        ("integer", r#""-5""#, "-5"),
        ("integer", r#""5.0""#, "5"),
        ("integer", r#""1e2""#, "100"),
        ("integer", r#""9223372036854775807""#, "9223372036854775807"),
        ("integer", r#""\u0035""#, "5"),
        ("byte", r#""200""#, "200"),
        ("not_zero", r#""-1""#, "-1"),
        ("real", r#""0.1""#, "0.1"),
        ("real", r#""1e308""#, &format!("{:?}", 1e308)),
        ("real", r#""-0.50""#, "-0.5"),
        ("single", r#""0.1""#, "0.1"),
        ("single", r#""16777216""#, "16777216.0"),
        ("flag", r#""true""#, "true"),
        ("flag", r#""false""#, "false"),
        ("list", r#""[1, 2]""#, "[1, 2]"),
        ("list", r#""[]""#, "[]"),
        ("list", r#"["1",2,"3"]"#, "[1, 2, 3]"),
        ("list", r#""[\"1\",2]""#, "[1, 2]"),
        ("deque", r#""[true,\"false\"]""#, "[true, false]"),
        ("array", r#""[1,2]""#, "[1, 2]"),
        ("boxed", r#""[1]""#, "[1]"),
        ("set", r#""[2,\"1\",2]""#, "{1, 2}"),
        ("map", r#""{\"a\":\"1\"}""#, r#"{"a": 1}"#),
        ("map", r#"{"a":"1"}"#, r#"{"a": 1}"#),
        (
            "keyed",
            r#""{\"fr\":\"{\\\"qty\\\":\\\"3\\\"}\"}""#,
            r#"{Country("FR"): Line { qty: Quantity(3), note: "-", ok: true }}"#,
        ),
        (
            "line",
            r#""{\"qty\":5}""#,
            r#"Line { qty: Quantity(5), note: "-", ok: true }"#,
        ),
        (
            "line",
            r#"{"qty":"5","note":null,"ok":null}"#,
            r#"Line { qty: Quantity(5), note: "-", ok: true }"#,
        ),
        (
            "line",
            r#"{"ok":"false","qty":"5","note":"true"}"#,
            r#"Line { qty: Quantity(5), note: "true", ok: false }"#,
        ),
        (
            "lines",
            r#""[{\"qty\":1},\"{\\\"qty\\\":2}\"]""#,
            r#"[Line { qty: Quantity(1), note: "-", ok: true }, Line { qty: Quantity(2), note: "-", ok: true }]"#,
        ),
        ("nested", r#"["[1]","[]"]"#, "[[1], []]"),
        ("quantity", r#""1000""#, "Quantity(1000)"),
        ("ratio", r#""0.9""#, "Ratio(0.9)"),
        ("truth", r#""true""#, "Truth(true)"),
        ("option", r#""5""#, "Some(5)"),
        ("option", "null", "None"),
        // What can be text is text.
        ("text", r#""5""#, r#""5""#),
        ("letter", r#""5""#, "'5'"),
        ("state", r#""Open""#, "Open"),
        ("wide", r#""5""#, "5"),
        ("any", r#""5""#, r#"String("5")"#),
        ("any", r#""[1]""#, r#"String("[1]")"#),
        // Null where there is a default.
        ("defaulted", "null", "7"),
        ("defaulted", r#""8""#, "8"),
        ("default_text", "null", r#""x""#),
        ("default_object", "null", "Quantity(5)"),
        ("default_list", "null", "[Shut, Open]"),
        ("default_list", r#""[\"Open\"]""#, "[Open]"),
        ("optional", "null", "None"),
    ] {
        assert_eq!(
            said(&ask(&LENIENT, tool, &format!(r#"{{"v":{sent}}}"#))),
            read,
            "{tool} {sent}"
        );
    }
    for (tool, read) in [
        ("defaulted", "7"),
        ("default_object", "Quantity(5)"),
        ("default_list", "[Shut, Open]"),
        ("optional", "None"),
    ] {
        for set in [&LENIENT, &strict::STRICT] {
            assert_eq!(said(&ask(set, tool, "{}")), read, "{tool}");
        }
    }
}

#[test]
fn unreadable() {
    for (tool, sent, ty) in [
        ("integer", r#"" 5""#, "i64"),
        ("integer", r#""5 ""#, "i64"),
        ("integer", r#""five""#, "i64"),
        ("integer", r#""+5""#, "i64"),
        ("integer", r#""05""#, "i64"),
        ("integer", r#""1_000""#, "i64"),
        ("integer", r#""5.5""#, "i64"),
        ("integer", r#""9223372036854775808""#, "i64"),
        ("integer", r#""""#, "i64"),
        ("integer", r#""null""#, "i64"),
        ("integer", r#""true""#, "i64"),
        ("integer", r#""\"5\"""#, "i64"),
        ("integer", r#""[5]""#, "i64"),
        ("byte", r#""256""#, "u8"),
        ("not_zero", r#""128""#, "NonZero<i8>"),
        ("real", r#""NaN""#, "f64"),
        ("real", r#""1e400""#, "f64"),
        ("real", r#""0.12345678901234567890""#, "f64"),
        ("single", r#""16777217""#, "f32"),
        ("flag", r#""True""#, "bool"),
        ("flag", r#""1""#, "bool"),
        ("list", r#""1,2""#, "Vec<u32>"),
        ("list", r#""[1,2""#, "Vec<u32>"),
        ("list", r#"" [1]""#, "Vec<u32>"),
        ("list", r#""{}""#, "Vec<u32>"),
        ("deque", r#""x""#, "VecDeque<bool>"),
        ("array", r#""x""#, "[u8; 2]"),
        ("boxed", r#""x""#, "Box<[u8]>"),
        ("set", r#""x""#, "BTreeSet<i8>"),
        ("map", r#""[]""#, "BTreeMap<String, u32>"),
        ("keyed", r#""x""#, "HashMap<Country, Line>"),
        ("line", r#""[1]""#, "Line"),
        ("lines", r#""x""#, "Vec<Line>"),
        ("nested", r#""x""#, "Vec<Vec<u8>>"),
        ("quantity", r#""five""#, "Quantity"),
        ("quantity", r#""3.5""#, "Quantity"),
        ("quantity", r#""99999""#, "Quantity"),
        ("quantity", r#""true""#, "Quantity"),
        ("ratio", r#""0.100000001""#, "Ratio"),
        ("truth", r#""yes""#, "Truth"),
        ("option", r#""null""#, "u32"),
        ("optional", r#""x""#, "u32"),
    ] {
        let refused = Refused::not_valid(
            "v",
            "argument.invalid_type",
            &format!("The value could not be read as {ty}."),
        );
        let arguments = format!(r#"{{"v":{sent}}}"#);
        assert_eq!(
            ask(&LENIENT, tool, &arguments),
            refused.reply("2025-11-25", false),
            "{tool} {sent}"
        );
    }
}

#[test]
fn refused_all_the_same() {
    for (tool, sent, refused) in [
        // A rule that was read and is broken speaks for itself.
        (
            "byte",
            r#""201""#,
            Refused::not_valid(
                "v",
                "argument.out_of_range",
                "The value must be less than or equal to 200.",
            ),
        ),
        (
            "not_zero",
            r#""0""#,
            Refused::not_valid("v", "argument.out_of_range", "The value must not be zero."),
        ),
        (
            "list",
            r#""[1,2,3,4]""#,
            Refused::not_valid(
                "v",
                "argument.too_many_items",
                "The list must have at most 3 items.",
            ),
        ),
        (
            "quantity",
            r#""1001""#,
            Refused::rejected(
                "v",
                "value_object.out_of_range",
                "The value is not a valid Quantity: The value must be less than or equal to 1000.",
            ),
        ),
        (
            "ratio",
            r#""0.95""#,
            Refused::rejected(
                "v",
                "value_object.out_of_range",
                "The value is not a valid Ratio: The value must be less than or equal to 0.9.",
            ),
        ),
        // Inside JSON text, with the place.
        (
            "list",
            r#""[1,true]""#,
            Refused::not_valid(
                "v[1]",
                "argument.invalid_type",
                "Expected an integer, found a boolean.",
            ),
        ),
        (
            "list",
            r#""[1,\"x\"]""#,
            Refused::not_valid(
                "v[1]",
                "argument.invalid_type",
                "The value could not be read as u32.",
            ),
        ),
        (
            "line",
            r#""{}""#,
            Refused::rejected("v.qty", "value_object.required", "A value is required."),
        ),
        (
            "line",
            r#""{\"qty\":1,\"qty\":2}""#,
            Refused::sentence(
                "v.qty",
                "argument.duplicate",
                "Argument 'v.qty' is given twice.",
            ),
        ),
        (
            "map",
            r#""{\"secret\":\"x\"}""#,
            Refused::not_valid(
                "v",
                "argument.invalid_type",
                "The value could not be read as u32.",
            ),
        ),
        // Only text is read leniently.
        (
            "text",
            "5",
            Refused::not_valid(
                "v",
                "argument.invalid_type",
                "Expected a string, found a number.",
            ),
        ),
        (
            "wide",
            "5",
            Refused::not_valid(
                "v",
                "argument.invalid_type",
                "Expected a string, found a number.",
            ),
        ),
        (
            "integer",
            "true",
            Refused::not_valid(
                "v",
                "argument.invalid_type",
                "Expected an integer, found a boolean.",
            ),
        ),
        (
            "integer",
            "5.5",
            Refused::not_valid(
                "v",
                "argument.invalid_type",
                "Expected an integer, found a number with a fraction.",
            ),
        ),
        (
            "flag",
            "1",
            Refused::not_valid(
                "v",
                "argument.invalid_type",
                "Expected a boolean, found a number.",
            ),
        ),
        (
            "list",
            "5",
            Refused::not_valid(
                "v",
                "argument.invalid_type",
                "Expected an array, found a number.",
            ),
        ),
        // Null without a default.
        (
            "integer",
            "null",
            Refused::sentence("v", "argument.null", "Argument 'v' cannot be null."),
        ),
        (
            "quantity",
            "null",
            Refused::rejected(
                "v",
                "value_object.required",
                "Expected a JSON number for Quantity but found Null.",
            ),
        ),
        (
            "line",
            r#"{"qty":null}"#,
            Refused::rejected(
                "v.qty",
                "value_object.required",
                "Expected a JSON number for Quantity but found Null.",
            ),
        ),
    ] {
        let arguments = format!(r#"{{"v":{sent}}}"#);
        assert_eq!(
            ask(&LENIENT, tool, &arguments),
            refused.reply("2025-11-25", false),
            "{tool} {sent}"
        );
    }
    assert_eq!(
        ask(&LENIENT, "defaulted", r#"{"v":null,"v":null}"#),
        Refused::sentence("v", "argument.duplicate", "Argument 'v' is given twice.")
            .reply("2025-11-25", false)
    );
}

#[test]
fn strict_without_the_attribute() {
    for (tool, sent, refused) in [
        (
            "integer",
            r#""5""#,
            Refused::not_valid(
                "v",
                "argument.invalid_type",
                "Expected an integer, found a string.",
            ),
        ),
        (
            "flag",
            r#""true""#,
            Refused::not_valid(
                "v",
                "argument.invalid_type",
                "Expected a boolean, found a string.",
            ),
        ),
        (
            "list",
            r#""[1]""#,
            Refused::not_valid(
                "v",
                "argument.invalid_type",
                "Expected an array, found a string.",
            ),
        ),
        (
            "line",
            r#""{}""#,
            Refused::not_valid(
                "v",
                "argument.invalid_type",
                "Expected an object, found a string.",
            ),
        ),
        (
            "quantity",
            r#""5""#,
            Refused::rejected(
                "v",
                "value_object.not_parsable",
                "Expected a JSON number for Quantity but found String.",
            ),
        ),
        (
            "defaulted",
            "null",
            Refused::sentence("v", "argument.null", "Argument 'v' cannot be null."),
        ),
        (
            "default_object",
            "null",
            Refused::rejected(
                "v",
                "value_object.required",
                "Expected a JSON number for Quantity but found Null.",
            ),
        ),
    ] {
        let arguments = format!(r#"{{"v":{sent}}}"#);
        assert_eq!(
            ask(&strict::STRICT, tool, &arguments),
            refused.reply("2025-11-25", false),
            "{tool} {sent}"
        );
    }
}

/// Where sets are merged, each keeps its own way of reading.
#[test]
fn merged_sets_keep_their_way() {
    mcp_tools! {
        #[lenient]
        static A: ToolSet<()>;
        fn lenient(v: u8) -> u8 { v }
    }
    mod b {
        toolwright::mcp_tools! {
            pub(super) static B: ToolSet<()>;
            fn strict(v: u8) -> u8 { v }
        }
    }
    static BOTH: ToolSet<()> = ToolSet::merge(&[&A, &b::B]);
    assert_eq!(said(&ask(&BOTH, "lenient", r#"{"v":"5"}"#)), "5");
    assert!(said(&ask(&BOTH, "strict", r#"{"v":"5"}"#)).contains("Expected an integer"));
}
