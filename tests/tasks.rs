//! Calls that outlive their requests, over the shell on tokio. The clock is paused: time passes
//! only where everything waits for it.
#![cfg(feature = "tasks")]

use std::collections::HashMap;
use std::future::Future;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader, DuplexStream};
use tokio::time;
use toolwright::ask::{Form, Principal};
use toolwright::filter::Verdict;
use toolwright::invoker::{Call, finish, later, put, take};
use toolwright::made::MadeTool;
use toolwright::tasks::{MemoryStore, Status, StoreError, Storing, Task, TaskStore, TaskSupport};
use toolwright::transport::tokio::Shell;
use toolwright::{
    CallFrame, Cancellation, Context, Diagnostic, LocalFrame, LocalOutcome, LocalServer, Outcome,
    Server, Session, ToolError, ToolSet, mcp_tools, mcp_types, project,
};

#[path = "common/official.rs"]
mod official;

const NAME: &str = "io.modelcontextprotocol/tasks";

mcp_types! {
    /// A name.
    pub struct Named {
        /// It.
        pub name: String [len(1..=40)],
    }

    /// Yes or no.
    pub struct Confirm {
        pub confirm: bool,
    }
}

/// Counts what is inside of a tool, however it leaves it.
#[derive(Default)]
pub struct State {
    inside: AtomicUsize,
    made: AtomicUsize,
}

pub struct Inside<'a>(&'a AtomicUsize);

impl<'a> Inside<'a> {
    fn new(count: &'a AtomicUsize) -> Self {
        count.fetch_add(1, Ordering::SeqCst);
        Self(count)
    }
}

impl Drop for Inside<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}

#[derive(Clone, Copy)]
pub struct Shared(&'static State);

fn state() -> Shared {
    Shared(Box::leak(Box::default()))
}

async fn name_of(cx: &Context, key: &str) -> Result<String, ToolError> {
    let answer = cx
        .ask(key, Form::<Named>::new("What is your name?"))
        .await?;
    Ok(answer
        .accepted()
        .map_or("nobody".into(), |named| named.name))
}

mcp_tools! {
    pub static TOOLS: ToolSet<Shared>;

    /// Greets.
    fn greet(name: String) -> String { format!("Hello, {name}!") }

    /// Computes for a while.
    #[tool(task)]
    async fn slow_compute(&self, seconds: u64, label: String = "") -> String {
        let _inside = Inside::new(&self.0.inside);
        time::sleep(Duration::from_secs(seconds)).await;
        format!("{label} took {seconds} s")
    }

    /// Fails after a while.
    #[tool(task = required)]
    async fn failing_job() -> Result<(), ToolError> {
        time::sleep(Duration::from_secs(1)).await;
        Err(ToolError::shown("It did not work."))
    }

    /// Panics.
    #[tool(task)]
    async fn protocol_error_job() { panic!("on purpose") }

    /// Asks before it deletes.
    #[tool(task)]
    async fn confirm_delete(cx: &Context, filename: String) -> Result<String, ToolError> {
        let answer = cx.elicit(Form::<Confirm>::new(format!("Delete {filename}?"))).await?;
        let deleted = answer.accepted().is_some_and(|answer| answer.confirm);
        Ok(format!("{filename} is {}", if deleted { "deleted" } else { "kept" }))
    }

    /// Asks two things at once.
    #[tool(task)]
    async fn multi_input(cx: &Context) -> Result<String, ToolError> {
        let (a, b) = tokio::join!(name_of(cx, "a"), name_of(cx, "b"));
        Ok(format!("{} and {}", a?, b?))
    }

    /// Asks first, and is a task then.
    #[tool(task = required)]
    async fn test_tool_with_task(cx: &Context) -> Result<String, ToolError> {
        let question = Form::<Named>::new("What is your name?");
        let answer = cx.ask("user_name", question).up_front().await?;
        time::sleep(Duration::from_secs(1)).await;
        let named = answer.accepted().ok_or(ToolError::shown("There is no name."))?;
        Ok(format!("Hello, {}!", named.name))
    }

    /// Blocks until it is cancelled.
    #[tool(task)]
    fn block(&self, cancellation: &Cancellation) -> u32 {
        let _inside = Inside::new(&self.0.inside);
        while !cancellation.is_cancelled() {
            std::thread::sleep(Duration::from_millis(1));
        }
        7
    }

    /// Asks, and holds its thread meanwhile.
    #[tool(task)]
    fn block_on_answer(cx: &Context) -> Result<String, ToolError> {
        let answer = cx.ask("name", Form::<Named>::new("What is your name?")).wait()?;
        Ok(answer.accepted().map_or("nobody".into(), |named| named.name))
    }

    /// Waits with its context at hand, and looks at nothing.
    #[tool(task)]
    async fn wait(&self, cx: &Context) -> bool {
        let _inside = Inside::new(&self.0.inside);
        std::future::pending::<()>().await;
        cx.is_cancelled()
    }

    /// Fails with an error that its caller does not see.
    #[tool(task)]
    async fn hidden(&self) -> Result<(), ToolError> {
        self.0.made.fetch_add(1, Ordering::SeqCst);
        Err(ToolError::hidden("the disk is full"))
    }

    /// Needs what no client of these tests has.
    #[tool(task)]
    async fn roots(cx: &Context) -> Result<usize, ToolError> { Ok(cx.roots().await?.len()) }
}

mcp_tools! {
    /// Nothing here is a task.
    static PLAIN: ToolSet<()>;

    /// Greets.
    fn greet_plainly(name: String) -> String { format!("Hello, {name}!") }
}

fn paused(test: impl Future<Output = ()>) {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .start_paused(true)
        .build();
    runtime.expect("a runtime").block_on(test);
}

/// The same with time as it is: it does not pass by itself while a tool holds a thread.
fn awake(test: impl Future<Output = ()>) {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build();
    runtime.expect("a runtime").block_on(test);
}

/// The params of a request of 2026-07-28.
fn with_meta(mut params: Value, tasks: bool) -> Value {
    let extensions = if tasks { json!({NAME: {}}) } else { json!({}) };
    params["_meta"] = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {"elicitation": {}, "extensions": extensions},
    });
    params
}

