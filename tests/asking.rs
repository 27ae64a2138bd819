//! Questions to the client: as requests after a handshake, round by round in 2026-07-28.

#[path = "common/asked.rs"]
mod asked;
#[path = "common/official.rs"]
mod official;

use std::future::{Future as _, IntoFuture as _};
use std::pin::pin;
use std::task::{self, Poll, Waker};

use asked::{ALL, Peer, SET, modern, retry};
use official::Official;
use serde_json::{Value, json};
use toolwright::ask::{AskError, Need};
use toolwright::context::{Extensions, Level};
use toolwright::{Context, Revision, Server, Session};

fn server() -> Server<()> {
    Server::new(&SET, ())
        .on_diagnostic(|_| ())
        .state_key([7; 32])
}

/// What a tool that asks is asked, and what comes of it: its tool, the method, the answer, the text.
fn cases() -> Vec<(&'static str, &'static str, Value, &'static str)> {
    vec![
        (
            "form",
            "elicitation/create",
            json!({"action": "accept", "content": {"name": "Ann", "age": 30}}),
            "Ann is 30, likes red",
        ),
        (
            "form",
            "elicitation/create",
            json!({"action": "decline"}),
            "declined",
        ),
        (
            "form",
            "elicitation/create",
            json!({"action": "cancel"}),
            "cancelled",
        ),
        (
            "raw",
            "elicitation/create",
            json!({"action": "accept", "content": {"name": "Bo"}}),
            r#"{"name":"Bo"}"#,
        ),
        (
            "url",
            "elicitation/create",
            json!({"action": "accept"}),
            "opened",
        ),
        (
            "sample",
            "sampling/createMessage",
            json!({"role": "assistant", "model": "m", "stopReason": "endTurn", "content": {"type": "text", "text": "Paris"}}),
            "m: Paris",
        ),
        (
            "roots",
            "roots/list",
            json!({"roots": [{"uri": "file:///a", "name": "A"}, {"uri": "file:///b"}]}),
            "file:///a A, file:///b -",
        ),
    ]
}

fn has(revision: Revision, tool: &str) -> bool {
    match tool {
        "form" | "raw" | "sync" => revision >= Revision::V2025_06_18,
        "url" => revision >= Revision::V2025_11_25,
        _ => true,
    }
}

#[test]
fn every_question_in_every_revision_with_a_handshake() {
    let official = Official::load();
    let server = server();
    for revision in Revision::ALL {
        if revision.is_modern() {
            continue;
        }
        for (tool, method, answer, text) in cases() {
            let peer = Peer::shake(&server, revision, ALL);
            if !has(revision, tool) {
                let reply = peer.call(tool, json!({})).over();
                assert_eq!(reply["result"]["isError"], true, "{revision} {tool}");
                assert!(peer.sent().is_empty());
                continue;
            }
            let mut call = peer.call(tool, json!({}));
            assert!(call.poll().is_none(), "{revision} {tool}");
            let sent = peer.sent();
            assert_eq!(sent.len(), 1);
            assert_eq!(sent[0]["method"], method);
            if let Some(official) = &official {
                official
                    .validate_question(revision.as_str(), &sent[0])
                    .unwrap_or_else(|error| panic!("{error}\n{}", sent[0]));
            }
            assert!(call.poll().is_none());
            assert!(peer.sent().is_empty(), "it is asked once");
            peer.say(&json!({"jsonrpc": "2.0", "id": sent[0]["id"], "result": answer}));
            let reply = call.over();
            assert_eq!(
                reply["result"]["content"][0]["text"], text,
                "{revision} {tool} {reply}"
            );
            if let Some(official) = &official {
                let request = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call"});
                official
                    .validate_exchange(revision.as_str(), &request, &reply)
                    .unwrap_or_else(|error| panic!("{error}\n{reply}"));
            }
            assert!(peer.sent().is_empty());
        }
    }
}

