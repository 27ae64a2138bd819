//! How long tasks are kept, and where.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde_json::{Value, json};
use tokio::time;
use toolwright::Server;
use toolwright::filter::Verdict;
use toolwright::tasks::{MemoryStore, Status, StoreError, Storing, Task, TaskStore};

use super::{Client, TOOLS, accepted, listener, members, paused, request, state, text};

#[test]
fn a_task_is_kept_for_its_time() {
    paused(async {
        let state = state();
        let server = Server::new(&TOOLS, state).task_ttl(Some(Duration::from_secs(60)));
        let mut client = Client::new(server);
        let short = client.begin("slow_compute", json!({"seconds": 10})).await;
        let long = client.begin("slow_compute", json!({"seconds": 100})).await;
        time::sleep(Duration::from_secs(59)).await;
        assert_eq!(client.get(&short).await["status"], "completed");
        assert_eq!(client.get(&long).await["status"], "working");
        assert_eq!(state.0.inside.load(Ordering::SeqCst), 1);
        time::sleep(Duration::from_secs(2)).await;
        for id in [&short, &long] {
            let reply = client.ask("tasks/get", json!({"taskId": id})).await;
            assert_eq!(reply["error"]["code"], -32602);
        }
        // One that still ran was given up.
        assert_eq!(state.0.inside.load(Ordering::SeqCst), 0);
    });
}

#[test]
fn a_task_may_be_kept_for_ever() {
    paused(async {
        let server = Server::new(&TOOLS, state())
            .task_ttl(None)
            .task_poll_interval(Duration::from_millis(20));
        let mut client = Client::new(server);
        let reply = client.call("slow_compute", json!({"seconds": 1})).await;
        assert_eq!(reply["result"]["ttlMs"], Value::Null);
        assert_eq!(reply["result"]["pollIntervalMs"], 20);
        time::sleep(Duration::from_secs(1_000_000)).await;
        let id = reply["result"]["taskId"].as_str().expect("an id");
        assert_eq!(client.get(id).await["status"], "completed");
    });
}

#[test]
fn the_store_is_bounded() {
    paused(async {
        let state = state();
        let (told, hear) = listener();
        let server = Server::new(&TOOLS, state)
            .task_store(MemoryStore::new().capacity(2))
            .task_ttl(Some(Duration::from_secs(60)))
            .on_diagnostic(hear);
        let mut client = Client::new(server);
        for _ in 0..2 {
            client.begin("slow_compute", json!({"seconds": 10})).await;
        }
        let reply = client.call("hidden", json!({})).await;
        assert_eq!(
            reply["error"],
            json!({"code": -32603, "message": "There are too many tasks."})
        );
        assert_eq!(state.0.made.load(Ordering::SeqCst), 0, "nothing has run");
        assert_eq!(
            *told.lock().unwrap(),
            ["tool 'hidden' failed: there is no room for another task"]
        );
        // What was refused takes no room, and what has expired makes some.
        let reply = client.call("slow_compute", json!({})).await;
        assert_eq!(reply["error"]["code"], -32603);
        time::sleep(Duration::from_secs(61)).await;
        for _ in 0..5 {
            let reply = client.call("slow_compute", json!({"seconds": "x"})).await;
            assert_eq!(reply["result"]["isError"], true, "{reply}");
        }
        client.begin("slow_compute", json!({"seconds": 10})).await;
    });
}

/// Fails once it has taken a task in, until it is told to work.
#[derive(Clone, Default)]
struct Flaky(Arc<MemoryStore>, Arc<AtomicBool>);

impl Flaky {
    fn fails(&self) -> bool {
        self.1.load(Ordering::SeqCst)
    }

    fn fail(&self, fails: bool) {
        self.1.store(fails, Ordering::SeqCst);
    }
}

impl TaskStore for Flaky {
    fn create<'a>(&'a self, task: &'a Task) -> Storing<'a, ()> {
        self.fail(true);
        self.0.create(task)
    }

    fn read<'a>(&'a self, id: &'a str) -> Storing<'a, Option<Task>> {
        if self.fails() {
            return Box::pin(async { Err(StoreError::Failed("no connection".into())) });
        }
        self.0.read(id)
    }

    fn replace<'a>(&'a self, task: &'a Task) -> Storing<'a, bool> {
        self.0.replace(task)
    }

    fn remove<'a>(&'a self, id: &'a str) -> Storing<'a, ()> {
        self.0.remove(id)
    }

    fn changed<'a>(&'a self, id: &'a str, version: u64) -> Storing<'a, ()> {
        if self.fails() {
            return Box::pin(async { Err(StoreError::Failed("no connection".into())) });
        }
        self.0.changed(id, version)
    }
}

