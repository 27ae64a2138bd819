//! What clients are told of changes: `subscriptions/listen`, and what came before it.

#[path = "common/asked.rs"]
mod asked;
#[path = "common/official.rs"]
mod official;

use std::sync::{Arc, Mutex};

use asked::Peer;
use official::Official;
use serde_json::{Value, json};
use toolwright::{Limits, Notifier, Revision, Server, Session, Sink, mcp_tools};

mcp_tools! {
    static SET: ToolSet<()>;

    fn nothing() {}

    #[resource("demo://a")]
    fn a() -> &'static str { "a" }

    #[resource("demo://{n}")]
    fn numbered(n: u32) -> String { n.to_string() }
}

mcp_tools! {
    static TOOLS: ToolSet<()>;

    fn nothing_else() {}
}

const ID: &str = "io.modelcontextprotocol/subscriptionId";

fn server() -> Server<()> {
    Server::new(&SET, ())
        .name("s")
        .changing()
        .subscriptions()
        .on_diagnostic(|_| ())
}

fn listen(id: impl Into<Value>, notifications: &Value) -> Value {
    json!({"jsonrpc": "2.0", "id": id.into(), "method": "subscriptions/listen", "params": {
        "notifications": notifications,
        "_meta": {
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientCapabilities": {},
        },
    }})
}

fn all(notifier: &Notifier) {
    notifier.tools_changed();
    notifier.prompts_changed();
    notifier.resources_changed();
    notifier.resource_updated("demo://a");
    notifier.resource_updated("demo://a/b");
}

/// What was sent, each of it valid in its revision.
fn sent(peer: &Peer<'_, ()>, revision: &str) -> Vec<Value> {
    let sent = peer.sent();
    if let Some(official) = Official::load() {
        for message in &sent {
            if message.get("id").is_none() {
                official
                    .validate_notification(revision, message)
                    .unwrap_or_else(|error| panic!("{error}\n{message}"));
            }
        }
    }
    sent
}

fn methods(sent: &[Value]) -> Vec<&str> {
    sent.iter()
        .filter_map(|message| message["method"].as_str()?.strip_prefix("notifications/"))
        .collect()
}

/// Acknowledged first, with what is honoured of it; then what was asked for and nothing else,
/// each with the id of the request in its JSON type.
#[test]
fn a_listener_hears_what_it_asked_for() {
    let server = server();
    let notifier = server.notifier();
    for id in [json!(41), json!("41"), json!("a\u{2028}b"), json!(-7)] {
        let peer = Peer::new(&server);
        let request = listen(
            id.clone(),
            &json!({"toolsListChanged": true, "promptsListChanged": true,
                    "resourceSubscriptions": ["demo://a", "demo://b"]}),
        );
        if let Some(official) = Official::load() {
            official
                .validate_request("2026-07-28", &request)
                .unwrap_or_else(|error| panic!("{error}"));
        }
        assert_eq!(peer.ask(&request), Value::Null, "no reply while it is open");
        assert!(peer.session.is_listening());
        all(&notifier);
        let heard = sent(&peer, "2026-07-28");
        assert_eq!(
            methods(&heard),
            [
                "subscriptions/acknowledged",
                "tools/list_changed",
                "prompts/list_changed",
                "resources/updated"
            ]
        );
        assert_eq!(
            heard[0]["params"]["notifications"],
            json!({"toolsListChanged": true, "promptsListChanged": true,
                   "resourceSubscriptions": ["demo://a", "demo://b"]})
        );
        assert!(
            heard
                .iter()
                .all(|message| message["params"]["_meta"][ID] == id)
        );
        assert_eq!(heard[3]["params"]["uri"], "demo://a");
    }
}

