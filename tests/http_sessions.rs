//! Sessions over HTTP, in the revisions that have them.
#![cfg(feature = "http")]
#![allow(
    clippy::needless_pass_by_value,
    reason = "`json!(..)` is passed as it stands"
)]

#[path = "common/http.rs"]
mod client;

use std::net::SocketAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use client::{Events, INIT, META, Response, begin, bind, post, send, serve, serve_app, until};
use serde_json::{Value, json};
use tokio::runtime::Builder;
use toolwright::ask::{Form, Principal, Sample};
use toolwright::context::Level;
use toolwright::transport::http::{Http, Sessions};
use toolwright::{Context, Limits, Server, ToolError, mcp_tools, mcp_types};

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

#[test]
fn without_the_option_there_are_none() {
    let address = serve(Http::new(server()));
    let response = send(address, &post("", INIT));
    assert_eq!((response.status, session_id(&response)), (200, None));
    for method in ["GET", "DELETE"] {
        let request =
            format!("{method} /mcp HTTP/1.1\nHost: 127.0.0.1:PORT\nMcp-Session-Id: x\n\n");
        let response = send(address, &request);
        assert_eq!(response.status, 405);
        assert!(
            response.head.contains("allow: POST\r\n"),
            "{}",
            response.head
        );
    }
}

