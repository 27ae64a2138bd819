//! Filters: what runs around every call, outside the check of its arguments.

#[path = "common/asked.rs"]
mod asked;

use std::future::poll_fn;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::task::Poll;

use asked::Peer;
use serde_json::{Value, json};
use toolwright::content::Reply;
use toolwright::filter::{Filter, Filtered, Verdict};
use toolwright::{
    Context, LocalServer, Outcome, Revision, Server, Session, ToolError, ToolSet, Violation,
    mcp_tools, mcp_types, project,
};

static CHECKS: AtomicUsize = AtomicUsize::new(0);
static RUNS: AtomicUsize = AtomicUsize::new(0);

fn counted(text: &str) -> Result<(), Violation> {
    CHECKS.fetch_add(1, Ordering::SeqCst);
    if text == "bad" {
        return Err(Violation::new("word.bad", "A word is not bad."));
    }
    Ok(())
}

mcp_types! {
    /// A word.
    pub struct Word(String [len(1..=9), check(counted)]);
}

/// A state made for a call.
struct Made(Option<&'static str>);

mcp_tools! {
    static TOOLS: ToolSet<Made>;

    fn shout(&self, word: Word) -> String {
        RUNS.fetch_add(1, Ordering::SeqCst);
        word.0.to_uppercase()
    }

    async fn later(word: Word) -> String {
        RUNS.fetch_add(1, Ordering::SeqCst);
        word.0.to_uppercase()
    }

    fn who(&self, cx: &Context) -> String {
        let found = cx.extensions().get::<&'static str>().copied();
        format!("{} {}", found.unwrap_or("-"), self.0.unwrap_or("-"))
    }

    fn broken() -> Result<(), ToolError> {
        Err(std::fmt::Error)?;
        Ok(())
    }
}

static MADE: AtomicUsize = AtomicUsize::new(0);
/// The counters are of all tests: one at a time.
static ONE: Mutex<()> = Mutex::new(());

fn server() -> Server<Made> {
    Server::per_call(&TOOLS, |cx| {
        MADE.fetch_add(1, Ordering::SeqCst);
        Made(cx.extensions().get::<&'static str>().copied())
    })
    .on_diagnostic(|_| ())
}

fn peer(server: &Server<Made>) -> Peer<'_, Made> {
    Peer::shake(server, Revision::V2025_11_25, "{}")
}

fn word(word: impl Into<Value>) -> Value {
    json!({"word": word.into()})
}

fn text(reply: &Value) -> &str {
    reply["result"]["content"][0]["text"]
        .as_str()
        .expect("a text")
}

/// A filter that writes down what it sees.
struct Seen(&'static str, Arc<Mutex<Vec<String>>>);

impl Filter for Seen {
    fn before<'f>(&'f self, call: Filtered<'f>) -> Verdict<'f> {
        let line = format!(
            "{} {} {} {}",
            self.0,
            call.method(),
            call.name(),
            call.arguments()
        );
        self.1.lock().expect("a lock").push(line);
        Verdict::Pass
    }

    fn after(&self, call: Filtered<'_>, result: &mut Reply) {
        let line = format!("{} {} {}", self.0, call.name(), result.to_json());
        self.1.lock().expect("a lock").push(line);
    }
}

#[test]
fn the_first_filter_is_the_outermost() {
    let _one = ONE.lock();
    let seen = Arc::new(Mutex::new(Vec::new()));
    let server = server()
        .filter_with(Seen("a", seen.clone()))
        .filter_with(Seen("b", seen.clone()));
    let peer = peer(&server);
    for tool in ["shout", "later"] {
        peer.call(tool, word("hi")).over();
        assert_eq!(
            std::mem::take(&mut *seen.lock().expect("a lock")),
            [
                format!(r#"a tools/call {tool} {{"word":"hi"}}"#),
                format!(r#"b tools/call {tool} {{"word":"hi"}}"#),
                format!(r#"b {tool} {{"content":[{{"type":"text","text":"HI"}}]}}"#),
                format!(r#"a {tool} {{"content":[{{"type":"text","text":"HI"}}]}}"#),
            ]
        );
    }
    // A refusal and a hidden error are results like others.
    peer.call("shout", word("bad")).over();
    peer.call("broken", json!({})).over();
    let seen = seen.lock().expect("a lock");
    assert_eq!(
        [&seen[2], &seen[6]],
        [
            r#"b shout {"isError":true,"content":[{"type":"text","text":"Argument 'word' rejected (word.bad): The value is not a valid Word: A word is not bad."}]}"#,
            r#"b broken {"isError":true,"content":[{"type":"text","text":"The tool failed."}]}"#,
        ]
    );
}

/// The same bytes with filters and without.
#[test]
fn filters_that_pass_change_nothing() {
    let _one = ONE.lock();
    let plain = server();
    let filtered = server()
        .filter(|_| Verdict::Pass)
        .filter(|_| Verdict::later(async { Verdict::Pass }))
        .filter_result(|_, result| assert!(!result.to_json().is_empty()));
    for arguments in [
        word("hi"),
        word("bad"),
        word("too long a word"),
        word(7),
        json!({}),
        json!({"word": "hi", "other": 1}),
    ] {
        for tool in ["shout", "later", "broken", "none"] {
            for revision in Revision::ALL {
                let answer = |server| {
                    if revision.is_modern() {
                        Peer::new(server).ask(&asked::modern(tool, &arguments, "{}"))
                    } else {
                        let peer = Peer::shake(server, revision, "{}");
                        peer.call(tool, arguments.clone()).over()
                    }
                };
                assert_eq!(answer(&plain), answer(&filtered), "{tool} {arguments}");
            }
        }
    }
}

#[test]
fn a_denial_beats_a_bad_argument() {
    let _one = ONE.lock();
    let server = server().filter(|_| Verdict::deny("Not for you."));
    let slow = self::server().filter(|_| {
        Verdict::later(async {
            fixture_step().await;
            Verdict::deny("Not for you.")
        })
    });
    for counter in [&MADE, &CHECKS, &RUNS] {
        counter.store(0, Ordering::SeqCst);
    }
    for server in [&server, &slow] {
        for tool in ["shout", "later"] {
            for arguments in [word("hi"), word("bad"), word(7), json!({}), json!({"x": 1})] {
                for reply in [
                    peer(server).ask(&json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": tool, "arguments": arguments}})),
                    Peer::new(server).ask(&asked::modern(tool, &arguments, "{}")),
                ] {
                    assert_eq!(reply["result"]["isError"], true);
                    assert_eq!(text(&reply), "Not for you.");
                    assert!(reply["result"].get("structuredContent").is_none());
                }
            }
        }
    }
    for counter in [&MADE, &CHECKS, &RUNS] {
        assert_eq!(
            counter.load(Ordering::SeqCst),
            0,
            "no state, no check, no run"
        );
    }
}

async fn fixture_step() {
    let mut first = true;
    poll_fn(move |_| {
        if std::mem::take(&mut first) {
            Poll::Pending
        } else {
            Poll::Ready(())
        }
    })
    .await;
}

#[test]
fn a_filter_answers_in_place_of_the_tool() {
    let _one = ONE.lock();
    let seen = Arc::new(Mutex::new(Vec::new()));
    let inner = Arc::new(Mutex::new(Vec::new()));
    let server = server()
        .filter_with(Seen("outer", seen.clone()))
        .filter(|call| match call.name() {
            "shout" => Verdict::answer("from a cache"),
            _ => Verdict::Pass,
        })
        .filter_with(Seen("inner", inner.clone()));
    let peer = peer(&server);
    RUNS.store(0, Ordering::SeqCst);
    assert_eq!(
        text(&peer.call("shout", word("bad")).over()),
        "from a cache"
    );
    assert_eq!(RUNS.load(Ordering::SeqCst), 0);
    assert!(inner.lock().expect("a lock").is_empty());
    assert!(seen.lock().expect("a lock")[1].contains("from a cache"));
    assert_eq!(text(&peer.call("later", word("hi")).over()), "HI");
    // What is behind a call may put another result there.
    let server = self::server().filter_result(|call, result| {
        if result.is_error() {
            result.replace(format!("{} went wrong", call.name()));
        }
    });
    let peer = self::peer(&server);
    let reply = peer.call("shout", word("bad")).over();
    assert_eq!(
        (text(&reply), reply["result"].get("isError")),
        ("shout went wrong", None)
    );
}

#[test]
fn what_a_filter_puts_there_reaches_the_state_and_the_tool() {
    let _one = ONE.lock();
    let server = server()
        .filter(|call| {
            call.insert("first");
            Verdict::later(async move {
                fixture_step().await;
                call.insert("second");
                Verdict::Pass
            })
        })
        .filter(|call| {
            assert_eq!(
                call.context().extensions().get::<&'static str>(),
                Some(&"second")
            );
            Verdict::Pass
        });
    let peer = peer(&server);
    let reply = peer.ask(
        &json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "who"}}),
    );
    assert_eq!(text(&reply), "second second");
}

/// `Result` is a verdict: `?` works in a filter, and a hidden error stays hidden.
#[test]
fn a_result_is_a_verdict() {
    fn allowed(name: &str) -> Result<(), ToolError> {
        match name {
            "who" => Ok(()),
            "shout" => Err(ToolError::shown("No shouting.")),
            _ => Err(std::fmt::Error.into()),
        }
    }
    let _one = ONE.lock();
    let told = Arc::new(Mutex::new(Vec::new()));
    let hear = told.clone();
    let server = server()
        .on_diagnostic(move |event| hear.lock().expect("a lock").push(event.to_string()))
        .filter(|call| allowed(call.name()).into());
    let peer = peer(&server);
    assert_eq!(text(&peer.call("who", json!({})).over()), "- -");
    assert_eq!(text(&peer.call("shout", word("hi")).over()), "No shouting.");
    assert_eq!(
        text(&peer.call("later", word("hi")).over()),
        "The tool failed."
    );
    assert_eq!(told.lock().expect("a lock").len(), 1);
}

#[test]
fn a_filter_that_panics_denies() {
    let _one = ONE.lock();
    for server in [
        server().filter(|_| panic!("before")),
        server().filter(|_| Verdict::later(async { panic!("later") })),
        server().filter_result(|_, _| panic!("after")),
    ] {
        let peer = peer(&server);
        let reply = peer.ask(
            &json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "who"}}),
        );
        assert_eq!(text(&reply), "The tool failed.");
        assert_eq!(
            peer.ask(&json!({"jsonrpc": "2.0", "id": 2, "method": "ping"}))["result"],
            json!({})
        );
    }
}

fn assert_send<T: Send>(_: &T) {}

#[test]
fn a_call_can_be_cancelled_while_a_filter_takes_its_time() {
    let _one = ONE.lock();
    RUNS.store(0, Ordering::SeqCst);
    let server = server().filter(|_| Verdict::later(std::future::pending()));
    let peer = peer(&server);
    let mut call = peer.call("shout", word("hi"));
    assert!(call.poll().is_none());
    peer.say(
        &json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1}}),
    );
    assert_eq!(call.poll(), Some(Value::Null));
    assert_eq!(RUNS.load(Ordering::SeqCst), 0);
    let mut frame = toolwright::CallFrame::new();
    let message = br#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"who"}}"#;
    let Outcome::Pending(pending) =
        server.handle(message, &mut frame, &peer.session, &mut Vec::new())
    else {
        panic!("a filter waits");
    };
    assert_send(&pending);
}