fn request(id: u64, method: &str, params: Value, tasks: bool) -> Value {
    json!({"jsonrpc": "2.0", "id": id, "method": method, "params": with_meta(params, tasks)})
}

struct Client {
    input: DuplexStream,
    output: BufReader<DuplexStream>,
    last: u64,
    official: Option<official::Official>,
}

impl Client {
    fn new<S: Send + Sync + 'static>(server: impl Into<Arc<Server<S>>>) -> Self {
        let (input, server_input) = tokio::io::duplex(64 * 1024);
        let (server_output, output) = tokio::io::duplex(64 * 1024);
        tokio::spawn(Shell::new(server).serve(server_input, server_output));
        Self {
            input,
            output: BufReader::new(output),
            last: 0,
            official: official::Official::load(),
        }
    }

    async fn send(&mut self, message: &Value) {
        let line = format!("{message}\n");
        self.input
            .write_all(line.as_bytes())
            .await
            .expect("the server reads");
    }

    async fn next(&mut self) -> Value {
        let mut line = String::new();
        self.output.read_line(&mut line).await.expect("a line");
        serde_json::from_str(&line).expect("a message")
    }

    async fn ask_as(&mut self, method: &str, params: Value, tasks: bool) -> Value {
        self.last += 1;
        let message = request(self.last, method, params, tasks);
        self.send(&message).await;
        let reply = self.next().await;
        assert_eq!(reply["id"], self.last, "{reply}");
        if let Some(official) = &self.official {
            official
                .validate_task_reply(&message, &reply)
                .unwrap_or_else(|error| panic!("{error}\n{reply}"));
        }
        reply
    }

    async fn ask(&mut self, method: &str, params: Value) -> Value {
        self.ask_as(method, params, true).await
    }

    async fn call(&mut self, tool: &str, arguments: Value) -> Value {
        self.ask("tools/call", json!({"name": tool, "arguments": arguments}))
            .await
    }

    /// Calls a tool that has to become a task: its id.
    async fn begin(&mut self, tool: &str, arguments: Value) -> String {
        let reply = self.call(tool, arguments).await;
        assert_eq!(reply["result"]["resultType"], "task", "{reply}");
        reply["result"]["taskId"].as_str().expect("an id").into()
    }

    async fn get(&mut self, id: &str) -> Value {
        self.ask("tasks/get", json!({"taskId": id})).await["result"].take()
    }

    async fn update(&mut self, id: &str, responses: Value) -> Value {
        self.ask(
            "tasks/update",
            json!({"taskId": id, "inputResponses": responses}),
        )
        .await
    }

    /// Asks until the task has this status, for some seconds.
    async fn until(&mut self, id: &str, status: &str) -> Value {
        for _ in 0..200 {
            let task = self.get(id).await;
            if task["status"] == status {
                return task;
            }
            time::sleep(Duration::from_millis(100)).await;
        }
        panic!("it is not {status}: {}", self.get(id).await);
    }
}