/// What is not switched on is not honoured, and the acknowledgement says so.
#[test]
fn what_is_not_honoured() {
    let everything = json!({"toolsListChanged": true, "promptsListChanged": true,
        "resourcesListChanged": true, "resourceSubscriptions": ["demo://a"]});
    for (server, honoured) in [
        (
            Server::new(&SET, ()).changing(),
            json!({"toolsListChanged": true, "promptsListChanged": true, "resourcesListChanged": true}),
        ),
        (
            Server::new(&SET, ()).subscriptions(),
            json!({"resourceSubscriptions": ["demo://a"]}),
        ),
    ] {
        let peer = Peer::new(&server);
        peer.ask(&listen(1, &everything));
        assert_eq!(peer.sent()[0]["params"]["notifications"], honoured);
        all(&server.notifier());
        let count = honoured.as_object().expect("an object").len();
        assert_eq!(sent(&peer, "2026-07-28").len(), count);
    }
}

#[test]
fn listeners_do_not_hear_of_each_others_wishes() {
    let server = server();
    let peer = Peer::new(&server);
    peer.ask(&listen(
        1,
        &json!({"toolsListChanged": true, "resourcesListChanged": false}),
    ));
    peer.ask(&listen(2, &json!({"resourcesListChanged": true})));
    peer.ask(&listen("1", &json!({})));
    let other = Peer::new(&server);
    assert_eq!(sent(&peer, "2026-07-28").len(), 3);
    all(&server.notifier());
    let heard = sent(&peer, "2026-07-28");
    assert_eq!(
        methods(&heard),
        ["tools/list_changed", "resources/list_changed"]
    );
    assert_eq!(
        (
            &heard[0]["params"]["_meta"][ID],
            &heard[1]["params"]["_meta"][ID]
        ),
        (&json!(1), &json!(2))
    );
    assert_eq!(other.sent(), [] as [Value; 0]);
    // Neither progress nor logs come there, and a cancelled one is silent from then on.
    peer.say(
        &json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1}}),
    );
    all(&server.notifier());
    let heard = sent(&peer, "2026-07-28");
    assert_eq!(methods(&heard), ["resources/list_changed"]);
    // Of the same id again: in the place of the first.
    peer.ask(&listen(2, &json!({"toolsListChanged": true})));
    all(&server.notifier());
    assert_eq!(
        methods(&sent(&peer, "2026-07-28")),
        ["subscriptions/acknowledged", "tools/list_changed"]
    );
}

#[test]
fn the_server_ends_a_subscription() {
    let official = Official::load();
    for shared in [true, false] {
        let server = server();
        let peer = Peer::new(&server);
        let request = listen("x", &json!({"toolsListChanged": true}));
        peer.ask(&request);
        peer.sent();
        if shared {
            server.close(&peer.session);
        } else {
            server.close_stream(&peer.session);
        }
        assert!(!peer.session.is_listening());
        let mut heard = sent(&peer, "2026-07-28");
        let reply = heard.pop().expect("a result");
        assert_eq!(reply["id"], "x");
        assert_eq!(reply["result"]["resultType"], "complete");
        assert_eq!(reply["result"]["_meta"][ID], "x");
        assert_eq!(
            reply["result"]["_meta"]["io.modelcontextprotocol/serverInfo"]["name"],
            "s"
        );
        if let Some(official) = &official {
            official
                .validate_exchange("2026-07-28", &request, &reply)
                .unwrap_or_else(|error| panic!("{error}\n{reply}"));
        }
        let cancelled: Vec<_> = heard.iter().map(|m| &m["params"]["requestId"]).collect();
        assert_eq!(cancelled.len(), usize::from(shared));
        all(&server.notifier());
        server.close(&peer.session);
        assert_eq!(peer.sent(), [] as [Value; 0]);
    }
}

