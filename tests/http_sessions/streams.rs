//! Streams that break or are left, and are read on.

use std::time::Duration;

use serde_json::json;
use toolwright::transport::http::{Http, Sessions};

use super::client::{Events, post, send, serve};
use super::{Client, REVISIONS, accept, server, start, text};

#[test]
fn a_client_that_wants_events_can_come_back_for_any_reply() {
    let client = Client::new(Sessions::new());
    let accept = "Accept: text/event-stream, application/json\n";
    let ping = r#"{"jsonrpc":"2.0","id":7,"method":"ping"}"#;
    let mut stream = Events::open(
        client.address,
        &post(&format!("{}{accept}", client.headers), ping),
    );
    let priming = stream.event().expect("an id");
    assert_eq!(priming.data, "");
    let reply = stream.event().expect("a reply");
    assert_eq!(reply.json()["id"], 7);
    assert_eq!(stream.event(), None);
    let mut again = client.get(Some(&priming.id));
    assert_eq!(again.event(), Some(reply));
    assert_eq!(again.event(), None);
    // The older ones know no event without a message.
    let client = Client::shake(client.address, "2025-06-18");
    let request = post(&format!("{}{accept}", client.headers), ping);
    let mut stream = Events::open(client.address, &request);
    assert_eq!(stream.event().expect("a reply").json()["id"], 7);
    assert_eq!(stream.event(), None);
}

#[test]
fn a_stream_is_resumed_where_it_broke() {
    let address = start(Sessions::new());
    for revision in REVISIONS {
        let client = Client::shake(address, revision);
        let mut stream = client.stream("steps", json!({"ms": 200}));
        let mut first = stream.event().expect("an event");
        if revision == "2025-11-25" {
            assert_eq!(first.data, "");
            first = stream.event().expect("an event");
        }
        assert_eq!(first.json()["params"]["progress"].as_f64(), Some(1.0));
        drop(stream);
        let mut rest = client.get(Some(&first.id));
        let mut ids = vec![first.id];
        for step in [2.0, 3.0] {
            let event = rest.event().expect("an event");
            assert_eq!(event.json()["params"]["progress"].as_f64(), Some(step));
            ids.push(event.id);
        }
        let reply = rest.event().expect("a reply");
        assert_eq!(
            (reply.json()["id"].as_u64(), text(&reply.json())),
            (Some(5), "3")
        );
        ids.push(reply.id.clone());
        assert_eq!(rest.event(), None);
        let mut unique = ids.clone();
        unique.sort();
        unique.dedup();
        assert_eq!(unique.len(), ids.len(), "{ids:?}");
        // It can be fetched again, from anywhere.
        let mut again = client.get(Some(&ids[1]));
        assert_eq!(again.event().expect("an event").id, ids[2]);
        assert_eq!(again.event(), Some(reply));
        assert_eq!(again.event(), None);
        let mut nothing = client.get(Some(&ids[3]));
        assert_eq!(nothing.event(), None);
        // Of one stream alone.
        let mut other = client.stream("steps", json!({}));
        while other.event().is_some() {}
        let mut again = client.get(Some(&ids[2]));
        assert_eq!(again.event().expect("an event").id, ids[3]);
        assert_eq!(again.event(), None);
    }
}

#[test]
fn an_unknown_event_is_refused() {
    let client = Client::new(Sessions::new());
    for id in ["", "x", "1", "1-", "-1", "1-1", "0-99", "99-1", "1-1-1"] {
        let request = client.request("GET", &format!("Last-Event-ID: {id}\n"));
        assert_eq!(send(client.address, &request).status, 400, "{id}");
    }
}

