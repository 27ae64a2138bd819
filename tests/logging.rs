//! Progress and logs: to whom, from which level on, and before the reply.

#[path = "common/asked.rs"]
mod asked;
#[path = "common/official.rs"]
mod official;

use asked::Peer;
use official::Official;
use serde_json::{Value, json};
use toolwright::context::Level;
use toolwright::{Context, Revision, Server, mcp_tools, mcp_types};

const LEVELS: [(Level, &str); 8] = [
    (Level::Debug, "debug"),
    (Level::Info, "info"),
    (Level::Notice, "notice"),
    (Level::Warning, "warning"),
    (Level::Error, "error"),
    (Level::Critical, "critical"),
    (Level::Alert, "alert"),
    (Level::Emergency, "emergency"),
];

mcp_types! {
    /// A disk.
    pub struct Disk {
        pub name: String,
        pub free: u64,
    }
}

mcp_tools! {
    static SET: ToolSet<()>;

    /// Logs at every level.
    fn every(cx: &Context) -> u32 {
        let mut logged = 0;
        for (level, name) in LEVELS {
            logged += u32::from(cx.logs(level));
            cx.log(level, None, name);
        }
        logged
    }

    /// Logs all kinds of data.
    fn kinds(cx: &Context) {
        cx.log(Level::Error, Some("text"), "a\n\u{2028}b");
        cx.log(Level::Error, Some("number"), 7);
        cx.log(Level::Error, Some("list"), vec![1.5, 2.0]);
        cx.log(Level::Error, Some("nothing"), None::<u8>);
        cx.log(Level::Error, Some("record"), Disk { name: "sda".into(), free: 3 });
        cx.log(Level::Error, Some("value"), json!({"a": [true, null]}));
        cx.log(Level::Error, Some("none"), f64::INFINITY);
    }

    /// Says how far it is.
    async fn steps(cx: &Context) -> &'static str {
        for done in [0.0, 50.0, 100.0] {
            cx.progress(done, Some(100.0), Some("on the way"));
            cx.log(Level::Info, None, "step");
        }
        "done"
    }
}

fn server() -> Server<()> {
    Server::new(&SET, ()).logging().on_diagnostic(|_| ())
}

fn call(tool: &str, meta: &Value) -> Value {
    json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": tool, "_meta": meta}})
}

fn modern(method: &str, mut params: Value, level: Option<&str>) -> Value {
    params["_meta"] = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    if let Some(level) = level {
        params["_meta"]["io.modelcontextprotocol/logLevel"] = json!(level);
    }
    json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params})
}

fn valid(revision: &str, sent: &[Value]) {
    if let Some(official) = Official::load() {
        for message in sent {
            official
                .validate_notification(revision, message)
                .unwrap_or_else(|error| panic!("{error}\n{message}"));
        }
    }
}

fn set_level(level: impl Into<Value>) -> Value {
    let level = level.into();
    json!({"jsonrpc": "2.0", "id": 2, "method": "logging/setLevel", "params": {"level": level}})
}

fn names(sent: &[Value]) -> Vec<&str> {
    let name = |message: &'_ Value| message["params"]["data"] == message["params"]["level"];
    assert!(sent.iter().all(name));
    sent.iter()
        .filter_map(|message| message["params"]["level"].as_str())
        .collect()
}

#[test]
fn a_session_has_a_threshold() {
    let server = server();
    for revision in Revision::ALL
        .into_iter()
        .filter(|r| *r != Revision::V2026_07_28)
    {
        let peer = Peer::shake(&server, revision, "{}");
        // Until the client says another level, `info`.
        let reply = peer.ask(&call("every", &json!({})));
        assert_eq!(reply["result"]["content"][0]["text"], "7");
        let heard = peer.sent();
        valid(revision.as_str(), &heard);
        assert_eq!(heard.len(), 7);
        for (at, (_, least)) in LEVELS.iter().enumerate() {
            assert_eq!(peer.ask(&set_level(json!(least)))["result"], json!({}));
            peer.ask(&call("every", &json!({})));
            let heard = peer.sent();
            let wanted: Vec<&str> = LEVELS[at..].iter().map(|(_, name)| *name).collect();
            assert_eq!(names(&heard), wanted, "{revision} {least}");
        }
        for wrong in [
            json!("loud"),
            json!("Debug"),
            json!(1),
            json!(null),
            json!({}),
        ] {
            assert_eq!(peer.ask(&set_level(wrong))["error"]["code"], -32602);
        }
        // What was refused changes nothing, and neither does the level of a modern request.
        peer.ask(&modern(
            "tools/call",
            json!({"name": "every"}),
            Some("debug"),
        ));
        assert_eq!(peer.sent().len(), 8);
        peer.ask(&call("every", &json!({})));
        assert_eq!(names(&peer.sent()), ["emergency"]);
    }
}