#[test]
fn what_is_refused() {
    let server = server().limits(Limits::new().calls(2));
    let peer = Peer::new(&server);
    for wrong in [
        json!(null),
        json!([]),
        json!({"toolsListChanged": 1}),
        json!({"toolsListChanged": null}),
        json!({"resourceSubscriptions": "demo://a"}),
        json!({"resourceSubscriptions": [1]}),
    ] {
        assert_eq!(
            peer.ask(&listen(1, &wrong))["error"]["code"],
            -32602,
            "{wrong}"
        );
    }
    let mut without = listen(1, &json!({}));
    without["params"]["_meta"] = json!({});
    assert_eq!(peer.ask(&without)["error"]["code"], -32602, "no revision");
    assert!(!peer.session.is_listening() && peer.sent().is_empty());
    for id in [1, 2] {
        assert_eq!(peer.ask(&listen(id, &json!({}))), Value::Null);
    }
    assert_eq!(
        peer.ask(&listen(3, &json!({})))["error"]["code"],
        -32602,
        "too many"
    );
    // Nowhere to tell it, and nothing to tell.
    let deaf = Peer::over(&server, Session::new());
    assert_eq!(deaf.ask(&listen(1, &json!({})))["error"]["code"], -32601);
    let plain = Server::new(&SET, ()).on_diagnostic(|_| ());
    assert_eq!(
        Peer::new(&plain).ask(&listen(1, &json!({})))["error"]["code"],
        -32601
    );
}

#[test]
fn capabilities_where_they_are_switched_on() {
    let capabilities = |server: Server<()>| {
        Peer::new(&server).initialize("2025-11-25", "{}")["result"]["capabilities"].clone()
    };
    let plain = || Server::new(&TOOLS, ());
    assert_eq!(capabilities(plain()), json!({"tools": {}}));
    assert_eq!(
        capabilities(plain().changing()),
        json!({"tools": {"listChanged": true}, "resources": {"listChanged": true}, "prompts": {"listChanged": true}}),
        "what is added later is announced from the beginning"
    );
    assert_eq!(
        capabilities(server()),
        json!({"tools": {"listChanged": true}, "resources": {"subscribe": true, "listChanged": true}, "prompts": {"listChanged": true}})
    );
    assert_eq!(
        capabilities(plain().subscriptions()),
        json!({"tools": {}}),
        "there are no resources"
    );
}

#[test]
fn a_client_of_a_handshake_is_told() {
    let server = server();
    let notifier = server.notifier();
    for revision in Revision::ALL
        .into_iter()
        .filter(|r| *r != Revision::V2026_07_28)
    {
        let peer = Peer::shake(&server, revision, "{}");
        all(&notifier);
        assert_eq!(
            peer.sent(),
            [] as [Value; 0],
            "before it said that it is ready"
        );
        peer.say(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}));
        all(&notifier);
        let heard = sent(&peer, revision.as_str());
        assert_eq!(
            methods(&heard),
            [
                "tools/list_changed",
                "prompts/list_changed",
                "resources/list_changed"
            ]
        );
        assert!(heard.iter().all(|message| message.get("params").is_none()));
        let resource = |method: &str, uri: Value| {
            let request =
                json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": {"uri": uri}});
            peer.ask(&request)
        };
        for _ in 0..2 {
            assert_eq!(
                resource("resources/subscribe", json!("demo://a"))["result"],
                json!({})
            );
        }
        all(&notifier);
        let heard = sent(&peer, revision.as_str());
        assert_eq!(
            methods(&heard),
            [
                "tools/list_changed",
                "prompts/list_changed",
                "resources/list_changed",
                "resources/updated"
            ]
        );
        assert_eq!(heard[3]["params"], json!({"uri": "demo://a"}));
        assert_eq!(
            resource("resources/unsubscribe", json!("demo://a"))["result"],
            json!({})
        );
        assert_eq!(
            resource("resources/unsubscribe", json!("demo://none"))["result"],
            json!({})
        );
        notifier.resource_updated("demo://a");
        assert_eq!(peer.sent(), [] as [Value; 0]);
        assert_eq!(
            resource("resources/subscribe", json!(7))["error"]["code"],
            -32602
        );
        // Both eras over one connection: each is told in its own way.
        peer.ask(&listen(5, &json!({"toolsListChanged": true})));
        peer.sent();
        notifier.tools_changed();
        let heard = peer.sent();
        assert_eq!(heard.len(), 2);
        assert_eq!(
            (heard[0].get("params"), &heard[1]["params"]["_meta"][ID]),
            (None, &json!(5))
        );
    }
}

