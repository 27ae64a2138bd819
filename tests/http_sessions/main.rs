//! Sessions over HTTP, in the revisions that have them.
#![cfg(feature = "http")]
#![allow(
    clippy::needless_pass_by_value,
    reason = "`json!(..)` is passed as it stands"
)]

#[path = "../common/http.rs"]
mod client;
mod ends;
mod handshake;
mod owner;
mod questions;
mod room;
mod streams;

use std::net::SocketAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use client::{Events, Response, post, send, serve};
use serde_json::{Value, json};
use toolwright::ask::{Form, Sample};
use toolwright::context::Level;
use toolwright::transport::http::{Http, Sessions};
use toolwright::{Context, Server, ToolError, mcp_tools, mcp_types};

/// How often `mark` ran.
static MARKS: AtomicUsize = AtomicUsize::new(0);

mcp_types! {
    /// Who.
    pub struct Name {
        /// The name.
        name: String,
    }
}

mcp_tools! {
    static TOOLS: ToolSet<()>;

    /// Echoes.
    fn echo(text: String) -> String { text }

    /// Tells of three steps, and waits between them.
    async fn steps(cx: &Context, ms: u64 = 5) -> u32 {
        for step in 1..=3 {
            cx.progress(f64::from(step), Some(3.0), None);
            tokio::time::sleep(Duration::from_millis(ms)).await;
        }
        3
    }

    /// Logs.
    fn chatter(cx: &Context, times: u32) -> u32 {
        for time in 0..times {
            cx.log(Level::Info, None, format!("{time}: {}", "x".repeat(100)));
        }
        times
    }

    /// Asks for a name.
    async fn greet(cx: &Context) -> Result<String, ToolError> {
        let answer = cx.elicit(Form::<Name>::new("Who are you?")).await?;
        Ok(answer.accepted().map_or("Nobody".into(), |name| format!("Hello, {}", name.name)))
    }

    /// Asks, and holds up its thread.
    fn greet_waiting(cx: &Context) -> Result<String, ToolError> {
        let answer = cx.elicit(Form::<Name>::new("Who are you?")).wait()?;
        Ok(answer.accepted().map_or("Nobody".into(), |name| format!("Hello, {}", name.name)))
    }

    /// Has the model write, twice at once.
    async fn two(cx: &Context) -> Result<String, ToolError> {
        let (one, two) = tokio::join!(cx.sample(Sample::new("one", 10)), cx.sample(Sample::new("two", 10)));
        Ok(format!("{} {}", one?.text(), two?.text()))
    }

    /// Sends its client away before it answers.
    async fn poll(cx: &Context) -> String {
        let closed = cx.close_stream();
        tokio::time::sleep(Duration::from_millis(100)).await;
        format!("{closed}")
    }

    /// Counts how often it ran.
    fn mark() -> usize { MARKS.fetch_add(1, Ordering::SeqCst) }

    /// Takes long.
    async fn long(ms: u64) -> String {
        tokio::time::sleep(Duration::from_millis(ms)).await;
        "done".into()
    }
}

fn server() -> Server<()> {
    Server::new(&TOOLS, ())
        .logging()
        .changing()
        .on_diagnostic(|_| ())
}

fn start(sessions: Sessions) -> SocketAddr {
    serve(Http::new(server()).sessions(sessions))
}

/// A client that has shaken hands.
struct Client {
    address: SocketAddr,
    headers: String,
}

impl Client {
    fn shake(address: SocketAddr, revision: &str) -> Self {
        let init = json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {
            "protocolVersion": revision, "clientInfo": {"name": "t", "version": "1"},
            "capabilities": {"elicitation": {}, "sampling": {}, "roots": {}},
        }});
        let response = send(address, &post("", &init.to_string()));
        assert_eq!(response.status, 200, "{}", response.body);
        assert_eq!(response.json()["result"]["protocolVersion"], revision);
        let id = session_id(&response).expect("a session");
        let headers = format!("Mcp-Session-Id: {id}\nMCP-Protocol-Version: {revision}\n");
        let client = Self { address, headers };
        let note = client.send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}));
        assert_eq!((note.status, &*note.body), (202, ""));
        client
    }

    fn new(sessions: Sessions) -> Self {
        Self::shake(start(sessions), "2025-11-25")
    }

    fn send(&self, message: &Value) -> Response {
        send(self.address, &post(&self.headers, &message.to_string()))
    }

    fn ping(&self) -> u16 {
        self.send(&json!({"jsonrpc": "2.0", "id": 90, "method": "ping"}))
            .status
    }

    fn call(&self, tool: &str, arguments: Value) -> String {
        let message = json!({"jsonrpc": "2.0", "id": 5, "method": "tools/call", "params": {
            "name": tool, "arguments": arguments, "_meta": {"progressToken": 1}}});
        post(&self.headers, &message.to_string())
    }

    fn stream(&self, tool: &str, arguments: Value) -> Events {
        Events::open(self.address, &self.call(tool, arguments))
    }

    fn request(&self, method: &str, headers: &str) -> String {
        let own = &self.headers;
        format!("{method} /mcp HTTP/1.1\nHost: 127.0.0.1:PORT\n{own}{headers}\n")
    }

    fn get(&self, last: Option<&str>) -> Events {
        let headers = last.map_or_else(String::new, |last| format!("Last-Event-ID: {last}\n"));
        let accept = "Accept: text/event-stream\n";
        Events::open(
            self.address,
            &self.request("GET", &format!("{accept}{headers}")),
        )
    }

    fn delete(&self) -> u16 {
        send(self.address, &self.request("DELETE", "")).status
    }

    /// Answers a question of the server's.
    fn answer(&self, question: &Value, result: Value) {
        let id = &question["id"];
        let response = self.send(&json!({"jsonrpc": "2.0", "id": id, "result": result}));
        assert_eq!((response.status, &*response.body), (202, ""));
    }
}

fn session_id(response: &Response) -> Option<String> {
    let line = response
        .head
        .lines()
        .find_map(|line| line.strip_prefix("mcp-session-id: "))?;
    Some(line.trim().into())
}

fn text(reply: &Value) -> &str {
    reply["result"]["content"][0]["text"]
        .as_str()
        .unwrap_or_else(|| panic!("no text: {reply}"))
}

fn accept(name: &str) -> Value {
    json!({"action": "accept", "content": {"name": name}})
}

const REVISIONS: [&str; 3] = ["2025-03-26", "2025-06-18", "2025-11-25"];
