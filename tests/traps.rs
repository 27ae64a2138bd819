//! Ten mistakes that servers make, each a test.

#[path = "common/demo.rs"]
mod demo;
mod fixture;
#[path = "common/official.rs"]
mod official;

use demo::{Wire, demo, everything};
use fixture::{answer, call, legacy, modern, server, session, value};
use official::{LAST, REVISIONS};
use serde_json::{Value, json};
use toolwright::Session;

/// Both eras in one session, as a client sends them that tries the newer one first.
#[test]
fn the_era_is_decided_per_message_and_discover_is_answered_at_any_time() {
    let server = server();
    let session = Session::new();
    let shake = |id, asked: &str| {
        legacy(
            id,
            "initialize",
            &format!(
                r#""protocolVersion":"{asked}","capabilities":{{}},"clientInfo":{{"name":"t","version":"1"}}"#
            ),
        )
    };
    let ask = |message: String| value(&answer(&server, &session, message));
    assert_eq!(
        ask(modern(1, "server/discover", ""))["result"]["supportedVersions"][0],
        "2026-07-28"
    );
    assert_eq!(ask(legacy(2, "tools/list", ""))["error"]["code"], -32602);
    assert_eq!(
        ask(shake(3, "2026-07-28"))["result"]["protocolVersion"],
        "2025-11-25"
    );
    assert_eq!(ask(modern(4, "ping", ""))["error"]["code"], -32601);
    assert_eq!(
        ask(modern(5, "tools/list", ""))["result"]["resultType"],
        "complete"
    );
    assert_eq!(ask(legacy(6, "ping", ""))["result"], json!({}));
    assert!(ask(modern(20, "server/discover", ""))["result"]["capabilities"].is_object());
    assert_eq!(
        ask(shake(7, "2024-11-05"))["result"]["protocolVersion"],
        "2024-11-05"
    );
    // The client of the handshake, and that of the request.
    let who = |reply: Value| {
        reply["result"]["content"][0]["text"]
            .as_str()
            .expect("a text")
            .to_owned()
    };
    assert_eq!(
        who(ask(call(8, "who", "{}"))),
        r#"8 2024-11-05 {"name":"t","version":"1"} -"#
    );
    let request = modern(9, "tools/call", r#""name":"who","#).replace(
        "\"_meta\":{",
        r#""_meta":{"io.modelcontextprotocol/clientInfo":{"name":"u"},"#,
    );
    assert_eq!(who(ask(request)), r#"9 2026-07-28 {"name":"u"} -"#);
    assert_eq!(
        who(ask(modern(9, "tools/call", r#""name":"who","#))),
        "9 2026-07-28  -"
    );
    assert_eq!(
        ask(legacy(10, "tools/list", ""))["result"]["tools"][0].get("title"),
        None
    );
}

#[test]
fn a_handshake_for_another_revision_is_answered_with_2025_11_25() {
    let server = demo();
    for asked in ["2026-07-28", "2099-01-01", "2024-11-04", "DRAFT", ""] {
        let wire = Wire::closed(&server, "2025-11-25", everything());
        let params = json!({"protocolVersion": asked, "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}});
        let reply = wire.call("initialize", &params);
        assert_eq!(reply["result"]["protocolVersion"], "2025-11-25", "{asked}");
        // And so it goes on.
        assert!(
            wire.call("tools/list", &json!({}))["result"]
                .get("resultType")
                .is_none()
        );
    }
}

/// A request of each method, and whether its result may be cached.
fn results() -> Vec<(&'static str, Value, bool)> {
    vec![
        ("server/discover", json!({}), true),
        ("tools/list", json!({}), true),
        ("resources/list", json!({}), true),
        ("resources/templates/list", json!({}), true),
        ("prompts/list", json!({}), true),
        ("resources/read", json!({"uri": "demo://text"}), true),
        ("resources/read", json!({"uri": "docket://1"}), true),
        (
            "tools/call",
            json!({"name": "add", "arguments": {"a": 1}}),
            false,
        ),
        (
            "tools/call",
            json!({"name": "add", "arguments": {"a": "x"}}),
            false,
        ),
        ("tools/call", json!({"name": "fail"}), false),
        ("tools/call", json!({"name": "ask"}), false),
        ("prompts/get", json!({"name": "talk"}), false),
        (
            "completion/complete",
            json!({"ref": {"type": "ref/prompt", "name": "wins"}, "argument": {"name": "town", "value": ""}}),
            false,
        ),
    ]
}

#[test]
fn result_type_is_everywhere_and_cache_hints_on_six_results_of_2026_07_28() {
    let server = demo();
    for revision in REVISIONS {
        let mut cached = std::collections::BTreeSet::new();
        for (method, params, cacheable) in results() {
            let is_modern = method == "server/discover" || params["name"] == "ask";
            if is_modern && revision != LAST {
                continue;
            }
            let wire = Wire::open(&server, revision, everything());
            let reply = wire.call(method, &params);
            let result = &reply["result"];
            let kind = match (revision == LAST, &*params["name"].to_string()) {
                (false, _) => None,
                (true, "\"ask\"") => Some("input_required"),
                (true, _) => Some("complete"),
            };
            assert_eq!(result["resultType"].as_str(), kind, "{revision} {reply}");
            let hinted = cacheable && revision == LAST;
            assert_eq!(result["ttlMs"].is_u64(), hinted, "{method} {reply}");
            assert_eq!(
                matches!(result["cacheScope"].as_str(), Some("public" | "private")),
                hinted,
                "{method} {reply}"
            );
            for member in ["ttlMs", "cacheScope"] {
                assert_eq!(result.get(member).is_some(), hinted, "{method} {reply}");
            }
            if hinted {
                cached.insert(method);
            }
        }
        assert_eq!(cached.len(), if revision == LAST { 6 } else { 0 });
    }
    // The end of a subscription is a result as well.
    let wire = Wire::open(&server, LAST, json!({}));
    wire.call(
        "subscriptions/listen",
        &json!({"notifications": {"toolsListChanged": true}}),
    );
    server.close(&wire.session);
    let heard = wire.heard();
    let result = &heard.last().expect("a result")["result"];
    assert_eq!(result["resultType"], "complete");
    assert!(result.get("ttlMs").is_none() && result.get("cacheScope").is_none());
}

/// A missing resource has a code of its own up to 2025-11-25; whatever else is wrong with the params has not.
#[test]
fn a_missing_resource_is_32002_and_in_2026_07_28_32602() {
    let server = demo();
    for revision in REVISIONS {
        let wire = Wire::open(&server, revision, json!({}));
        for uri in ["demo://none", "docket://100", "none:"] {
            let reply = wire.call("resources/read", &json!({"uri": uri}));
            assert_eq!(
                reply["error"]["code"],
                if revision == LAST { -32602 } else { -32002 }
            );
            assert_eq!(reply["error"]["data"], json!({"uri": uri}));
        }
        for (method, params) in [
            ("resources/read", json!({"uri": "docket://x"})),
            ("prompts/get", json!({"name": "none"})),
            ("tools/call", json!({"name": "none"})),
        ] {
            assert_eq!(
                wire.call(method, &params)["error"]["code"],
                -32602,
                "{revision} {method}"
            );
        }
        for params in [json!({}), json!({"uri": 7})] {
            let request = wire.request("resources/read", &params);
            assert_eq!(
                wire.send(&request.to_string())["error"]["code"],
                -32602,
                "{revision} {params}"
            );
        }
    }
}

#[test]
fn arguments_that_are_no_object_are_32602() {
    let server = demo();
    for revision in REVISIONS {
        let wire = Wire::open(&server, revision, json!({}));
        for method in ["tools/call", "prompts/get"] {
            let name = if method == "tools/call" {
                "numbers"
            } else {
                "talk"
            };
            for arguments in [json!([]), json!("{}"), json!(7), json!(true), Value::Null] {
                let request = wire.request(method, &json!({"name": name, "arguments": arguments}));
                let reply = wire.send(&request.to_string());
                assert_eq!(
                    reply["error"]["code"], -32602,
                    "{revision} {method} {arguments}"
                );
            }
            let without = wire.call(method, &json!({"name": name}));
            assert!(without["result"].get("isError").is_none() && without.get("error").is_none());
        }
        // An argument that breaks the schema is another matter.
        let reply = wire.call("tools/call", &json!({"name": "add", "arguments": {}}));
        assert_eq!(reply["result"]["isError"], true, "{revision}");
    }
}

/// The path of a member that is `null`.
fn null(value: &Value) -> Option<String> {
    match value {
        Value::Null => Some(String::new()),
        Value::Array(items) => items
            .iter()
            .enumerate()
            .find_map(|(i, item)| Some(format!("[{i}]{}", null(item)?))),
        Value::Object(members) => members
            .iter()
            .find_map(|(name, member)| Some(format!(".{name}{}", null(member)?))),
        _ => None,
    }
}

#[test]
fn what_is_absent_is_left_out_and_never_null() {
    let server = demo();
    for revision in REVISIONS {
        for capabilities in [json!({}), everything()] {
            let mut wire = Wire::open(&server, revision, capabilities);
            wire.meta = json!({"progressToken": 1});
            if wire.is_modern() {
                wire.meta["io.modelcontextprotocol/logLevel"] = json!("debug");
            }
            let mut said = vec![wire.introduce()];
            let more = [
                ("tools/call", json!({"name": "steps"})),
                ("tools/call", json!({"name": "blocks"})),
                ("tools/call", json!({"name": "none"})),
                ("resources/read", json!({"uri": "demo://both"})),
                ("resources/read", json!({"uri": "demo://none"})),
                ("no/such", json!({})),
            ];
            for (method, params) in results()
                .into_iter()
                .map(|(method, params, _)| (method, params))
                .chain(more)
            {
                if method != "server/discover" || wire.is_modern() {
                    said.push(wire.call(method, &params));
                }
            }
            said.extend(wire.heard());
            for message in said {
                assert_eq!(null(&message), None, "{revision} {message}");
            }
        }
    }
}

#[test]
fn audio_and_resource_links_are_downgraded_where_a_revision_lacks_them() {
    let server = demo();
    for revision in REVISIONS {
        let wire = Wire::open(&server, revision, json!({}));
        let reply = wire.call("tools/call", &json!({"name": "blocks"}));
        let blocks = reply["result"]["content"].as_array().expect("blocks");
        let kinds: Vec<_> = blocks
            .iter()
            .map(|block| block["type"].as_str().unwrap_or_default())
            .collect();
        let audio = if revision == "2024-11-05" {
            "resource"
        } else {
            "audio"
        };
        let link = if revision < "2025-06-18" {
            "text"
        } else {
            "resource_link"
        };
        assert_eq!(kinds, ["text", "image", audio, link], "{revision}");
        // Nothing of them is lost.
        let data = if audio == "audio" {
            &blocks[2]
        } else {
            &blocks[2]["resource"]
        };
        assert_eq!(data["mimeType"], "audio/wav");
        assert_eq!(data[if audio == "audio" { "data" } else { "blob" }], "AQI=");
        assert!(
            blocks[3].to_string().contains("demo://text"),
            "{}",
            blocks[3]
        );
        // In messages of prompts too.
        let reply = wire.call("prompts/get", &json!({"name": "talk"}));
        assert_eq!(
            reply["result"]["messages"][1]["content"]["type"], audio,
            "{revision}"
        );
    }
}

#[test]
fn content_is_always_there() {
    let server = server();
    for revision in REVISIONS {
        for (tool, arguments) in [
            ("unit", "{}"),
            ("list", "{}"),
            ("shelf", r#"{"id":1}"#),
            ("find", r#"{"there":false}"#),
            ("find", r#"{"there":true}"#),
            ("find", "{}"),
            ("hidden", "{}"),
            ("boom", r#"{"s":"x"}"#),
            ("boom_async", r#"{"s":"x"}"#),
            ("slow", r#"{"n":1}"#),
        ] {
            let message = if revision == LAST {
                modern(
                    1,
                    "tools/call",
                    &format!(r#""name":"{tool}","arguments":{arguments},"#),
                )
            } else {
                call(1, tool, arguments)
            };
            let reply = value(&answer(&server, &session(revision), message));
            assert!(
                reply["result"]["content"].is_array(),
                "{revision} {tool} {reply}"
            );
        }
    }
}

/// Neither a reply, nor progress, nor logs, nor a question that the tool comes to afterwards.
#[test]
fn nothing_is_sent_for_a_cancelled_request_of_2026_07_28() {
    let server = demo();
    let mut wire = Wire::open(&server, LAST, everything());
    wire.meta = json!({"progressToken": 1, "io.modelcontextprotocol/logLevel": "debug"});
    for tool in ["wait", "wait_and_ask"] {
        assert_eq!(wire.cancel(tool), Value::Null, "{tool}");
        assert_eq!(wire.heard(), [] as [Value; 0], "{tool}");
    }
    // A subscription is a request too.
    let request = wire.request(
        "subscriptions/listen",
        &json!({"notifications": {"toolsListChanged": true}}),
    );
    wire.send(&request.to_string());
    assert_eq!(
        wire.heard_methods(),
        ["notifications/subscriptions/acknowledged"]
    );
    wire.notify(
        "notifications/cancelled",
        &json!({"requestId": request["id"]}),
    );
    server.notifier().tools_changed();
    server.close(&wire.session);
    assert_eq!(wire.heard(), [] as [Value; 0]);
}

/// Ids come back with the same bytes.
#[test]
fn a_request_id_is_echoed_with_its_type_and_its_digits() {
    let (server, demo) = (server(), demo());
    for id in [
        "0",
        "-7",
        "-0",
        "1774232524389",
        "9007199254740993",
        "18446744073709551615",
        "99999999999999999999999",
        r#""""#,
        r#""0""#,
        r#""init-1""#,
        r#""\u0061\n\"""#,
        "\"é測😀\"",
    ] {
        let reply = answer(
            &server,
            &session("2025-11-25"),
            format!(r#"{{"jsonrpc":"2.0","id": {id} ,"method":"ping"}}"#),
        );
        assert_eq!(
            reply,
            format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{}}}}"#)
        );
        let reply = answer(
            &server,
            &session("2025-11-25"),
            format!(r#"{{"method":"x","jsonrpc":"2.0","id":{id}}}"#),
        );
        assert!(
            reply.starts_with(&format!(
                r#"{{"jsonrpc":"2.0","id":{id},"error":{{"code":-32601,"#
            )),
            "{reply}"
        );
    }
    // In 2026-07-28 too, and in errors.
    let wire = Wire::open(&demo, LAST, json!({}));
    for id in [json!(7), json!("7"), json!(-1), json!("")] {
        for method in ["tools/list", "ping"] {
            let mut request = wire.request(method, &json!({}));
            request["id"] = id.clone();
            assert_eq!(wire.send(&request.to_string())["id"], id, "{method}");
        }
    }
    // Some readers end a line there, so these are escaped: the same id, in other bytes.
    let reply = answer(
        &server,
        &session("2025-11-25"),
        "{\"jsonrpc\":\"2.0\",\"id\":\"a\u{2028}b\u{85}\",\"method\":\"ping\"}",
    );
    assert_eq!(
        reply,
        r#"{"jsonrpc":"2.0","id":"a\u2028b\u0085","result":{}}"#
    );
}
