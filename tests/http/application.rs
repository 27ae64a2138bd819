//! The server as a part of an application.

use std::time::Duration;

use tokio::runtime::Builder;
use toolwright::Server;
use toolwright::transport::http::{Http, Sessions};

use super::client::{Events, INIT, begin, post, send, serve_app, start};
use super::{Identity, State, TOOLS, modern};

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

/// An application that waits for its requests in flight is not kept open by streams.
#[test]
fn a_graceful_shutdown_ends_the_streams() {
    let http = Http::new(Server::new(&TOOLS, State).changing()).sessions(Sessions::new());
    let (mcp, streams) = http.router_with_shutdown();
    let app = axum::Router::new().nest_service("/mcp", mcp);
    let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    let ended = streams.clone();
    let (address, served) = start(Builder::new_current_thread(), async |listener| {
        let shutdown = async move {
            drop(stopped.await);
            ended.begin();
        };
        let serving = axum::serve(listener, app).with_graceful_shutdown(shutdown);
        serving.await.expect("served");
    });
    let listen = modern(
        "",
        "subscriptions/listen",
        r#""notifications":{"toolsListChanged":true}"#,
    );
    let mut news = Events::open(address, &listen);
    let first = news.event().expect("an event").json();
    assert_eq!(first["method"], "notifications/subscriptions/acknowledged");
    let greeted = send(address, &post("", INIT));
    let id = greeted
        .head
        .lines()
        .find_map(|line| line.strip_prefix("mcp-session-id: "))
        .expect("a session");
    let get = format!(
        "GET /mcp HTTP/1.1\nHost: 127.0.0.1:PORT\nAccept: text/event-stream\nMcp-Session-Id: {}\n\n",
        id.trim()
    );
    let mut own = Events::open(address, &get);
    assert!(own.event().is_some(), "an event with an id");
    // Such a stream that begins later ends at once.
    let calls = modern(
        "Mcp-Name: nap",
        "tools/call",
        r#""name":"nap","arguments":{"ms":300}"#,
    );
    let mut call = begin(address, &calls);
    std::thread::sleep(Duration::from_millis(100));
    streams.begin();
    let mut late = Events::open(address, &listen);
    let acknowledged = late.event().expect("an event").json();
    assert_eq!(acknowledged["method"], first["method"]);
    assert_eq!(
        late.event().expect("a result").json()["result"]["resultType"],
        "complete"
    );
    assert!(late.event().is_none());
    let mut late = Events::open(address, &get);
    assert_eq!(late.event().expect("an event with an id").data, "");
    assert!(late.event().is_none());

    stop.send(()).expect("a server");
    assert_eq!(
        news.event().expect("a result").json()["result"]["resultType"],
        "complete"
    );
    assert!(news.event().is_none());
    assert!(own.event().is_none());
    let mut text = String::new();
    std::io::Read::read_to_string(&mut call, &mut text).expect("an answer");
    assert!(text.contains("300"), "{text}");
    served.join().expect("no panic");
}
