//! The referee itself: `common/official.rs` lets right messages pass and wrong ones not.

use serde_json::{Value, json};

#[path = "common/official.rs"]
mod official;

use official::{Official, REVISIONS};

/// Fenced examples of a Markdown text, tagged with what they are valid against: `chk=<revision>/<definition>`.
fn examples(text: &str) -> Vec<(&str, &str, String)> {
    let mut found = Vec::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        let Some((revision, definition)) = line
            .strip_prefix("```json chk=")
            .and_then(|tag| tag.trim().split_once('/'))
        else {
            continue;
        };
        let body: Vec<&str> = lines
            .by_ref()
            .take_while(|line| !line.starts_with("```"))
            .collect();
        found.push((revision, definition, body.join("\n")));
    }
    found
}

#[test]
fn examples_of_the_wire_notes_are_valid() {
    let Some(official) = Official::load() else {
        return;
    };
    let path = std::env::var("MCP_WIRE_NOTES").unwrap_or_else(|_| {
        concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/design/wire.md").to_owned()
    });
    let Ok(text) = std::fs::read_to_string(&path) else {
        eprintln!("skipped: no {path}; set MCP_WIRE_NOTES");
        return;
    };
    let examples = examples(&text);
    assert!(!examples.is_empty(), "{path} has no example");
    for (revision, definition, body) in &examples {
        let value: Value = serde_json::from_str(body)
            .unwrap_or_else(|error| panic!("{revision}/{definition}: {error}"));
        official
            .validate(revision, definition, &value)
            .unwrap_or_else(|error| panic!("{error}\n{body}"));
    }
    eprintln!("{} examples are valid", examples.len());
}

#[test]
fn every_definition_that_is_picked_exists() {
    let Some(official) = Official::load() else {
        return;
    };
    let methods = [
        "initialize",
        "ping",
        "logging/setLevel",
        "resources/subscribe",
        "resources/unsubscribe",
        "server/discover",
        "subscriptions/listen",
        "tools/list",
        "tools/call",
        "resources/list",
        "resources/templates/list",
        "resources/read",
        "prompts/list",
        "prompts/get",
        "completion/complete",
        "tasks/get",
        "tasks/result",
        "tasks/cancel",
        "tasks/list",
    ];
    for revision in REVISIONS {
        for method in methods {
            for reply in [json!({}), json!({"resultType": "complete"})] {
                let request = json!({"jsonrpc": "2.0", "id": 1, "method": method});
                let reply = json!({"jsonrpc": "2.0", "id": 1, "result": reply});
                for verdict in [
                    official.validate_request(revision, &request),
                    official.validate_exchange(revision, &request, &reply),
                ] {
                    let reason = verdict.err().unwrap_or_default();
                    assert!(!reason.contains("defines no"), "{method}: {reason}");
                }
            }
        }
        for envelope in ["JSONRPCRequest", "JSONRPCNotification"] {
            assert!(
                official.defines(revision, envelope),
                "{revision}: {envelope}"
            );
        }
    }
}

fn call() -> Value {
    json!({"jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": {"name": "add", "arguments": {}}})
}

fn reply(result: &Value) -> Value {
    json!({"jsonrpc": "2.0", "id": 7, "result": result})
}

#[test]
fn results_are_checked_by_method_and_revision() {
    let Some(official) = Official::load() else {
        return;
    };
    let text = json!([{"type": "text", "text": "3"}]);
    let (old, new) = (
        json!({"content": text}),
        json!({"resultType": "complete", "content": text}),
    );
    for revision in REVISIONS {
        let (good, bad) = if revision == REVISIONS[4] {
            (&new, &old)
        } else {
            (&old, &new)
        };
        assert_eq!(
            official.validate_exchange(revision, &call(), &reply(good)),
            Ok(())
        );
        assert!(
            official
                .validate_exchange(revision, &call(), &reply(bad))
                .is_err(),
            "{revision}"
        );
        // Content is required everywhere, and so is the request's own id.
        let empty = if revision == REVISIONS[4] {
            json!({"resultType": "complete"})
        } else {
            json!({})
        };
        assert!(
            official
                .validate_exchange(revision, &call(), &reply(&empty))
                .is_err(),
            "{revision}"
        );
        let other = json!({"jsonrpc": "2.0", "id": "7", "result": good});
        assert!(
            official
                .validate_exchange(revision, &call(), &other)
                .is_err(),
            "{revision}"
        );
    }
    let audio = json!({"content": [{"type": "audio", "data": "AAAA", "mimeType": "audio/wav"}]});
    assert!(
        official
            .validate_exchange("2024-11-05", &call(), &reply(&audio))
            .is_err()
    );
    assert_eq!(
        official.validate_exchange("2025-03-26", &call(), &reply(&audio)),
        Ok(())
    );
    let array = json!({"content": text, "structuredContent": [1]});
    assert!(
        official
            .validate_exchange("2025-11-25", &call(), &reply(&array))
            .is_err()
    );
}

