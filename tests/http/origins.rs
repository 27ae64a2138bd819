//! Which hosts and pages are served, and what pages of other origins may read.

use toolwright::Server;
use toolwright::transport::http::Http;

use super::client::{INIT, send, serve};
use super::{State, TOOLS, modern, server};

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
