//! Methods of HTTP and of the protocol that are not there.

use serde_json::json;

use super::client::{post, send};
use super::{modern, server};

#[test]
fn other_methods_are_405() {
    let address = server();
    for method in ["GET", "DELETE", "PUT", "OPTIONS"] {
        let response = send(
            address,
            &format!(
                "{method} /mcp HTTP/1.1\nHost: 127.0.0.1:PORT\nContent-Type: application/json\n\n"
            ),
        );
        assert_eq!(response.status, 405, "{method}");
        assert!(
            response.head.to_ascii_lowercase().contains("allow: post"),
            "{}",
            response.head
        );
        assert_eq!(response.body, "");
    }
}

#[test]
fn unknown_methods_and_notifications() {
    let address = server();
    let response = send(address, &modern("", "no/such", ""));
    assert_eq!(
        (response.status, &response.json()["error"]["code"]),
        (404, &json!(-32601))
    );
    let response = send(
        address,
        &post(
            "MCP-Protocol-Version: 2025-11-25",
            r#"{"jsonrpc":"2.0","id":2,"method":"no/such"}"#,
        ),
    );
    assert_eq!(
        (response.status, &response.json()["error"]["code"]),
        (200, &json!(-32601))
    );
    for (version, body) in [
        (
            "2026-07-28",
            r#"{"jsonrpc":"2.0","method":"notifications/no/such"}"#,
        ),
        (
            "2025-11-25",
            r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":9}}"#,
        ),
    ] {
        let response = send(
            address,
            &post(&format!("MCP-Protocol-Version: {version}"), body),
        );
        assert_eq!((response.status, &*response.body), (202, ""));
    }
}