#[test]
fn interim_results_are_told_from_complete_ones() {
    let Some(official) = Official::load() else {
        return;
    };
    let check = |method: &str, result: Value| {
        let request = json!({"jsonrpc": "2.0", "id": 7, "method": method});
        official.validate_exchange("2026-07-28", &request, &reply(&result))
    };
    assert_eq!(
        check(
            "tools/call",
            json!({"resultType": "input_required", "requestState": "s"})
        ),
        Ok(())
    );
    assert!(check("tools/call", json!({"resultType": "input_required"})).is_err());
    assert!(
        check(
            "tools/list",
            json!({"resultType": "input_required", "requestState": "s"})
        )
        .is_err()
    );
    assert!(check("tools/call", json!({"resultType": "zzz", "content": []})).is_err());
    // Cache hints are required of a read, which the envelope's union would not notice.
    assert!(
        check(
            "resources/read",
            json!({"resultType": "complete", "contents": []})
        )
        .is_err()
    );
}

#[test]
fn errors_carry_the_id_that_the_revision_wants() {
    let Some(official) = Official::load() else {
        return;
    };
    let unreadable = json!({"jsonrpc": "2.0", "id": 1.5, "method": "ping"});
    let without =
        json!({"jsonrpc": "2.0", "error": {"code": -32600, "message": "Invalid request"}});
    let mut null = without.clone();
    null["id"] = Value::Null;
    for revision in REVISIONS {
        let later = revision >= "2025-11-25";
        assert_eq!(
            official
                .validate_exchange(revision, &unreadable, &without)
                .is_ok(),
            later,
            "{revision}"
        );
        assert_eq!(
            official
                .validate_exchange(revision, &unreadable, &null)
                .is_ok(),
            !later,
            "{revision}"
        );
        // Where the id can be read it must be there.
        assert!(
            official
                .validate_exchange(revision, &call(), &without)
                .is_err(),
            "{revision}"
        );
    }
    let error = |code: i64, data: Value| json!({"jsonrpc": "2.0", "id": 7, "error": {"code": code, "message": "m", "data": data}});
    let missing = error(-32002, json!({"uri": "demo://a"}));
    assert_eq!(
        official.validate_exchange("2025-11-25", &call(), &missing),
        Ok(())
    );
    assert!(
        official
            .validate_exchange("2026-07-28", &call(), &missing)
            .is_err()
    );
    let version = error(
        -32022,
        json!({"supported": ["2026-07-28"], "requested": "2031-01-01"}),
    );
    assert_eq!(
        official.validate_exchange("2026-07-28", &call(), &version),
        Ok(())
    );
    assert!(
        official
            .validate_exchange("2026-07-28", &call(), &error(-32022, json!({})))
            .is_err()
    );
}

#[test]
fn batches_are_of_one_revision() {
    let Some(official) = Official::load() else {
        return;
    };
    let requests = json!([call(), {"jsonrpc": "2.0", "method": "notifications/initialized"}, 5]);
    let replies = json!([
        reply(&json!({"content": []})),
        {"jsonrpc": "2.0", "id": null, "error": {"code": -32600, "message": "Invalid request"}},
    ]);
    for revision in REVISIONS {
        let verdict = official.validate_exchange(revision, &requests, &replies);
        assert_eq!(
            verdict.is_ok(),
            revision == "2025-03-26",
            "{revision}: {verdict:?}"
        );
    }
}

#[test]
fn notifications_are_checked_by_method_and_revision() {
    let Some(official) = Official::load() else {
        return;
    };
    let progress = json!({"jsonrpc": "2.0", "method": "notifications/progress", "params": {"progressToken": "t", "progress": 1}});
    let mut with_id = progress.clone();
    with_id["id"] = json!(1);
    let mut without_token = progress.clone();
    without_token["params"]
        .as_object_mut()
        .map(|params| params.remove("progressToken"));
    let initialized = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
    for revision in REVISIONS {
        assert_eq!(official.validate_notification(revision, &progress), Ok(()));
        assert!(
            official.validate_notification(revision, &with_id).is_err(),
            "{revision}"
        );
        assert!(
            official
                .validate_notification(revision, &without_token)
                .is_err(),
            "{revision}"
        );
        assert_eq!(
            official
                .validate_notification(revision, &initialized)
                .is_ok(),
            revision != REVISIONS[4]
        );
    }
}
