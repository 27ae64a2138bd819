//! Streamable HTTP, as raw requests over a loopback connection.
#![cfg(feature = "http")]

#[path = "common/http.rs"]
mod client;

use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use client::{Events, INIT, META, post, send, serve, serve_app, until};
use serde_json::{Value, json};
use toolwright::context::Level;
use toolwright::transport::http::Http;
use toolwright::{Context, Limits, Server, mcp_tools};

pub struct State;

static INSIDE: AtomicUsize = AtomicUsize::new(0);
static FLOODED: AtomicUsize = AtomicUsize::new(0);

struct Inside;

impl Drop for Inside {
    fn drop(&mut self) {
        INSIDE.fetch_sub(1, Ordering::SeqCst);
    }
}

mcp_tools! {
    static TOOLS: ToolSet<State>;

    /// Echoes.
    fn echo(text: String) -> String { text }

    /// Tells of its progress.
    async fn steps(cx: &Context) -> u32 {
        for step in 1..=3 {
            cx.progress(f64::from(step), Some(3.0), Some("on the way"));
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        3
    }

    /// Logs without end.
    async fn flood(cx: &Context) {
        let text = "x".repeat(64 * 1024);
        for number in 0..1000 {
            cx.log(Level::Error, None, format!("{number} {text}"));
            tokio::task::yield_now().await;
        }
        FLOODED.store(1, Ordering::SeqCst);
    }

    /// Takes long.
    async fn long() -> u32 {
        INSIDE.fetch_add(1, Ordering::SeqCst);
        let _inside = Inside;
        tokio::time::sleep(Duration::from_secs(60)).await;
        0
    }

    /// Echoes what a header says too.
    fn region(#[header("Region")] region: String, #[header("Count")] count: u32 = 1) -> String { format!("{region} {count}") }

    /// Who asks, as the application around knows it.
    fn who(cx: &Context) -> String {
        let parts = cx.extensions().get::<axum::http::request::Parts>();
        parts.and_then(|parts| parts.extensions.get::<Identity>()).map_or("nobody", |identity| identity.0).into()
    }
}

#[derive(Clone, Copy)]
struct Identity(&'static str);

fn server() -> SocketAddr {
    serve(Http::new(Server::new(&TOOLS, State)))
}

fn modern(headers: &str, method: &str, params: &str) -> String {
    let params = if params.is_empty() {
        META.into()
    } else {
        format!("{params},{META}")
    };
    post(
        format!("MCP-Protocol-Version: 2026-07-28\nMcp-Method: {method}\n{headers}").trim_end(),
        &format!(r#"{{"jsonrpc":"2.0","id":7,"method":"{method}","params":{{{params}}}}}"#),
    )
}

/// The lines of a head that are about other origins.
fn shared(head: &str) -> Vec<String> {
    let head = head.to_ascii_lowercase();
    let lines = head
        .lines()
        .filter(|line| line.starts_with("access-control-"));
    lines.map(str::to_owned).collect()
}

#[test]
fn pages_of_allowed_origins_may_read() {
    let http = || Http::new(Server::new(&TOOLS, State)).allow_origin("https://app.example.com");
    let preflight = |origin: &str| {
        format!(
            "OPTIONS /mcp HTTP/1.1\nHost: 127.0.0.1:PORT\nOrigin: {origin}\nAccess-Control-Request-Method: POST\nAccess-Control-Request-Headers: content-type,mcp-param-region\n\n"
        )
    };
    let address = serve(http().cors());
    let asked = send(address, &preflight("https://app.example.com"));
    assert_eq!(asked.status, 200, "{}", asked.head);
    let said = shared(&asked.head);
    for line in [
        "access-control-allow-origin: https://app.example.com",
        "access-control-allow-methods: post,get,delete",
        "access-control-allow-headers: content-type,mcp-param-region",
        "access-control-max-age: 3600",
    ] {
        assert!(said.iter().any(|said| said == line), "{line}: {said:?}");
    }
    assert!(!asked.head.contains("credentials"), "{}", asked.head);
    let origin = "Origin: https://app.example.com";
    let answered = send(address, &modern(origin, "tools/list", ""));
    assert_eq!(answered.status, 200);
    assert_eq!(
        shared(&answered.head),
        [
            "access-control-allow-origin: https://app.example.com",
            "access-control-expose-headers: mcp-session-id"
        ]
    );
    // Another origin reads nothing, and is not served.
    let asked = send(address, &preflight("https://evil.example"));
    assert!(
        !asked.head.to_ascii_lowercase().contains("allow-origin"),
        "{}",
        asked.head
    );
    let refused = send(
        address,
        &modern("Origin: https://evil.example", "tools/list", ""),
    );
    assert_eq!(refused.status, 403);
    assert!(
        !refused.head.to_ascii_lowercase().contains("allow-origin"),
        "{}",
        refused.head
    );
    // Unless it is asked for, there is none of it.
    let answered = send(serve(http()), &modern(origin, "tools/list", ""));
    assert_eq!((answered.status, shared(&answered.head)), (200, vec![]));
}

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

#[test]
fn foreign_hosts_and_origins_are_refused() {
    let address = server();
    let from = |host: &str, origin: &str| {
        let origin = if origin.is_empty() {
            String::new()
        } else {
            format!("Origin: {origin}\n")
        };
        send(
            address,
            &format!(
                "POST /mcp HTTP/1.1\nHost: {host}\n{origin}Content-Type: application/json\n\n{INIT}"
            ),
        )
        .status
    };
    assert_eq!(from("127.0.0.1:PORT", "http://127.0.0.1:PORT"), 200);
    assert_eq!(from("localhost:PORT", "http://localhost:1234"), 200);
    assert_eq!(from("evil.example.com", ""), 403);
    assert_eq!(from("evil.example.com", "http://evil.example.com"), 403);
    assert_eq!(from("127.0.0.1:PORT", "http://evil.example.com"), 403);
    assert_eq!(from("127.0.0.1:PORT", "null"), 403);
    assert_eq!(from("127.0.0.1.evil.example.com:PORT", ""), 403);
    let open = serve(
        Http::new(Server::new(&TOOLS, State))
            .allow_host("api.example.com")
            .allow_origin("https://app.example.com"),
    );
    let from = |host: &str, origin: &str| {
        send(open, &format!("POST /mcp HTTP/1.1\nHost: {host}\nOrigin: {origin}\nContent-Type: application/json\n\n{INIT}")).status
    };
    assert_eq!(from("api.example.com", "https://app.example.com"), 200);
    assert_eq!(from("api.example.com", "https://other.example.com"), 403);
    assert_eq!(from("127.0.0.1", "https://app.example.com"), 403);
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

#[test]
fn a_client_that_goes_away_cancels_in_2026_07_28() {
    let address = server();
    let request = modern(
        "Mcp-Name: long",
        "tools/call",
        r#""name":"long","arguments":{}"#,
    );
    let (head, body) = request.split_once("\n\n").expect("a body");
    let text = format!(
        "{}\r\nContent-Length: {}\r\n\r\n{body}",
        head.trim_end().replace("PORT", "80").replace('\n', "\r\n"),
        body.len()
    );
    let mut connection = TcpStream::connect(address).expect("a connection");
    connection.write_all(text.as_bytes()).expect("sent");
    until(|| INSIDE.load(Ordering::SeqCst) == 1);
    drop(connection);
    until(|| INSIDE.load(Ordering::SeqCst) == 0);
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

#[test]
fn idle_connections_do_not_hold_up_others() {
    let address = server();
    let idle: Vec<_> = (0..200)
        .map(|_| TcpStream::connect(address).expect("a connection"))
        .collect();
    assert_eq!(send(address, &post("", INIT)).status, 200);
    drop(idle);
}

#[test]
fn what_the_application_knows_reaches_the_tool() {
    let http = Http::new(Server::new(&TOOLS, State)).router();
    let app = axum::Router::new()
        .nest_service("/mcp", http)
        .layer(axum::Extension(Identity("ada")))
        .route("/", axum::routing::get(|| async { "home" }));
    let address = serve_app(app);
    let body = r#"{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"who"}}"#;
    assert_eq!(
        send(address, &post("", body)).json()["result"]["content"][0]["text"],
        "ada"
    );
    assert_eq!(
        send(address, "GET / HTTP/1.1\nHost: 127.0.0.1\n\n").body,
        "home"
    );
}

/// How many bytes are read until the client has nothing to read for a while, or for ever.
fn drained(mut stream: TcpStream) -> usize {
    let pause = Some(Duration::from_millis(500));
    stream.set_read_timeout(pause).expect("a time limit");
    let (mut bytes, mut read) = (vec![0; 1 << 16], 0);
    while let Ok(more @ 1..) = stream.read(&mut bytes) {
        read += more;
    }
    read
}

#[test]
fn what_a_client_does_not_read_is_not_kept_without_bounds() {
    let server = Server::new(&TOOLS, State).logging().subscriptions();
    let notifier = server.notifier();
    let address = serve(Http::new(server));
    // The news of a subscription: 64 MiB of them, of two resources.
    let uris = ["a", "b"].map(|name| format!("test://{}{name}", "x".repeat(64 * 1024)));
    let wanted = json!({"resourceSubscriptions": uris});
    let listen = modern(
        "",
        "subscriptions/listen",
        &format!(r#""notifications":{wanted}"#),
    );
    let mut stream = client::begin(address, &listen);
    let mut first = [0; 1024];
    assert_ne!(stream.read(&mut first).expect("an acknowledgement"), 0);
    for _ in 0..500 {
        for uri in &uris {
            notifier.resource_updated(uri);
        }
    }
    let read = drained(stream);
    assert!((1 << 17..32 << 20).contains(&read), "{read}");
    // The messages of a call that goes on without its client.
    let level = r#"{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"flood"}}"#;
    let stream = client::begin(address, &post("MCP-Protocol-Version: 2025-06-18", level));
    // What it sends while somebody reads is no question of room.
    let began = Instant::now();
    while FLOODED.load(Ordering::SeqCst) == 0 && began.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(10));
    }
    let read = drained(stream);
    assert!((1 << 17..32 << 20).contains(&read), "{read}");
}