#[test]
fn a_request_of_2026_07_28_has_its_own() {
    let server = server();
    // A session's level is none of its business.
    let peer = Peer::shake(&server, Revision::V2025_11_25, "{}");
    peer.ask(&set_level(json!("debug")));
    let every = json!({"name": "every"});
    let reply = peer.ask(&modern("tools/call", every.clone(), None));
    assert_eq!(reply["result"]["content"][0]["text"], "0");
    assert_eq!(peer.sent(), [] as [Value; 0]);
    for (at, (_, least)) in LEVELS.iter().enumerate() {
        peer.ask(&modern("tools/call", every.clone(), Some(least)));
        let heard = peer.sent();
        valid("2026-07-28", &heard);
        assert_eq!(heard.len(), LEVELS.len() - at);
    }
    let wrong = peer.ask(&modern("tools/call", every, Some("loud")));
    assert_eq!(wrong["error"]["code"], -32602);
    let gone = peer.ask(&modern("logging/setLevel", json!({"level": "debug"}), None));
    assert_eq!(gone["error"]["code"], -32601);
}

#[test]
fn any_data() {
    let server = server();
    for revision in Revision::ALL {
        let heard = if revision.is_modern() {
            let peer = Peer::new(&server);
            peer.ask(&modern(
                "tools/call",
                json!({"name": "kinds"}),
                Some("error"),
            ));
            peer.sent()
        } else {
            let peer = Peer::shake(&server, revision, "{}");
            peer.ask(&call("kinds", &json!({})));
            peer.sent()
        };
        valid(revision.as_str(), &heard);
        let data: Vec<_> = heard
            .iter()
            .map(|message| &message["params"]["data"])
            .collect();
        assert_eq!(
            data,
            [
                &json!("a\n\u{2028}b"),
                &json!(7),
                &json!([1.5, 2.0]),
                &json!(null),
                &json!({"name": "sda", "free": 3}),
                &json!({"a": [true, null]}),
            ]
        );
    }
}

#[test]
fn without_the_capability_nothing_is_logged() {
    let server = Server::new(&SET, ()).on_diagnostic(|_| ());
    let peer = Peer::new(&server);
    let reply = peer.initialize("2025-11-25", "{}");
    assert!(reply["result"]["capabilities"].get("logging").is_none());
    assert_eq!(
        peer.ask(&set_level(json!("debug")))["error"]["code"],
        -32601
    );
    peer.ask(&call("every", &json!({})));
    peer.ask(&modern(
        "tools/call",
        json!({"name": "every"}),
        Some("debug"),
    ));
    assert_eq!(peer.sent(), [] as [Value; 0]);
    let offered = self::server();
    let reply = Peer::new(&offered).initialize("2025-11-25", "{}");
    assert_eq!(reply["result"]["capabilities"]["logging"], json!({}));
}

/// Over the shell, each line in its turn: what a call says comes before its reply.
#[test]
fn before_the_reply() {
    let (input, output, mut shell) = asked::pipes();
    let serve = std::thread::spawn(move || server().serve(input, output));
    shell.send(&asked::initialize(0, "2025-06-18", "{}"));
    shell.receive();
    for token in [json!("progress-test-1"), json!(7)] {
        shell.send(&call("steps", &json!({"progressToken": token})));
        let lines: Vec<Value> = (0..7).map(|_| shell.receive()).collect();
        valid("2025-06-18", &lines[..6]);
        for (i, done) in [0.0, 50.0, 100.0].iter().enumerate() {
            let progress = &lines[2 * i]["params"];
            assert_eq!(
                *progress,
                json!({"progressToken": token, "progress": done, "total": 100.0, "message": "on the way"})
            );
            assert_eq!(lines[2 * i + 1]["method"], "notifications/message");
        }
        assert_eq!(lines[6]["result"]["content"][0]["text"], "done");
    }
    drop(shell);
    serve.join().expect("no panic").expect("no error");
}
