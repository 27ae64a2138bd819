//! Questions and subscriptions over the shells on tokio and over HTTP.
#![cfg(feature = "http")]

#[path = "common/asked.rs"]
mod asked;
#[path = "common/http.rs"]
mod client;

use std::io::Read as _;
use std::net::TcpStream;

use asked::{ALL, SET, modern, retry};
use client::{begin, send};
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader, DuplexStream};
use tokio::runtime::Builder;
use toolwright::Server;
use toolwright::transport::http::Http;
use toolwright::transport::tokio::Shell;

fn server() -> Server<()> {
    Server::new(&SET, ()).changing().on_diagnostic(|_| ())
}

struct Client {
    to: Option<DuplexStream>,
    from: BufReader<DuplexStream>,
}

impl Client {
    async fn send(&mut self, message: Value) {
        let to = self.to.as_mut().expect("an open stream");
        to.write_all(format!("{message}\n").as_bytes())
            .await
            .expect("sent");
    }

    async fn receive(&mut self) -> Value {
        let mut line = String::new();
        self.from.read_line(&mut line).await.expect("a line");
        serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line}"))
    }
}

#[test]
fn over_tokio() {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .expect("a runtime");
    runtime.block_on(async {
        let server = server();
        let notifier = server.notifier();
        let (to, input) = tokio::io::duplex(4096);
        let (output, from) = tokio::io::duplex(4096);
        let serve = tokio::spawn(Shell::new(server).serve(input, output));
        let mut client = Client {
            to: Some(to),
            from: BufReader::new(from),
        };
        client.send(asked::initialize(1, "2025-11-25", ALL)).await;
        client.receive().await;
        let call = |id: u32| json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": {"name": "named"}});
        client.send(call(2)).await;
        let question = client.receive().await;
        assert_eq!(question["method"], "elicitation/create");
        let result = json!({"action": "accept", "content": {"name": "Ann"}});
        client.send(json!({"jsonrpc": "2.0", "id": question["id"], "result": result})).await;
        let reply = client.receive().await;
        assert_eq!((&reply["id"], &reply["result"]["content"][0]["text"]), (&json!(2), &json!("Hello, Ann!")));
        // A call that is cancelled takes its question back.
        client.send(call(3)).await;
        let question = client.receive().await;
        client.send(json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 3}})).await;
        let cancelled = client.receive().await;
        assert_eq!(cancelled["params"]["requestId"], question["id"]);
        // A subscription, and the end of the input while a question is open.
        let mut listen = modern("", &json!({}), "{}");
        listen["id"] = json!(4);
        listen["method"] = json!("subscriptions/listen");
        listen["params"]["notifications"] = json!({"toolsListChanged": true});
        client.send(listen).await;
        assert_eq!(client.receive().await["method"], "notifications/subscriptions/acknowledged");
        notifier.tools_changed();
        assert_eq!(client.receive().await["method"], "notifications/tools/list_changed");
        client.send(call(5)).await;
        client.receive().await;
        client.to = None;
        let (mut failed, mut ended) = (false, false);
        while !(failed && ended) {
            let message = client.receive().await;
            failed |= message["id"] == 5 && message["result"]["isError"] == true;
            ended |= message["id"] == 4 && message["result"]["resultType"] == "complete";
        }
        serve.await.expect("no panic").expect("no error");
    });
}

fn post(method: &str, name: &str, body: &Value) -> String {
    let headers = format!(
        "Accept: application/json, text/event-stream\nMCP-Protocol-Version: 2026-07-28\nMcp-Method: {method}\n{name}"
    );
    client::post(&headers, &body.to_string())
}

/// What comes until there is `wanted` in it.
fn read_until(connection: &mut TcpStream, text: &mut String, wanted: &str) {
    let mut bytes = [0; 4096];
    while !text.contains(wanted) {
        let read = connection.read(&mut bytes).expect("an answer");
        assert!(read > 0, "'{wanted}' never came: {text}");
        text.push_str(std::str::from_utf8(&bytes[..read]).expect("text"));
    }
}

#[test]
fn over_http() {
    let server = server();
    let notifier = server.notifier();
    let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    let (address, serve) = client::start(Builder::new_current_thread(), async |listener| {
        let stopped = async { drop(stopped.await) };
        Http::new(server).serve_on(listener, stopped).await
    });
    let send = |body: &Value| send(address, &post("tools/call", "Mcp-Name: named", body));

    // Two rounds, each a request of its own.
    let first = modern("named", &json!({}), ALL);
    let first = send(&first);
    assert_eq!(first.status, 200);
    let first = first.json();
    assert_eq!(first["result"]["resultType"], "input_required");
    let answer = json!({"user_name": {"action": "accept", "content": {"name": "Ann"}}});
    let state = first["result"]["requestState"].as_str();
    let next = retry("named", &json!({}), ALL, &answer, state);
    let second = send(&next).json();
    assert_eq!(second["result"]["content"][0]["text"], "Hello, Ann!");
    let lacking = send(&modern("named", &json!({}), "{}"));
    assert_eq!(
        (lacking.status, &lacking.json()["error"]["code"]),
        (400, &json!(-32021))
    );

    // A subscription stays open, and ends with the server.
    let mut listen = modern("", &json!({}), "{}");
    listen["method"] = json!("subscriptions/listen");
    listen["params"]["notifications"] = json!({"toolsListChanged": true});
    let mut open = begin(address, &post("subscriptions/listen", "", &listen));
    let mut text = String::new();
    read_until(
        &mut open,
        &mut text,
        "notifications/subscriptions/acknowledged",
    );
    assert!(
        text.to_ascii_lowercase().contains("text/event-stream"),
        "{text}"
    );
    notifier.prompts_changed();
    notifier.tools_changed();
    read_until(&mut open, &mut text, "notifications/tools/list_changed");
    assert!(!text.contains("prompts"));
    stop.send(()).expect("a server");
    read_until(&mut open, &mut text, r#""resultType":"complete""#);
    assert!(
        !text.contains("notifications/cancelled"),
        "the stream says it"
    );
    open.read_to_string(&mut text).expect("the end");
    serve.join().expect("no panic").expect("no error");
}