#[test]
fn without_sessions_no_changes_are_promised() {
    let address = serve(Http::new(server().subscriptions()));
    let announced = send(address, &post("", INIT)).json();
    let announced = &announced["result"]["capabilities"];
    assert_eq!(
        (&announced["tools"], &announced["resources"]),
        (&json!({}), &json!({}))
    );
    let subscribe =
        r#"{"jsonrpc":"2.0","id":2,"method":"resources/subscribe","params":{"uri":"test://a"}}"#;
    let refused = send(
        address,
        &post("MCP-Protocol-Version: 2025-11-25\n", subscribe),
    );
    assert_eq!(refused.json()["error"]["code"], -32601);
    // They are with sessions, and in 2026-07-28 as ever.
    let address = serve(Http::new(server().subscriptions()).sessions(Sessions::new()));
    let announced = send(address, &post("", INIT)).json();
    let all = json!({"subscribe": true, "listChanged": true});
    assert_eq!(announced["result"]["capabilities"]["resources"], all);
    let address = serve(Http::new(server().subscriptions()));
    let discover =
        format!(r#"{{"jsonrpc":"2.0","id":7,"method":"server/discover","params":{{{META}}}}}"#);
    let headers = "MCP-Protocol-Version: 2026-07-28\nMcp-Method: server/discover\n";
    let announced = send(address, &post(headers, &discover)).json();
    assert_eq!(announced["result"]["capabilities"]["resources"], all);
}

#[test]
fn a_session_begins_and_ends() {
    let address = start(Sessions::new());
    for revision in REVISIONS {
        let client = Client::shake(address, revision);
        let id = client.headers.lines().next().expect("a line");
        let id = id.strip_prefix("Mcp-Session-Id: ").expect("the id");
        assert!(
            id.len() >= 32 && id.bytes().all(|byte| (0x21..=0x7e).contains(&byte)),
            "{id}"
        );
        let other = Client::shake(address, revision);
        assert_ne!(client.headers, other.headers);
        assert_eq!(client.ping(), 200);
        let call = send(address, &client.call("echo", json!({"text": "hi"})));
        assert!(call.head.contains("application/json"), "{}", call.head);
        assert_eq!(text(&call.json()), "hi");
        assert_eq!(client.delete(), 204);
        assert_eq!(client.ping(), 404);
        assert_eq!(client.delete(), 404);
        assert_eq!(send(address, &client.request("GET", "")).status, 404);
        assert_eq!(other.ping(), 200);
    }
}

#[test]
fn what_follows_the_handshake_names_its_session() {
    let address = start(Sessions::new());
    let client = Client::shake(address, "2025-11-25");
    let ping = r#"{"jsonrpc":"2.0","id":7,"method":"ping"}"#;
    let note = r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#;
    let answer = r#"{"jsonrpc":"2.0","id":7,"result":{}}"#;
    let version = "MCP-Protocol-Version: 2025-11-25\n";
    let twice = format!("{}{}", client.headers, client.headers.replace(version, ""));
    for (headers, status) in [
        ("", 400),
        (version, 400),
        ("Mcp-Session-Id: \n", 404),
        ("Mcp-Session-Id: 0123456789abcdef\n", 404),
        (&twice, 400),
        (&client.headers.replace("2025-11-25", "2024-01-01"), 400),
        // Nothing but the session says which revision it is.
        (&client.headers.replace(version, ""), 200),
        (&client.headers, 200),
    ] {
        let response = send(address, &post(headers, ping));
        assert_eq!(response.status, status, "{headers}");
        assert_eq!(response.json()["id"], 7, "{headers}");
        let status = if status == 200 { 202 } else { status };
        assert_eq!(
            send(address, &post(headers, note)).status,
            status,
            "{headers}"
        );
        assert_eq!(
            send(address, &post(headers, answer)).status,
            status,
            "{headers}"
        );
    }
    for method in ["GET", "DELETE"] {
        for (headers, status) in [("", 400), ("Mcp-Session-Id: x\n", 404)] {
            let request = format!("{method} /mcp HTTP/1.1\nHost: 127.0.0.1:PORT\n{headers}\n");
            assert_eq!(send(address, &request).status, status, "{method} {headers}");
        }
    }
    let request = client.request("PUT", "");
    let response = send(address, &request);
    assert_eq!(response.status, 405);
    assert!(
        response.head.contains("allow: GET, POST, DELETE\r\n"),
        "{}",
        response.head
    );
    let json_alone = client.request("GET", "Accept: application/json\n");
    assert_eq!(send(address, &json_alone).status, 406);
}

#[test]
fn the_newest_revision_has_none() {
    let address = start(Sessions::new());
    let body = format!(r#"{{"jsonrpc":"2.0","id":7,"method":"tools/list","params":{{{META}}}}}"#);
    for session in ["", "Mcp-Session-Id: x\n"] {
        let headers =
            format!("MCP-Protocol-Version: 2026-07-28\nMcp-Method: tools/list\n{session}");
        let response = send(address, &post(&headers, &body));
        assert_eq!((response.status, session_id(&response)), (200, None));
        for method in ["GET", "DELETE"] {
            let request = format!("{method} /mcp HTTP/1.1\nHost: 127.0.0.1:PORT\n{headers}\n");
            assert_eq!(send(address, &request).status, 405);
        }
    }
}

#[test]
fn a_failed_handshake_opens_none() {
    let address = start(Sessions::new());
    let init = r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}"#;
    let response = send(address, &post("", init));
    assert_eq!(response.json()["error"]["code"], -32602);
    assert_eq!(session_id(&response), None);
}

#[test]
fn a_client_that_wants_events_can_come_back_for_any_reply() {
    let client = Client::new(Sessions::new());
    let accept = "Accept: text/event-stream, application/json\n";
    let ping = r#"{"jsonrpc":"2.0","id":7,"method":"ping"}"#;
    let mut stream = Events::open(
        client.address,
        &post(&format!("{}{accept}", client.headers), ping),
    );
    let priming = stream.event().expect("an id");
    assert_eq!(priming.data, "");
    let reply = stream.event().expect("a reply");
    assert_eq!(reply.json()["id"], 7);
    assert_eq!(stream.event(), None);
    let mut again = client.get(Some(&priming.id));
    assert_eq!(again.event(), Some(reply));
    assert_eq!(again.event(), None);
    // The older ones know no event without a message.
    let client = Client::shake(client.address, "2025-06-18");
    let request = post(&format!("{}{accept}", client.headers), ping);
    let mut stream = Events::open(client.address, &request);
    assert_eq!(stream.event().expect("a reply").json()["id"], 7);
    assert_eq!(stream.event(), None);
}

#[test]
fn a_tool_asks_on_the_stream_of_its_call() {
    let address = start(Sessions::new());
    for revision in ["2025-06-18", "2025-11-25"] {
        let client = Client::shake(address, revision);
        // Two at once: each is asked on its own stream, under an id of its own.
        let mut streams = [(); 2].map(|()| client.stream("greet", json!({})));
        let questions = streams.each_mut().map(|stream| {
            if revision == "2025-11-25" {
                let priming = stream.event().expect("an event");
                assert_eq!(
                    (&*priming.data, priming.retry.as_deref()),
                    ("", Some("1000"))
                );
                assert_ne!(priming.id, "");
            }
            let question = stream.event().expect("a question").json();
            assert_eq!(question["method"], "elicitation/create");
            question
        });
        assert_ne!(questions[0]["id"], questions[1]["id"]);
        client.answer(&questions[1], accept("Bo"));
        let reply = streams[1].event().expect("a reply");
        assert_eq!(
            (reply.json()["id"].as_u64(), text(&reply.json())),
            (Some(5), "Hello, Bo")
        );
        client.answer(&questions[0], json!({"action": "decline"}));
        assert_eq!(text(&streams[0].event().expect("a reply").json()), "Nobody");
        for stream in &mut streams {
            assert_eq!(stream.event(), None);
        }
        // One that nobody waits for changes nothing.
        client.answer(&questions[0], accept("Cy"));
    }
}

#[test]
fn several_questions_of_one_call() {
    let client = Client::new(Sessions::new());
    let mut stream = client.stream("two", json!({}));
    stream.event().expect("the priming event");
    let questions = [(); 2].map(|()| stream.event().expect("a question").json());
    for question in questions.iter().rev() {
        assert_eq!(question["method"], "sampling/createMessage");
        let said = &question["params"]["messages"][0]["content"]["text"];
        let word = json!({"type": "text", "text": said.as_str().map(str::to_uppercase)});
        client.answer(
            question,
            json!({"role": "assistant", "model": "m", "content": word}),
        );
    }
    assert_eq!(text(&stream.event().expect("a reply").json()), "ONE TWO");
}

#[test]
fn another_session_cannot_answer() {
    let address = start(Sessions::new());
    let [client, other] = [(); 2].map(|()| Client::shake(address, "2025-06-18"));
    let mut stream = client.stream("greet", json!({}));
    let question = stream.event().expect("a question").json();
    other.answer(&question, accept("Mallory"));
    client.answer(&question, accept("Ann"));
    assert_eq!(text(&stream.event().expect("a reply").json()), "Hello, Ann");
}

#[test]
fn a_client_that_takes_no_events_is_not_asked() {
    let client = Client::new(Sessions::new());
    let call = client.call("greet", json!({}));
    let response = send(
        client.address,
        &call.replacen('\n', "\nAccept: application/json\n", 1),
    );
    assert!(
        text(&response.json()).contains("does not allow for"),
        "{}",
        response.body
    );
}

/// Serves on a runtime of several threads.
fn start_threads(http: Http) -> SocketAddr {
    let mut runtime = Builder::new_multi_thread();
    runtime.worker_threads(1);
    let (address, _) = client::start(runtime, async |listener| {
        let served = http.serve_on(listener, std::future::pending()).await;
        served.expect("served");
    });
    address
}

#[test]
fn a_tool_that_holds_up_its_thread_is_answered() {
    let address = start_threads(Http::new(server()).sessions(Sessions::new()));
    let client = Client::shake(address, "2025-11-25");
    // More than there are workers.
    let mut streams: Vec<_> = (0..6)
        .map(|_| client.stream("greet_waiting", json!({})))
        .collect();
    for stream in &mut streams {
        stream.event().expect("the priming event");
        let question = stream.event().expect("a question").json();
        client.answer(&question, accept("Di"));
        assert_eq!(text(&stream.event().expect("a reply").json()), "Hello, Di");
    }
    // On a runtime of one thread nothing could answer it.
    let client = Client::new(Sessions::new());
    let response = send(client.address, &client.call("greet_waiting", json!({})));
    assert!(
        text(&response.json()).contains("does not allow for"),
        "{}",
        response.body
    );
}

#[test]
fn a_stream_is_resumed_where_it_broke() {
    let address = start(Sessions::new());
    for revision in REVISIONS {
        let client = Client::shake(address, revision);
        let mut stream = client.stream("steps", json!({"ms": 200}));
        let mut first = stream.event().expect("an event");
        if revision == "2025-11-25" {
            assert_eq!(first.data, "");
            first = stream.event().expect("an event");
        }
        assert_eq!(first.json()["params"]["progress"].as_f64(), Some(1.0));
        drop(stream);
        let mut rest = client.get(Some(&first.id));
        let mut ids = vec![first.id];
        for step in [2.0, 3.0] {
            let event = rest.event().expect("an event");
            assert_eq!(event.json()["params"]["progress"].as_f64(), Some(step));
            ids.push(event.id);
        }
        let reply = rest.event().expect("a reply");
        assert_eq!(
            (reply.json()["id"].as_u64(), text(&reply.json())),
            (Some(5), "3")
        );
        ids.push(reply.id.clone());
        assert_eq!(rest.event(), None);
        let mut unique = ids.clone();
        unique.sort();
        unique.dedup();
        assert_eq!(unique.len(), ids.len(), "{ids:?}");
        // It can be fetched again, from anywhere.
        let mut again = client.get(Some(&ids[1]));
        assert_eq!(again.event().expect("an event").id, ids[2]);
        assert_eq!(again.event(), Some(reply));
        assert_eq!(again.event(), None);
        let mut nothing = client.get(Some(&ids[3]));
        assert_eq!(nothing.event(), None);
        // Of one stream alone.
        let mut other = client.stream("steps", json!({}));
        while other.event().is_some() {}
        let mut again = client.get(Some(&ids[2]));
        assert_eq!(again.event().expect("an event").id, ids[3]);
        assert_eq!(again.event(), None);
    }
}

#[test]
fn an_unknown_event_is_refused() {
    let client = Client::new(Sessions::new());
    for id in ["", "x", "1", "1-", "-1", "1-1", "0-99", "99-1", "1-1-1"] {
        let request = client.request("GET", &format!("Last-Event-ID: {id}\n"));
        assert_eq!(send(client.address, &request).status, 400, "{id}");
    }
}

#[test]
fn a_tool_sends_its_client_away() {
    let address = start(Sessions::new().retry(Duration::from_millis(50)));
    let client = Client::shake(address, "2025-11-25");
    let mut stream = client.stream("poll", json!({}));
    let priming = stream.event().expect("an event");
    assert_eq!((&*priming.data, priming.retry.as_deref()), ("", Some("50")));
    assert_eq!(stream.event(), None, "it ends before the reply");
    let reply = client.get(Some(&priming.id)).event().expect("a reply");
    assert_eq!(
        (reply.json()["id"].as_u64(), text(&reply.json())),
        (Some(5), "true")
    );
    // Clients that have no id to come back with stay.
    let client = Client::shake(address, "2025-06-18");
    let response = send(address, &client.call("poll", json!({})));
    assert_eq!(text(&response.json()), "false");
    let sessionless = serve(Http::new(server()));
    let call = client
        .call("poll", json!({}))
        .replace("Mcp-Session-Id", "X");
    assert_eq!(text(&send(sessionless, &call).json()), "false");
}

#[test]
fn a_call_that_takes_long_can_be_fetched() {
    let client = Client::new(Sessions::new());
    let mut stream = client.stream("long", json!({"ms": 2000}));
    let priming = stream.event().expect("an event");
    assert_eq!(priming.data, "");
    drop(stream);
    let reply = client.get(Some(&priming.id)).event().expect("a reply");
    assert_eq!(text(&reply.json()), "done");
}

#[test]
fn a_later_reader_takes_over() {
    let client = Client::new(Sessions::new());
    let mut stream = client.stream("greet", json!({}));
    let priming = stream.event().expect("an event");
    stream.event().expect("a question");
    let mut second = client.get(Some(&priming.id));
    assert_eq!(stream.event(), None);
    let question = second.event().expect("the question again").json();
    client.answer(&question, accept("Ed"));
    assert_eq!(text(&second.event().expect("a reply").json()), "Hello, Ed");
}

#[test]
fn a_client_cancels_its_call() {
    let client = Client::new(Sessions::new());
    let mut stream = client.stream("greet", json!({}));
    stream.event().expect("the priming event");
    stream.event().expect("a question");
    let cancel =
        json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 5}});
    assert_eq!(client.send(&cancel).status, 202);
    // The question is taken back; there is no reply.
    let withdrawn = stream.event().map(|event| event.json()["method"].clone());
    assert!(withdrawn.is_none_or(|method| method == "notifications/cancelled"));
    assert_eq!(stream.event(), None);
}