#[test]
fn every_question_in_rounds() {
    let official = Official::load();
    let server = server();
    for (tool, method, answer, text) in cases() {
        let peer = Peer::new(&server);
        let first = peer.ask(&modern(tool, &json!({}), ALL));
        assert_eq!(
            first["result"]["resultType"], "input_required",
            "{tool} {first}"
        );
        let requests = first["result"]["inputRequests"]
            .as_object()
            .expect("an object");
        let (key, request) = requests.iter().next().expect("a question");
        assert_eq!(request["method"], method);
        assert!(request.get("id").is_none() && request.get("jsonrpc").is_none());
        let state = first["result"]["requestState"].as_str().expect("a text");
        assert!(!state.is_empty());
        let again = retry(tool, &json!({}), ALL, &json!({key: answer}), Some(state));
        let second = peer.ask(&again);
        assert_eq!(second["result"]["resultType"], "complete");
        assert_eq!(second["result"]["content"][0]["text"], text, "{second}");
        assert!(peer.sent().is_empty(), "no requests in 2026-07-28");
        if let Some(official) = &official {
            for (request, reply) in [
                (modern(tool, &json!({}), ALL), first.clone()),
                (again, second),
            ] {
                official
                    .validate_request("2026-07-28", &request)
                    .unwrap_or_else(|error| panic!("{error}\n{request}"));
                official
                    .validate_exchange("2026-07-28", &request, &reply)
                    .unwrap_or_else(|error| panic!("{error}\n{reply}"));
            }
        }
        // The same question has the same key, in any process.
        let other = Server::new(&SET, ()).on_diagnostic(|_| ());
        let asked = Peer::new(&other).ask(&modern(tool, &json!({}), ALL));
        assert_eq!(asked["result"]["inputRequests"][key]["method"], method);
    }
}

#[test]
fn an_answer_that_cannot_be_used_is_asked_for_again() {
    let server = server();
    let peer = Peer::new(&server);
    let first = peer.ask(&modern("named", &json!({}), ALL));
    let state = first["result"]["requestState"].as_str();
    for responses in [
        Value::Null,
        json!({}),
        json!(7),
        json!([1]),
        json!({"other": {"action": "accept", "content": {"name": "Ann"}}}),
        json!({"user_name": 12345}),
        json!({"user_name": null}),
        json!({"user_name": {}}),
        json!({"user_name": {"action": "maybe"}}),
        json!({"user_name": {"action": "accept"}}),
        json!({"user_name": {"action": "accept", "content": []}}),
        json!({"user_name": {"action": "accept", "content": {"name": 7}}}),
        json!({"user_name": {"action": "accept", "content": {"name": ""}}}),
    ] {
        let reply = peer.ask(&retry("named", &json!({}), ALL, &responses, state));
        assert_eq!(
            reply["result"]["resultType"], "input_required",
            "{responses}"
        );
        assert!(reply["result"]["inputRequests"].get("user_name").is_some());
    }
    // Members that the form does not have are none of its business: its schema allows them.
    for content in [
        json!({"name": "Ann", "no": 1}),
        json!({"no": 1, "name": "Ann"}),
    ] {
        let answer = json!({"user_name": {"action": "accept", "content": content}});
        let reply = peer.ask(&retry("named", &json!({}), ALL, &answer, state));
        assert_eq!(reply["result"]["resultType"], "complete", "{reply}");
    }
    // After a handshake there is no second round: the tool hears of it.
    let peer = Peer::shake(&server, Revision::V2025_11_25, ALL);
    let mut call = peer.call("named", json!({}));
    assert!(call.poll().is_none());
    let id = peer.sent()[0]["id"].clone();
    peer.say(&json!({"jsonrpc": "2.0", "id": id, "result": {"action": "accept", "content": {"name": 7}}}));
    let reply = call.over();
    assert_eq!(reply["result"]["isError"], true);
    assert_eq!(
        reply["result"]["content"][0]["text"],
        "The client's answer to a question of the tool cannot be used."
    );
}

