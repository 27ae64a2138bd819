//! What a body may be: its type, its syntax, its size and its time.

use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::time::Duration;

use serde_json::json;
use toolwright::transport::http::Http;
use toolwright::{Limits, Server};

use super::client::{INIT, post, send, serve};
use super::{State, TOOLS, server};

#[test]
fn the_body_is_json_whatever_its_charset_parameter() {
    let address = server();
    for (media, status) in [
        ("application/json; charset=utf-8", 200),
        ("Application/JSON;charset=\"UTF-8\"", 200),
        ("text/plain", 415),
        ("application/x-www-form-urlencoded", 415),
    ] {
        let request =
            format!("POST /mcp HTTP/1.1\nHost: 127.0.0.1:PORT\nContent-Type: {media}\n\n{INIT}");
        assert_eq!(send(address, &request).status, status, "{media}");
    }
    assert_eq!(
        send(
            address,
            &format!("POST /mcp HTTP/1.1\nHost: 127.0.0.1:PORT\n\n{INIT}")
        )
        .status,
        415
    );
}

#[test]
fn batches_and_broken_bodies() {
    let address = server();
    let one = r#"[{"jsonrpc":"2.0","id":1,"method":"ping"}]"#;
    for (version, body, code) in [
        ("MCP-Protocol-Version: 2026-07-28", one, -32600),
        ("MCP-Protocol-Version: 2025-11-25", one, -32600),
        ("MCP-Protocol-Version: 2026-07-28", "{\"a\":", -32700),
        ("MCP-Protocol-Version: 2026-07-28", "", -32700),
        ("MCP-Protocol-Version: 2026-07-28", "[]", -32600),
    ] {
        let response = send(address, &post(version, body));
        assert_eq!(
            (response.status, &response.json()["error"]["code"]),
            (400, &json!(code)),
            "{body}"
        );
        assert!(response.json().get("id").is_none());
    }
    let two =
        r#"[{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","id":2,"method":"ping"}]"#;
    let response = send(address, &post("", two));
    assert_eq!(
        (response.status, response.json().as_array().map(Vec::len)),
        (200, Some(2))
    );
}

#[test]
fn bodies_have_a_size_and_a_time() {
    let server = Server::new(&TOOLS, State).limits(Limits::new().message(1000));
    let address = serve(Http::new(server).body_timeout(Duration::from_millis(200)));
    let large = format!(
        r#"{{"jsonrpc":"2.0","id":1,"method":"ping","params":{{"x":"{}"}}}}"#,
        "a".repeat(2000)
    );
    let response = send(address, &post("", &large));
    assert_eq!(
        (response.status, &response.json()["error"]["code"]),
        (413, &json!(-32600))
    );
    let mut half = TcpStream::connect(address).expect("a connection");
    half.write_all(b"POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{\"a\"").expect("sent");
    half.set_read_timeout(Some(Duration::from_secs(10)))
        .expect("a time limit");
    let mut answer = [0; 16];
    let read = half.read(&mut answer).expect("an answer");
    assert!(
        answer[..read].starts_with(b"HTTP/1.1 408"),
        "{:?}",
        &answer[..read]
    );
    assert_eq!(send(address, &post("", INIT)).status, 200);
}