#[test]
fn a_store_that_fails_is_tried_again() {
    paused(async {
        let store = Flaky::default();
        let server = Server::new(&TOOLS, state())
            .task_store(store.clone())
            .on_diagnostic(|_| {});
        let mut client = Client::new(server);
        let id = client
            .begin("confirm_delete", json!({"filename": "a"}))
            .await;
        let reply = client.ask("tasks/get", json!({"taskId": id})).await;
        assert_eq!(reply["error"]["code"], -32603);
        time::sleep(Duration::from_secs(3)).await;
        store.fail(false);
        let task = client.until(&id, "input_required").await;
        let [key] = members(&task["inputRequests"])[..] else {
            panic!("{task}");
        };
        let answer = json!({key: {"action": "accept", "content": {"confirm": true}}});
        client.update(&id, answer).await;
        store.fail(true);
        time::sleep(Duration::from_secs(3)).await;
        store.fail(false);
        let task = client.until(&id, "completed").await;
        assert_eq!(text(&task["result"]), "a is deleted");
    });
}

/// A store that several servers share: text by id, looked at again and again.
#[derive(Clone, Default)]
struct Elsewhere(Arc<Mutex<HashMap<String, String>>>);

impl Elsewhere {
    fn get(&self, id: &str) -> Option<Task> {
        Task::from_json(self.0.lock().unwrap().get(id)?)
    }
}

impl TaskStore for Elsewhere {
    fn create<'a>(&'a self, task: &'a Task) -> Storing<'a, ()> {
        Box::pin(async move {
            time::sleep(Duration::from_millis(5)).await;
            self.0
                .lock()
                .unwrap()
                .insert(task.id().into(), task.to_json());
            Ok(())
        })
    }

    fn read<'a>(&'a self, id: &'a str) -> Storing<'a, Option<Task>> {
        Box::pin(async move {
            time::sleep(Duration::from_millis(5)).await;
            if id == "broken" {
                return Err(StoreError::Failed("no connection to 10.0.0.7".into()));
            }
            Ok(self.get(id))
        })
    }

    fn replace<'a>(&'a self, task: &'a Task) -> Storing<'a, bool> {
        Box::pin(async move {
            time::sleep(Duration::from_millis(5)).await;
            let mut tasks = self.0.lock().unwrap();
            let Some(kept) = tasks.get_mut(task.id()) else {
                return Ok(false);
            };
            let version = Task::from_json(kept).expect("a task").version();
            let fits = version + 1 == task.version();
            if fits {
                *kept = task.to_json();
            }
            Ok(fits)
        })
    }

    fn remove<'a>(&'a self, id: &'a str) -> Storing<'a, ()> {
        Box::pin(async move {
            self.0.lock().unwrap().remove(id);
            Ok(())
        })
    }

    fn changed<'a>(&'a self, id: &'a str, version: u64) -> Storing<'a, ()> {
        Box::pin(async move {
            while self.get(id).is_some_and(|task| task.version() == version) {
                time::sleep(Duration::from_millis(50)).await;
            }
            Ok(())
        })
    }
}

#[test]
fn two_servers_share_a_store() {
    paused(async {
        let store = Elsewhere::default();
        let state = state();
        let server = || {
            Server::new(&TOOLS, state)
                .task_store(store.clone())
                .on_diagnostic(|_| {})
        };
        let (mut here, mut there) = (Client::new(server()), Client::new(server()));

        let id = here.begin("multi_input", json!({})).await;
        let task = there.until(&id, "input_required").await;
        assert_eq!(members(&task["inputRequests"]), ["a", "b"]);
        there.update(&id, json!({"a": accepted("Ann")})).await;
        here.update(&id, json!({"b": accepted("Bob")})).await;
        let task = there.until(&id, "completed").await;
        assert_eq!(text(&task["result"]), "Ann and Bob");
        assert_eq!(
            store.get(&id).expect("it is kept").status(),
            Status::Completed
        );

        let id = here.begin("slow_compute", json!({"seconds": 100})).await;
        there.ask("tasks/cancel", json!({"taskId": id})).await;
        time::sleep(Duration::from_millis(200)).await;
        assert_eq!(state.0.inside.load(Ordering::SeqCst), 0);

        let reply = there.ask("tasks/get", json!({"taskId": "broken"})).await;
        assert_eq!(
            reply["error"],
            json!({"code": -32603, "message": "The task cannot be read."})
        );
    });
}

#[test]
fn a_request_that_is_given_up_leaves_no_task() {
    paused(async {
        let store = Elsewhere::default();
        let state = state();
        let server = Server::new(&TOOLS, state)
            .task_store(store.clone())
            .filter(|_| {
                Verdict::later(async {
                    time::sleep(Duration::from_secs(10)).await;
                    Verdict::Pass
                })
            });
        let mut client = Client::new(server);
        let call = json!({"name": "slow_compute", "arguments": {"seconds": 1}});
        client.send(&request(1, "tools/call", call, true)).await;
        time::sleep(Duration::from_secs(1)).await;
        assert_eq!(store.0.lock().unwrap().len(), 1);
        let cancelled = json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1}});
        client.send(&cancelled).await;
        time::sleep(Duration::from_secs(60)).await;
        assert_eq!(store.0.lock().unwrap().len(), 0);
        assert_eq!(state.0.inside.load(Ordering::SeqCst), 0);
    });
}