#[test]
fn a_client_without_the_capability() {
    let official = Official::load();
    let server = server();
    for (tool, needed) in [
        ("form", json!({"elicitation": {"form": {}}})),
        ("url", json!({"elicitation": {"url": {}}})),
        ("sample", json!({"sampling": {}})),
        ("roots", json!({"roots": {}})),
        ("sync", json!({"elicitation": {"form": {}}})),
    ] {
        let peer = Peer::new(&server);
        let request = modern(tool, &json!({}), "{}");
        let reply = peer.ask(&request);
        assert_eq!(reply["error"]["code"], -32021, "{tool} {reply}");
        assert_eq!(reply["error"]["data"]["requiredCapabilities"], needed);
        if let Some(official) = &official {
            official
                .validate_exchange("2026-07-28", &request, &reply)
                .unwrap_or_else(|error| panic!("{error}\n{reply}"));
        }
        let peer = Peer::shake(&server, Revision::V2025_11_25, "{}");
        let reply = peer.call(tool, json!({})).over();
        assert_eq!(reply["result"]["isError"], true);
        let text = reply["result"]["content"][0]["text"]
            .as_str()
            .expect("a text");
        assert!(text.contains("has not declared the capability"), "{text}");
        assert!(peer.sent().is_empty());
    }
    // Forms are what `elicitation` alone means, and what `url` alone does not.
    let peer = Peer::new(&server);
    let asks = |tool: &str, capabilities: &str| {
        peer.ask(&modern(tool, &json!({}), capabilities))
            .get("result")
            .is_some()
    };
    assert!(asks("form", r#"{"elicitation":{}}"#) && !asks("url", r#"{"elicitation":{}}"#));
    assert!(!asks("form", r#"{"elicitation":{"url":{}}}"#));
    assert!(!asks("form", r#"{"elicitation":true}"#) && !asks("sample", r#"{"sampling":null}"#));
}

/// A tool that looks first asks only what the client has declared.
#[test]
fn only_what_the_client_can_is_asked() {
    let server = server();
    let peer = Peer::new(&server);
    let reply = peer.ask(&modern("whatever", &json!({}), r#"{"sampling":{}}"#));
    let requests = reply["result"]["inputRequests"]
        .as_object()
        .expect("questions");
    assert!(!requests.is_empty());
    assert!(
        requests
            .values()
            .all(|request| request["method"] == "sampling/createMessage")
    );
}

#[test]
fn a_question_ends_with_its_call() {
    let server = server();
    let peer = Peer::shake(&server, Revision::V2025_06_18, ALL);
    let mut call = peer.call("named", json!({}));
    assert!(call.poll().is_none());
    let id = peer.sent()[0]["id"].clone();
    peer.say(
        &json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1}}),
    );
    assert_eq!(
        call.poll(),
        Some(Value::Null),
        "a cancelled call has no reply"
    );
    let cancelled =
        json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": id}});
    assert_eq!(peer.sent(), std::slice::from_ref(&cancelled));
    if let Some(official) = Official::load() {
        official
            .validate_notification("2025-06-18", &cancelled)
            .unwrap_or_else(|error| panic!("{error}"));
    }
    // The response that was on its way is nobody's.
    peer.say(&json!({"jsonrpc": "2.0", "id": id, "result": {"action": "accept", "content": {"name": "Ann"}}}));
    // A shell that drops the call, too; the next call has another question.
    let mut call = peer.call("named", json!({}));
    assert!(call.poll().is_none());
    let next = peer.sent()[0]["id"].clone();
    assert_ne!(next, id);
    drop(call);
    assert_eq!(peer.sent()[0]["params"]["requestId"], next);
    // One that its tool no longer waits for.
    let mut call = peer.call("impatient", json!({}));
    let reply = call.poll().expect("a reply");
    assert_eq!(reply["result"]["content"][0]["text"], "gone on");
    let sent = peer.sent();
    assert_eq!(sent[1]["method"], "notifications/cancelled");
    assert_eq!(sent[1]["params"]["requestId"], sent[0]["id"]);
    // In 2026-07-28 such a question is none.
    let reply = peer.ask(&modern("impatient", &json!({}), ALL));
    assert_eq!(reply["result"]["content"][0]["text"], "gone on");
    // A cancelled call of 2026-07-28 is not answered with its question either.
    assert_eq!(peer.sent(), [] as [Value; 0]);
}

#[test]
fn what_is_no_answer() {
    let server = server();
    let peer = Peer::shake(&server, Revision::V2025_11_25, ALL);
    let mut call = peer.call("named", json!({}));
    assert!(call.poll().is_none());
    let id = peer.sent()[0]["id"].as_u64().expect("a number");
    let good = json!({"action": "accept", "content": {"name": "Ann"}});
    for other in [
        json!(id + 1),
        json!(id.to_string()),
        json!(null),
        json!("x"),
    ] {
        peer.say(&json!({"jsonrpc": "2.0", "id": other, "result": good}));
        assert!(call.poll().is_none(), "{other}");
    }
    peer.say(&json!({"jsonrpc": "2.0", "result": good}));
    assert!(call.poll().is_none());
    peer.say(
        &json!({"jsonrpc": "2.0", "id": id, "error": {"code": -32000, "message": "a secret"}}),
    );
    // The first response counts.
    peer.say(&json!({"jsonrpc": "2.0", "id": id, "result": good}));
    let reply = call.over();
    assert_eq!(reply["result"]["isError"], true);
    assert_eq!(
        reply["result"]["content"][0]["text"],
        "The client refused a question of the tool (error -32000)."
    );
}

#[test]
fn where_no_response_can_come() {
    let server = server();
    // No sink at all, and one that takes no requests.
    for session in [
        Session::new(),
        Session::new().sink(asked::sink().0).one_way(),
    ] {
        let peer = Peer::over(&server, session);
        peer.initialize("2025-11-25", ALL);
        let reply = peer.call("named", json!({})).over();
        let text = "The tool has to ask the client, which this connection does not allow for.";
        assert_eq!(reply["result"]["content"][0]["text"], text);
        // Rounds need no way back.
        let reply = peer.ask(&modern("named", &json!({}), ALL));
        assert_eq!(reply["result"]["resultType"], "input_required");
    }
}

/// An address needs no response: the error of 2025-11-25 carries it, and the client calls again.
#[test]
fn an_address_where_no_response_can_come() {
    let official = Official::load();
    let server = server();
    let mut ids = std::collections::BTreeSet::new();
    for _ in 0..2 {
        let peer = Peer::over(&server, Session::new());
        peer.initialize("2025-11-25", ALL);
        let reply = peer.call("url", json!({})).over();
        assert_eq!(reply["error"]["code"], -32042, "{reply}");
        let [elicitation] = &reply["error"]["data"]["elicitations"]
            .as_array()
            .expect("a list")[..]
        else {
            panic!("{reply}");
        };
        assert_eq!(elicitation["mode"], "url");
        assert_eq!(elicitation["url"], "https://example.com/in?a=1");
        ids.insert(elicitation["elicitationId"].to_string());
        if let Some(official) = &official {
            let request = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call"});
            official
                .validate_exchange("2025-11-25", &request, &reply)
                .unwrap_or_else(|error| panic!("{error}\n{reply}"));
        }
        // What needs a response cannot be asked, and other revisions have no such error.
        let reply = peer.call("named", json!({})).over();
        assert_eq!(reply["result"]["isError"], true);
        peer.initialize("2025-06-18", ALL);
        assert_eq!(
            peer.call("url", json!({})).over()["result"]["isError"],
            true
        );
        let modern = peer.ask(&modern("url", &json!({}), ALL));
        assert_eq!(modern["result"]["resultType"], "input_required");
    }
    assert_eq!(ids.len(), 2, "each has an id of its own");
    // Nor is a client sent there that does not open addresses.
    let peer = Peer::over(&server, Session::new());
    peer.initialize("2025-11-25", r#"{"elicitation":{}}"#);
    assert_eq!(
        peer.call("url", json!({})).over()["result"]["isError"],
        true
    );
}

#[test]
fn a_tool_that_is_no_async_fn_asks() {
    let server = server();
    let peer = Peer::new(&server);
    let first = peer.ask(&modern("sync", &json!({}), ALL));
    assert_eq!(first["result"]["resultType"], "input_required", "{first}");
    let state = first["result"]["requestState"].as_str();
    let answer = json!({"user_name": {"action": "accept", "content": {"name": "Ann"}}});
    let reply = peer.ask(&retry("sync", &json!({}), ALL, &answer, state));
    assert_eq!(reply["result"]["content"][0]["text"], "Hello, Ann!");

    // Over the shell: the thread of the tool waits, another one reads.
    let (input, output, mut shell) = asked::pipes();
    let serve = std::thread::spawn(move || self::server().serve(input, output));
    shell.send(&asked::initialize(1, "2025-11-25", ALL));
    assert_eq!(shell.receive()["id"], 1);
    for (id, tool) in [(2, "sync"), (3, "named")] {
        shell.send(
            &json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": {"name": tool}}),
        );
        let question = shell.receive();
        assert_eq!(question["method"], "elicitation/create");
        let result = json!({"action": "accept", "content": {"name": "Ann"}});
        shell.send(&json!({"jsonrpc": "2.0", "id": question["id"], "result": result}));
        let reply = shell.receive();
        assert_eq!(
            (&reply["id"], &reply["result"]["content"][0]["text"]),
            (&json!(id), &json!("Hello, Ann!"))
        );
    }
    drop(shell);
    serve.join().expect("no panic").expect("no error");
}

/// At the end of the input no answer can come: nobody waits for one.
#[test]
fn a_client_that_hangs_up_answers_nothing() {
    let (input, output, mut shell) = asked::pipes();
    let serve = std::thread::spawn(move || self::server().serve(input, output));
    shell.send(&asked::initialize(1, "2025-11-25", ALL));
    shell.receive();
    for (id, tool) in [(2, "named"), (3, "sync")] {
        shell.send(
            &json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": {"name": tool}}),
        );
        assert_eq!(shell.receive()["method"], "elicitation/create");
    }
    shell.hang_up();
    let mut ids = Vec::new();
    while ids.len() < 2 {
        let message = shell.receive();
        // Each question is taken back, too.
        if message["method"] != "notifications/cancelled" {
            assert_eq!(message["result"]["isError"], true, "{message}");
            ids.push(message["id"].as_u64());
        }
    }
    serve.join().expect("no panic").expect("no error");
}

/// A test that calls a tool's function itself has a context without a client.
#[test]
fn without_a_client() {
    let mut extensions = Extensions::new();
    extensions.insert(7_u8);
    let context = Context::detached(extensions);
    assert_eq!(context.extensions().get::<u8>(), Some(&7));
    assert!(!context.is_cancelled() && !context.logs(Level::Emergency) && !context.close_stream());
    context.progress(1.0, None, None);
    context.log(Level::Error, None, "nobody reads this");

    let mut now = task::Context::from_waker(Waker::noop());
    let asked = pin!(context.roots().into_future()).poll(&mut now);
    assert!(matches!(
        asked,
        Poll::Ready(Err(AskError::Unsupported(Need::Roots)))
    ));
    let cancelled = pin!(context.cancellation().cancelled().into_future()).poll(&mut now);
    assert!(cancelled.is_pending());
}
