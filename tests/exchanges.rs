//! Replies of every revision, judged by the official schemas; and what differs between them.

#[path = "common/official.rs"]
mod official;

mod fixture;

use fixture::{answer, legacy, modern, server, value};
use official::{Official, REVISIONS};
use serde_json::{Value, json};
use toolwright::{Revision, Session};

/// Requests, each as a method and the members of its params with a comma behind each.
const REQUESTS: &[(&str, &str)] = &[
    (
        "initialize",
        r#""protocolVersion":"REVISION","capabilities":{},"clientInfo":{"name":"t","version":"1"},"#,
    ),
    ("server/discover", ""),
    ("ping", ""),
    ("tools/list", ""),
    ("tools/list", r#""cursor":"zzz","#),
    ("tools/call", r#""name":"add","arguments":{"a":1,"b":2},"#),
    ("tools/call", r#""name":"add","arguments":{"a":1,"b":""},"#),
    (
        "tools/call",
        r#""name":"shelf","arguments":{"id":18446744073709551615},"#,
    ),
    ("tools/call", r#""name":"shelf","arguments":{"id":-1},"#),
    ("tools/call", r#""name":"list","#),
    ("tools/call", r#""name":"find","arguments":{"there":true},"#),
    (
        "tools/call",
        r#""name":"find","arguments":{"there":false},"#,
    ),
    ("tools/call", r#""name":"unit","#),
    ("tools/call", r#""name":"hidden","#),
    ("tools/call", r#""name":"shown","#),
    ("tools/call", r#""name":"slow","arguments":{"n":1},"#),
    (
        "tools/call",
        r#""name":"boom_async","arguments":{"s":"x"},"#,
    ),
    ("tools/call", r#""name":"no_such","#),
    ("resources/list", ""),
];

#[test]
fn replies_are_valid() {
    let Some(official) = Official::load() else {
        return;
    };
    let server = server()
        .title("Fixture")
        .instructions("Call `add`.")
        .logging();
    for revision in REVISIONS {
        let session = match Revision::named(revision) {
            Some(revision) if !revision.is_modern() => Session::agreed(revision),
            _ => Session::new(),
        };
        for (method, params) in REQUESTS {
            let params = params.replace("REVISION", revision);
            let request = if revision == "2026-07-28" {
                modern(7, method, &params)
            } else {
                legacy(7, method, params.trim_end_matches(','))
            };
            let reply = answer(&server, &session, &request);
            let (request, reply) = (value(&request), value(&reply));
            if reply["error"]["code"] == -32601 {
                continue;
            }
            official
                .validate_exchange(revision, &request, &reply)
                .unwrap_or_else(|error| panic!("{revision} {method}: {error}\n{reply}"));
        }
    }
}

/// What no schema says: members that a revision does not have.
#[test]
fn members_of_later_revisions() {
    let server = server();
    for revision in Revision::ALL {
        let session = Session::agreed(Revision::V2025_11_25.min(revision));
        let ask = |method: &str, params: &str| -> Value {
            let message = if revision.is_modern() {
                modern(1, method, params)
            } else {
                legacy(1, method, params.trim_end_matches(','))
            };
            value(&answer(&server, &session, message))["result"].clone()
        };
        let list = ask("tools/list", "");
        let tool = |name: &str| {
            let tools = list["tools"].as_array().expect("tools");
            tools
                .iter()
                .find(|tool| tool["name"] == name)
                .expect("the tool")
                .clone()
        };
        let schemas = revision >= Revision::V2025_06_18;
        assert_eq!(tool("add").get("title").is_some(), schemas);
        assert_eq!(
            tool("add").get("annotations").is_some(),
            revision >= Revision::V2025_03_26
        );
        assert_eq!(tool("shelf").get("outputSchema").is_some(), schemas);
        for member in ["resultType", "ttlMs", "cacheScope", "_meta"] {
            assert_eq!(list.get(member).is_some(), revision.is_modern(), "{member}");
        }

        let found = ask("tools/call", r#""name":"find","arguments":{"there":true},"#);
        assert_eq!(
            found.get("structuredContent"),
            schemas.then(|| json!({"id":3})).as_ref()
        );
        let absent = ask(
            "tools/call",
            r#""name":"find","arguments":{"there":false},"#,
        );
        assert_eq!(absent["content"][0]["text"], "null");
        assert_eq!(
            absent.get("structuredContent"),
            revision.is_modern().then_some(&Value::Null)
        );
        // A tool with a schema of its own has no room for a refusal's body; no error has one.
        for params in [
            r#""name":"shelf","arguments":{"id":-1},"#,
            r#""name":"hidden","#,
        ] {
            let failed = ask("tools/call", params);
            assert_eq!(failed["isError"], true);
            assert_eq!(failed.get("structuredContent"), None);
        }
        let refused = ask("tools/call", r#""name":"add","arguments":{},"#);
        assert_eq!(refused.get("structuredContent").is_some(), schemas);
    }
}
