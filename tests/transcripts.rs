//! One conversation in each revision, with every message that it has, both ways; each of them judged by the official
//! schema of the revision.

#[path = "common/demo.rs"]
mod demo;
#[path = "common/official.rs"]
mod official;

use std::collections::BTreeSet;

use demo::{MORE, Wire, demo, everything};
use official::{LAST, Official, REVISIONS};
use serde_json::{Value, json};

/// What every revision has: methods with the replies that are asked for, and notifications.
const ALL: &[(&str, &str)] = &[
    ("->", "tools/list"),
    ("<-", "tools/list result"),
    ("<-", "tools/list -32602"),
    ("->", "tools/call"),
    ("<-", "tools/call result"),
    ("<-", "tools/call -32602"),
    ("->", "resources/list"),
    ("<-", "resources/list result"),
    ("->", "resources/templates/list"),
    ("<-", "resources/templates/list result"),
    ("->", "resources/read"),
    ("<-", "resources/read result"),
    ("->", "prompts/list"),
    ("<-", "prompts/list result"),
    ("->", "prompts/get"),
    ("<-", "prompts/get result"),
    ("<-", "prompts/get -32602"),
    ("->", "completion/complete"),
    ("<-", "completion/complete result"),
    ("<-", "completion/complete -32602"),
    ("->", "notifications/cancelled"),
    ("<-", "notifications/progress"),
    ("<-", "notifications/message"),
    ("<-", "notifications/tools/list_changed"),
    ("<-", "notifications/resources/list_changed"),
    ("<-", "notifications/prompts/list_changed"),
    ("<-", "notifications/resources/updated"),
];

/// What the revisions with a handshake have besides.
const LEGACY: &[(&str, &str)] = &[
    ("->", "initialize"),
    ("<-", "initialize result"),
    ("->", "notifications/initialized"),
    ("->", "notifications/roots/list_changed"),
    ("->", "ping"),
    ("<-", "ping result"),
    ("->", "logging/setLevel"),
    ("<-", "logging/setLevel result"),
    ("->", "resources/subscribe"),
    ("<-", "resources/subscribe result"),
    ("->", "resources/unsubscribe"),
    ("<-", "resources/unsubscribe result"),
    ("<-", "resources/read -32002"),
    ("<-", "sampling/createMessage"),
    ("->", "sampling/createMessage result"),
    ("<-", "roots/list"),
    ("->", "roots/list result"),
    // The server takes a question back whose call was cancelled.
    ("<-", "notifications/cancelled"),
];

/// What 2026-07-28 has besides.
const MODERN: &[(&str, &str)] = &[
    ("->", "server/discover"),
    ("<-", "server/discover result"),
    ("->", "subscriptions/listen"),
    ("<-", "notifications/subscriptions/acknowledged"),
    ("<-", "notifications/cancelled"),
    ("<-", "subscriptions/listen result"),
    ("<-", "resources/read -32602"),
    ("<-", "tools/call input_required"),
    ("<-", "asks elicitation/create"),
    ("<-", "asks sampling/createMessage"),
    ("<-", "asks roots/list"),
    ("<-", "tools/call -32021"),
    ("<-", "tools/list -32022"),
];

const ELICITATION: &[(&str, &str)] = &[
    ("<-", "elicitation/create"),
    ("->", "elicitation/create result"),
];

fn expected(revision: &str) -> BTreeSet<(&'static str, &'static str)> {
    let mut all: BTreeSet<_> = ALL.iter().copied().collect();
    all.extend(if revision == LAST { MODERN } else { LEGACY });
    if revision == "2025-03-26" {
        all.extend([("->", "batch"), ("<-", "batch result")]);
    }
    if ["2025-06-18", "2025-11-25"].contains(&revision) {
        all.extend(ELICITATION);
    }
    all
}

/// Lists, one page after the other.
fn lists(wire: &Wire<'_>) {
    for (method, member) in [
        ("tools/list", "tools"),
        ("resources/list", "resources"),
        ("resources/templates/list", "resourceTemplates"),
        ("prompts/list", "prompts"),
    ] {
        let mut params = json!({});
        loop {
            let reply = wire.call(method, &params);
            assert!(
                !reply["result"][member]
                    .as_array()
                    .expect("a list")
                    .is_empty()
            );
            match reply["result"].get("nextCursor") {
                Some(cursor) => params["cursor"] = cursor.clone(),
                None => break,
            }
        }
    }
    assert_eq!(
        wire.call("tools/list", &json!({"cursor": "x"}))["error"]["code"],
        -32602
    );
}

