//! Tasks that ask.

use serde_json::json;
use tokio::io::AsyncBufReadExt as _;

use super::{accepted, awake, client, members, paused, request, text};

#[test]
fn confirm_delete_waits_for_its_answer() {
    paused(async {
        let mut client = client();
        let id = client
            .begin("confirm_delete", json!({"filename": "a.txt"}))
            .await;
        let task = client.until(&id, "input_required").await;
        let [key] = members(&task["inputRequests"])[..] else {
            panic!("{task}");
        };
        let asked = &task["inputRequests"][key];
        assert_eq!(asked["method"], "elicitation/create");
        assert_eq!(asked["params"]["message"], "Delete a.txt?");
        assert!(task.get("result").is_none() && task.get("requestState").is_none());

        // Nothing waits under that key.
        let reply = client.update(&id, json!({"other": accepted("x")})).await;
        assert_eq!(members(&reply["result"]), ["_meta", "resultType"]);
        assert_eq!(client.get(&id).await["status"], "input_required");

        let answer = json!({key: {"action": "accept", "content": {"confirm": true}}});
        let reply = client.update(&id, answer.clone()).await;
        assert_eq!(members(&reply["result"]), ["_meta", "resultType"]);
        assert_eq!(reply["result"]["resultType"], "complete");
        let task = client.until(&id, "completed").await;
        assert_eq!(text(&task["result"]), "a.txt is deleted");

        // Late answers change nothing.
        client.update(&id, answer).await;
        assert_eq!(client.get(&id).await, task);
    });
}

#[test]
fn multi_input_takes_one_answer_after_the_other() {
    paused(async {
        let mut client = client();
        let id = client.begin("multi_input", json!({})).await;
        let task = client.until(&id, "input_required").await;
        assert_eq!(members(&task["inputRequests"]), ["a", "b"]);
        client.update(&id, json!({"a": accepted("Ann")})).await;
        let task = client.get(&id).await;
        assert_eq!(task["status"], "input_required");
        assert_eq!(members(&task["inputRequests"]), ["b"]);
        client
            .update(&id, json!({"a": accepted("Eve"), "b": accepted("Bob")}))
            .await;
        let task = client.until(&id, "completed").await;
        assert_eq!(text(&task["result"]), "Ann and Bob");
    });
}

#[test]
fn an_answer_of_no_use_is_asked_for_again_under_another_key() {
    awake(async {
        let mut client = client();
        let id = client.begin("block_on_answer", json!({})).await;
        let task = client.until(&id, "input_required").await;
        assert_eq!(members(&task["inputRequests"]), ["name"]);
        client.update(&id, json!({"name": accepted("")})).await;
        let task = client.until(&id, "input_required").await;
        assert_eq!(members(&task["inputRequests"]), ["name-2"]);
        client.update(&id, json!({"name-2": accepted("Ann")})).await;
        let task = client.until(&id, "completed").await;
        assert_eq!(text(&task["result"]), "Ann");
    });
}

/// As in any other reply: what ends a line for some readers goes out escaped.
#[test]
fn a_task_echoes_the_id_of_its_call_on_one_line() {
    paused(async {
        let mut client = client();
        let params = json!({"name": "slow_compute", "arguments": {"seconds": 1}});
        let mut message = request(1, "tools/call", params, true);
        message["id"] = "a\u{2028}b".into();
        client.send(&message).await;
        let mut line = String::new();
        client.output.read_line(&mut line).await.expect("a line");
        assert!(line.contains(r#""id":"a\u2028b""#), "{line}");
        assert!(line.contains(r#""resultType":"task""#), "{line}");
    });
}

/// Each answer is kept, so there is an end to those that are of no use.
#[test]
fn an_answer_of_no_use_is_asked_for_again_only_so_often() {
    awake(async {
        let mut client = client();
        let id = client.begin("block_on_answer", json!({})).await;
        let mut task = client.until(&id, "input_required").await;
        for number in 1.. {
            let key = members(&task["inputRequests"])[0].to_owned();
            client.update(&id, json!({ key: accepted("") })).await;
            if number == 16 {
                break;
            }
            task = client.until(&id, "input_required").await;
        }
        let task = client.until(&id, "completed").await;
        assert_eq!(
            text(&task["result"]),
            "The client's answer to a question of the tool cannot be used."
        );
    });
}

#[test]
fn test_tool_with_task_goes_a_round_first() {
    paused(async {
        let mut client = client();
        let reply = client.call("test_tool_with_task", json!({})).await;
        let asked = &reply["result"];
        assert_eq!(asked["resultType"], "input_required");
        assert_eq!(members(&asked["inputRequests"]), ["user_name"]);
        assert!(asked.get("taskId").is_none());
        let params = json!({
            "name": "test_tool_with_task",
            "arguments": {},
            "inputResponses": {"user_name": accepted("Alice")},
            "requestState": asked["requestState"],
        });
        let reply = client.ask("tools/call", params).await;
        assert_eq!(reply["result"]["resultType"], "task");
        assert!(reply["result"].get("requestState").is_none());
        let id = reply["result"]["taskId"]
            .as_str()
            .expect("an id")
            .to_owned();
        let task = client.until(&id, "completed").await;
        assert_eq!(text(&task["result"]), "Hello, Alice!");
    });
}
