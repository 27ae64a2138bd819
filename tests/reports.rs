//! What went wrong for people elsewhere, played byte for byte through the blocking shell: each
//! test is one kind of report, each row one input of that kind.

use std::io::Write;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};

use serde_json::{Value, json};
use toolwright::{Server, mcp_tools, mcp_types};

#[derive(Default)]
pub struct State {
    count: AtomicU32,
}

mcp_types! {
    #[derive(Debug, Clone)]
    pub struct Page { pub lines: Vec<String> }
    #[derive(Debug, Clone)]
    pub struct Word { pub value: u64 }
    #[derive(Debug, Clone)]
    pub struct Stat { pub mean: f64 }
    #[derive(Debug, Clone, Copy, PartialEq)]
    pub enum Level {
        /// Calm.
        Low,
        /// Loud.
        High,
    }
}

mcp_tools! {
    /// Reports.
    static TOOLS: ToolSet<State>;

    fn echo(text: String) -> String { text }
    fn notes() -> Page { Page { lines: vec!["a\nb\tc\u{0}\u{1b}[0m\u{7f}\u{2028}".into()] } }
    fn length(text: String) -> u64 { text.chars().count() as u64 }
    fn take(v: Value) -> String { v.to_string().len().to_string() }
    fn bump(&self) -> u32 { self.count.fetch_add(1, Ordering::SeqCst) + 1 }
    fn count(&self) -> u32 { self.count.load(Ordering::SeqCst) }
    fn now() -> String { "now".into() }
    fn big(n: i64) -> i64 { n }
    fn word() -> Word { Word { value: u64::MAX } }
    fn dbl(x: f64) -> f64 { x * 2.0 }
    fn one(s: String [len(1..=1)]) -> String { s }
    fn connect(port: u16, password: String [len(12..)]) -> String { format!("{port} {}", password.len()) }
    fn find(query: String, limit: u32 [1..=100] = 20, note: Option<String> = None) -> String {
        let _ = query;
        format!("{limit} {note:?}")
    }
    fn temp(unit: String = "celsius", max: u8 = 6) -> String { format!("{unit} {max}") }
    fn query(
        #[rename("datasourceUid")] datasource_uid: String,
        #[rename("queryType")] query_type: String = "range",
    ) -> String { format!("{datasource_uid} {query_type}") }
    fn describe(table_name: String, session_handle: Option<String> = None) -> String {
        format!("{table_name} {session_handle:?}")
    }
    fn read_at(_path: String, r#type: String, r#match: u32) -> String { format!("{_path} {} {}", r#type, r#match) }
    fn boom(s: String) -> String { panic!("cannot open /srv/app/secret-{s}") }
    async fn boom_later(s: String) -> String {
        std::future::ready(()).await;
        panic!("cannot open /srv/app/secret-{s}")
    }
    fn page(n: u32 [1..], m: i32 [0..100], x: f64 [0.0..=1.0]) -> String { format!("{n} {m} {x}") }
    fn set(level: Level, other: Option<Level>, third: Option<Level> = None) -> String { format!("{level:?} {other:?} {third:?}") }
    fn ratio(a: f64, b: f64) -> f64 { a / b }
    fn stat(b: f64) -> Stat { Stat { mean: 0.0 / b } }
    fn a() -> Vec<u32> { vec![1, 2] }
    #[tool(structured)]
    fn e() -> Vec<u32> { vec![1, 2] }
    fn unit() {}
    #[tool(nullable_output)]
    fn g() -> Option<Page> { None }
}

#[derive(Clone, Default)]
struct Out(Arc<Mutex<Vec<u8>>>);

impl Write for Out {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

const INIT: &str = r#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}"#;

/// Everything that the shell writes for this input.
fn raw(input: &[u8]) -> (String, String) {
    let (out, told) = (Out::default(), Arc::new(Mutex::new(String::new())));
    let hear = Arc::clone(&told);
    let server = Server::new(&TOOLS, State::default())
        .on_diagnostic(move |event| *hear.lock().unwrap() += &event.to_string());
    server
        .serve(std::io::Cursor::new(input.to_vec()), out.clone())
        .expect("served");
    let bytes = std::mem::take(&mut *out.0.lock().unwrap());
    let told = told.lock().unwrap().clone();
    (String::from_utf8(bytes).expect("text"), told)
}

/// The replies to lines behind a handshake, in order.
fn play(lines: &str) -> Vec<Value> {
    let (out, _) = raw(format!("{INIT}\n{lines}\n").as_bytes());
    out.lines()
        .skip(1)
        .map(|line| serde_json::from_str(line).expect("a message"))
        .collect()
}

fn call(tool: &str, arguments: &str) -> String {
    format!(
        r#"{{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{{"name":"{tool}","arguments":{arguments}}}}}"#
    )
}

/// The text of a call's one content, and whether it is an error.
fn answer(tool: &str, arguments: &str) -> (String, bool) {
    let replies = play(&call(tool, arguments));
    let result = &replies[0]["result"];
    let text = result["content"][0]["text"]
        .as_str()
        .unwrap_or_else(|| panic!("{replies:?}"));
    (text.to_owned(), result["isError"] == true)
}

fn good(tool: &str, arguments: &str) -> String {
    let (text, error) = answer(tool, arguments);
    assert!(!error, "{text}");
    text
}

fn bad(tool: &str, arguments: &str) -> String {
    let (text, error) = answer(tool, arguments);
    assert!(error, "{text}");
    text
}

fn listed(name: &str) -> Value {
    let replies = play(r#"{"jsonrpc":"2.0","id":2,"method":"tools/list"}"#);
    let tools = replies[0]["result"]["tools"]
        .as_array()
        .expect("a list")
        .clone();
    tools
        .into_iter()
        .find(|tool| tool["name"] == name)
        .expect("listed")
}

const PING: &str = r#"{"jsonrpc":"2.0","id":"p","method":"ping"}"#;

#[test]
fn bad_lines_do_not_end_the_session() {
    let replies = play(&format!("not json\n{PING}"));
    assert_eq!(replies[0]["error"]["code"], -32700);
    assert!(replies[0].get("id").is_none());
    assert_eq!(
        replies[1],
        json!({"jsonrpc": "2.0", "id": "p", "result": {}})
    );
}

#[test]
fn a_byte_order_mark_is_passed_over() {
    let (out, _) = raw(format!("\u{feff}{INIT}\n{PING}\n").as_bytes());
    assert_eq!(out.lines().count(), 2);
    assert!(!out.contains("-32700"));
}

#[test]
fn line_ends_of_any_kind_and_empty_lines() {
    let text = call("echo", r#"{"text":"a\r\nb"}"#);
    let replies = play(&format!("{PING}\r\n\r\n{text}\r"));
    assert_eq!(replies.len(), 2);
    assert_eq!(replies[1]["result"]["content"][0]["text"], "a\r\nb");
}

#[test]
fn a_reply_is_one_line_without_control_characters() {
    let (out, _) = raw(format!("{INIT}\n{}\n", call("notes", "{}")).as_bytes());
    let line = out.lines().nth(1).expect("a reply");
    assert!(line.chars().all(|c| c >= ' ' && c != '\u{2028}'), "{line}");
    let reply: Value = serde_json::from_str(line).expect("a message");
    let inner: Value =
        serde_json::from_str(reply["result"]["content"][0]["text"].as_str().unwrap()).unwrap();
    assert_eq!(inner, reply["result"]["structuredContent"]);
}

#[test]
fn long_lines_are_read() {
    let text = "a".repeat(300_000);
    assert_eq!(good("length", &format!(r#"{{"text":"{text}"}}"#)), "300000");
}

#[test]
fn deep_nesting_is_answered() {
    let deep = format!("{}1{}", r#"{"a":"#.repeat(200), "}".repeat(200));
    let replies = play(&format!(
        "{}\n{PING}",
        call("take", &format!(r#"{{"v":{deep}}}"#))
    ));
    assert_eq!(replies.len(), 2);
    assert_eq!(replies[0]["error"]["code"], -32700);
    assert_eq!(replies[1]["id"], "p");
}

#[test]
fn ids_come_back_as_they_were_sent() {
    for id in [
        r#""init-1""#,
        r#""""#,
        r#""0""#,
        "1774232524389",
        "9007199254740993",
        "18446744073709551615",
        "-7",
    ] {
        let (out, _) = raw(format!(
            "{INIT}\n{{\"jsonrpc\":\"2.0\",\"id\":{id},\"method\":\"ping\"}}\n"
        )
        .as_bytes());
        let line = out.lines().nth(1).expect("a reply");
        assert!(line.contains(&format!(r#""id":{id},"#)), "{line}");
    }
}

#[test]
fn notifications_are_never_answered() {
    let replies = play(&format!(
        "{}\n{}\n{}\n{}\n{PING}",
        r#"{"jsonrpc":"2.0","method":"notifications/roots/list_changed"}"#,
        r#"{"jsonrpc":"2.0","method":"notifications/no/such"}"#,
        r#"{"jsonrpc":"2.0","method":"notifications/initialized","params":[]}"#,
        r#"{"jsonrpc":"2.0","id":4,"method":"notifications/initialized"}"#,
    ));
    assert_eq!(replies.len(), 2);
    assert_eq!(
        (&replies[0]["id"], &replies[0]["error"]["code"]),
        (&json!(4), &json!(-32601))
    );
}

#[test]
fn batches_and_other_versions_of_json_rpc_run_nothing() {
    let replies = play(&format!(
        "{}\n{}\n{}\n{}\n{}",
        r#"[{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"bump"}},{"jsonrpc":"2.0","id":3,"method":"ping"}]"#,
        r#"{"jsonrpc":"1.0","id":4,"method":"ping"}"#,
        r#"{"id":5,"method":"ping"}"#,
        r#"{"jsonrpc":2.0,"id":6,"method":"ping"}"#,
        call("count", "{}"),
    ));
    assert!(replies[0].get("id").is_none());
    for reply in &replies[..4] {
        assert_eq!(reply["error"]["code"], -32600);
    }
    assert_eq!(replies[4]["result"]["content"][0]["text"], "0");
}

#[test]
fn params_and_arguments_of_other_shapes() {
    let code = |line: &str| play(line)[0]["error"]["code"].clone();
    assert_eq!(
        code(r#"{"jsonrpc":"2.0","id":2,"method":"tools/list","params":[]}"#),
        -32602
    );
    assert_eq!(
        code(r#"{"jsonrpc":"2.0","id":2,"method":"tools/list","params":7}"#),
        -32600
    );
    assert_eq!(code(&call("now", "[]")), -32602);
    assert_eq!(code(&call("now", "null")), -32602);
    assert_eq!(good("now", "{}"), "now");
    let bare = play(r#"{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":"now"}}"#);
    assert_eq!(bare[0]["result"]["content"][0]["text"], "now");
}

#[test]
fn slips_of_every_kind_in_one_session() {
    let replies = play(
        &[
            r#"{"jsonrpc":"2.0","id":2,"method":"no/such/method","params":{}}"#,
            r#"{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"arguments":{}}}"#,
            r#"{"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":7}}"#,
            r#"{"jsonrpc":"2.0","id":5,"method":"tools/call"}"#,
            r#"{"jsonrpc":"2.0","id":6,"method":7}"#,
            r#"{"jsonrpc":"2.0","id":7,"method":"ping"}"#,
        ]
        .join("\n"),
    );
    let codes: Vec<_> = replies
        .iter()
        .map(|reply| reply["error"]["code"].as_i64())
        .collect();
    assert_eq!(
        codes,
        [
            Some(-32601),
            Some(-32602),
            Some(-32602),
            Some(-32602),
            Some(-32600),
            None
        ]
    );
}

#[test]
fn wide_numbers_keep_their_digits() {
    for n in [
        "9007199254740993",
        "-9223372036854775808",
        "9223372036854775807",
    ] {
        assert_eq!(good("big", &format!(r#"{{"n":{n}}}"#)), n);
    }
    assert_eq!(
        bad("big", r#"{"n":9223372036854775808}"#),
        "Argument 'n' is not valid. The value does not fit."
    );
    let (out, _) = raw(format!("{INIT}\n{}\n", call("word", "{}")).as_bytes());
    assert_eq!(out.matches("18446744073709551615").count(), 2, "{out}");
}

#[test]
fn what_is_no_number_of_json_is_no_message() {
    for x in ["NaN", "Infinity", "+1", "01", ".5", "0x10"] {
        let replies = play(&format!(
            "{}\n{PING}",
            call("dbl", &format!(r#"{{"x":{x}}}"#))
        ));
        assert_eq!(replies[0]["error"]["code"], -32700, "{x}");
        assert_eq!(replies[1]["id"], "p");
    }
}

#[test]
fn lengths_count_characters() {
    for s in ["😀", r"\ud83d\ude00", "é"] {
        good("one", &format!(r#"{{"s":"{s}"}}"#));
    }
    assert_eq!(
        bad("one", "{\"s\":\"e\u{301}\"}"),
        "Argument 's' is not valid. The value must be at most 1 characters long."
    );
    assert_eq!(
        bad("one", r#"{"s":""}"#),
        "Argument 's' is not valid. The value must be at least 1 characters long."
    );
    let schema = listed("one")["inputSchema"]["properties"]["s"].clone();
    assert_eq!(
        (&schema["minLength"], &schema["maxLength"]),
        (&json!(1), &json!(1))
    );
}

#[test]
fn a_refusal_holds_no_value() {
    for (arguments, text) in [
        (
            r#"{"port":"hunter2-port","password":"hunter2"}"#,
            "Argument 'port' is not valid. Expected an integer, found a string.",
        ),
        (
            r#"{"port":1,"password":"hunter2"}"#,
            "Argument 'password' is not valid. The value must be at least 12 characters long.",
        ),
        (
            r#"{"port":70000,"password":"hunter2hunter2"}"#,
            "Argument 'port' is not valid. The value does not fit.",
        ),
    ] {
        let (out, told) = raw(format!("{INIT}\n{}\n", call("connect", arguments)).as_bytes());
        assert!(out.contains(text), "{out}");
        assert!(
            !out.contains("hunter2") && !told.contains("hunter2"),
            "{out}{told}"
        );
    }
}

#[test]
fn null_is_absence_for_an_optional_alone() {
    assert_eq!(good("find", r#"{"query":"q","note":null}"#), "20 None");
    assert_eq!(
        bad("find", r#"{"query":"q","limit":null}"#),
        "Argument 'limit' cannot be null."
    );
    assert_eq!(
        bad("find", r#"{"query":null}"#),
        "Argument 'query' cannot be null."
    );
}

#[test]
fn defaults_are_listed_and_used() {
    assert_eq!(good("temp", "{}"), "celsius 6");
    assert_eq!(good("temp", r#"{"unit":"kelvin"}"#), "kelvin 6");
    let schema = listed("temp")["inputSchema"].clone();
    assert_eq!(schema["properties"]["unit"]["default"], "celsius");
    assert_eq!(schema["properties"]["max"]["default"], 6);
    assert!(schema.get("required").is_none());
    let note = listed("find")["inputSchema"].clone();
    assert_eq!(note["properties"]["note"], json!({"type": "string"}));
    assert_eq!(note["required"], json!(["query"]));
}

#[test]
fn unknown_names_are_told_and_not_dropped() {
    assert_eq!(
        bad("query", r#"{"datasourceUid":"u","query_type":"instant"}"#),
        "Argument 'query_type' is not known. Did you mean 'queryType'?"
    );
    assert!(
        bad("query", r#"{"datasource_uid":"u"}"#)
            .starts_with("Argument 'datasourceUid' is required.")
    );
    assert_eq!(
        bad("describe", r#"{"table_name":"t","sessionHandle":"h"}"#),
        "Argument 'sessionHandle' is not known. Did you mean 'session_handle'?"
    );
    assert!(bad("describe", r#"{"table_name":"t","cx":1,"_meta":{}}"#).contains("'cx'"));
    assert_eq!(bad("now", r#"{"a":1}"#), "Argument 'a' is not known.");
}

#[test]
fn names_with_underscores_and_keywords() {
    let properties = listed("read_at")["inputSchema"]["properties"].clone();
    assert_eq!(
        properties
            .as_object()
            .unwrap()
            .keys()
            .collect::<Vec<_>>()
            .len(),
        3
    );
    assert_eq!(
        good("read_at", r#"{"_path":"p","type":"t","match":1}"#),
        "p t 1"
    );
}

#[test]
fn a_panic_is_answered_and_hidden() {
    let expected =
        json!({"isError": true, "content": [{"type": "text", "text": "The tool failed."}]});
    for tool in ["boom", "boom_later"] {
        let replies = play(&format!("{}\n{PING}", call(tool, r#"{"s":"k1"}"#)));
        // A panic takes its time to be printed, so the ping may come first.
        assert!(
            replies.iter().any(|reply| reply["result"] == expected),
            "{replies:?}"
        );
        assert!(
            replies.iter().any(|reply| reply["id"] == "p"),
            "{replies:?}"
        );
    }
}

#[test]
fn what_is_not_served_is_not_advertised_and_the_reverse() {
    let (out, _) = raw(format!("{INIT}\n").as_bytes());
    let reply: Value = serde_json::from_str(out.trim()).unwrap();
    assert_eq!(reply["result"]["capabilities"], json!({"tools": {}}));
    for (method, params) in [
        ("logging/setLevel", r#"{"level":"debug"}"#),
        ("resources/list", "{}"),
        ("resources/templates/list", r#"{"cursor":"1"}"#),
        ("prompts/list", "{}"),
        (
            "completion/complete",
            r#"{"ref":{"type":"ref/prompt","name":"x"},"argument":{"name":"a","value":""}}"#,
        ),
        ("tasks/list", "{}"),
    ] {
        let replies = play(&format!(
            r#"{{"jsonrpc":"2.0","id":2,"method":"{method}","params":{params}}}"#
        ));
        assert_eq!(replies[0]["error"]["code"], -32601, "{method}");
    }
}

#[test]
fn schemas_have_no_keyword_that_a_client_refuses() {
    let properties = listed("page")["inputSchema"]["properties"].clone();
    assert_eq!(
        properties["n"],
        json!({"type": "integer", "minimum": 1, "maximum": 4_294_967_295_u32})
    );
    assert_eq!(
        properties["m"],
        json!({"type": "integer", "minimum": 0, "maximum": 99})
    );
    assert_eq!(
        properties["x"],
        json!({"type": "number", "minimum": 0, "maximum": 1})
    );
    let set = listed("set")["inputSchema"].clone();
    assert_eq!(
        set["properties"]["level"],
        json!({"type": "string", "enum": ["Low", "High"]})
    );
    assert_eq!(
        set["properties"]["other"],
        json!({"type": ["string", "null"], "enum": ["Low", "High", null]})
    );
    assert_eq!(
        set["properties"]["third"],
        json!({"type": "string", "enum": ["Low", "High"]})
    );
    assert_eq!(set["required"], json!(["level", "other"]));
    assert_eq!(
        listed("now")["inputSchema"],
        json!({"type": "object", "properties": {}, "additionalProperties": false})
    );
    let (out, _) = raw(format!(
        "{INIT}\n{{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/list\"}}\n"
    )
    .as_bytes());
    for word in [
        "exclusive",
        "oneOf",
        "anyOf",
        "const",
        "$ref",
        "$schema",
        "$defs",
        ":null",
    ] {
        assert!(
            !out.contains(&format!("\"{word}")) && (word != ":null" || !out.contains(":null")),
            "{word}: {out}"
        );
    }
}

#[test]
fn numbers_that_are_not_finite_are_a_failure() {
    assert_eq!(good("ratio", r#"{"a":1,"b":2}"#), "0.5");
    for (tool, arguments) in [("ratio", r#"{"a":1,"b":0}"#), ("stat", r#"{"b":0}"#)] {
        let replies = play(&call(tool, arguments));
        let expected =
            json!({"isError": true, "content": [{"type": "text", "text": "The tool failed."}]});
        assert_eq!(replies[0]["result"], expected);
    }
    assert!(["-0", "-0.0"].contains(&good("ratio", r#"{"a":-0.0,"b":1}"#).as_str()));
}

#[test]
fn lists_are_structured_where_the_tool_says_so() {
    let modern = |tool: &str| {
        format!(
            r#"{{"jsonrpc":"2.0","id":4,"method":"tools/call","params":{{"name":"{tool}","arguments":{{}},"_meta":{{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{{}}}}}}}}"#
        )
    };
    let replies = play(&[call("a", "{}"), call("e", "{}"), modern("a"), modern("e")].join("\n"));
    let structured: Vec<_> = replies
        .iter()
        .map(|reply| reply["result"].get("structuredContent").cloned())
        .collect();
    assert_eq!(
        structured,
        [
            None,
            Some(json!({"result": [1, 2]})),
            None,
            Some(json!([1, 2]))
        ]
    );
    for reply in &replies {
        assert_eq!(reply["result"]["content"][0]["text"], "[1,2]");
    }
}

#[test]
fn results_without_content_or_value() {
    let replies = play(
        &[
            call("unit", "{}"),
            call("g", "{}"),
            call("echo", r#"{"text":"x"}"#),
        ]
        .join("\n"),
    );
    assert_eq!(replies[0]["result"], json!({"content": []}));
    assert_eq!(
        replies[1]["result"],
        json!({"content": [{"type": "text", "text": "null"}]})
    );
    assert_eq!(
        replies[2]["result"],
        json!({"content": [{"type": "text", "text": "x"}]})
    );
}

#[test]
fn a_cancellation_of_nothing_is_nothing() {
    let replies = play(&format!(
        "{}\n{}\n{}\n{}\n{PING}",
        r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":77}}"#,
        r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":null,"reason":5}}"#,
        r#"{"jsonrpc":"2.0","method":"notifications/cancelled"}"#,
        r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":{"a":1}}}"#,
    ));
    assert_eq!(replies.len(), 1);
}

#[test]
fn the_only_page_has_no_cursor() {
    let replies = play(
        &[
            r#"{"jsonrpc":"2.0","id":2,"method":"tools/list"}"#,
            r#"{"jsonrpc":"2.0","id":3,"method":"tools/list","params":{"cursor":""}}"#,
            r#"{"jsonrpc":"2.0","id":4,"method":"tools/list","params":{"cursor":"zzz"}}"#,
        ]
        .join("\n"),
    );
    assert!(replies[0]["result"].get("nextCursor").is_none());
    assert_eq!(replies[1]["error"]["code"], -32602);
    assert_eq!(replies[2]["error"]["code"], -32602);
}
