//! Headers that say what the body says.

use std::sync::Arc;

use serde_json::{Value, json};
use toolwright::transport::http::Http;
use toolwright::{Server, mcp_tools};

use super::client::{INIT, META, post, send, serve};
use super::{State, TOOLS, modern, server};

#[test]
fn the_header_decides_the_revision() {
    let list = r#"{"jsonrpc":"2.0","id":2,"method":"tools/list"}"#;
    let address = server();
    for version in ["1900-01-01", "not-a-version", "2025/11/25"] {
        let response = send(
            address,
            &post(&format!("MCP-Protocol-Version: {version}"), list),
        );
        assert_eq!(response.status, 400, "{version}");
        assert_eq!(response.json()["error"]["code"], -32022);
    }
    for (version, has_title) in [("2025-11-25", true), ("2024-11-05", false)] {
        let response = send(
            address,
            &post(&format!("MCP-Protocol-Version: {version}"), list),
        );
        assert_eq!(response.status, 200);
        let _ = has_title;
        assert!(response.json()["result"]["tools"].is_array());
    }
    assert_eq!(send(address, &post("", list)).status, 200);
    assert_eq!(
        send(address, &post("MCP-Protocol-Version: 1900-01-01", INIT)).status,
        200
    );
    let twice = "MCP-Protocol-Version: 2025-11-25\nMCP-Protocol-Version: 2025-11-25";
    assert_eq!(send(address, &post(twice, list)).status, 400);
}

