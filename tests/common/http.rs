//! A client of HTTP that sends what it is told, byte by byte, and servers for it.
#![allow(dead_code, reason = "each test binary needs its own part")]

use std::future::Future;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use serde_json::Value;
use tokio::runtime::Builder;
use toolwright::transport::http::Http;

/// The handshake of 2025-11-25.
pub const INIT: &str = r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}"#;
/// The member of the params that says as much in 2026-07-28.
pub const META: &str = r#""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}"#;

pub struct Response {
    pub status: u16,
    pub head: String,
    pub body: String,
}

impl Response {
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body)
            .unwrap_or_else(|_| panic!("no JSON: {} {}", self.head, self.body))
    }
}

pub fn serve(http: Http) -> SocketAddr {
    serve_app(axum::Router::new().nest_service("/mcp", http.router()))
}

pub fn serve_app(app: axum::Router) -> SocketAddr {
    let (address, _) = start(Builder::new_current_thread(), async |listener| {
        axum::serve(listener, app).await.expect("served");
    });
    address
}

/// Serves on a free port, from a thread with a runtime of its own, until there is no more to do.
pub fn start<F: Future<Output: Send + 'static>>(
    mut runtime: Builder,
    serve: impl FnOnce(tokio::net::TcpListener) -> F + Send + 'static,
) -> (SocketAddr, JoinHandle<F::Output>) {
    let (listener, address) = bind();
    let served = thread::spawn(move || {
        let runtime = runtime.enable_all().build().expect("a runtime");
        runtime.block_on(async {
            let listener = tokio::net::TcpListener::from_std(listener).expect("a listener");
            serve(listener).await
        })
    });
    (address, served)
}

/// A listener on a free port, for a runtime that takes it over.
pub fn bind() -> (TcpListener, SocketAddr) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    listener.set_nonblocking(true).expect("a listener");
    let address = listener.local_addr().expect("an address");
    (listener, address)
}

/// Waits for something, but not for ever.
pub fn until(done: impl Fn() -> bool) {
    let begin = Instant::now();
    while !done() {
        assert!(
            begin.elapsed() < Duration::from_secs(20),
            "it takes too long"
        );
        thread::sleep(Duration::from_millis(5));
    }
}

/// A request that posts `body`; each of the headers on a line of its own.
pub fn post(headers: &str, body: &str) -> String {
    let end = if headers.is_empty() || headers.ends_with('\n') {
        ""
    } else {
        "\n"
    };
    format!(
        "POST /mcp HTTP/1.1\nHost: 127.0.0.1:PORT\nContent-Type: application/json\n{headers}{end}\n{body}"
    )
}

/// Sends a request as it stands, but for `PORT` and the length of its body.
pub fn send(address: SocketAddr, request: &str) -> Response {
    let mut connection = begin(address, request);
    let mut bytes = Vec::new();
    connection.read_to_end(&mut bytes).expect("an answer");
    let text = String::from_utf8(bytes).expect("text");
    let (head, body) = text
        .split_once("\r\n\r\n")
        .unwrap_or_else(|| panic!("no answer: {text}"));
    let status = head
        .split(' ')
        .nth(1)
        .expect("a status")
        .parse()
        .expect("a number");
    let chunked = head
        .to_ascii_lowercase()
        .contains("transfer-encoding: chunked");
    Response {
        status,
        head: head.into(),
        body: if chunked {
            unchunked(body)
        } else {
            body.into()
        },
    }
}

pub fn unchunked(mut body: &str) -> String {
    let mut text = String::new();
    while let Some((size, rest)) = body.split_once("\r\n") {
        let size = usize::from_str_radix(size, 16).expect("a size");
        if size == 0 {
            break;
        }
        text.push_str(&rest[..size]);
        body = &rest[size + 2..];
    }
    text
}

/// Sends a request, and leaves the answer to be read.
pub fn begin(address: SocketAddr, request: &str) -> TcpStream {
    let (head, body) = request.split_once("\n\n").unwrap_or((request, ""));
    let head = head
        .trim_end()
        .replace("PORT", &address.port().to_string())
        .replace('\n', "\r\n");
    let mut connection = connect(address);
    let text = format!(
        "{head}\r\nConnection: close\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    connection.write_all(text.as_bytes()).expect("sent");
    connection
}

/// A connection on which nothing is waited for without end.
pub fn connect(address: SocketAddr) -> TcpStream {
    let connection = TcpStream::connect(address).expect("a connection");
    connection
        .set_read_timeout(Some(Duration::from_secs(20)))
        .expect("a time limit");
    connection
}

/// An event as it stood in a stream.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Event {
    pub id: String,
    pub retry: Option<String>,
    pub data: String,
}

impl Event {
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.data).unwrap_or_else(|_| panic!("no JSON: {self:?}"))
    }
}

/// An answer that is a stream of events, read as they come.
pub struct Events {
    pub head: String,
    lines: BufReader<TcpStream>,
}

impl Events {
    /// Sends a request whose answer is a stream.
    pub fn open(address: SocketAddr, request: &str) -> Self {
        let mut lines = BufReader::new(begin(address, request));
        let mut head = String::new();
        while !head.ends_with("\r\n\r\n") {
            assert!(lines.read_line(&mut head).expect("a head") > 0, "{head}");
        }
        assert!(head.starts_with("HTTP/1.1 200 "), "{head}");
        assert!(head.contains("text/event-stream"), "{head}");
        Self { head, lines }
    }

    /// The next event; none at the end of the stream.
    pub fn event(&mut self) -> Option<Event> {
        let mut event = Event::default();
        loop {
            let mut line = String::new();
            if self.lines.read_line(&mut line).expect("a line") == 0 {
                return None;
            }
            match line.trim_end().split_once(": ") {
                Some(("id", id)) => event.id = id.into(),
                Some(("retry", retry)) => event.retry = Some(retry.into()),
                Some(("data", data)) => event.data = data.into(),
                // Sizes and ends of chunks, and comments.
                _ if line != "\n" || event == Event::default() => {}
                _ => return Some(event),
            }
        }
    }
}
