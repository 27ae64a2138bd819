//! What went wrong for people elsewhere, played byte for byte through the blocking shell: each
//! test is one kind of report, each row one input of that kind.

mod arguments;
mod lines;
mod listings;
mod messages;
mod results;

use std::io::Write;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};

use serde_json::Value;
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
