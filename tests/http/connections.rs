//! Clients that go away, say nothing or do not read.

use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::sync::atomic::Ordering;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use serde_json::json;
use tokio::runtime::Builder;
use tokio::sync::oneshot::{Sender, channel};
use toolwright::Server;
use toolwright::transport::http::Http;

use super::client::{self, INIT, begin, post, send, serve, start, until};
use super::{FLOODED, INSIDE, State, TOOLS, modern, server};

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
fn idle_connections_do_not_hold_up_others() {
    let address = server();
    let idle: Vec<_> = (0..200)
        .map(|_| TcpStream::connect(address).expect("a connection"))
        .collect();
    assert_eq!(send(address, &post("", INIT)).status, 200);
    drop(idle);
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
    let call = r#"{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"flood","_meta":{"progressToken":1}}}"#;
    let stream = client::begin(address, &post("MCP-Protocol-Version: 2025-06-18", call));
    // What it sends while somebody reads is no question of room.
    let began = Instant::now();
    while FLOODED.load(Ordering::SeqCst) == 0 && began.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(10));
    }
    let read = drained(stream);
    assert!((1 << 17..32 << 20).contains(&read), "{read}");
}

/// More than the system keeps for a client that does not read.
const MUCH: usize = 24 << 20;

fn much() -> String {
    modern(
        "Mcp-Name: much",
        "tools/call",
        r#""name":"much","arguments":{}"#,
    )
}

/// What the server does, and what ends it.
fn served(http: Http) -> (SocketAddr, JoinHandle<()>, Sender<()>) {
    let (stop, stopped) = channel::<()>();
    let (address, served) = start(Builder::new_current_thread(), async |listener| {
        let stopped = async { drop(stopped.await) };
        http.serve_on(listener, stopped).await.expect("served");
    });
    (address, served, stop)
}

#[test]
fn a_client_that_takes_nothing_is_not_waited_for() {
    let http = Http::new(Server::new(&TOOLS, State)).write_timeout(Duration::from_millis(400));
    let (address, _served, _stop) = served(http);
    let stuck = begin(address, &much());
    let mut slow = begin(address, &much());
    // One that is slow is waited for, longer than that on the whole.
    let (mut read, mut bytes) = (0, vec![0; MUCH / 20]);
    while let Ok(more @ 1..) = slow.read(&mut bytes) {
        read += more;
        std::thread::sleep(Duration::from_millis(30));
    }
    assert!(read > MUCH, "{read}");
    std::thread::sleep(Duration::from_secs(1));
    let read = drained(stuck);
    assert!(read < MUCH, "{read}");
}

#[test]
fn a_shutdown_waits_for_its_grace_and_no_longer() {
    let http = Http::new(Server::new(&TOOLS, State)).grace(Duration::from_millis(500));
    let (address, served, stop) = served(http);
    let stuck = begin(address, &much());
    let long = modern(
        "Mcp-Name: nap",
        "tools/call",
        r#""name":"nap","arguments":{"ms":60000}"#,
    );
    let mut cut = begin(address, &long);
    let short = long.replace("60000", "200");
    let mut answered = begin(address, &short);
    std::thread::sleep(Duration::from_millis(100));
    let began = Instant::now();
    stop.send(()).expect("a server");
    served.join().expect("no panic");
    let took = began.elapsed();
    assert!(
        (Duration::from_millis(500)..Duration::from_secs(5)).contains(&took),
        "{took:?}"
    );
    let mut text = String::new();
    answered.read_to_string(&mut text).expect("an answer");
    assert!(text.contains("200"), "{text}");
    let mut text = String::new();
    let _ = cut.read_to_string(&mut text);
    assert_eq!(text, "");
    drop(stuck);
}
