//! Results and failures of tools.

use serde_json::json;

use super::{PING, call, good, play};

#[test]
fn a_panic_is_answered_and_hidden() {
    let expected =
        json!({"isError": true, "content": [{"type": "text", "text": "The tool failed."}]});
    for tool in ["boom", "boom_later"] {
        let replies = play(&format!("{}\n{PING}", call(tool, r#"{"s":"k1"}"#)));
        // A panic takes its time to be printed, so the ping may come first.
        assert!(
            replies.iter().any(|reply| reply["result"] == expected),
            "{replies:?}"
        );
        assert!(
            replies.iter().any(|reply| reply["id"] == "p"),
            "{replies:?}"
        );
    }
}

#[test]
fn numbers_that_are_not_finite_are_a_failure() {
    assert_eq!(good("ratio", r#"{"a":1,"b":2}"#), "0.5");
    for (tool, arguments) in [("ratio", r#"{"a":1,"b":0}"#), ("stat", r#"{"b":0}"#)] {
        let replies = play(&call(tool, arguments));
        let expected =
            json!({"isError": true, "content": [{"type": "text", "text": "The tool failed."}]});
        assert_eq!(replies[0]["result"], expected);
    }
    assert!(["-0", "-0.0"].contains(&good("ratio", r#"{"a":-0.0,"b":1}"#).as_str()));
}

#[test]
fn lists_are_structured_where_the_tool_says_so() {
    let modern = |tool: &str| {
        format!(
            r#"{{"jsonrpc":"2.0","id":4,"method":"tools/call","params":{{"name":"{tool}","arguments":{{}},"_meta":{{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{{}}}}}}}}"#
        )
    };
    let replies = play(&[call("a", "{}"), call("e", "{}"), modern("a"), modern("e")].join("\n"));
    let structured: Vec<_> = replies
        .iter()
        .map(|reply| reply["result"].get("structuredContent").cloned())
        .collect();
    assert_eq!(
        structured,
        [
            None,
            Some(json!({"result": [1, 2]})),
            None,
            Some(json!([1, 2]))
        ]
    );
    for reply in &replies {
        assert_eq!(reply["result"]["content"][0]["text"], "[1,2]");
    }
}

#[test]
fn results_without_content_or_value() {
    let replies = play(
        &[
            call("unit", "{}"),
            call("g", "{}"),
            call("echo", r#"{"text":"x"}"#),
        ]
        .join("\n"),
    );
    assert_eq!(replies[0]["result"], json!({"content": []}));
    assert_eq!(
        replies[1]["result"],
        json!({"content": [{"type": "text", "text": "null"}]})
    );
    assert_eq!(
        replies[2]["result"],
        json!({"content": [{"type": "text", "text": "x"}]})
    );
}
