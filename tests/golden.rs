//! What is listed, byte for byte, against files that are kept with the tests: one for each revision.
//!
//! A change of a listing is a change that every client sees. To accept one, run this with `BLESS=1` and look at what
//! changed in `tests/golden`.

#[path = "common/demo.rs"]
mod demo;
#[path = "common/official.rs"]
mod official;

use std::fmt::Write as _;
use std::path::Path;

use demo::{Wire, demo, everything};
use official::REVISIONS;
use serde_json::{Value, json};
use toolwright::{CallFrame, Outcome};

/// The bytes of a reply.
fn bytes(wire: &Wire<'_>, request: &Value) -> String {
    let (mut frame, mut out) = (CallFrame::new(), Vec::new());
    let message = request.to_string();
    let outcome = wire
        .server
        .handle(message.as_bytes(), &mut frame, &wire.session, &mut out);
    assert!(matches!(outcome, Outcome::Replied));
    String::from_utf8(out).expect("text")
}

/// All that a server says of itself: one reply a line, to a client with MCP Apps and to one without.
fn served(revision: &'static str) -> String {
    let mut text = String::new();
    for capabilities in [everything(), json!({})] {
        let server = demo();
        let wire = Wire::closed(&server, revision, capabilities.clone());
        let introduction = if wire.is_modern() {
            wire.request("server/discover", &json!({}))
        } else {
            let params = json!({"protocolVersion": revision, "capabilities": capabilities,
                "clientInfo": {"name": "t", "version": "1"}});
            wire.request("initialize", &params)
        };
        let requests = [
            "tools/list",
            "resources/list",
            "resources/templates/list",
            "prompts/list",
        ]
        .map(|method| wire.request(method, &json!({})));
        for request in std::iter::once(&introduction).chain(&requests) {
            let reply = bytes(&wire, request);
            assert_eq!(reply, bytes(&wire, request), "the same bytes again");
            writeln!(text, "{reply}").expect("a text");
        }
    }
    text
}

#[test]
fn listings() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    for revision in REVISIONS {
        let path = directory.join(revision).with_extension("jsonl");
        let served = served(revision);
        if std::env::var_os("BLESS").is_some() {
            std::fs::write(&path, &served).expect("written");
        }
        let kept = std::fs::read_to_string(&path).unwrap_or_default();
        for (line, (served, kept)) in served.lines().zip(kept.lines()).enumerate() {
            assert_eq!(
                served,
                kept,
                "{revision}, line {}; BLESS=1 accepts it",
                line + 1
            );
        }
        assert_eq!(served, kept, "{revision}; BLESS=1 accepts it");
    }
}