#[test]
fn a_tool_sends_its_client_away() {
    let address = start(Sessions::new().retry(Duration::from_millis(50)));
    let client = Client::shake(address, "2025-11-25");
    let mut stream = client.stream("poll", json!({}));
    let priming = stream.event().expect("an event");
    assert_eq!((&*priming.data, priming.retry.as_deref()), ("", Some("50")));
    assert_eq!(stream.event(), None, "it ends before the reply");
    let reply = client.get(Some(&priming.id)).event().expect("a reply");
    assert_eq!(
        (reply.json()["id"].as_u64(), text(&reply.json())),
        (Some(5), "true")
    );
    // Clients that have no id to come back with stay.
    let client = Client::shake(address, "2025-06-18");
    let response = send(address, &client.call("poll", json!({})));
    assert_eq!(text(&response.json()), "false");
    let sessionless = serve(Http::new(server()));
    let call = client
        .call("poll", json!({}))
        .replace("Mcp-Session-Id", "X");
    assert_eq!(text(&send(sessionless, &call).json()), "false");
}

#[test]
fn a_call_that_takes_long_can_be_fetched() {
    let client = Client::new(Sessions::new());
    let mut stream = client.stream("long", json!({"ms": 2000}));
    let priming = stream.event().expect("an event");
    assert_eq!(priming.data, "");
    drop(stream);
    let reply = client.get(Some(&priming.id)).event().expect("a reply");
    assert_eq!(text(&reply.json()), "done");
}

#[test]
fn a_later_reader_takes_over() {
    let client = Client::new(Sessions::new());
    let mut stream = client.stream("greet", json!({}));
    let priming = stream.event().expect("an event");
    stream.event().expect("a question");
    let mut second = client.get(Some(&priming.id));
    assert_eq!(stream.event(), None);
    let question = second.event().expect("the question again").json();
    client.answer(&question, accept("Ed"));
    assert_eq!(text(&second.event().expect("a reply").json()), "Hello, Ed");
}

#[test]
fn changes_go_to_the_stream_of_the_session() {
    let address = {
        let server = std::sync::Arc::new(server());
        let notifier = server.notifier();
        std::thread::spawn(move || {
            for _ in 0..200 {
                std::thread::sleep(Duration::from_millis(50));
                notifier.tools_changed();
            }
        });
        serve(Http::new(server).sessions(Sessions::new()))
    };
    for revision in REVISIONS {
        let client = Client::shake(address, revision);
        let mut stream = client.get(None);
        if revision == "2025-11-25" {
            assert_eq!(stream.event().expect("an event").data, "");
        }
        let events = [(); 2].map(|()| stream.event().expect("an event"));
        for event in &events {
            assert_eq!(event.json()["method"], "notifications/tools/list_changed");
        }
        drop(stream);
        std::thread::sleep(Duration::from_millis(120));
        // What came meanwhile is there, and what was read is not, unless it is asked for.
        let mut again = client.get(Some(&events[0].id));
        assert_eq!(again.event().as_ref(), Some(&events[1]));
        let next = again.event().expect("an event");
        drop(again);
        let mut fresh = client.get(None);
        let mut event = fresh.event().expect("an event");
        if revision == "2025-11-25" {
            event = fresh.event().expect("an event");
        }
        assert_ne!(event.id, events[1].id);
        assert_ne!(event.id, next.id);
    }
}

#[test]
fn what_is_kept_is_bounded() {
    let address = start(Sessions::new().events(4));
    let client = Client::shake(address, "2025-11-25");
    let mut stream = client.stream("chatter", json!({"times": 50}));
    let mut ids = Vec::new();
    while let Some(event) = stream.event() {
        ids.push(event.id);
    }
    // The last events are there, the others are not.
    let mut again = client.get(Some(&ids[0]));
    let kept: Vec<_> = std::iter::from_fn(|| again.event()).collect();
    assert_eq!(kept.len(), 4);
    assert_eq!(text(&kept[3].json()), "50");
    // So many bytes, but one event at least.
    let address = start(Sessions::new().bytes(1));
    let client = Client::shake(address, "2025-11-25");
    let mut stream = client.stream("chatter", json!({"times": 5}));
    let priming = stream.event().expect("an event");
    while stream.event().is_some() {}
    let mut again = client.get(Some(&priming.id));
    let kept: Vec<_> = std::iter::from_fn(|| again.event()).collect();
    assert_eq!((kept.len(), text(&kept[0].json())), (1, "5"));
}
