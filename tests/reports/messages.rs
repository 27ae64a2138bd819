//! Messages of every shape, and what of them is answered.

use serde_json::json;

use super::{INIT, PING, call, good, play, raw};

#[test]
fn ids_come_back_as_they_were_sent() {
    for id in [
        r#""init-1""#,
        r#""""#,
        r#""0""#,
        "1774232524389",
        "9007199254740993",
        "18446744073709551615",
        "-7",
    ] {
        let (out, _) = raw(format!(
            "{INIT}\n{{\"jsonrpc\":\"2.0\",\"id\":{id},\"method\":\"ping\"}}\n"
        )
        .as_bytes());
        let line = out.lines().nth(1).expect("a reply");
        assert!(line.contains(&format!(r#""id":{id},"#)), "{line}");
    }
}

#[test]
fn notifications_are_never_answered() {
    let replies = play(&format!(
        "{}\n{}\n{}\n{}\n{PING}",
        r#"{"jsonrpc":"2.0","method":"notifications/roots/list_changed"}"#,
        r#"{"jsonrpc":"2.0","method":"notifications/no/such"}"#,
        r#"{"jsonrpc":"2.0","method":"notifications/initialized","params":[]}"#,
        r#"{"jsonrpc":"2.0","id":4,"method":"notifications/initialized"}"#,
    ));
    assert_eq!(replies.len(), 2);
    assert_eq!(
        (&replies[0]["id"], &replies[0]["error"]["code"]),
        (&json!(4), &json!(-32601))
    );
}

#[test]
fn batches_and_other_versions_of_json_rpc_run_nothing() {
    let replies = play(&format!(
        "{}\n{}\n{}\n{}\n{}",
        r#"[{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"bump"}},{"jsonrpc":"2.0","id":3,"method":"ping"}]"#,
        r#"{"jsonrpc":"1.0","id":4,"method":"ping"}"#,
        r#"{"id":5,"method":"ping"}"#,
        r#"{"jsonrpc":2.0,"id":6,"method":"ping"}"#,
        call("count", "{}"),
    ));
    assert!(replies[0].get("id").is_none());
    for reply in &replies[..4] {
        assert_eq!(reply["error"]["code"], -32600);
    }
    assert_eq!(replies[4]["result"]["content"][0]["text"], "0");
}

#[test]
fn params_and_arguments_of_other_shapes() {
    let code = |line: &str| play(line)[0]["error"]["code"].clone();
    assert_eq!(
        code(r#"{"jsonrpc":"2.0","id":2,"method":"tools/list","params":[]}"#),
        -32602
    );
    assert_eq!(
        code(r#"{"jsonrpc":"2.0","id":2,"method":"tools/list","params":7}"#),
        -32600
    );
    assert_eq!(code(&call("now", "[]")), -32602);
    assert_eq!(code(&call("now", "null")), -32602);
    assert_eq!(good("now", "{}"), "now");
    let bare = play(r#"{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":"now"}}"#);
    assert_eq!(bare[0]["result"]["content"][0]["text"], "now");
}

#[test]
fn slips_of_every_kind_in_one_session() {
    let replies = play(
        &[
            r#"{"jsonrpc":"2.0","id":2,"method":"no/such/method","params":{}}"#,
            r#"{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"arguments":{}}}"#,
            r#"{"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":7}}"#,
            r#"{"jsonrpc":"2.0","id":5,"method":"tools/call"}"#,
            r#"{"jsonrpc":"2.0","id":6,"method":7}"#,
            r#"{"jsonrpc":"2.0","id":7,"method":"ping"}"#,
        ]
        .join("\n"),
    );
    let codes: Vec<_> = replies
        .iter()
        .map(|reply| reply["error"]["code"].as_i64())
        .collect();
    assert_eq!(
        codes,
        [
            Some(-32601),
            Some(-32602),
            Some(-32602),
            Some(-32602),
            Some(-32600),
            None
        ]
    );
}

#[test]
fn a_cancellation_of_nothing_is_nothing() {
    let replies = play(&format!(
        "{}\n{}\n{}\n{}\n{PING}",
        r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":77}}"#,
        r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":null,"reason":5}}"#,
        r#"{"jsonrpc":"2.0","method":"notifications/cancelled"}"#,
        r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":{"a":1}}}"#,
    ));
    assert_eq!(replies.len(), 1);
}