#[test]
fn changes_go_to_the_stream_of_the_session() {
    let address = {
        let server = std::sync::Arc::new(server());
        let notifier = server.notifier();
        std::thread::spawn(move || {
            for _ in 0..200 {
                std::thread::sleep(Duration::from_millis(50));
                notifier.tools_changed();
            }
        });
        serve(Http::new(server).sessions(Sessions::new()))
    };
    for revision in REVISIONS {
        let client = Client::shake(address, revision);
        let mut stream = client.get(None);
        if revision == "2025-11-25" {
            assert_eq!(stream.event().expect("an event").data, "");
        }
        let events = [(); 2].map(|()| stream.event().expect("an event"));
        for event in &events {
            assert_eq!(event.json()["method"], "notifications/tools/list_changed");
        }
        drop(stream);
        std::thread::sleep(Duration::from_millis(120));
        // What came meanwhile is there, and what was read is not, unless it is asked for.
        let mut again = client.get(Some(&events[0].id));
        assert_eq!(again.event().as_ref(), Some(&events[1]));
        let next = again.event().expect("an event");
        drop(again);
        let mut fresh = client.get(None);
        let mut event = fresh.event().expect("an event");
        if revision == "2025-11-25" {
            event = fresh.event().expect("an event");
        }
        assert_ne!(event.id, events[1].id);
        assert_ne!(event.id, next.id);
    }
}