/// What is wrong with the message, and not with the call, comes before the filters.
#[test]
fn filters_see_calls_of_tools_alone() {
    let _one = ONE.lock();
    let server = server().filter(|_| Verdict::deny("no"));
    let peer = peer(&server);
    assert_eq!(peer.call("none", json!({})).over()["error"]["code"], -32602);
    assert_eq!(
        peer.call("shout", json!([])).over()["error"]["code"],
        -32602
    );
    let list = peer.ask(&json!({"jsonrpc": "2.0", "id": 1, "method": "tools/list"}));
    assert_eq!(
        list["result"]["tools"].as_array().expect("a list").len(),
        TOOLS.len()
    );
}

mod part {
    use toolwright::mcp_tools;

    mcp_tools! {
        pub static INNER: ToolSet<()>;
        fn whisper(word: super::Word) -> String {
            word.0.to_lowercase()
        }
    }
}

static ONCE: ToolSet<Made> = ToolSet::merge(&[&TOOLS, &PART]);
static PART: ToolSet<Made> = project!(part::INNER, |_: &Made| &());
static TWICE: ToolSet<Made> = ToolSet::merge(&[&ONCE, &OTHERS]);
mcp_tools! {
    static OTHERS: ToolSet<Made>;
    fn other() {}
}

#[test]
fn the_check_runs_once_however_often_sets_are_merged() {
    let _one = ONE.lock();
    for filters in 0..3 {
        let mut server = Server::per_call(&TWICE, |_| {
            MADE.fetch_add(1, Ordering::SeqCst);
            Made(None)
        });
        for _ in 0..filters {
            server = server.filter(|_| Verdict::Pass);
        }
        let peer = Peer::shake(&server, Revision::V2025_11_25, "{}");
        for tool in ["shout", "later", "whisper"] {
            for (sent, error) in [("Hi", false), ("bad", true)] {
                CHECKS.store(0, Ordering::SeqCst);
                MADE.store(0, Ordering::SeqCst);
                let reply = peer.call(tool, word(sent)).over();
                assert_eq!(reply["result"].get("isError").is_some(), error);
                assert_eq!(CHECKS.load(Ordering::SeqCst), 1, "{tool} {sent} {filters}");
                // One state for the accepted call of a tool that works on it, and none for any other.
                let made = usize::from(!error && tool == "shout");
                assert_eq!(MADE.load(Ordering::SeqCst), made, "{tool}");
            }
        }
    }
}

