//! What a tool gives back: content, structured content and output schema, in every revision.
#![allow(
    clippy::items_after_statements,
    clippy::match_same_arms,
    clippy::semicolon_if_nothing_returned,
    reason = "a table reads better so"
)]
#![allow(
    clippy::too_many_lines,
    clippy::unnecessary_wraps,
    reason = "a table of cases, and functions as tools have them"
)]

mod fixture;

use fixture::{answer, call, legacy, modern, session};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use toolwright::{Server, ToolError, Violation, mcp_tools, mcp_types};

mcp_types! {
    /// A point.
    #[derive(Clone)]
    pub struct Point { pub x: i32, pub y: Option<i32> = None, pub z: Option<i32>, #[skip] pub cached: u32 }
    #[derive(Debug, Clone, Copy)]
    #[camel_case]
    pub enum Colour { DeepRed, Green }
    #[derive(Debug)]
    pub struct Name(String [len(1..=3)]);
    #[derive(Debug)]
    pub struct Count(u8 [1..]);
    pub struct Bad { pub ratio: f64 }
}

fn point() -> Point {
    Point {
        x: 1,
        y: None,
        z: None,
        cached: 7,
    }
}

mcp_tools! {
    static SET: ToolSet<()>;

    fn unit() {}
    fn text() -> String { "a \"b\"\n".into() }
    fn lent() -> &'static str { "lent" }
    fn integer() -> i64 { -5 }
    fn wide() -> u128 { u128::MAX }
    fn float() -> f64 { 1.5 }
    fn single() -> f32 { 0.1 }
    fn truth() -> bool { true }
    fn letter() -> char { 'é' }
    fn colour() -> Colour { Colour::DeepRed }
    fn name() -> Result<Name, ToolError> { Ok(Name::new("ab".into())?) }
    fn count() -> Count { Count::MIN }
    fn some_text() -> Option<String> { Some("a".into()) }
    fn no_text() -> Option<String> { None }
    fn some_number() -> Option<u8> { Some(5) }
    fn list() -> Vec<i32> { vec![1, 2] }
    fn set() -> BTreeSet<Colour2> { [Colour2::B, Colour2::A].into() }
    fn array() -> [bool; 2] { [true, false] }
    fn any() -> Value { json!({"a": [1, null]}) }

    fn record() -> Point { point() }
    fn whole() -> Point { Point { y: Some(2), z: Some(3), ..point() } }
    fn boxed() -> Box<Point> { Box::new(point()) }
    fn map() -> BTreeMap<String, Vec<Point>> { [("k".into(), vec![point()])].into() }
    fn result() -> Result<Point, ToolError> { Ok(point()) }
    async fn later() -> Point { fixture::step().await; point() }

    #[tool(structured)]
    fn structured_list() -> VecDeque<u8> { [1, 2].into() }
    #[tool(structured)]
    fn structured_set() -> BTreeSet<Colour2> { [Colour2::A].into() }
    #[tool(structured)]
    fn structured_text() -> String { "a".into() }
    #[tool(structured)]
    fn structured_count() -> Count { Count::MAX_OF_ALL }
    #[tool(structured)]
    fn structured_option() -> Option<bool> { None }
    #[tool(structured)]
    fn structured_record() -> Point { point() }

    fn some_record() -> Option<Point> { Some(point()) }
    fn no_record() -> Option<Point> { None }
    #[tool(nullable_output)]
    fn nullable_some() -> Option<Point> { Some(point()) }
    #[tool(nullable_output)]
    fn nullable_none() -> Result<Option<Point>, ToolError> { Ok(None) }

    fn shown() -> Result<Point, ToolError> { Err(ToolError::shown("No \"point\".")) }
    fn hidden() -> Result<Point, ToolError> { Err(std::fmt::Error)? }
    fn violation() -> Result<String, ToolError> { Ok(Name::new("secret".into())?.to_string()) }
    fn shown_violation() -> Result<String, ToolError> { Ok(Name::new("secret".into()).map_err(ToolError::shown)?.to_string()) }
    fn panics() -> Point { panic!("secret") }
    fn not_finite() -> f64 { f64::NAN }
    fn not_finite_within() -> Bad { Bad { ratio: f64::INFINITY } }
    #[tool(structured)]
    fn not_finite_list() -> Vec<f32> { vec![1.0, f32::NEG_INFINITY] }
}

mcp_types! {
    #[derive(PartialEq, Eq, PartialOrd, Ord)]
    pub enum Colour2 { A, B }
}
impl Count {
    const MAX_OF_ALL: Self = Self::new_unchecked(u8::MAX);
}

const POINT: &str = r#"{"x":1,"z":null}"#;

/// What goes out as structured content.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Form {
    /// Nothing, under no schema.
    Plain,
    /// The object, under its schema.
    Object,
    /// The object where there is one, under no schema.
    Loose,
    /// As it is in 2026-07-28, in an object before that.
    Any,
    /// An object or `null`, under a schema.
    Nullable,
}

