//! How a session begins, and where there is none.

use serde_json::json;
use toolwright::transport::http::{Http, Sessions};

use super::client::{INIT, META, post, send, serve};
use super::{Client, REVISIONS, server, session_id, start, text};

#[test]
fn without_the_option_there_are_none() {
    let address = serve(Http::new(server()));
    let response = send(address, &post("", INIT));
    assert_eq!((response.status, session_id(&response)), (200, None));
    for method in ["GET", "DELETE"] {
        let request =
            format!("{method} /mcp HTTP/1.1\nHost: 127.0.0.1:PORT\nMcp-Session-Id: x\n\n");
        let response = send(address, &request);
        assert_eq!(response.status, 405);
        assert!(
            response.head.contains("allow: POST\r\n"),
            "{}",
            response.head
        );
    }
}

#[test]
fn without_sessions_no_changes_are_promised() {
    let address = serve(Http::new(server().subscriptions()));
    let announced = send(address, &post("", INIT)).json();
    let announced = &announced["result"]["capabilities"];
    assert_eq!(
        (&announced["tools"], &announced["resources"]),
        (&json!({}), &json!({}))
    );
    let subscribe =
        r#"{"jsonrpc":"2.0","id":2,"method":"resources/subscribe","params":{"uri":"test://a"}}"#;
    let refused = send(
        address,
        &post("MCP-Protocol-Version: 2025-11-25\n", subscribe),
    );
    assert_eq!(refused.json()["error"]["code"], -32601);
    // They are with sessions, and in 2026-07-28 as ever.
    let address = serve(Http::new(server().subscriptions()).sessions(Sessions::new()));
    let announced = send(address, &post("", INIT)).json();
    let all = json!({"subscribe": true, "listChanged": true});
    assert_eq!(announced["result"]["capabilities"]["resources"], all);
    let address = serve(Http::new(server().subscriptions()));
    let discover =
        format!(r#"{{"jsonrpc":"2.0","id":7,"method":"server/discover","params":{{{META}}}}}"#);
    let headers = "MCP-Protocol-Version: 2026-07-28\nMcp-Method: server/discover\n";
    let announced = send(address, &post(headers, &discover)).json();
    assert_eq!(announced["result"]["capabilities"]["resources"], all);
}

#[test]
fn a_session_begins_and_ends() {
    let address = start(Sessions::new());
    for revision in REVISIONS {
        let client = Client::shake(address, revision);
        let id = client.headers.lines().next().expect("a line");
        let id = id.strip_prefix("Mcp-Session-Id: ").expect("the id");
        assert!(
            id.len() >= 32 && id.bytes().all(|byte| (0x21..=0x7e).contains(&byte)),
            "{id}"
        );
        let other = Client::shake(address, revision);
        assert_ne!(client.headers, other.headers);
        assert_eq!(client.ping(), 200);
        let call = send(address, &client.call("echo", json!({"text": "hi"})));
        assert!(call.head.contains("application/json"), "{}", call.head);
        assert_eq!(text(&call.json()), "hi");
        assert_eq!(client.delete(), 204);
        assert_eq!(client.ping(), 404);
        assert_eq!(client.delete(), 404);
        assert_eq!(send(address, &client.request("GET", "")).status, 404);
        assert_eq!(other.ping(), 200);
    }
}

#[test]
fn what_follows_the_handshake_names_its_session() {
    let address = start(Sessions::new());
    let client = Client::shake(address, "2025-11-25");
    let ping = r#"{"jsonrpc":"2.0","id":7,"method":"ping"}"#;
    let note = r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#;
    let answer = r#"{"jsonrpc":"2.0","id":7,"result":{}}"#;
    let version = "MCP-Protocol-Version: 2025-11-25\n";
    let twice = format!("{}{}", client.headers, client.headers.replace(version, ""));
    for (headers, status) in [
        ("", 400),
        (version, 400),
        ("Mcp-Session-Id: \n", 404),
        ("Mcp-Session-Id: 0123456789abcdef\n", 404),
        (&twice, 400),
        (&client.headers.replace("2025-11-25", "2024-01-01"), 400),
        // Nothing but the session says which revision it is.
        (&client.headers.replace(version, ""), 200),
        (&client.headers, 200),
    ] {
        let response = send(address, &post(headers, ping));
        assert_eq!(response.status, status, "{headers}");
        assert_eq!(response.json()["id"], 7, "{headers}");
        let status = if status == 200 { 202 } else { status };
        assert_eq!(
            send(address, &post(headers, note)).status,
            status,
            "{headers}"
        );
        assert_eq!(
            send(address, &post(headers, answer)).status,
            status,
            "{headers}"
        );
    }
    for method in ["GET", "DELETE"] {
        for (headers, status) in [("", 400), ("Mcp-Session-Id: x\n", 404)] {
            let request = format!("{method} /mcp HTTP/1.1\nHost: 127.0.0.1:PORT\n{headers}\n");
            assert_eq!(send(address, &request).status, status, "{method} {headers}");
        }
    }
    let request = client.request("PUT", "");
    let response = send(address, &request);
    assert_eq!(response.status, 405);
    assert!(
        response.head.contains("allow: GET, POST, DELETE\r\n"),
        "{}",
        response.head
    );
    let json_alone = client.request("GET", "Accept: application/json\n");
    assert_eq!(send(address, &json_alone).status, 406);
}

#[test]
fn the_newest_revision_has_none() {
    let address = start(Sessions::new());
    let body = format!(r#"{{"jsonrpc":"2.0","id":7,"method":"tools/list","params":{{{META}}}}}"#);
    for session in ["", "Mcp-Session-Id: x\n"] {
        let headers =
            format!("MCP-Protocol-Version: 2026-07-28\nMcp-Method: tools/list\n{session}");
        let response = send(address, &post(&headers, &body));
        assert_eq!((response.status, session_id(&response)), (200, None));
        for method in ["GET", "DELETE"] {
            let request = format!("{method} /mcp HTTP/1.1\nHost: 127.0.0.1:PORT\n{headers}\n");
            assert_eq!(send(address, &request).status, 405);
        }
    }
}

#[test]
fn a_failed_handshake_opens_none() {
    let address = start(Sessions::new());
    let init = r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}"#;
    let response = send(address, &post("", init));
    assert_eq!(response.json()["error"]["code"], -32602);
    assert_eq!(session_id(&response), None);
}
