//! What ends a task, and what does not.

use std::sync::atomic::Ordering;
use std::time::Duration;

use serde_json::json;
use tokio::time;
use toolwright::Server;

use super::{Client, TOOLS, awake, client, members, paused, state};

#[test]
fn tasks_cancel_drops_the_future_and_is_idempotent() {
    paused(async {
        let state = state();
        let mut client = Client::new(Server::new(&TOOLS, state));
        let id = client.begin("slow_compute", json!({"seconds": 100})).await;
        assert_eq!(state.0.inside.load(Ordering::SeqCst), 1);
        for _ in 0..2 {
            let reply = client.ask("tasks/cancel", json!({"taskId": id})).await;
            assert_eq!(members(&reply["result"]), ["_meta", "resultType"]);
            assert_eq!(client.get(&id).await["status"], "cancelled");
        }
        time::sleep(Duration::from_millis(1)).await;
        assert_eq!(state.0.inside.load(Ordering::SeqCst), 0);
        time::sleep(Duration::from_secs(200)).await;
        assert_eq!(client.get(&id).await["status"], "cancelled");

        // One that could see it, and does not look, is dropped as well.
        let id = client.begin("wait", json!({})).await;
        assert_eq!(state.0.inside.load(Ordering::SeqCst), 1);
        client.ask("tasks/cancel", json!({"taskId": id})).await;
        time::sleep(Duration::from_millis(1)).await;
        assert_eq!(state.0.inside.load(Ordering::SeqCst), 0);

        // One that is over stays so.
        let id = client.begin("slow_compute", json!({"seconds": 0})).await;
        client.until(&id, "completed").await;
        client.ask("tasks/cancel", json!({"taskId": id})).await;
        assert_eq!(client.get(&id).await["status"], "completed");
    });
}

#[test]
fn tasks_cancel_tells_a_tool_that_blocks() {
    awake(async {
        let state = state();
        let mut client = Client::new(Server::new(&TOOLS, state));
        let id = client.begin("block", json!({})).await;
        while state.0.inside.load(Ordering::SeqCst) == 0 {
            std::thread::sleep(Duration::from_millis(1));
        }
        assert_eq!(client.get(&id).await["status"], "working");
        client.ask("tasks/cancel", json!({"taskId": id})).await;
        while state.0.inside.load(Ordering::SeqCst) > 0 {
            tokio::task::yield_now().await;
        }
        assert_eq!(client.get(&id).await["status"], "cancelled");
    });
}

#[test]
fn a_question_that_is_cancelled_asks_no_more() {
    awake(async {
        let mut client = client();
        for tool in ["multi_input", "block_on_answer"] {
            let id = client.begin(tool, json!({})).await;
            client.until(&id, "input_required").await;
            client.ask("tasks/cancel", json!({"taskId": id})).await;
            let task = client.get(&id).await;
            assert_eq!(task["status"], "cancelled", "{tool}");
            assert!(task.get("inputRequests").is_none());
        }
    });
}

#[test]
fn the_end_of_a_request_does_not_end_its_task() {
    paused(async {
        let mut client = client();
        let id = client.begin("slow_compute", json!({"seconds": 5})).await;
        let cancelled = json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": client.last}});
        client.send(&cancelled).await;
        client.until(&id, "completed").await;
    });
}

#[test]
fn the_end_of_the_runtime_tells_a_tool_that_blocks() {
    let state = state();
    awake(async {
        let mut client = Client::new(Server::new(&TOOLS, state));
        client.begin("block", json!({})).await;
        while state.0.inside.load(Ordering::SeqCst) == 0 {
            time::sleep(Duration::from_millis(1)).await;
        }
    });
    // The runtime has waited for it.
    assert_eq!(state.0.inside.load(Ordering::SeqCst), 0);
}