fn schema_of_point(kind: &Value) -> Value {
    json!({
        "type": kind, "description": "A point.",
        "properties": {
            "x": {"type": "integer", "minimum": i32::MIN, "maximum": i32::MAX},
            "y": {"type": "integer", "minimum": i32::MIN, "maximum": i32::MAX},
            "z": {"type": ["integer", "null"], "minimum": i32::MIN, "maximum": i32::MAX},
        },
        "required": ["x", "z"], "additionalProperties": false,
    })
}

use Form::{Any, Loose, Nullable, Object, Plain};

#[test]
fn the_whole_table() {
    let max = u128::MAX.to_string();
    let map = format!(r#"{{"k":[{POINT}]}}"#);
    let rows: &[(&str, &str, Form)] = &[
        ("text", "a \"b\"\n", Plain),
        ("lent", "lent", Plain),
        ("integer", "-5", Plain),
        ("wide", &max, Plain),
        ("float", "1.5", Plain),
        ("single", "0.1", Plain),
        ("truth", "true", Plain),
        ("letter", "é", Plain),
        ("colour", "deepRed", Plain),
        ("name", "ab", Plain),
        ("count", "1", Plain),
        ("some_text", "a", Plain),
        ("no_text", "null", Plain),
        ("some_number", "5", Plain),
        ("list", "[1,2]", Plain),
        ("set", r#"["A","B"]"#, Plain),
        ("array", "[true,false]", Plain),
        ("any", r#"{"a":[1,null]}"#, Plain),
        ("record", POINT, Object),
        ("whole", r#"{"x":1,"y":2,"z":3}"#, Object),
        ("boxed", POINT, Object),
        ("map", &map, Object),
        ("result", POINT, Object),
        ("later", POINT, Object),
        ("structured_list", "[1,2]", Any),
        ("structured_set", r#"["A"]"#, Any),
        ("structured_text", "a", Any),
        ("structured_count", "255", Any),
        ("structured_option", "null", Any),
        ("structured_record", POINT, Object),
        ("some_record", POINT, Loose),
        ("no_record", "null", Loose),
        ("nullable_some", POINT, Nullable),
        ("nullable_none", "null", Nullable),
    ];
    let server = Server::new(&SET, ()).on_diagnostic(|_| ());
    for revision in [
        "2024-11-05",
        "2025-03-26",
        "2025-06-18",
        "2025-11-25",
        "2026-07-28",
    ] {
        let is_modern = revision >= "2026-07-28";
        let ask = |tool: &str| {
            let message = if is_modern {
                modern(
                    1,
                    "tools/call",
                    &format!(r#""name":"{tool}","arguments":{{}},"#),
                )
            } else {
                call(1, tool, "{}")
            };
            answer(&server, &session(revision), message)
        };
        let listed = if is_modern {
            modern(1, "tools/list", "")
        } else {
            legacy(1, "tools/list", "")
        };
        let listed = fixture::value(&answer(&server, &session(revision), listed));
        let schema = |tool: &str| {
            let tools = listed["result"]["tools"].as_array().expect("a list");
            let tool = tools
                .iter()
                .find(|one| one["name"] == tool)
                .expect("a tool");
            tool.get("outputSchema").cloned()
        };
        let reply = |body: &str| {
            let tail = format!(
                r#","_meta":{{"io.modelcontextprotocol/serverInfo":{{"name":"toolwright","version":"{}"}}}}"#,
                env!("CARGO_PKG_VERSION")
            );
            let (head, tail) = if is_modern {
                (r#""resultType":"complete","#, &*tail)
            } else {
                ("", "")
            };
            format!(r#"{{"jsonrpc":"2.0","id":1,"result":{{{head}{body}{tail}}}}}"#)
        };

        assert_eq!(ask("unit"), reply(r#""content":[]"#));
        assert_eq!(schema("unit"), None);
        for (tool, text, form) in rows {
            let quoted = serde_json::to_string(text).expect("text");
            let null = *text == "null";
            // Text of text is quoted in structured content.
            let value = match *tool {
                "structured_text" => quoted.clone(),
                _ => (*text).to_owned(),
            };
            let structured = if revision < "2025-06-18" {
                String::new()
            } else {
                match form {
                    Object | Loose if !null => format!(r#","structuredContent":{value}"#),
                    Nullable if !null || is_modern => format!(r#","structuredContent":{value}"#),
                    Any if is_modern => format!(r#","structuredContent":{value}"#),
                    Any => format!(r#","structuredContent":{{"result":{value}}}"#),
                    _ => String::new(),
                }
            };
            assert_eq!(
                ask(tool),
                reply(&format!(
                    r#""content":[{{"type":"text","text":{quoted}}}]{structured}"#
                )),
                "{revision} {tool}"
            );
            let schema = schema(tool);
            assert_eq!(
                schema.is_some(),
                revision >= "2025-06-18" && !matches!(form, Plain | Loose),
                "{revision} {tool}"
            );
            if let Some(schema) = schema {
                match form {
                    Any if !is_modern => assert_eq!(
                        (
                            &schema["type"],
                            &schema["required"],
                            &schema["additionalProperties"]
                        ),
                        (&json!("object"), &json!(["result"]), &json!(false)),
                        "{revision} {tool}"
                    ),
                    Nullable if is_modern => {
                        assert_eq!(schema, schema_of_point(&json!(["object", "null"])));
                    }
                    Nullable => assert_eq!(schema, schema_of_point(&json!("object"))),
                    Object if *tool != "map" => {
                        assert_eq!(schema, schema_of_point(&json!("object")), "{tool}");
                    }
                    _ => {}
                }
                if *tool == "map" {
                    let list = json!({"type": "array", "items": schema_of_point(&json!("object"))});
                    assert_eq!(
                        schema,
                        json!({"type": "object", "additionalProperties": list})
                    );
                }
                if *tool == "structured_list" {
                    let list = json!({"type": "array", "items": {"type": "integer", "minimum": 0, "maximum": 255}});
                    assert_eq!(
                        if is_modern {
                            &schema
                        } else {
                            &schema["properties"]["result"]
                        },
                        &list
                    );
                }
            }
        }

        // Errors are never structured, under a schema or without.
        for (tool, text) in [
            ("shown", "No \"point\"."),
            ("hidden", "The tool failed."),
            ("violation", "The tool failed."),
            (
                "shown_violation",
                "The value is not a valid Name: The value must be at most 3 characters long.",
            ),
            ("panics", "The tool failed."),
            ("not_finite", "The tool failed."),
            ("not_finite_within", "The tool failed."),
            ("not_finite_list", "The tool failed."),
        ] {
            let quoted = serde_json::to_string(text).expect("text");
            assert_eq!(
                ask(tool),
                reply(&format!(
                    r#""isError":true,"content":[{{"type":"text","text":{quoted}}}]"#
                )),
                "{revision} {tool}"
            );
        }
    }
}

/// An error that a caller does not see goes to the diagnostics with its sentence; a violation's sentence has no value.
#[test]
fn hidden_errors_are_told() {
    use std::sync::{Arc, Mutex};
    let heard = Arc::new(Mutex::new(Vec::new()));
    let ear = Arc::clone(&heard);
    let server =
        Server::new(&SET, ()).on_diagnostic(move |told| ear.lock().unwrap().push(told.to_string()));
    for tool in ["violation", "not_finite", "shown"] {
        answer(&server, &session("2025-11-25"), call(1, tool, "{}"));
    }
    assert_eq!(
        *heard.lock().unwrap(),
        [
            "tool 'violation' failed: The value is not a valid Name: The value must be at most 3 characters long.",
            "tool 'not_finite' failed: the result holds a number that is not finite",
        ]
    );
    let violation: Violation = Name::new("secret".into()).unwrap_err();
    assert_eq!(violation.code(), "value_object.too_long");
}
