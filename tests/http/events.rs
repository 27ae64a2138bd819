//! A reply as JSON, or as events.

use serde_json::{Value, json};
use toolwright::Server;
use toolwright::transport::http::Http;

use super::client::{Events, INIT, post, send, serve};
use super::{State, TOOLS, modern, server};

#[test]
fn any_accept_is_taken() {
    let address = server();
    for accept in [
        "Accept: */*",
        "Accept: application/json",
        "Accept: application/*, text/event-stream;q=0.5",
        "",
    ] {
        let response = send(address, &post(accept, INIT));
        assert_eq!(response.status, 200, "{accept}");
        assert!(
            response.head.contains("application/json"),
            "{}",
            response.head
        );
        assert_eq!(response.json()["result"]["protocolVersion"], "2025-11-25");
    }
}

#[test]
fn a_client_that_wants_events_gets_its_reply_as_one() {
    let address = server();
    for accept in [
        "text/event-stream",
        "text/event-stream, application/json",
        "application/json;q=0.5, text/event-stream",
    ] {
        let accept = format!("Accept: {accept}\n");
        let mut shaken = Events::open(address, &post(&accept, INIT));
        let reply = shaken.event().expect("a reply").json();
        assert_eq!(reply["result"]["protocolVersion"], "2025-11-25");
        assert_eq!(shaken.event(), None);
        let params = r#""name":"echo","arguments":{"text":"hi"}"#;
        let headers = format!("Mcp-Name: echo\n{accept}");
        let mut called = Events::open(address, &modern(&headers, "tools/call", params));
        let reply = called.event().expect("a reply").json();
        assert_eq!(reply["result"]["content"][0]["text"], "hi");
        assert_eq!(called.event(), None);
        // The status of what is refused says so: it is no stream.
        let response = send(address, &modern(&accept, "no/such", ""));
        assert_eq!(response.status, 404);
        assert_eq!(response.json()["error"]["code"], -32601);
    }
}

#[test]
fn notifications_before_the_reply_make_a_stream() {
    let address = server();
    let params = r#""name":"steps","arguments":{},"_meta":{"progressToken":"t"}"#;
    let legacy =
        format!(r#"{{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{{{params}}}}}"#);
    let response = send(address, &post("MCP-Protocol-Version: 2025-11-25", &legacy));
    assert!(
        response.head.contains("text/event-stream"),
        "{}",
        response.head
    );
    let events: Vec<Value> = response
        .body
        .split("\n\n")
        .filter_map(|event| event.split_once("data: "))
        .map(|(_, data)| serde_json::from_str(data).expect("a message"))
        .collect();
    assert_eq!(events.len(), 4, "{}", response.body);
    assert!(
        events[..3]
            .iter()
            .all(|event| event["method"] == "notifications/progress")
    );
    assert_eq!(events[3]["id"], 3);
    // A client that takes no events gets its reply alone.
    let response = send(
        address,
        &post(
            "MCP-Protocol-Version: 2025-11-25\nAccept: application/json",
            &legacy,
        ),
    );
    assert_eq!(response.json()["id"], 3);
}

/// Before 2026-07-28 the level that a client wants is its session's: without sessions it would be
/// forgotten, so nothing is announced, taken or sent.
#[test]
fn without_sessions_the_older_revisions_have_no_logs() {
    let address = serve(Http::new(Server::new(&TOOLS, State).logging()));
    let greeted = send(address, &post("", INIT)).json();
    let capabilities = &greeted["result"]["capabilities"];
    assert!(capabilities.get("logging").is_none(), "{capabilities}");
    let old = "MCP-Protocol-Version: 2025-11-25";
    let level =
        r#"{"jsonrpc":"2.0","id":2,"method":"logging/setLevel","params":{"level":"error"}}"#;
    let refused = send(address, &post(old, level)).json();
    assert_eq!(refused["error"]["code"], -32601, "{refused}");
    let call = r#"{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"says"}}"#;
    let answer = send(address, &post(old, call));
    assert!(answer.head.contains("application/json"), "{}", answer.head);
    assert_eq!(answer.json()["result"]["content"][0]["text"], "false");
    // A request of 2026-07-28 says its own.
    let discovered = send(address, &modern("", "server/discover", "")).json();
    let capabilities = &discovered["result"]["capabilities"];
    assert_eq!(capabilities["logging"], json!({}), "{capabilities}");
    let call = modern("Mcp-Name: says", "tools/call", r#""name":"says""#).replace(
        r#""_meta":{"#,
        r#""_meta":{"io.modelcontextprotocol/logLevel":"error","#,
    );
    let answer = send(address, &call);
    assert!(answer.head.contains("text/event-stream"), "{}", answer.head);
    assert!(
        answer.body.contains("notifications/message"),
        "{}",
        answer.body
    );
}
