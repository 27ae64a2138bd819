//! Questions to the client, on the streams of a session.

use std::net::SocketAddr;

use serde_json::json;
use tokio::runtime::Builder;
use toolwright::transport::http::{Http, Sessions};

use super::client::{self, Events, post, send};
use super::{Client, accept, server, start, text};

#[test]
fn a_tool_asks_on_the_stream_of_its_call() {
    let address = start(Sessions::new());
    for revision in ["2025-06-18", "2025-11-25"] {
        let client = Client::shake(address, revision);
        // Two at once: each is asked on its own stream, under an id of its own.
        let mut streams = [(); 2].map(|()| client.stream("greet", json!({})));
        let questions = streams.each_mut().map(|stream| {
            if revision == "2025-11-25" {
                let priming = stream.event().expect("an event");
                assert_eq!(
                    (&*priming.data, priming.retry.as_deref()),
                    ("", Some("1000"))
                );
                assert_ne!(priming.id, "");
            }
            let question = stream.event().expect("a question").json();
            assert_eq!(question["method"], "elicitation/create");
            question
        });
        assert_ne!(questions[0]["id"], questions[1]["id"]);
        client.answer(&questions[1], accept("Bo"));
        let reply = streams[1].event().expect("a reply");
        assert_eq!(
            (reply.json()["id"].as_u64(), text(&reply.json())),
            (Some(5), "Hello, Bo")
        );
        client.answer(&questions[0], json!({"action": "decline"}));
        assert_eq!(text(&streams[0].event().expect("a reply").json()), "Nobody");
        for stream in &mut streams {
            assert_eq!(stream.event(), None);
        }
        // One that nobody waits for changes nothing.
        client.answer(&questions[0], accept("Cy"));
    }
}

#[test]
fn several_questions_of_one_call() {
    let client = Client::new(Sessions::new());
    let mut stream = client.stream("two", json!({}));
    stream.event().expect("the priming event");
    let questions = [(); 2].map(|()| stream.event().expect("a question").json());
    for question in questions.iter().rev() {
        assert_eq!(question["method"], "sampling/createMessage");
        let said = &question["params"]["messages"][0]["content"]["text"];
        let word = json!({"type": "text", "text": said.as_str().map(str::to_uppercase)});
        client.answer(
            question,
            json!({"role": "assistant", "model": "m", "content": word}),
        );
    }
    assert_eq!(text(&stream.event().expect("a reply").json()), "ONE TWO");
}

#[test]
fn another_session_cannot_answer() {
    let address = start(Sessions::new());
    let [client, other] = [(); 2].map(|()| Client::shake(address, "2025-06-18"));
    let mut stream = client.stream("greet", json!({}));
    let question = stream.event().expect("a question").json();
    other.answer(&question, accept("Mallory"));
    client.answer(&question, accept("Ann"));
    assert_eq!(text(&stream.event().expect("a reply").json()), "Hello, Ann");
}

#[test]
fn a_client_that_takes_no_events_is_not_asked() {
    let client = Client::new(Sessions::new());
    let call = client.call("greet", json!({}));
    let response = send(
        client.address,
        &call.replacen('\n', "\nAccept: application/json\n", 1),
    );
    assert!(
        text(&response.json()).contains("does not allow for"),
        "{}",
        response.body
    );
}

/// Serves on a runtime of several threads.
fn start_threads(http: Http) -> SocketAddr {
    let mut runtime = Builder::new_multi_thread();
    runtime.worker_threads(1);
    let (address, _) = client::start(runtime, async |listener| {
        let served = http.serve_on(listener, std::future::pending()).await;
        served.expect("served");
    });
    address
}

#[test]
fn a_tool_that_holds_up_its_thread_is_answered() {
    let address = start_threads(Http::new(server()).sessions(Sessions::new()));
    let client = Client::shake(address, "2025-11-25");
    // More than there are workers.
    let mut streams: Vec<_> = (0..6)
        .map(|_| client.stream("greet_waiting", json!({})))
        .collect();
    for stream in &mut streams {
        stream.event().expect("the priming event");
        let question = stream.event().expect("a question").json();
        client.answer(&question, accept("Di"));
        assert_eq!(text(&stream.event().expect("a reply").json()), "Hello, Di");
    }
    // On a runtime of one thread nothing could answer it.
    let client = Client::new(Sessions::new());
    let response = send(client.address, &client.call("greet_waiting", json!({})));
    assert!(
        text(&response.json()).contains("does not allow for"),
        "{}",
        response.body
    );
}

#[test]
fn batches_of_2025_03_26_ask_and_answer() {
    let address = start(Sessions::new());
    let client = Client::shake(address, "2025-03-26");
    let call = |id, tool: &str| json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": {"name": tool}});
    let batch = json!([call(1, "two"), {"jsonrpc": "2.0", "id": 2, "method": "ping"}]);
    let mut stream = Events::open(address, &post(&client.headers, &batch.to_string()));
    let questions = [(); 2].map(|()| stream.event().expect("a question").json());
    let said = json!({"type": "text", "text": "A"});
    let answers: Vec<_> = questions
        .iter()
        .map(|question| json!({"jsonrpc": "2.0", "id": question["id"], "result": {"role": "assistant", "model": "m", "content": said}}))
        .collect();
    let response = client.send(&json!(answers));
    assert_eq!((response.status, &*response.body), (202, ""));
    let replies = stream.event().expect("the replies").json();
    assert_eq!(replies.as_array().map(Vec::len), Some(2), "{replies}");
    // No other revision has them.
    let client = Client::shake(address, "2025-06-18");
    assert_eq!(client.send(&batch).status, 400);
}
