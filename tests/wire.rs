//! Requests and their replies, rule by rule.

mod fixture;

use fixture::{MODERN, TOOLS, answer, call, legacy, modern, server, session, value};
use toolwright::{Scope, Session};

const ALL: [&str; 4] = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"];

/// The code of an error and the text of its id.
fn refused(reply: &str) -> (i64, Option<String>) {
    let value = value(reply);
    let code = value["error"]["code"]
        .as_i64()
        .unwrap_or_else(|| panic!("no error: {reply}"));
    (code, value.get("id").map(ToString::to_string))
}

#[test]
fn handshake() {
    for (asked, agreed) in [
        ("2024-11-05", "2024-11-05"),
        ("2025-03-26", "2025-03-26"),
        ("2025-06-18", "2025-06-18"),
        ("2025-11-25", "2025-11-25"),
        ("2026-07-28", "2025-11-25"),
        ("2099-01-01", "2025-11-25"),
        ("", "2025-11-25"),
    ] {
        let server = server()
            .name("w\"h")
            .version("1.2")
            .title("Warehouse")
            .instructions("Use `add`.");
        let session = Session::new();
        let message = legacy(
            0,
            "initialize",
            &format!(
                r#""protocolVersion":"{asked}","capabilities":{{}},"clientInfo":{{"name":"t","version":"1"}}"#
            ),
        );
        let title = if agreed >= "2025-06-18" {
            r#""title":"Warehouse","#
        } else {
            ""
        };
        assert_eq!(
            answer(&server, &session, &message),
            format!(
                r#"{{"jsonrpc":"2.0","id":0,"result":{{"protocolVersion":"{agreed}","capabilities":{{"tools":{{}}}},"serverInfo":{{"name":"w\"h",{title}"version":"1.2"}},"instructions":"Use `add`."}}}}"#
            )
        );
        assert_eq!(
            session.revision().map(toolwright::Revision::as_str),
            Some(agreed)
        );
        assert_eq!(
            answer(&server, &session, call(1, "who", "{}")),
            format!(
                r#"{{"jsonrpc":"2.0","id":1,"result":{{"content":[{{"type":"text","text":"1 {agreed} {{\"name\":\"t\",\"version\":\"1\"}} -"}}]}}}}"#
            )
        );
        // Once more, for another revision.
        let again = legacy(2, "initialize", r#""protocolVersion":"2024-11-05""#);
        assert_eq!(
            value(&answer(&server, &session, again))["result"]["protocolVersion"],
            "2024-11-05"
        );
    }
}

#[test]
fn names_that_nobody_gave() {
    let reply = answer(
        &server(),
        &Session::new(),
        legacy(0, "initialize", r#""protocolVersion":"2025-11-25""#),
    );
    assert_eq!(
        value(&reply)["result"],
        serde_json::json!({"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"toolwright","version":env!("CARGO_PKG_VERSION")}})
    );
}

#[test]
fn before_the_handshake() {
    let server = server();
    let session = Session::new();
    assert_eq!(
        answer(&server, &session, legacy(1, "ping", "")),
        r#"{"jsonrpc":"2.0","id":1,"result":{}}"#
    );
    for method in ["tools/list", "tools/call", "no/such"] {
        let reply = answer(&server, &session, legacy(2, method, ""));
        assert_eq!(refused(&reply), (-32602, Some("2".into())));
        assert!(
            reply.contains("initialize") && reply.contains("2026-07-28") && reply.contains("_meta"),
            "{reply}"
        );
    }
    assert_eq!(
        refused(&answer(
            &server,
            &session,
            r#"[{"jsonrpc":"2.0","id":1,"method":"ping"}]"#
        )),
        (-32600, None)
    );
    assert!(
        value(&answer(&server, &session, modern(3, "tools/list", "")))["result"]["tools"]
            .is_array()
    );
}

/// The revision without a handshake, whatever the session has agreed on.
#[test]
fn modern_requests() {
    let server = server()
        .name("demo")
        .version("1")
        .instructions("Use it.")
        .cache(60_000, Scope::Private);
    let tail = r#""_meta":{"io.modelcontextprotocol/serverInfo":{"name":"demo","version":"1"}}"#;
    for session in [
        Session::new(),
        session("2024-11-05"),
        session("2025-03-26"),
        session("2025-11-25"),
    ] {
        assert_eq!(
            answer(&server, &session, modern(1, "server/discover", "")),
            format!(
                r#"{{"jsonrpc":"2.0","id":1,"result":{{"resultType":"complete","supportedVersions":["2026-07-28","2025-11-25","2025-06-18","2025-03-26","2024-11-05"],"capabilities":{{"tools":{{}}}},"instructions":"Use it.","ttlMs":60000,"cacheScope":"private",{tail}}}}}"#
            )
        );
        assert_eq!(
            answer(
                &server,
                &session,
                modern(
                    2,
                    "tools/call",
                    r#""name":"add","arguments":{"a":1,"b":2},"#
                )
            ),
            format!(
                r#"{{"jsonrpc":"2.0","id":2,"result":{{"resultType":"complete","content":[{{"type":"text","text":"3"}}],{tail}}}}}"#
            )
        );
        let reply = answer(&server, &session, modern(3, "tools/list", ""));
        assert!(reply.starts_with(r#"{"jsonrpc":"2.0","id":3,"result":{"resultType":"complete","tools":[{"name":"add","#), "{reply}");
        assert!(
            reply.ends_with(&format!(
                r#"],"ttlMs":60000,"cacheScope":"private",{tail}}}}}"#
            )),
            "{reply}"
        );
        for method in [
            "ping",
            "initialize",
            "logging/setLevel",
            "resources/subscribe",
            "subscriptions/listen",
            "no/such",
        ] {
            assert_eq!(
                refused(&answer(
                    &server,
                    &session,
                    modern(4, method, r#""protocolVersion":"2025-11-25","#)
                )),
                (-32601, Some("4".into())),
                "{method}"
            );
        }
    }
}

/// What a modern request has to say.
#[test]
fn modern_meta() {
    const VERSION: &str = "io.modelcontextprotocol/protocolVersion";
    const CAPS: &str = "io.modelcontextprotocol/clientCapabilities";
    let server = server();
    for (meta, code) in [
        (format!(r#""{CAPS}":{{}}"#), -32602),
        (format!(r#""{VERSION}":7,"{CAPS}":{{}}"#), -32602),
        (format!(r#""{VERSION}":null,"{CAPS}":{{}}"#), -32602),
        (format!(r#""{VERSION}":"2026-07-28""#), -32602),
        (format!(r#""{VERSION}":"2026-07-28","{CAPS}":[]"#), -32602),
        (format!(r#""{VERSION}":"2026-07-28","{CAPS}":null"#), -32602),
        (
            format!(
                r#""{VERSION}":"2026-07-28","{CAPS}":{{}},"io.modelcontextprotocol/logLevel":"loud""#
            ),
            -32602,
        ),
        (
            format!(r#""{VERSION}":"2026-07-28","{VERSION}":"2026-07-28","{CAPS}":{{}}"#),
            -32602,
        ),
        // The version comes first: another one may ask for other members.
        (format!(r#""{VERSION}":"2031-01-01""#), -32022),
        (format!(r#""{VERSION}":"2025-11-25","{CAPS}":{{}}"#), -32022),
    ] {
        for method in ["tools/list", "no/such", "initialize", "server/discover"] {
            let reply = answer(
                &server,
                &session("2025-11-25"),
                legacy(1, method, &format!(r#""_meta":{{{meta}}}"#)),
            );
            assert_eq!(refused(&reply), (code, Some("1".into())), "{meta}");
            assert_eq!(reply.contains("\"data\""), code == -32022);
        }
    }
    let reply = answer(
        &server,
        &Session::new(),
        legacy(
            9,
            "tools/list",
            &format!(r#""_meta":{{"{VERSION}":"2031-01-01"}}"#),
        ),
    );
    assert_eq!(
        reply,
        r#"{"jsonrpc":"2.0","id":9,"error":{"code":-32022,"message":"Unsupported protocol version","data":{"supported":["2026-07-28","2025-11-25","2025-06-18","2025-03-26","2024-11-05"],"requested":"2031-01-01"}}}"#
    );
    // What is optional may be wrong or missing; names may be escaped.
    for meta in [
        format!(r#""{VERSION}":"2026-07-28","{CAPS}":{{}},"io.modelcontextprotocol/clientInfo":7,"progressToken":{{}}"#),
        r#""io.modelcontextprotocol\/protocolVersion":"2026\u002d07-28","io.modelcontextprotocol\/clientCapabilities":{}"#.to_owned(),
    ] {
        let reply = answer(&server, &Session::new(), legacy(1, "tools\\/list", &format!(r#""_meta":{{{meta}}}"#)));
        assert!(reply.contains("resultType"), "{reply}");
    }
}

#[test]
fn pages() {
    let server = server().page_size(5);
    for revision in ALL {
        let session = session(revision);
        let mut names = Vec::new();
        let mut cursor = String::new();
        for page in 0.. {
            let reply = value(&answer(&server, &session, legacy(1, "tools/list", &cursor)));
            let tools = reply["result"]["tools"].as_array().expect("tools");
            assert_eq!(tools.len(), if page == 3 { TOOLS - 15 } else { 5 });
            names.extend(
                tools
                    .iter()
                    .map(|tool| tool["name"].as_str().expect("a name").to_owned()),
            );
            match reply["result"].get("nextCursor") {
                Some(next) => cursor = format!(r#""cursor":{next}"#),
                None => break,
            }
        }
        assert_eq!(names.len(), TOOLS);
        assert_eq!(names[..2], ["add", "echo"]);
        names.sort();
        names.dedup();
        assert_eq!(names.len(), TOOLS);
    }
    for size in [TOOLS, TOOLS + 1, 1000] {
        let reply = answer(
            &fixture::server().page_size(size),
            &session("2025-11-25"),
            legacy(1, "tools/list", ""),
        );
        assert!(!reply.contains("nextCursor"));
    }
}

#[test]
fn batches() {
    let server = server();
    let session = session("2025-03-26");
    let one = |id: u32| call(id, "add", r#"{"a":1,"b":2}"#);
    let result = |id: u32| {
        format!(
            r#"{{"jsonrpc":"2.0","id":{id},"result":{{"content":[{{"type":"text","text":"3"}}]}}}}"#
        )
    };
    let note = r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#;
    assert_eq!(
        answer(&server, &session, format!("[{},{note},{}]", one(1), one(2))),
        format!("[{},{}]", result(1), result(2))
    );
    assert_eq!(
        answer(&server, &session, format!("[ {note} , {note} ]")),
        ""
    );
    assert_eq!(
        answer(
            &server,
            &session,
            r#"[{"jsonrpc":"2.0","id":1,"result":{}}]"#
        ),
        ""
    );
    assert_eq!(
        refused(&answer(&server, &session, "[]")),
        (-32600, Some("null".into()))
    );
    let many = vec![note; 101].join(",");
    assert_eq!(
        refused(&answer(&server, &session, format!("[{many}]"))),
        (-32600, Some("null".into()))
    );
    assert_eq!(
        answer(
            &server,
            &session,
            format!("[{}]", vec![note; 100].join(","))
        ),
        ""
    );
    let mixed = answer(
        &server,
        &session,
        format!(
            "[1,[],{},{}]",
            one(1),
            legacy(5, "initialize", r#""protocolVersion":"2025-11-25""#)
        ),
    );
    let codes: Vec<_> = value(&mixed)
        .as_array()
        .expect("array")
        .iter()
        .map(|reply| reply["error"]["code"].as_i64())
        .collect();
    assert_eq!(codes, [Some(-32600), Some(-32600), None, Some(-32600)]);
    assert_eq!(
        session.revision().map(toolwright::Revision::as_str),
        Some("2025-03-26")
    );

    // Another revision, which has none.
    let listen = legacy(9, "subscriptions/listen", "");
    let reply = answer(
        &server,
        &session,
        format!("[{},{listen},{}]", modern(8, "tools/list", ""), one(1)),
    );
    let replies = value(&reply);
    for (at, id) in [(0, 8), (1, 9)] {
        assert_eq!(replies[at]["id"], id);
        assert_eq!(replies[at]["error"]["code"], -32600, "{reply}");
    }
    assert!(replies[2]["result"].is_object(), "{reply}");

    // Asynchronous calls of a batch go on together.
    let slow = |id: u32| call(id, "slow", &format!(r#"{{"n":{id}}}"#));
    let reply = value(&answer(
        &server,
        &session,
        format!("[{},{},{}]", slow(7), one(8), slow(9)),
    ));
    let mut ids: Vec<_> = reply
        .as_array()
        .expect("array")
        .iter()
        .map(|reply| reply["id"].as_u64())
        .collect();
    ids.sort_unstable();
    assert_eq!(ids, [Some(7), Some(8), Some(9)]);

    for revision in ["2024-11-05", "2025-06-18", "2025-11-25"] {
        let reply = answer(
            &server,
            &fixture::session(revision),
            format!("[{}]", one(1)),
        );
        assert_eq!(value(&reply)["error"]["code"], -32600);
    }
}

/// Results and refusals, in every revision.
#[test]
fn calls() {
    let server = server();
    for revision in ALL {
        let session = session(revision);
        let structured = revision >= "2025-06-18";
        let ask = |tool: &str, arguments: &str| {
            value(&answer(&server, &session, call(1, tool, arguments)))["result"].clone()
        };
        let text = |text: &str| serde_json::json!([{"type":"text","text":text}]);
        assert_eq!(ask("unit", "{}"), serde_json::json!({"content":[]}));
        assert_eq!(
            ask("echo", r#"{"text":"a\r\nb \u00e9"}"#)["content"],
            text("a\r\nb é")
        );
        let list = ask("list", "{}");
        assert_eq!(list["content"], text("[1,2]"));
        assert_eq!(
            list.get("structuredContent"),
            structured
                .then(|| serde_json::json!({"result":[1,2]}))
                .as_ref()
        );
        for (tool, message) in [
            ("hidden", "The tool failed."),
            ("shown", "Nothing \"there\"."),
        ] {
            assert_eq!(
                ask(tool, "{}"),
                serde_json::json!({"isError":true,"content":text(message)})
            );
        }
        for tool in ["boom", "boom_async"] {
            assert_eq!(
                ask(tool, r#"{"s":"k1"}"#),
                serde_json::json!({"isError":true,"content":text("The tool failed.")})
            );
            assert_eq!(ask(tool, r#"{"s":""}"#)["content"], text(""));
        }
        let refusal = ask("add", r#"{"a":"secret","b":1}"#);
        assert_eq!(refusal["isError"], true);
        assert_eq!(
            refusal["content"],
            text("Argument 'a' is not valid. Expected an integer, found a string.")
        );
        assert_eq!(
            refusal["structuredContent"]["code"].as_str(),
            structured.then_some("argument.invalid_type")
        );
        // A tool with a schema of its own has no room for the refusal's.
        assert_eq!(
            ask("list", r#"{"x":1}"#),
            serde_json::json!({"isError":true,"content":text("Argument 'x' is not known.")})
        );
    }
    let reply = answer(
        &server,
        &Session::new(),
        modern(1, "tools/call", r#""name":"list","#),
    );
    assert!(reply.contains(r#""structuredContent":[1,2]"#), "{reply}");
    let reply = answer(
        &server,
        &session("2025-11-25"),
        legacy(1, "tools/call", r#""name":"unit""#),
    );
    assert_eq!(reply, r#"{"jsonrpc":"2.0","id":1,"result":{"content":[]}}"#);
    let null = r#"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":null}"#;
    assert!(answer(&server, &session("2025-11-25"), null).contains("\"tools\":["));
    assert!(MODERN.contains("2026"));
}