#[test]
fn deleting_a_session_ends_its_calls_and_streams() {
    let client = Client::new(Sessions::new());
    let mut own = client.get(None);
    own.event().expect("the priming event");
    let mut stream = client.stream("greet", json!({}));
    stream.event().expect("the priming event");
    stream.event().expect("a question");
    assert_eq!(client.delete(), 204);
    assert_eq!(own.event(), None);
    while stream.event().is_some() {}
}

#[test]
fn sessions_expire_and_are_bounded() {
    let address = start(Sessions::new().idle(Duration::from_millis(300)).limit(2));
    let old = Client::shake(address, "2025-11-25");
    std::thread::sleep(Duration::from_millis(400));
    assert_eq!(old.ping(), 404);
    // A connected one does not expire; of the others the one that was not used for longest goes.
    let first = Client::shake(address, "2025-11-25");
    let mut own = first.get(None);
    own.event().expect("the priming event");
    std::thread::sleep(Duration::from_millis(400));
    let second = Client::shake(address, "2025-11-25");
    let third = Client::shake(address, "2025-11-25");
    assert_eq!((first.ping(), second.ping(), third.ping()), (200, 404, 200));
    let mut held = third.get(None);
    held.event().expect("the priming event");
    let response = send(address, &post("", INIT));
    assert_eq!((response.status, &response.json()["id"]), (503, &json!(1)));
    drop(held);
    until(|| send(address, &post("", INIT)).status == 200);
}