/// One client cannot make the server keep any number of addresses.
#[test]
fn subscriptions_are_limited() {
    let server = server();
    let peer = Peer::shake(&server, Revision::V2025_11_25, "{}");
    let subscribe = |n: usize| {
        peer.ask(&json!({"jsonrpc": "2.0", "id": n, "method": "resources/subscribe", "params": {"uri": format!("demo://{n}")}}))
    };
    for n in 0..toolwright::limits::SUBSCRIPTIONS {
        assert!(subscribe(n).get("result").is_some());
    }
    assert_eq!(subscribe(9999)["error"]["code"], -32602);
    assert!(subscribe(0).get("result").is_some(), "one that is there");
}

#[test]
fn without_the_capabilities_there_are_no_such_methods() {
    let server = Server::new(&SET, ()).on_diagnostic(|_| ());
    let peer = Peer::shake(&server, Revision::V2025_11_25, "{}");
    peer.say(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}));
    all(&server.notifier());
    assert_eq!(peer.sent(), [] as [Value; 0]);
    for method in ["resources/subscribe", "resources/unsubscribe"] {
        let request =
            json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": {"uri": "a:b"}});
        assert_eq!(peer.ask(&request)["error"]["code"], -32601);
    }
    let server = self::server();
    let peer = Peer::new(&server);
    let request = json!({"jsonrpc": "2.0", "id": 1, "method": "resources/subscribe", "params": {"uri": "a:b", "_meta": {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {}}}});
    assert_eq!(
        peer.ask(&request)["error"]["code"],
        -32601,
        "gone in 2026-07-28"
    );
}

/// News that come while the subscription is acknowledged come after that.
#[test]
fn acknowledged_first() {
    struct Eager(Mutex<(Vec<Value>, Option<Notifier>)>);
    impl Sink for Eager {
        fn send(&self, message: &[u8]) {
            let mut state = self.0.lock().expect("a lock");
            state.0.push(serde_json::from_slice(message).expect("JSON"));
            // A change in the middle of the acknowledgement, from another thread.
            if let Some(notifier) = state.1.take() {
                drop(state);
                std::thread::scope(|scope| {
                    scope.spawn(|| notifier.tools_changed());
                });
            }
        }
    }
    let server = server();
    let eager = Arc::new(Eager(Mutex::new((Vec::new(), Some(server.notifier())))));
    let peer = Peer::over(&server, Session::new().sink(eager.clone()));
    peer.ask(&listen(1, &json!({"toolsListChanged": true})));
    let heard = std::mem::take(&mut eager.0.lock().expect("a lock").0);
    assert_eq!(
        methods(&heard),
        ["subscriptions/acknowledged", "tools/list_changed"]
    );
}

/// Over stdio: the stream ends, and with it the subscription.
#[test]
fn the_shell_ends_subscriptions() {
    let server = server();
    let notifier = server.notifier();
    let (input, output, mut shell) = asked::pipes();
    let serve = std::thread::spawn(move || server.serve(input, output));
    shell.send(&listen(3, &json!({"toolsListChanged": true})));
    assert_eq!(
        shell.receive()["method"],
        "notifications/subscriptions/acknowledged"
    );
    notifier.tools_changed();
    assert_eq!(shell.receive()["params"]["_meta"][ID], 3);
    shell.hang_up();
    assert_eq!(shell.receive()["method"], "notifications/cancelled");
    assert_eq!(shell.receive()["result"]["resultType"], "complete");
    serve.join().expect("no panic").expect("no error");
    notifier.tools_changed();
}