#[test]
fn modern_headers_say_what_the_body_says() {
    let address = server();
    let call = |headers: &str| {
        send(
            address,
            &modern(
                headers,
                "tools/call",
                r#""name":"echo","arguments":{"text":"hi"}"#,
            ),
        )
    };
    assert_eq!(call("Mcp-Name: echo").status, 200);
    assert_eq!(call("mcp-name:   echo  ").status, 200);
    assert_eq!(call("Mcp-Name: =?base64?ZWNobw==?=").status, 200);
    for wrong in [
        "",
        "Mcp-Name: other",
        "Mcp-Name: ECHO",
        "Mcp-Name: =?base64?ZWNobw?=",
        "Mcp-Name: echo\nMcp-Name: echo",
    ] {
        let response = call(wrong);
        assert_eq!(
            (response.status, &response.json()["error"]["code"]),
            (400, &json!(-32020)),
            "{wrong}"
        );
        assert_eq!(response.json()["id"], 7);
    }
    let body = format!(r#"{{"jsonrpc":"2.0","id":7,"method":"tools/list","params":{{{META}}}}}"#);
    for (headers, code) in [
        ("MCP-Protocol-Version: 2026-07-28", -32020),
        (
            "MCP-Protocol-Version: 2026-07-28\nMcp-Method: Tools/list",
            -32020,
        ),
        (
            "MCP-Protocol-Version: 2025-11-25\nMcp-Method: tools/list",
            -32020,
        ),
        ("Mcp-Method: tools/list", -32020),
    ] {
        let response = send(address, &post(headers, &body));
        assert_eq!(
            (response.status, &response.json()["error"]["code"]),
            (400, &json!(code)),
            "{headers}"
        );
    }
    let bare = r#"{"jsonrpc":"2.0","id":7,"method":"server/discover","params":{}}"#;
    let response = send(
        address,
        &post(
            "MCP-Protocol-Version: 2026-07-28\nMcp-Method: server/discover",
            bare,
        ),
    );
    assert_eq!(
        (response.status, &response.json()["error"]["code"]),
        (400, &json!(-32602))
    );
    let unknown = body.replace("2026-07-28", "v999.0.0");
    let response = send(
        address,
        &post(
            "MCP-Protocol-Version: v999.0.0\nMcp-Method: tools/list",
            &unknown,
        ),
    );
    assert_eq!(
        (response.status, &response.json()["error"]["code"]),
        (400, &json!(-32022))
    );
    assert_eq!(response.json()["error"]["data"]["requested"], "v999.0.0");
}

#[test]
fn mirrored_arguments_are_compared() {
    let address = server();
    let call = |headers: &str, arguments: &str| {
        let headers = format!("Mcp-Name: region\n{headers}");
        send(
            address,
            &modern(
                &headers,
                "tools/call",
                &format!(r#""name":"region","arguments":{arguments}"#),
            ),
        )
    };
    assert_eq!(
        call("Mcp-Param-Region: eu", r#"{"region":"eu"}"#).status,
        200
    );
    assert_eq!(
        call(
            "Mcp-Param-Region: =?base64?SGVsbG8=?=",
            r#"{"region":"Hello"}"#
        )
        .status,
        200
    );
    assert_eq!(
        call(
            "Mcp-Param-Region: eu\nMcp-Param-Count: 42.0",
            r#"{"region":"eu","count":42}"#
        )
        .status,
        200
    );
    assert_eq!(
        call(
            "Mcp-Param-Other: x\nMcp-Param-Region: eu",
            r#"{"region":"eu"}"#
        )
        .status,
        200
    );
    for (headers, arguments) in [
        ("", r#"{"region":"eu"}"#),
        ("Mcp-Param-Region: us", r#"{"region":"eu"}"#),
        (
            "Mcp-Param-Region: =?base64?SGVsbG8?=",
            r#"{"region":"Hello"}"#,
        ),
        ("Mcp-Param-Region: eu", r#"{"region":"eu","count":2}"#),
    ] {
        let response = call(headers, arguments);
        assert_eq!(
            (response.status, &response.json()["error"]["code"]),
            (400, &json!(-32020)),
            "{headers}"
        );
    }
}

mcp_tools! {
    static LATER: ToolSet<State>;

    /// Echoes what a header says too.
    fn zone(#[header("Zone")] zone: String) -> String { zone }
}

#[test]
fn mirrored_arguments_of_added_tools_are_compared() {
    let server = Arc::new(Server::new(&TOOLS, State).changing().on_diagnostic(|_| ()));
    let address = serve(Http::new(Arc::clone(&server)));
    let call = |header: &str| {
        let headers = format!("Mcp-Name: zone\n{header}");
        let params = r#""name":"zone","arguments":{"zone":"eu"}"#;
        let response = send(address, &modern(&headers, "tools/call", params));
        (response.status, response.json()["error"]["code"].clone())
    };
    // Nothing is known of a tool that is not there.
    assert_eq!(call(""), (200, json!(-32602)));
    server.add(&LATER).expect("added");
    for _ in 0..2 {
        assert_eq!(call("Mcp-Param-Zone: eu"), (200, Value::Null));
        assert_eq!(call("Mcp-Param-Zone: us"), (400, json!(-32020)));
        assert_eq!(call(""), (400, json!(-32020)));
        assert!(server.remove(&LATER));
        server.add(&LATER).expect("added again");
    }
}

/// A batch has one head for all its messages, so none of them can be a request whose headers say
/// what it says: what stands between would see another one.
#[test]
fn a_request_of_2026_07_28_is_in_no_batch() {
    let address = server();
    let call = format!(
        r#"{{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{{"name":"echo","arguments":{{"text":"hi"}},{META}}}}}"#
    );
    let body = format!(r#"[{call},{{"jsonrpc":"2.0","id":8,"method":"ping"}}]"#);
    for headers in [
        "Mcp-Method: ping",
        "MCP-Protocol-Version: 2025-03-26\nMcp-Method: tools/call\nMcp-Name: echo",
    ] {
        let response = send(address, &post(headers, &body));
        let replies = response.json();
        assert_eq!(response.status, 200);
        assert_eq!(replies[0]["id"], 7);
        assert_eq!(replies[0]["error"]["code"], -32600, "{replies}");
        assert_eq!(replies[1]["result"], json!({}), "{replies}");
    }
}