#[test]
fn a_call_whose_client_never_comes_back_ends_with_its_session() {
    static WAITING: AtomicUsize = AtomicUsize::new(0);
    struct Waiting;
    impl Drop for Waiting {
        fn drop(&mut self) {
            WAITING.fetch_sub(1, Ordering::SeqCst);
        }
    }
    mcp_tools! {
        static WAIT: ToolSet<()>;

        /// Waits for an answer.
        async fn wait(cx: &Context) -> Result<u32, ToolError> {
            WAITING.fetch_add(1, Ordering::SeqCst);
            let _waiting = Waiting;
            cx.elicit(Form::<Name>::new("Who?")).await?;
            Ok(0)
        }
    }
    let http = Http::new(Server::new(&WAIT, ()));
    let address = serve(http.sessions(Sessions::new().idle(Duration::from_millis(200))));
    let client = Client::shake(address, "2025-11-25");
    let mut stream = client.stream("wait", json!({}));
    stream.event().expect("the priming event");
    assert_eq!(WAITING.load(Ordering::SeqCst), 1);
    drop(stream);
    // Nobody sends anything: the session expires by itself.
    until(|| WAITING.load(Ordering::SeqCst) == 0);
}

#[test]
fn what_is_kept_is_bounded() {
    let address = start(Sessions::new().events(4));
    let client = Client::shake(address, "2025-11-25");
    let mut stream = client.stream("chatter", json!({"times": 50}));
    let mut ids = Vec::new();
    while let Some(event) = stream.event() {
        ids.push(event.id);
    }
    // The last events are there, the others are not.
    let mut again = client.get(Some(&ids[0]));
    let kept: Vec<_> = std::iter::from_fn(|| again.event()).collect();
    assert_eq!(kept.len(), 4);
    assert_eq!(text(&kept[3].json()), "50");
    // So many bytes, but one event at least.
    let address = start(Sessions::new().bytes(1));
    let client = Client::shake(address, "2025-11-25");
    let mut stream = client.stream("chatter", json!({"times": 5}));
    let priming = stream.event().expect("an event");
    while stream.event().is_some() {}
    let mut again = client.get(Some(&priming.id));
    let kept: Vec<_> = std::iter::from_fn(|| again.event()).collect();
    assert_eq!((kept.len(), text(&kept[0].json())), (1, "5"));
}

