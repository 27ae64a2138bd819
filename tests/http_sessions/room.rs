//! Calls of a session that wait for one another.

use std::sync::atomic::Ordering;
use std::time::Duration;

use serde_json::json;
use toolwright::Limits;
use toolwright::transport::http::{Http, Sessions};

use super::client::{begin, post, send, serve};
use super::{Client, MARKS, accept, server, text};

#[test]
fn only_so_many_calls_run_in_a_session() {
    let server = server().limits(Limits::new().calls(1));
    let address = serve(Http::new(server).sessions(Sessions::new()));
    let client = Client::shake(address, "2025-06-18");
    let mut stream = client.stream("greet", json!({}));
    let question = stream.event().expect("a question").json();
    // The next one waits; the answer does not.
    let mut waits = begin(address, &client.call("echo", json!({"text": "hi"})));
    client.answer(&question, accept("Flo"));
    assert_eq!(text(&stream.event().expect("a reply").json()), "Hello, Flo");
    let mut answer = String::new();
    std::io::Read::read_to_string(&mut waits, &mut answer).expect("an answer");
    assert!(answer.contains("hi"), "{answer}");
}

/// A client that answers a question in a batch does not wait for the call that asks.
#[test]
fn answers_in_a_batch_need_no_room_of_their_own() {
    let server = server().limits(Limits::new().calls(1));
    let address = serve(Http::new(server).sessions(Sessions::new()));
    let client = Client::shake(address, "2025-03-26");
    let mut stream = client.stream("two", json!({}));
    let said = json!({"role": "assistant", "model": "m", "content": {"type": "text", "text": "A"}});
    let mut answers: Vec<_> = [(); 2]
        .map(|()| stream.event().expect("a question").json())
        .iter()
        .map(|question| json!({"jsonrpc": "2.0", "id": question["id"], "result": said}))
        .collect();
    answers.push(json!({"jsonrpc": "2.0", "method": "notifications/initialized"}));
    // Even for a client that would rather have events there are none.
    let headers = format!("{}Accept: text/event-stream\n", client.headers);
    let batch = post(&headers, &json!(answers).to_string());
    let response = send(address, &batch);
    assert_eq!((response.status, &*response.body), (202, ""));
    assert_eq!(text(&stream.event().expect("a reply").json()), "A A");
    for refused in [json!([]), json!([[]]), json!([1])] {
        assert_ne!(client.send(&refused).body, "", "{refused}");
    }
    // No other revision has them.
    let client = Client::shake(address, "2025-06-18");
    let note = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
    assert_eq!(client.send(&json!([note])).status, 400);
}

/// Answers are taken before the requests beside them wait for room: it may be theirs.
#[test]
fn answers_beside_requests_need_no_room_either() {
    let server = server().limits(Limits::new().calls(1));
    let address = serve(Http::new(server).sessions(Sessions::new()));
    let client = Client::shake(address, "2025-03-26");
    let mut stream = client.stream("two", json!({}));
    let said = json!({"role": "assistant", "model": "m", "content": {"type": "text", "text": "A"}});
    let [one, two] = [(); 2].map(|()| stream.event().expect("a question").json()["id"].clone());
    let response = client.send(&json!([
        {"jsonrpc": "2.0", "id": 8, "method": "ping"},
        {"jsonrpc": "2.0", "id": one, "result": said},
        {"jsonrpc": "2.0", "id": 9, "method": "ping"},
        {"jsonrpc": "2.0", "id": two, "result": said},
    ]));
    assert_eq!(text(&stream.event().expect("a reply").json()), "A A");
    let ids: Vec<_> = response
        .json()
        .as_array()
        .expect("a batch")
        .iter()
        .map(|reply| reply["id"].clone())
        .collect();
    assert_eq!(ids, [8, 9]);
}

#[test]
fn a_call_that_waits_for_room_ends_with_its_session() {
    let server = server().limits(Limits::new().calls(1));
    let address = serve(Http::new(server).sessions(Sessions::new()));
    let client = Client::shake(address, "2025-06-18");
    let mut stream = client.stream("greet", json!({}));
    stream.event().expect("a question");
    let mut waits = begin(address, &client.call("mark", json!({})));
    std::thread::sleep(Duration::from_millis(200));
    assert_eq!(client.delete(), 204);
    let mut answer = String::new();
    std::io::Read::read_to_string(&mut waits, &mut answer).expect("an answer");
    assert!(answer.starts_with("HTTP/1.1 404 "), "{answer}");
    assert_eq!(MARKS.load(Ordering::SeqCst), 0);
}
