//! Messages that are no requests, or not right: refused, or passed over in silence.

mod fixture;

use fixture::{answer, call, legacy, server, session, value};
use toolwright::Session;

const ALL: [&str; 4] = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"];

/// The code of an error and the text of its id.
fn refused(reply: &str) -> (i64, Option<String>) {
    let value = value(reply);
    let code = value["error"]["code"]
        .as_i64()
        .unwrap_or_else(|| panic!("no error: {reply}"));
    (code, value.get("id").map(ToString::to_string))
}

/// Messages and the error each is answered with, in a session of 2025-11-25.
#[test]
#[allow(clippy::too_many_lines, reason = "a table")]
fn refusals_of_messages() {
    let server = server();
    let deep = format!("{}1{}", "[".repeat(200), "]".repeat(200));
    let deep = call(2, "echo", &format!(r#"{{"text":{deep}}}"#));
    let table: &[(&str, i64, Option<&str>)] = &[
        ("not json", -32700, None),
        ("{", -32700, None),
        (
            r#"{"jsonrpc":"2.0","id":2,"method":"ping"} x"#,
            -32700,
            None,
        ),
        (
            r#"{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"echo","arguments":{"text":NaN}}}"#,
            -32700,
            None,
        ),
        (
            r#"{"jsonrpc":"2.0","id":2,"method":"ping","params":{"x":01}}"#,
            -32700,
            None,
        ),
        (&deep, -32700, None),
        ("7", -32600, None),
        ("null", -32600, None),
        (r#""ping""#, -32600, None),
        ("[]", -32600, None),
        (
            r#"[{"jsonrpc":"2.0","id":3,"method":"ping"}]"#,
            -32600,
            None,
        ),
        ("{}", -32600, None),
        (
            r#"{"jsonrpc":"1.0","id":4,"method":"ping"}"#,
            -32600,
            Some("4"),
        ),
        (
            r#"{"jsonrpc":2.0,"id":4,"method":"ping"}"#,
            -32600,
            Some("4"),
        ),
        (r#"{"id":4,"method":"ping"}"#, -32600, Some("4")),
        (r#"{"jsonrpc":"2.0","id":4}"#, -32600, Some("4")),
        (r#"{"jsonrpc":"2.0","id":4,"method":7}"#, -32600, Some("4")),
        (
            r#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#,
            -32600,
            None,
        ),
        (
            r#"{"jsonrpc":"2.0","id":1.0,"method":"ping"}"#,
            -32600,
            None,
        ),
        (
            r#"{"jsonrpc":"2.0","id":1e2,"method":"ping"}"#,
            -32600,
            None,
        ),
        (
            r#"{"jsonrpc":"2.0","id":true,"method":"ping"}"#,
            -32600,
            None,
        ),
        (
            r#"{"jsonrpc":"2.0","id":{"a":1},"method":"ping"}"#,
            -32600,
            None,
        ),
        (
            r#"{"jsonrpc":"2.0","id":[1],"method":"ping"}"#,
            -32600,
            None,
        ),
        (
            r#"{"jsonrpc":"2.0","id":4,"id":4,"method":"ping"}"#,
            -32600,
            None,
        ),
        (
            r#"{"jsonrpc":"2.0","jsonrpc":"2.0","id":4,"method":"ping"}"#,
            -32600,
            None,
        ),
        (
            r#"{"jsonrpc":"2.0","id":4,"method":"ping","method":"ping"}"#,
            -32600,
            None,
        ),
        (
            r#"{"jsonrpc":"2.0","id":4,"method":"ping","m\u0065thod":"ping"}"#,
            -32600,
            None,
        ),
        (
            r#"{"jsonrpc":"2.0","id":4,"method":"ping","params":{},"params":{}}"#,
            -32600,
            None,
        ),
        (
            r#"{"jsonrpc":"2.0","id":4,"method":"tools/list","params":[]}"#,
            -32602,
            Some("4"),
        ),
        (
            r#"{"jsonrpc":"2.0","id":4,"method":"tools/list","params":7}"#,
            -32600,
            Some("4"),
        ),
        (
            r#"{"jsonrpc":"2.0","id":4,"method":"tools/list","params":"x"}"#,
            -32600,
            Some("4"),
        ),
        (
            r#"{"jsonrpc":"2.0","id":4,"method":"tools/list","params":true}"#,
            -32600,
            Some("4"),
        ),
        (
            r#"{"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":"unit","name":"add"}}"#,
            -32602,
            Some("4"),
        ),
        (
            r#"{"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":"unit","n\u0061me":"add"}}"#,
            -32602,
            Some("4"),
        ),
        (
            r#"{"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":"unit","x":1,"x":2}}"#,
            -32602,
            Some("4"),
        ),
        (
            r#"{"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":"unit","a":1,"b":2,"c":1,"d":1,"e":1,"a":2}}"#,
            -32602,
            Some("4"),
        ),
        (
            r#"{"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":"unit","_meta":{"progressToken":1,"progressToken":2}}}"#,
            -32602,
            Some("4"),
        ),
        (
            r#"{"jsonrpc":"2.0","id":4,"method":"no/such"}"#,
            -32601,
            Some("4"),
        ),
        (
            r#"{"jsonrpc":"2.0","id":4,"method":"notifications/initialized"}"#,
            -32601,
            Some("4"),
        ),
        (
            r#"{"jsonrpc":"2.0","id":4,"method":"resources/list"}"#,
            -32601,
            Some("4"),
        ),
        (
            r#"{"jsonrpc":"2.0","id":4,"method":"resources/templates/list","params":{"cursor":"1"}}"#,
            -32601,
            Some("4"),
        ),
        (
            r#"{"jsonrpc":"2.0","id":4,"method":"prompts/list"}"#,
            -32601,
            Some("4"),
        ),
        (
            r#"{"jsonrpc":"2.0","id":4,"method":"completion/complete"}"#,
            -32601,
            Some("4"),
        ),
        (
            r#"{"jsonrpc":"2.0","id":4,"method":"logging/setLevel","params":{"level":"debug"}}"#,
            -32601,
            Some("4"),
        ),
        (
            r#"{"jsonrpc":"2.0","id":4,"method":"tasks/list"}"#,
            -32601,
            Some("4"),
        ),
        (
            r#"{"jsonrpc":"2.0","id":4,"method":"tools/call"}"#,
            -32602,
            Some("4"),
        ),
        (
            r#"{"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"arguments":{}}}"#,
            -32602,
            Some("4"),
        ),
        (
            r#"{"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":7}}"#,
            -32602,
            Some("4"),
        ),
        (
            r#"{"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":"none"}}"#,
            -32602,
            Some("4"),
        ),
        (
            r#"{"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":"unit","arguments":[]}}"#,
            -32602,
            Some("4"),
        ),
        (
            r#"{"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":"unit","arguments":null}}"#,
            -32602,
            Some("4"),
        ),
        (
            r#"{"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":"unit","arguments":"{}"}}"#,
            -32602,
            Some("4"),
        ),
        (
            r#"{"jsonrpc":"2.0","id":4,"method":"tools/list","params":{"cursor":""}}"#,
            -32602,
            Some("4"),
        ),
        (
            r#"{"jsonrpc":"2.0","id":4,"method":"tools/list","params":{"cursor":"zzz"}}"#,
            -32602,
            Some("4"),
        ),
        (
            r#"{"jsonrpc":"2.0","id":4,"method":"tools/list","params":{"cursor":null}}"#,
            -32602,
            Some("4"),
        ),
        (
            r#"{"jsonrpc":"2.0","id":4,"method":"tools/list","params":{"cursor":"0.00000000"}}"#,
            -32602,
            Some("4"),
        ),
        (
            r#"{"jsonrpc":"2.0","id":4,"method":"initialize","params":{"capabilities":{}}}"#,
            -32602,
            Some("4"),
        ),
        (
            r#"{"jsonrpc":"2.0","id":4,"method":"initialize","params":{"protocolVersion":7}}"#,
            -32602,
            Some("4"),
        ),
        (
            r#"{"jsonrpc":"2.0","id":4,"method":"initialize"}"#,
            -32602,
            Some("4"),
        ),
        (
            r#"{"jsonrpc":"2.0","id":4,"method":"server/discover"}"#,
            -32602,
            Some("4"),
        ),
        (
            r#"{"jsonrpc":"2.0","id":4,"method":"server/discover","params":{"_meta":[]}}"#,
            -32602,
            Some("4"),
        ),
    ];
    for (message, code, id) in table {
        let reply = answer(&server, &session("2025-11-25"), message);
        assert_eq!(
            refused(&reply),
            (*code, id.map(str::to_owned)),
            "{message} -> {reply}"
        );
        assert!(!reply.contains("\"data\""), "{reply}");
    }
    let reply = answer(
        &server,
        &session("2025-11-25"),
        b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"\xFF\"}",
    );
    assert_eq!(refused(&reply), (-32700, None));
}

/// The same in messages with more members than an outline lists.
#[test]
fn many_members() {
    let server = server();
    let session = session("2025-11-25");
    let many = (0..40)
        .map(|i| format!(r#""x{i}":[{i}]"#))
        .collect::<Vec<_>>()
        .join(",")
        + ",";
    let list = format!(
        r#"{{{many}"jsonrpc":"2.0","id":"a","method":"tools\/call","params":{{{many}"name":"\u0061dd","arguments":{{"a":1,"b":2}}}}}}"#
    );
    assert_eq!(
        answer(&server, &session, list),
        r#"{"jsonrpc":"2.0","id":"a","result":{"content":[{"type":"text","text":"3"}]}}"#
    );
    let twice = format!(r#"{{{many}"jsonrpc":"2.0","id":1,"method":"ping","id":1}}"#);
    assert_eq!(refused(&answer(&server, &session, twice)), (-32600, None));
    let twice = format!(r#"{{"jsonrpc":"2.0","id":1,"method":"ping","params":{{{many}"x3":1}}}}"#);
    assert_eq!(
        refused(&answer(&server, &session, twice)),
        (-32602, Some("1".into()))
    );
}

/// Messages that are not answered.
#[test]
fn silence() {
    let server = server();
    for message in [
        r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
        r#"{"jsonrpc":"2.0","method":"notifications/initialized","params":[]}"#,
        r#"{"jsonrpc":"2.0","method":"notifications/initialized","params":7}"#,
        r#"{"jsonrpc":"2.0","method":"notifications/roots/list_changed"}"#,
        r#"{"jsonrpc":"2.0","method":"notifications/no/such"}"#,
        r#"{"jsonrpc":"2.0","method":"tools/call","params":{"name":"boom","arguments":{"s":"x"}}}"#,
        r#"{"jsonrpc":"2.0","method":"initialize","params":{"protocolVersion":"2025-11-25"}}"#,
        r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":77}}"#,
        r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":null,"reason":5}}"#,
        r#"{"jsonrpc":"2.0","method":"notifications/cancelled"}"#,
        r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":{"a":1}}}"#,
        r#"{"jsonrpc":"2.0","id":3,"result":{}}"#,
        r#"{"jsonrpc":"2.0","id":3,"error":{"code":1,"message":"x"}}"#,
        r#"{"jsonrpc":"2.0","id":null,"error":{"code":1,"message":"x"}}"#,
    ] {
        for revision in ALL {
            assert_eq!(
                answer(&server, &session(revision), message),
                "",
                "{message}"
            );
        }
        assert_eq!(answer(&server, &Session::new(), message), "", "{message}");
    }
}

/// An error whose id could not be read.
#[test]
fn errors_without_an_id() {
    let server = server();
    for (revision, id) in [
        ("2024-11-05", true),
        ("2025-03-26", true),
        ("2025-06-18", true),
        ("2025-11-25", false),
    ] {
        let reply = answer(&server, &session(revision), "x");
        assert_eq!(reply.contains("\"id\":null"), id, "{reply}");
    }
    let reply = answer(&server, &Session::new(), "x");
    assert_eq!(
        reply,
        r#"{"jsonrpc":"2.0","error":{"code":-32700,"message":"Parse error: the message is not JSON"}}"#
    );
}

/// Names that came with a message: escaped, and cut.
#[test]
fn echoes() {
    let server = server();
    let long = "m".repeat(100);
    let reply = answer(
        &server,
        &session("2025-11-25"),
        legacy(1, &format!("\\u0007{long}"), ""),
    );
    assert_eq!(
        value(&reply)["error"]["message"],
        format!("Method not found: \\u0007{}", "m".repeat(63))
    );
    let reply = answer(&server, &session("2025-11-25"), call(1, &long, "{}"));
    assert_eq!(
        value(&reply)["error"]["message"],
        format!("Unknown tool: {}", "m".repeat(64))
    );
}