#[test]
fn only_so_many_calls_run_in_a_session() {
    let server = server().limits(Limits::new().calls(1));
    let address = serve(Http::new(server).sessions(Sessions::new()));
    let client = Client::shake(address, "2025-06-18");
    let mut stream = client.stream("greet", json!({}));
    let question = stream.event().expect("a question").json();
    // The next one waits; the answer does not.
    let mut waits = begin(address, &client.call("echo", json!({"text": "hi"})));
    client.answer(&question, accept("Flo"));
    assert_eq!(text(&stream.event().expect("a reply").json()), "Hello, Flo");
    let mut answer = String::new();
    std::io::Read::read_to_string(&mut waits, &mut answer).expect("an answer");
    assert!(answer.contains("hi"), "{answer}");
}

/// A client that answers a question in a batch does not wait for the call that asks.
#[test]
fn answers_in_a_batch_need_no_room_of_their_own() {
    let server = server().limits(Limits::new().calls(1));
    let address = serve(Http::new(server).sessions(Sessions::new()));
    let client = Client::shake(address, "2025-03-26");
    let mut stream = client.stream("two", json!({}));
    let said = json!({"role": "assistant", "model": "m", "content": {"type": "text", "text": "A"}});
    let mut answers: Vec<_> = [(); 2]
        .map(|()| stream.event().expect("a question").json())
        .iter()
        .map(|question| json!({"jsonrpc": "2.0", "id": question["id"], "result": said}))
        .collect();
    answers.push(json!({"jsonrpc": "2.0", "method": "notifications/initialized"}));
    // Even for a client that would rather have events there are none.
    let headers = format!("{}Accept: text/event-stream\n", client.headers);
    let batch = post(&headers, &json!(answers).to_string());
    let response = send(address, &batch);
    assert_eq!((response.status, &*response.body), (202, ""));
    assert_eq!(text(&stream.event().expect("a reply").json()), "A A");
    for refused in [json!([]), json!([[]]), json!([1])] {
        assert_ne!(client.send(&refused).body, "", "{refused}");
    }
    // No other revision has them.
    let client = Client::shake(address, "2025-06-18");
    let note = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
    assert_eq!(client.send(&json!([note])).status, 400);
}

#[test]
fn a_call_that_waits_for_room_ends_with_its_session() {
    let server = server().limits(Limits::new().calls(1));
    let address = serve(Http::new(server).sessions(Sessions::new()));
    let client = Client::shake(address, "2025-06-18");
    let mut stream = client.stream("greet", json!({}));
    stream.event().expect("a question");
    let mut waits = begin(address, &client.call("mark", json!({})));
    std::thread::sleep(Duration::from_millis(200));
    assert_eq!(client.delete(), 204);
    let mut answer = String::new();
    std::io::Read::read_to_string(&mut waits, &mut answer).expect("an answer");
    assert!(answer.starts_with("HTTP/1.1 404 "), "{answer}");
    assert_eq!(MARKS.load(Ordering::SeqCst), 0);
}

