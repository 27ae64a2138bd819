//! Which calls become tasks, and what becomes of them.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use serde_json::json;
use tokio::time;
use toolwright::Server;

use super::{Client, NAME, TOOLS, client, listener, members, paused, state, text};

#[test]
fn greet_is_no_task() {
    paused(async {
        let mut client = client();
        let params = json!({"name": "greet", "arguments": {"name": "Ann"}, "task": {"ttl": 1}});
        for tasks in [true, false] {
            let reply = client.ask_as("tools/call", params.clone(), tasks).await;
            assert_eq!(reply["result"]["resultType"], "complete");
            assert_eq!(text(&reply["result"]), "Hello, Ann!");
            assert!(reply["result"].get("taskId").is_none());
        }
    });
}

#[test]
fn slow_compute_is_a_task_at_once() {
    paused(async {
        let mut client = client();
        let reply = client
            .call("slow_compute", json!({"seconds": 5, "label": "x"}))
            .await;
        let created = &reply["result"];
        assert_eq!(
            members(created),
            [
                "_meta",
                "createdAt",
                "lastUpdatedAt",
                "pollIntervalMs",
                "resultType",
                "status",
                "taskId",
                "ttlMs"
            ],
        );
        assert_eq!(created["status"], "working");
        assert_eq!(created["ttlMs"], 3_600_000);
        let id = created["taskId"].as_str().expect("an id").to_owned();
        assert!(
            id.len() == 32 && id.bytes().all(|byte| byte.is_ascii_hexdigit()),
            "{id}"
        );

        let task = client.get(&id).await;
        assert_eq!(task["resultType"], "complete");
        assert_eq!(
            (&task["status"], &task["taskId"]),
            (&json!("working"), &json!(id))
        );
        assert_eq!(task["createdAt"], created["createdAt"]);

        let task = client.until(&id, "completed").await;
        assert_eq!(text(&task["result"]), "x took 5 s");
        assert!(task["result"].get("isError").is_none());
        assert!(task.get("error").is_none() && task.get("inputRequests").is_none());
        assert!(!task.to_string().contains("related-task"));
    });
}

#[test]
fn a_tool_that_ends_at_once_is_a_task_as_well() {
    paused(async {
        let mut client = client();
        let id = client.begin("slow_compute", json!({"seconds": 0})).await;
        client.until(&id, "completed").await;
    });
}

#[test]
fn slow_compute_without_the_extension_is_an_ordinary_call() {
    paused(async {
        let mut client = client();
        let params = json!({"name": "slow_compute", "arguments": {"seconds": 5}, "task": {}});
        let reply = client.ask_as("tools/call", params, false).await;
        assert_eq!(reply["result"]["resultType"], "complete");
        assert_eq!(text(&reply["result"]), " took 5 s");
    });
}

#[test]
fn failing_job_needs_the_extension() {
    paused(async {
        let mut client = client();
        let params = json!({"name": "failing_job", "arguments": {}});
        let reply = client.ask_as("tools/call", params, false).await;
        assert_eq!(reply["error"]["code"], -32021);
        assert_eq!(
            reply["error"]["data"],
            json!({"requiredCapabilities": {"extensions": {NAME: {}}}})
        );

        let id = client.begin("failing_job", json!({})).await;
        let task = client.until(&id, "completed").await;
        assert_eq!(task["result"]["isError"], true);
        assert_eq!(text(&task["result"]), "It did not work.");
    });
}

#[test]
fn protocol_error_job_fails() {
    paused(async {
        let (told, hear) = listener();
        let server = Server::new(&TOOLS, state()).on_diagnostic(hear);
        let mut client = Client::new(server);
        let id = client.begin("protocol_error_job", json!({})).await;
        let task = client.until(&id, "failed").await;
        assert_eq!(
            task["error"],
            json!({"code": -32603, "message": "The tool failed."})
        );
        assert_eq!(task["statusMessage"], "The tool failed.");
        assert!(task.get("result").is_none());
        assert_eq!(
            *told.lock().unwrap(),
            ["tool 'protocol_error_job' panicked: on purpose"]
        );

        // A question that the client cannot answer is a protocol error too.
        let id = client.begin("roots", json!({})).await;
        let task = client.until(&id, "failed").await;
        assert_eq!(task["error"]["code"], -32021);
    });
}

#[test]
fn a_refused_argument_makes_no_task() {
    paused(async {
        let mut client = client();
        let reply = client.call("slow_compute", json!({"seconds": -1})).await;
        assert_eq!(reply["result"]["resultType"], "complete");
        assert_eq!(reply["result"]["isError"], true);
        let reply = client.call("block", json!({"x": 1})).await;
        assert_eq!(reply["result"]["isError"], true);
    });
}

#[test]
fn the_state_is_made_for_each_task() {
    static MADE: AtomicUsize = AtomicUsize::new(0);
    paused(async {
        let shared = state();
        let server = Server::per_call(&TOOLS, move |_| {
            MADE.fetch_add(1, Ordering::SeqCst);
            shared
        });
        let mut client = Client::new(server);
        client
            .call("slow_compute", json!({"seconds": "refused"}))
            .await;
        assert_eq!(MADE.load(Ordering::SeqCst), 0);
        let id = client.begin("slow_compute", json!({"seconds": 1})).await;
        client.until(&id, "completed").await;
        assert_eq!(MADE.load(Ordering::SeqCst), 1);
    });
}

#[test]
fn a_hidden_error_is_told_and_not_shown() {
    paused(async {
        let (told, hear) = listener();
        let server = Server::new(&TOOLS, state()).on_diagnostic(hear);
        let mut client = Client::new(server);
        let id = client.begin("hidden", json!({})).await;
        let task = client.until(&id, "completed").await;
        assert_eq!(text(&task["result"]), "The tool failed.");
        assert_eq!(
            *told.lock().unwrap(),
            ["tool 'hidden' failed: the disk is full"]
        );
    });
}

#[test]
fn tasks_run_side_by_side() {
    paused(async {
        let mut client = client();
        let mut ids = Vec::new();
        for i in 0..50 {
            ids.push(
                client
                    .begin(
                        "slow_compute",
                        json!({"seconds": 5, "label": i.to_string()}),
                    )
                    .await,
            );
        }
        time::sleep(Duration::from_secs(6)).await;
        for (i, id) in ids.iter().enumerate() {
            let task = client.get(id).await;
            assert_eq!(text(&task["result"]), format!("{i} took 5 s"));
        }
    });
}