fn client() -> Client {
    Client::new(Server::new(&TOOLS, state()))
}

fn accepted(name: &str) -> Value {
    json!({"action": "accept", "content": {"name": name}})
}

fn text(result: &Value) -> &str {
    result["content"][0]["text"].as_str().unwrap_or_default()
}

fn members(object: &Value) -> Vec<&str> {
    object
        .as_object()
        .expect("an object")
        .keys()
        .map(String::as_str)
        .collect()
}

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
        let told = Arc::new(Mutex::new(Vec::new()));
        let hear = Arc::clone(&told);
        let server = Server::new(&TOOLS, state()).on_diagnostic(move |event: &Diagnostic<'_>| {
            hear.lock().unwrap().push(event.to_string());
        });
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

#[test]
fn an_id_that_is_unknown_is_refused() {
    paused(async {
        let mut client = client();
        for (method, params) in [
            ("tasks/get", json!({"taskId": "x"})),
            ("tasks/get", json!({"taskId": 7})),
            ("tasks/get", json!({})),
            ("tasks/update", json!({"taskId": "x", "inputResponses": {}})),
            ("tasks/cancel", json!({"taskId": "x"})),
        ] {
            let reply = client.ask(method, params).await;
            assert_eq!(reply["error"]["code"], -32602, "{method} {reply}");
        }
        let id = client.begin("slow_compute", json!({"seconds": 1})).await;
        let reply = client.ask("tasks/update", json!({"taskId": id})).await;
        assert_eq!(reply["error"]["code"], -32602);
    });
}

#[test]
fn what_the_extension_does_not_have_is_no_method() {
    paused(async {
        let mut client = client();
        let id = client.begin("slow_compute", json!({"seconds": 1})).await;
        for method in ["tasks/result", "tasks/list"] {
            let reply = client.ask(method, json!({"taskId": id})).await;
            assert_eq!(reply["error"]["code"], -32601, "{method}");
        }
    });
}

#[test]
fn the_methods_need_the_extension() {
    paused(async {
        let mut client = client();
        let id = client.begin("slow_compute", json!({"seconds": 1})).await;
        for method in ["tasks/get", "tasks/update", "tasks/cancel"] {
            let params = json!({"taskId": id, "inputResponses": {}});
            let reply = client.ask_as(method, params, false).await;
            assert_eq!(reply["error"]["code"], -32021, "{method}");
            assert_eq!(
                reply["error"]["data"]["requiredCapabilities"]["extensions"],
                json!({NAME: {}})
            );
        }
    });
}

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
        let told = Arc::new(Mutex::new(Vec::new()));
        let hear = Arc::clone(&told);
        let server = Server::new(&TOOLS, state)
            .task_store(MemoryStore::new().capacity(2))
            .task_ttl(Some(Duration::from_secs(60)))
            .on_diagnostic(move |event: &Diagnostic<'_>| {
                hear.lock().unwrap().push(event.to_string());
            });
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
        let told = Arc::new(Mutex::new(Vec::new()));
        let hear = Arc::clone(&told);
        let server = Server::new(&TOOLS, state()).on_diagnostic(move |event: &Diagnostic<'_>| {
            hear.lock().unwrap().push(event.to_string());
        });
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

/// The capabilities that `server/discover` announces.
async fn announced<S: Send + Sync + 'static>(server: Server<S>) -> Value {
    let mut client = Client::new(server);
    client.ask("server/discover", json!({})).await["result"]["capabilities"].take()
}

