//! The table of types, row by row: what each is listed as, byte for byte, and what its values are read as.
#![allow(
    clippy::boxed_local,
    clippy::needless_pass_by_value,
    clippy::trivially_copy_pass_by_ref,
    reason = "parameters as tools have them"
)]

mod fixture;

use fixture::{answer, call, legacy, session};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};
use std::num::NonZero;
use std::sync::Arc;
use toolwright::{Base64, Server, ToolSet, mcp_tools, mcp_types};

mcp_types! {
    /// Where it stands.
    #[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
    pub enum State { Open, #[rename("in transit")] InTransit }
    #[derive(Debug, Clone, PartialEq)]
    pub struct Line { pub sku: String, pub n: Option<u8>, pub note: Option<String> = None }
    #[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
    pub struct Key(String [len(..=3)]);
    #[derive(Debug, Clone, PartialEq)]
    pub struct Empty {}
}

fn ask(set: &'static ToolSet<()>, tool: &str, json: &str) -> String {
    let server = Server::new(set, ()).on_diagnostic(|_| ());
    answer(
        &server,
        &session("2025-11-25"),
        call(1, tool, &format!(r#"{{"v":{json}}}"#)),
    )
}

/// The schema of the tool's one parameter, and whether it is required.
fn listed(set: &'static ToolSet<()>, tool: &str) -> (String, bool) {
    let list = answer(
        &Server::new(set, ()),
        &session("2025-11-25"),
        legacy(1, "tools/list", ""),
    );
    let (_, rest) = list
        .split_once(&format!(r#"{{"name":"{tool}","#))
        .expect("the tool");
    let (_, rest) = rest
        .split_once(r#""inputSchema":{"type":"object","properties":{"v":"#)
        .expect("its parameter");
    let end = ends(rest);
    (
        rest[..end].to_owned(),
        rest[end..].starts_with(r#"},"required":["v"],"additionalProperties":false}"#),
    )
}

/// Where the object ends that begins here; no text of these schemas holds a brace of its own.
fn ends(text: &str) -> usize {
    let mut depth = 0;
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'{' => depth += 1,
            b'}' if depth == 1 => return at + 1,
            b'}' => depth -= 1,
            _ => {}
        }
    }
    panic!("no end: {text}")
}

/// The schema with `null` beside its type, and among its accepted values.
fn or_null(schema: &str) -> String {
    let (head, rest) = schema
        .strip_prefix(r#"{"type":""#)
        .and_then(|rest| rest.split_once('"'))
        .expect("a type");
    let rest = match rest.split_once(r#""enum":["#) {
        // Of the type itself, not of what it holds.
        Some((before, values)) if !before.contains('{') => {
            let (values, after) = values.split_once(']').expect("an end");
            format!(r#"{before}"enum":[{values},null]{after}"#)
        }
        _ => rest.to_owned(),
    };
    format!(r#"{{"type":["{head}","null"]{rest}"#)
}

fn reads(set: &'static ToolSet<()>, tool: &str, json: &str, debug: &str) {
    let reply = fixture::value(&ask(set, tool, json));
    assert_eq!(
        reply["result"]["content"][0]["text"], debug,
        "{tool} {json}: {reply}"
    );
    assert!(reply["result"].get("isError").is_none(), "{reply}");
}

/// Rows: `name: type => schema, reads [sent => as debug text; ..], refuses [..];`.
macro_rules! rows {
    ($($name:ident: $ty:ty => $schema:expr, reads [$($sent:expr => $debug:expr),* $(,)?], refuses [$($bad:expr),* $(,)?];)*) => {$(
        #[test]
        fn $name() {
            mcp_tools! {
                static SET: ToolSet<()>;
                fn plain(v: $ty) -> String { format!("{v:?}") }
                fn nullable(v: Option<$ty>) -> String { format!("{v:?}") }
                fn optional(v: Option<$ty> = None) -> String { format!("{v:?}") }
            }
            let schema: &str = $schema;
            assert_eq!(listed(&SET, "plain"), (schema.to_owned(), true));
            assert_eq!(listed(&SET, "nullable"), (or_null(schema), true));
            assert_eq!(listed(&SET, "optional"), (schema.to_owned(), false));
            $(
                reads(&SET, "plain", $sent, $debug);
                reads(&SET, "nullable", $sent, &format!("Some({})", $debug));
                reads(&SET, "optional", $sent, &format!("Some({})", $debug));
            )*
            reads(&SET, "nullable", "null", "None");
            reads(&SET, "optional", "null", "None");
            for bad in [$($bad,)* "null"] {
                let reply = ask(&SET, "plain", bad);
                assert!(reply.contains(r#""isError":true"#), "{bad}: {reply}");
            }
        }
    )*};
}

/// The same in a box, shared, in a list, in a map and in a field: types that own what they hold.
macro_rules! owned {
    ($($name:ident: $ty:ty => $schema:expr, reads [$($sent:expr => $debug:expr),* $(,)?], refuses [$($bad:expr),* $(,)?];)*) => {
        rows! { $($name: $ty => $schema, reads [$($sent => $debug),*], refuses [$($bad),*];)* }
        mod nested {
            use super::*;
            $(
                #[test]
                fn $name() {
                    mcp_types! {
                        #[derive(Debug)]
                        struct Held { inner: $ty }
                    }
                    mcp_tools! {
                        static SET: ToolSet<()>;
                        fn boxed(v: Box<$ty>) -> String { format!("{v:?}") }
                        fn shared(v: Arc<$ty>) -> String { format!("{v:?}") }
                        fn list(v: Vec<$ty>) -> String { format!("{v:?}") }
                        fn map(v: BTreeMap<String, $ty>) -> String { format!("{v:?}") }
                        fn held(v: Held) -> String { format!("{v:?}") }
                    }
                    let schema: &str = $schema;
                    assert_eq!(listed(&SET, "boxed"), (schema.to_owned(), true));
                    assert_eq!(listed(&SET, "shared"), (schema.to_owned(), true));
                    assert_eq!(listed(&SET, "list").0, format!(r#"{{"type":"array","items":{schema}}}"#));
                    assert_eq!(listed(&SET, "map").0, format!(r#"{{"type":"object","additionalProperties":{schema}}}"#));
                    assert_eq!(
                        listed(&SET, "held").0,
                        format!(r#"{{"type":"object","properties":{{"inner":{schema}}},"required":["inner"],"additionalProperties":false}}"#)
                    );
                    $(
                        reads(&SET, "boxed", $sent, $debug);
                        reads(&SET, "shared", $sent, $debug);
                        reads(&SET, "list", &format!("[{0},{0}]", $sent), &format!("[{0}, {0}]", $debug));
                        reads(&SET, "map", &format!(r#"{{"k":{}}}"#, $sent), &format!(r#"{{"k": {}}}"#, $debug));
                        reads(&SET, "held", &format!(r#"{{"inner":{}}}"#, $sent), &format!("Held {{ inner: {} }}", $debug));
                    )*
                }
            )*
        }
    };
}

const I8: &str = r#"{"type":"integer","minimum":-128,"maximum":127}"#;
const U8: &str = r#"{"type":"integer","minimum":0,"maximum":255}"#;
const INTEGER: &str = r#"{"type":"integer"}"#;
const NATURAL: &str = r#"{"type":"integer","minimum":0}"#;
const NUMBER: &str = r#"{"type":"number"}"#;
const STRING: &str = r#"{"type":"string"}"#;
const STATE: &str =
    r#"{"type":"string","description":"Where it stands.","enum":["Open","in transit"]}"#;

owned! {
    boolean: bool => r#"{"type":"boolean"}"#, reads ["true" => "true", "false" => "false"], refuses ["0", r#""true""#, "[]"];
    signed_8: i8 => I8,
        reads ["3" => "3", "3.0" => "3", "1e2" => "100", "-1280e-1" => "-128", "-0" => "0"], refuses ["128", "-129", "3.5", "1e-1", r#""3""#];
    signed_16: i16 => r#"{"type":"integer","minimum":-32768,"maximum":32767}"#, reads ["-32768" => "-32768"], refuses ["32768"];
    signed_32: i32 => r#"{"type":"integer","minimum":-2147483648,"maximum":2147483647}"#, reads ["2147483647.0" => "2147483647"], refuses ["2147483648"];
    unsigned_8: u8 => U8, reads ["255" => "255", "0.0" => "0"], refuses ["256", "-1"];
    unsigned_16: u16 => r#"{"type":"integer","minimum":0,"maximum":65535}"#, reads ["65535" => "65535"], refuses ["65536"];
    unsigned_32: u32 => r#"{"type":"integer","minimum":0,"maximum":4294967295}"#, reads ["4294967295" => "4294967295"], refuses ["4294967296"];
    signed_64: i64 => INTEGER,
        reads ["-9223372036854775808" => "-9223372036854775808", "9223372036854775807" => "9223372036854775807"], refuses ["9223372036854775808"];
    signed_size: isize => INTEGER, reads ["-5" => "-5"], refuses ["1e30"];
    unsigned_64: u64 => NATURAL, reads ["18446744073709551615" => "18446744073709551615"], refuses ["18446744073709551616", "-1"];
    unsigned_size: usize => NATURAL, reads ["5" => "5"], refuses ["-5"];
    signed_128: i128 => r#"{"type":"string","pattern":"^-?(?:0|[1-9][0-9]*)$"}"#,
        reads [r#""-170141183460469231731687303715884105728""# => "-170141183460469231731687303715884105728"], refuses ["5", r#""05""#, r#""-""#];
    unsigned_128: u128 => r#"{"type":"string","pattern":"^(?:0|[1-9][0-9]*)$"}"#,
        reads [r#""340282366920938463463374607431768211455""# => "340282366920938463463374607431768211455"], refuses ["5", r#""-5""#];
    not_zero_unsigned: NonZero<u8> => r#"{"type":"integer","minimum":1,"maximum":255}"#, reads ["1" => "1"], refuses ["0", "256"];
    not_zero_wide: NonZero<u64> => r#"{"type":"integer","minimum":1}"#, reads ["1" => "1"], refuses ["0"];
    not_zero_signed: NonZero<i8> => r#"{"type":"integer","description":"Not zero.","minimum":-128,"maximum":127}"#,
        reads ["-1" => "-1"], refuses ["0", "-0.0"];
    double: f64 => NUMBER, reads ["1e308" => &format!("{:?}", 1e308), "3" => "3.0"], refuses ["1e309", r#""NaN""#];
    single: f32 => NUMBER, reads ["0.1" => "0.1", "16777217" => "16777216.0"], refuses ["3.5e38"];
    character: char => r#"{"type":"string","minLength":1,"maxLength":1}"#,
        reads [r#""é""# => "'é'", r#""\ud83d\ude00""# => "'😀'"], refuses [r#""""#, r#""ab""#, r#""e\u0301""#];
    text: String => STRING, reads [r#""""# => r#""""#, r#""a\u0041""# => r#""aA""#], refuses ["5"];
    boxed_text: Box<str> => STRING, reads [r#""a""# => r#""a""#], refuses ["5"];
    shared_text: Arc<str> => STRING, reads [r#""a""# => r#""a""#], refuses ["5"];
    list: Vec<bool> => r#"{"type":"array","items":{"type":"boolean"}}"#, reads ["[]" => "[]", "[true,false]" => "[true, false]"], refuses ["{}", "[1]"];
    list_of_bytes: Vec<u8> => &format!(r#"{{"type":"array","items":{U8}}}"#), reads ["[1,255]" => "[1, 255]"], refuses [r#""AQ==""#, "[256]"];
    deque: VecDeque<u8> => &format!(r#"{{"type":"array","items":{U8}}}"#), reads ["[1,2]" => "[1, 2]"], refuses ["{}"];
    slice: Box<[i8]> => &format!(r#"{{"type":"array","items":{I8}}}"#), reads ["[1,-2]" => "[1, -2]"], refuses ["1"];
    array: [u8; 2] => &format!(r#"{{"type":"array","items":{U8},"minItems":2,"maxItems":2}}"#), reads ["[1,2]" => "[1, 2]"], refuses ["[1]", "[1,2,3]"];
    set: BTreeSet<u8> => &format!(r#"{{"type":"array","items":{U8},"uniqueItems":true}}"#), reads ["[2,1,2.0]" => "{1, 2}"], refuses ["{}"];
    hash_set: HashSet<State> => &format!(r#"{{"type":"array","items":{STATE},"uniqueItems":true}}"#), reads [r#"["Open","Open"]"# => "{Open}"], refuses [r#"["Shut"]"#];
    map: BTreeMap<String, u8> => &format!(r#"{{"type":"object","additionalProperties":{U8}}}"#),
        reads [r#"{"b":1,"":2}"# => r#"{"": 2, "b": 1}"#], refuses ["[]", r#"{"a":1,"a":1}"#, r#"{"a":1,"\u0061":1}"#];
    hash_map: HashMap<Key, u8> => &format!(
        r#"{{"type":"object","additionalProperties":{U8},"propertyNames":{{"type":"string","minLength":1,"maxLength":3}}}}"#
    ), reads [r#"{"b":1}"# => r#"{Key("b"): 1}"#], refuses [r#"{"":1}"#, r#"{"abcd":1}"#];
    base64: Base64 => r#"{"type":"string","contentEncoding":"base64"}"#, reads [r#""AQI=""# => "Base64([1, 2])"], refuses [r#""AQI""#, r#""_w==""#];
    enumeration: State => STATE, reads [r#""in transit""# => "InTransit"], refuses [r#""InTransit""#, r#""open""#, "0"];
    record: Line => r#"{"type":"object","properties":{"sku":{"type":"string"},"n":{"type":["integer","null"],"minimum":0,"maximum":255},"note":{"type":"string"}},"required":["sku","n"],"additionalProperties":false}"#,
        reads [r#"{"n":null,"sku":"a"}"# => r#"Line { sku: "a", n: None, note: None }"#],
        refuses [r#"["a",null]"#, r#"{"sku":"a"}"#, r#"{"sku":"a","n":1,"m":1}"#, r#"{"sku":"a","n":1,"n":1}"#];
    empty_record: Empty => r#"{"type":"object","properties":{},"additionalProperties":false}"#, reads ["{}" => "Empty"], refuses ["[]", r#"{"a":1}"#];
    value_object: Key => r#"{"type":"string","minLength":1,"maxLength":3}"#, reads [r#""ab""# => r#"Key("ab")"#], refuses [r#""""#, r#""abcd""#, "5"];
    path: std::path::PathBuf => STRING, reads [r#""/a""# => r#""/a""#], refuses ["5"];
}

rows! {
    lent: &str => STRING, reads [r#""a""# => r#""a""#, r#""\n""# => r#""\n""#], refuses ["5"];
    lent_or_owned: Cow<'_, str> => STRING, reads [r#""a""# => r#""a""#], refuses ["5"];
}

/// Any JSON, and what a raw schema says: both pass what is sent and what is listed.
#[test]
fn values() {
    mcp_tools! {
        static SET: ToolSet<()>;
        fn any(v: serde_json::Value) -> String { v.to_string() }
        fn any_said(
            /// What you like.
            v: serde_json::Value,
        ) -> String { v.to_string() }
        fn raw(
            #[schema(r##"{ "$ref": "#/$defs/a", "$defs": {"a": {"anyOf": [{"type": "string"}, {"const": 5}]}} }"##)]
            v: serde_json::Value,
        ) -> String { v.to_string() }
        #[tool(input_schema = r#"{ "type": "object", "properties": {"a": {"oneOf": []}}, "x-y": 1.50 }"#)]
        fn whole(args: serde_json::Value) -> String { args.to_string() }
    }
    assert_eq!(listed(&SET, "any"), ("{}".into(), true));
    assert_eq!(
        listed(&SET, "any_said").0,
        r#"{"description":"What you like."}"#
    );
    assert_eq!(
        listed(&SET, "raw").0,
        r##"{"$ref":"#/$defs/a","$defs":{"a":{"anyOf":[{"type":"string"},{"const":5}]}}}"##
    );
    let list = answer(
        &Server::new(&SET, ()),
        &session("2025-11-25"),
        legacy(1, "tools/list", ""),
    );
    assert!(
        list.contains(
            r#""inputSchema":{"type":"object","properties":{"a":{"oneOf":[]}},"x-y":1.50}"#
        ),
        "{list}"
    );
    for sent in ["null", "5", "[1,{}]", r#"{"a":null}"#, r#""a""#] {
        for tool in ["any", "any_said", "raw"] {
            reads(&SET, tool, sent, sent);
        }
    }
    reads(&SET, "whole", "[1]", r#"{"v":[1]}"#);
}

/// The order of keywords and members, with everything that a property can have.
#[test]
fn order_of_keywords() {
    mcp_types! {
        /// A code.
        #[derive(Debug)]
        struct Code(String [len(2..=3), one_of("ab", "cd"), format("made-up"), example("ab")]);
    }
    mcp_tools! {
        static SET: ToolSet<()>;
        /// All of it.
        #[tool(read_only, title = "All")]
        fn text(
            /// Mine.
            v: Code = "cd",
        ) -> String { format!("{v:?}") }
        fn count(v: Vec<f64> [items(1..=2), unique] = [0.5]) -> String { format!("{v:?}") }
        fn range(v: f64 [-1.0..=1.5] = 0.5) -> String { format!("{v:?}") }
    }
    assert_eq!(
        listed(&SET, "text"),
        (
            r#"{"type":"string","description":"Mine.\n\nA code.\n\nFormat: made-up.","enum":["ab","cd"],"minLength":2,"maxLength":3,"default":"cd","examples":["ab"]}"#.into(),
            false
        )
    );
    assert_eq!(
        listed(&SET, "count").0,
        r#"{"type":"array","items":{"type":"number"},"minItems":1,"maxItems":2,"uniqueItems":true,"default":[0.5]}"#
    );
    assert_eq!(
        listed(&SET, "range").0,
        r#"{"type":"number","minimum":-1,"maximum":1.5,"default":0.5}"#
    );
    let list = answer(
        &Server::new(&SET, ()),
        &session("2025-11-25"),
        legacy(1, "tools/list", ""),
    );
    assert!(
        list.contains(r#"{"name":"text","title":"All","description":"All of it.","inputSchema":{"type":"object","properties":{"v":{"#),
        "{list}"
    );
}
