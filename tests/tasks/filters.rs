//! Filters of calls that are tasks, and of the questions about them.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde_json::json;
use tokio::io::BufReader;
use tokio::time;
use toolwright::Server;
use toolwright::ask::Principal;
use toolwright::filter::Verdict;
use toolwright::transport::tokio::Shell;

use super::{Client, Inside, TOOLS, paused, request, state, text};

/// Who calls, as `arguments` or nothing says it.
struct Caller(Mutex<String>);

#[test]
fn filters_see_the_call_and_who_asks_for_its_task() {
    paused(async {
        static CALLER: Caller = Caller(Mutex::new(String::new()));
        let seen = Arc::new(Mutex::new(Vec::new()));
        let see = Arc::clone(&seen);
        let results = Arc::new(Mutex::new(Vec::new()));
        let after = Arc::clone(&results);
        let server = Server::new(&TOOLS, state())
            .filter(move |call| {
                see.lock()
                    .unwrap()
                    .push(format!("{} {}", call.method(), call.name()));
                let caller = CALLER.0.lock().unwrap().clone();
                if caller.is_empty() {
                    return Verdict::deny("Who are you?");
                }
                call.insert(Principal(caller));
                // One that takes a while.
                Verdict::later(async {
                    time::sleep(Duration::from_millis(10)).await;
                    Verdict::Pass
                })
            })
            .filter_result(move |call, reply| {
                after
                    .lock()
                    .unwrap()
                    .push(format!("{} {}", call.name(), reply.to_json()));
            });
        let be = |name: &str| *CALLER.0.lock().unwrap() = name.into();
        let mut client = Client::new(server);

        let reply = client
            .call("slow_compute", json!({"seconds": "refused"}))
            .await;
        assert_eq!(reply["result"]["resultType"], "complete");
        assert_eq!(text(&reply["result"]), "Who are you?");

        be("ann");
        let id = client.begin("slow_compute", json!({"seconds": 1})).await;
        client.until(&id, "completed").await;
        for other in ["", "bob"] {
            be(other);
            for method in ["tasks/get", "tasks/update", "tasks/cancel"] {
                let params = json!({"taskId": id, "inputResponses": {}});
                let reply = client.ask(method, params).await;
                assert_eq!(
                    reply["error"],
                    json!({"code": -32602, "message": "Unknown task"})
                );
            }
        }
        be("ann");
        assert_eq!(client.get(&id).await["status"], "completed");
        let seen = seen.lock().unwrap();
        assert_eq!(
            seen[..2],
            ["tools/call slow_compute", "tools/call slow_compute"]
        );
        assert_eq!(seen.last().unwrap(), "tasks/get slow_compute");
        let results = results.lock().unwrap();
        assert_eq!(results.len(), 1, "{results:?}");
        assert!(results[0].contains("took 1 s"));
    });
}

#[test]
fn a_filter_that_takes_too_long_is_timed_out_and_a_task_is_not() {
    paused(async {
        let server = Server::new(&TOOLS, state()).filter(|call| {
            let slow = call.arguments().contains("slow");
            Verdict::later(async move {
                if slow {
                    time::sleep(Duration::from_secs(100)).await;
                }
                Verdict::Pass
            })
        });
        let (input, server_input) = tokio::io::duplex(64 * 1024);
        let (server_output, output) = tokio::io::duplex(64 * 1024);
        let shell = Shell::new(server).timeout(Duration::from_secs(2));
        tokio::spawn(shell.serve(server_input, server_output));
        let mut client = Client {
            input,
            output: BufReader::new(output),
            last: 0,
            official: None,
        };
        let reply = client
            .call("slow_compute", json!({"seconds": 1, "label": "slow"}))
            .await;
        assert_eq!(text(&reply["result"]), "The tool did not answer in time.");
        let id = client.begin("slow_compute", json!({"seconds": 10})).await;
        client.until(&id, "completed").await;
    });
}

/// An id that was given twice: the call that becomes a task is given up, though the other one of
/// that id has ended.
#[test]
fn a_call_of_an_id_that_was_given_twice_is_cancelled_before_it_is_a_task() {
    paused(async {
        let state = state();
        let held: &'static AtomicUsize = Box::leak(Box::default());
        let server = Server::new(&TOOLS, state).filter(move |call| {
            if !call.arguments().contains("held") {
                return Verdict::Pass;
            }
            Verdict::later(async {
                let _held = Inside::new(held);
                time::sleep(Duration::from_secs(100)).await;
                Verdict::Pass
            })
        });
        let mut client = Client::new(server);
        for (label, tasks) in [("short", false), ("held", true)] {
            let params =
                json!({"name": "slow_compute", "arguments": {"seconds": 1, "label": label}});
            client.send(&request(1, "tools/call", params, tasks)).await;
        }
        assert_eq!(text(&client.next().await["result"]), "short took 1 s");
        assert_eq!(held.load(Ordering::SeqCst), 1);
        let params = json!({"requestId": 1});
        let note = json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": params});
        client.send(&note).await;
        time::sleep(Duration::from_secs(2)).await;
        assert_eq!(held.load(Ordering::SeqCst), 0, "it goes on");
    });
}