#[test]
fn the_extension_is_announced_where_a_task_tool_is() {
    paused(async {
        let capabilities = announced(Server::new(&TOOLS, state())).await;
        assert_eq!(capabilities["extensions"], json!({NAME: {}}));
        assert!(capabilities.get("tasks").is_none());
        let capabilities = announced(Server::new(&PLAIN, ())).await;
        assert!(capabilities.get("extensions").is_none());

        // Without a task tool there are no methods of tasks.
        let mut client = Client::new(Server::new(&PLAIN, ()));
        let reply = client.ask("tasks/get", json!({"taskId": "x"})).await;
        assert_eq!(reply["error"]["code"], -32601);
    });
}

#[test]
fn the_older_revisions_have_no_tasks() {
    paused(async {
        let mut client = client();
        let params = json!({"protocolVersion": "2025-11-25", "capabilities": {"extensions": {NAME: {}}, "tasks": {}}, "clientInfo": {"name": "t", "version": "1"}});
        client
            .send(&json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params}))
            .await;
        let reply = client.next().await;
        assert_eq!(reply["result"]["capabilities"], json!({"tools": {}}));
        for (tool, want) in [
            ("slow_compute", " took 1 s"),
            (
                "failing_job",
                "The tool runs as a task alone, which this connection does not allow for.",
            ),
        ] {
            let params = json!({"name": tool, "arguments": if tool == "slow_compute" { json!({"seconds": 1}) } else { json!({}) }, "task": {"ttl": 5}});
            client
                .send(&json!({"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": params}))
                .await;
            assert_eq!(text(&client.next().await["result"]), want);
        }
        client.send(&json!({"jsonrpc": "2.0", "id": 3, "method": "tasks/get", "params": {"taskId": "x"}})).await;
        assert_eq!(client.next().await["error"]["code"], -32601);
    });
}

/// One message through the core alone.
fn handled(message: &Value) -> Value {
    let server = Server::new(&TOOLS, state());
    let (mut frame, session, mut out) = (CallFrame::new(), Session::new(), Vec::new());
    let message = message.to_string();
    let outcome = server.handle(message.as_bytes(), &mut frame, &session, &mut out);
    assert!(matches!(outcome, Outcome::Replied));
    serde_json::from_slice(&out).expect("a reply")
}

#[test]
fn the_core_alone_and_the_blocking_shell_have_no_tasks() {
    let discover = request(1, "server/discover", json!({}), true);
    let get = request(2, "tasks/get", json!({"taskId": "x"}), true);
    let required = request(
        3,
        "tools/call",
        json!({"name": "failing_job", "arguments": {}}),
        true,
    );
    let optional = request(
        4,
        "tools/call",
        json!({"name": "hidden", "arguments": {}}),
        true,
    );
    assert!(
        handled(&discover)["result"]["capabilities"]
            .get("extensions")
            .is_none()
    );
    assert_eq!(handled(&get)["error"]["code"], -32601);
    let refused = "The tool runs as a task alone, which this connection does not allow for.";
    assert_eq!(text(&handled(&required)["result"]), refused);

    let lines: String = [&discover, &get, &required, &optional]
        .map(|line| format!("{line}\n"))
        .concat();
    let (reader, writer) = std::io::pipe().expect("a pipe");
    let server = Server::new(&TOOLS, state()).on_diagnostic(|_| {});
    server
        .serve(std::io::Cursor::new(lines), writer)
        .expect("served");
    let replies: HashMap<u64, Value> = std::io::read_to_string(reader)
        .expect("replies")
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).expect("a reply"))
        .map(|reply| (reply["id"].as_u64().expect("an id"), reply))
        .collect();
    assert!(
        replies[&1]["result"]["capabilities"]
            .get("extensions")
            .is_none()
    );
    assert_eq!(replies[&2]["error"]["code"], -32601);
    assert_eq!(text(&replies[&3]["result"]), refused);
    assert_eq!(replies[&4]["result"]["resultType"], "complete");
    assert_eq!(text(&replies[&4]["result"]), "The tool failed.");
}

/// Part of an application.
pub struct Part(u32);

/// All of it.
pub struct Whole(Part);