fn calls(wire: &Wire<'_>) {
    let call = |name: &str, arguments: Value| {
        wire.call("tools/call", &json!({"name": name, "arguments": arguments}))
    };
    for (name, arguments, error) in [
        ("add", json!({"a": 1}), false),
        ("add", json!({"a": 1, "b": 5000}), true),
        ("add", json!({"a": "x"}), true),
        ("count", json!({"n": 3}), false),
        ("numbers", json!({}), false),
        ("blocks", json!({}), false),
        ("fail", json!({}), true),
        ("card", json!({"town": "Ulm"}), false),
    ] {
        let reply = call(name, arguments);
        assert_eq!(
            reply["result"].get("isError").is_some(),
            error,
            "{name} {reply}"
        );
    }
    assert_eq!(call("none", json!({}))["error"]["code"], -32602);
    let text = |reply: Value| reply["result"]["content"][0]["text"].clone();
    for (tool, answer) in [
        ("ask", "Ann"),
        ("visit", "yes"),
        ("sample", "Word."),
        ("folders", "1"),
    ] {
        let has = match tool {
            "ask" => wire.revision >= "2025-06-18",
            "visit" => wire.revision >= "2025-11-25",
            _ => true,
        };
        let reply = wire.rounds(tool);
        assert_eq!(
            reply["result"].get("isError").is_some(),
            !has,
            "{tool} {reply}"
        );
        assert!(!has || text(reply) == answer);
    }
    assert_eq!(wire.cancel("wait"), Value::Null);
    // A question goes with its call; in 2026-07-28 such a call has ended with it.
    if !wire.is_modern() {
        assert_eq!(wire.cancel_asked("folders"), Value::Null);
    }
}

fn reads(wire: &Wire<'_>) {
    for uri in [
        "demo://text",
        "demo://bytes",
        "demo://both",
        "docket://7",
        "ui://demo/card",
    ] {
        assert!(wire.call("resources/read", &json!({"uri": uri}))["result"]["contents"].is_array());
    }
    for uri in ["demo://none", "docket://100"] {
        let reply = wire.call("resources/read", &json!({"uri": uri}));
        assert_eq!(reply["error"]["data"]["uri"], uri);
    }
    for (name, arguments, error) in [
        ("wins", json!({"town": "Ulm"}), false),
        ("talk", json!({}), false),
        ("wins", json!({}), true),
        ("none", json!({}), true),
    ] {
        let reply = wire.call(
            "prompts/get",
            &json!({"name": name, "arguments": arguments}),
        );
        assert_eq!(reply.get("error").is_some(), error, "{name}");
    }
    for (target, name, error) in [
        (json!({"type": "ref/prompt", "name": "wins"}), "town", false),
        (
            json!({"type": "ref/resource", "uri": "docket://{id}"}),
            "id",
            false,
        ),
        (json!({"type": "ref/prompt", "name": "none"}), "town", true),
    ] {
        let params = json!({"ref": target, "argument": {"name": name, "value": "1"}});
        let reply = wire.call("completion/complete", &params);
        assert_eq!(reply.get("error").is_some(), error, "{reply}");
    }
}

/// What changes while the client listens.
fn changes(wire: &Wire<'_>) {
    wire.server.add(MORE).expect("nothing of its name is there");
    assert!(wire.server.remove(MORE));
    let notifier = wire.server.notifier();
    notifier.prompts_changed();
    notifier.resources_changed();
    wire.server.resource_updated("demo://text");
    wire.hear();
}

#[test]
fn every_message_of_every_revision() {
    if Official::load().is_none() {
        eprintln!("the transcripts are compared, and not judged");
    }
    for revision in REVISIONS {
        let server = demo().page_size(3);
        let mut wire = Wire::closed(&server, revision, everything());
        wire.introduce();
        if !wire.is_modern() {
            wire.notify("notifications/initialized", &Value::Null);
            wire.notify("notifications/roots/list_changed", &Value::Null);
            wire.call("ping", &json!({}));
            wire.call("logging/setLevel", &json!({"level": "debug"}));
        }
        lists(&wire);
        wire.meta = json!({"progressToken": "p"});
        if wire.is_modern() {
            wire.meta["io.modelcontextprotocol/logLevel"] = json!("debug");
        }
        wire.call("tools/call", &json!({"name": "steps"}));
        wire.meta = json!({});
        calls(&wire);
        reads(&wire);
        if wire.is_modern() {
            let all = json!({"toolsListChanged": true, "promptsListChanged": true,
                "resourcesListChanged": true, "resourceSubscriptions": ["demo://text"]});
            assert_eq!(
                wire.call("subscriptions/listen", &json!({"notifications": all})),
                Value::Null
            );
            changes(&wire);
            server.close(&wire.session);
            wire.hear();
            let bare = Wire::open(&server, revision, json!({}));
            assert_eq!(
                bare.call("tools/call", &json!({"name": "ask"}))["error"]["code"],
                -32021
            );
            wire.absorb(&bare);
            let mut request = wire.request("tools/list", &json!({}));
            request["params"]["_meta"]["io.modelcontextprotocol/protocolVersion"] =
                json!("2031-01-01");
            let reply = wire.send(&request.to_string());
            assert_eq!(reply["error"]["code"], -32022);
            wire.note_reply(&request, &reply);
        } else {
            let uri = json!({"uri": "demo://text"});
            wire.call("resources/subscribe", &uri);
            changes(&wire);
            wire.call("resources/unsubscribe", &uri);
        }
        if revision == "2025-03-26" {
            wire.batch(&json!([
                wire.request("ping", &json!({})),
                wire.request("tools/call", &json!({"name": "add", "arguments": {"a": 1}})),
                {"jsonrpc": "2.0", "method": "notifications/initialized"},
            ]));
        }
        let lines = wire.lines();
        let lines: BTreeSet<_> = lines.iter().map(|(way, what)| (*way, &**what)).collect();
        let expected = expected(revision);
        assert!(
            lines == expected,
            "{revision}: missing {:?}, more {:?}",
            expected.difference(&lines).collect::<Vec<_>>(),
            lines.difference(&expected).collect::<Vec<_>>()
        );
    }
}