/// In every revision, of a set in a set in a set: nothing but the filter's sentence.
#[test]
fn a_denial_says_nothing_of_the_rules_however_often_sets_are_merged() {
    let _one = ONE.lock();
    let server = Server::per_call(&TWICE, |_| {
        MADE.fetch_add(1, Ordering::SeqCst);
        Made(None)
    })
    .on_diagnostic(|_| ())
    .filter(|_| Verdict::deny("Not for you."));
    for counter in [&MADE, &CHECKS, &RUNS] {
        counter.store(0, Ordering::SeqCst);
    }
    for revision in Revision::ALL {
        let mut replies = Vec::new();
        for tool in ["shout", "later", "whisper"] {
            for arguments in [
                word("hi"),
                word("bad"),
                word("too long a word"),
                word(7),
                json!({}),
                json!({"x": 1}),
            ] {
                let mut reply = if revision.is_modern() {
                    Peer::new(&server).ask(&asked::modern(tool, &arguments, "{}"))
                } else {
                    Peer::shake(&server, revision, "{}")
                        .call(tool, arguments)
                        .over()
                };
                reply["id"] = json!(1);
                replies.push(reply);
            }
        }
        assert_eq!(text(&replies[0]), "Not for you.");
        assert_eq!(replies[0]["result"]["isError"], true);
        assert!(
            replies.iter().all(|reply| *reply == replies[0]),
            "one answer to all, {revision}"
        );
    }
    for counter in [&MADE, &CHECKS, &RUNS] {
        assert_eq!(
            counter.load(Ordering::SeqCst),
            0,
            "no state, no check, no run"
        );
    }
}

/// A state of one thread.
struct Mine(std::rc::Rc<str>);

mcp_tools! {
    static LOCAL: LocalToolSet<Mine>;
    fn hello(&self) -> String {
        format!("hello {}", self.0)
    }
}

#[test]
fn a_local_server_has_filters_too() {
    let server = LocalServer::new(&LOCAL, Mine("you".into()))
        .filter(|_| {
            Verdict::later(async {
                fixture_step().await;
                Verdict::Pass
            })
        })
        .on_diagnostic(|_| ());
    let mut frame = toolwright::LocalFrame::new();
    let mut out = Vec::new();
    let session = Session::agreed(Revision::V2025_11_25);
    let message = br#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"hello"}}"#;
    let Outcome::Pending(mut pending) = server.handle(message, &mut frame, &session, &mut out)
    else {
        panic!("a filter waits");
    };
    let mut cx = std::task::Context::from_waker(std::task::Waker::noop());
    assert!(pending.poll_into(&mut cx, &mut out).is_pending());
    assert!(pending.poll_into(&mut cx, &mut out).is_ready());
    assert!(String::from_utf8(out).expect("UTF-8").contains("hello you"));
}