mcp_tools! {
    static PART: ToolSet<Part>;

    /// Holds its thread.
    #[tool(task)]
    fn hold(&self, cancellation: &Cancellation) -> u32 {
        while !cancellation.is_cancelled() {
            std::thread::sleep(Duration::from_millis(1));
        }
        self.0
    }

    /// Asks first.
    #[tool(task)]
    async fn first(&self, cx: &Context) -> Result<u32, ToolError> {
        cx.ask("name", Form::<Named>::new("Who?")).up_front().await?;
        Ok(self.0)
    }
}

mcp_tools! {
    static OWN: ToolSet<Whole>;

    /// Greets.
    fn hello() -> &'static str { "hello" }
}

static PROJECTED: ToolSet<Whole> = project!(PART, |whole: &Whole| &whole.0);
static MERGED: ToolSet<Whole> = ToolSet::merge(&[&OWN, &PROJECTED]);

/// A function of the set holds its own thread, and a future is not one: this runtime has but
/// one for both.
async fn holds_and_asks(client: &mut Client) {
    let id = client.begin("hold", json!({})).await;
    assert_eq!(client.get(&id).await["status"], "working");
    client.ask("tasks/cancel", json!({"taskId": id})).await;
    let reply = client.call("first", json!({})).await;
    assert_eq!(reply["result"]["resultType"], "input_required", "{reply}");
    let params = json!({
        "name": "first",
        "inputResponses": {"name": accepted("Ann")},
        "requestState": reply["result"]["requestState"],
    });
    let reply = client.ask("tools/call", params).await;
    let id = reply["result"]["taskId"].as_str().expect("an id");
    assert_eq!(text(&client.until(id, "completed").await["result"]), "5");
}

#[test]
fn merged_and_projected_sets_have_tasks() {
    awake(async {
        let mut client = Client::new(Server::new(&MERGED, Whole(Part(5))));
        holds_and_asks(&mut client).await;
    });
}

#[test]
fn sets_that_are_added_have_tasks() {
    awake(async {
        let server = Arc::new(Server::new(&OWN, Whole(Part(5))));
        let mut client = Client::new(Arc::clone(&server));
        let reply = client.ask("tasks/get", json!({"taskId": "x"})).await;
        assert_eq!(reply["error"]["code"], -32601);
        server.add(&PROJECTED).expect("its names are its own");
        holds_and_asks(&mut client).await;
    });
}

#[test]
fn tools_that_are_made_at_run_time_have_tasks() {
    awake(async {
        let ask = Call::<Part>::made_async(|source, mut args| {
            let cx: &Context = take(&mut args)?;
            finish(args)?;
            Ok(Box::pin(later(source.get().first(cx))))
        });
        let hold = Call::<Part>::made(|source, mut args, reply| {
            let cx: &Context = take(&mut args)?;
            finish(args)?;
            put(source.get().hold(cx.cancellation()), reply);
            Ok(())
        });
        let set = ToolSet::<Part>::made(
            "made",
            vec![
                MadeTool::new("first")
                    .task(TaskSupport::Optional)
                    .entry(ask),
                MadeTool::new("hold")
                    .task(TaskSupport::Required)
                    .entry(hold),
            ],
        );
        let mut client = Client::new(Server::new(set, Part(5)));
        holds_and_asks(&mut client).await;
    });
}

mcp_tools! {
    static LOCAL: LocalToolSet<()>;

    /// Stays on its thread.
    #[tool(task)]
    fn local() -> &'static str { "here" }

    /// As a task alone.
    #[tool(task = required)]
    fn elsewhere() {}
}

#[test]
fn a_local_server_has_no_tasks() {
    let server = LocalServer::new(&LOCAL, ());
    let (mut frame, session) = (LocalFrame::new(), Session::new());
    for (tool, want) in [
        ("local", "here"),
        (
            "elsewhere",
            "The tool runs as a task alone, which this connection does not allow for.",
        ),
    ] {
        let message = request(1, "tools/call", json!({"name": tool}), true).to_string();
        let mut out = Vec::new();
        let outcome = server.handle(message.as_bytes(), &mut frame, &session, &mut out);
        assert!(matches!(outcome, LocalOutcome::Replied));
        let reply: Value = serde_json::from_slice(&out).expect("a reply");
        assert_eq!(text(&reply["result"]), want);
    }
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