#[test]
fn a_session_is_its_principals() {
    async fn identify(
        mut request: axum::extract::Request,
        next: axum::middleware::Next,
    ) -> axum::response::Response {
        let user = request
            .headers()
            .get("x-user")
            .map(|user| user.to_str().expect("text").into());
        if let Some(user) = user {
            request.extensions_mut().insert(Principal(user));
        }
        next.run(request).await
    }
    let router = Http::new(server()).sessions(Sessions::new()).router();
    let app = axum::Router::new()
        .nest_service("/mcp", router)
        .layer(axum::middleware::from_fn(identify));
    let address = serve_app(app);
    let id = session_id(&send(address, &post("X-User: ann\n", INIT))).expect("a session");
    let ping = r#"{"jsonrpc":"2.0","id":7,"method":"ping"}"#;
    for (user, status) in [("X-User: ann\n", 200), ("X-User: bo\n", 404), ("", 404)] {
        let headers = format!("{user}Mcp-Session-Id: {id}\n");
        assert_eq!(
            send(address, &post(&headers, ping)).status,
            status,
            "{user}"
        );
        let delete = format!("DELETE /mcp HTTP/1.1\nHost: 127.0.0.1:PORT\n{headers}\n");
        if status == 404 {
            assert_eq!(send(address, &delete).status, 404);
        }
    }
}

#[test]
fn the_log_level_is_the_sessions() {
    let address = start(Sessions::new());
    let [quiet, loud] = [(); 2].map(|()| Client::shake(address, "2025-06-18"));
    let level = json!({"jsonrpc": "2.0", "id": 3, "method": "logging/setLevel", "params": {"level": "error"}});
    assert_eq!(quiet.send(&level).json()["result"], json!({}));
    let response = send(address, &quiet.call("chatter", json!({"times": 2})));
    assert!(
        response.head.contains("application/json"),
        "{}",
        response.head
    );
    let mut stream = loud.stream("chatter", json!({"times": 2}));
    assert_eq!(
        stream.event().expect("an event").json()["method"],
        "notifications/message"
    );
}

#[test]
fn batches_of_2025_03_26_ask_and_answer() {
    let address = start(Sessions::new());
    let client = Client::shake(address, "2025-03-26");
    let call = |id, tool: &str| json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": {"name": tool}});
    let batch = json!([call(1, "two"), {"jsonrpc": "2.0", "id": 2, "method": "ping"}]);
    let mut stream = Events::open(address, &post(&client.headers, &batch.to_string()));
    let questions = [(); 2].map(|()| stream.event().expect("a question").json());
    let said = json!({"type": "text", "text": "A"});
    let answers: Vec<_> = questions
        .iter()
        .map(|question| json!({"jsonrpc": "2.0", "id": question["id"], "result": {"role": "assistant", "model": "m", "content": said}}))
        .collect();
    let response = client.send(&json!(answers));
    assert_eq!((response.status, &*response.body), (202, ""));
    let replies = stream.event().expect("the replies").json();
    assert_eq!(replies.as_array().map(Vec::len), Some(2), "{replies}");
    // No other revision has them.
    let client = Client::shake(address, "2025-06-18");
    assert_eq!(client.send(&batch).status, 400);
}

#[test]
fn an_end_of_the_server_is_waited_for_by_nobody() {
    let runtime = Builder::new_multi_thread()
        .worker_threads(1)
        .enable_all()
        .build()
        .expect("a runtime");
    let (listener, address) = bind();
    let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    let served = runtime.spawn(async move {
        let listener = tokio::net::TcpListener::from_std(listener).expect("a listener");
        let http = Http::new(server()).sessions(Sessions::new());
        let shutdown = async { stopped.await.unwrap_or_default() };
        http.serve_on(listener, shutdown).await
    });
    let client = Client::shake(address, "2025-06-18");
    let mut own = client.get(None);
    let mut stream = client.stream("greet", json!({}));
    stream.event().expect("a question");
    stop.send(()).expect("it is served");
    let reply = stream.event().expect("a reply or a question taken back");
    let reply = if reply.json().get("method").is_some() {
        stream.event().expect("a reply")
    } else {
        reply
    };
    assert!(
        text(&reply.json()).contains("does not allow for"),
        "{reply:?}"
    );
    assert_eq!(own.event(), None);
    let ended =
        runtime.block_on(async { tokio::time::timeout(Duration::from_secs(10), served).await });
    ended.expect("in time").expect("no panic").expect("served");
}
