//! Calls that outlive their requests, over the shell on tokio. The clock is paused: time passes
//! only where everything waits for it.
#![cfg(feature = "tasks")]

mod calls;
mod ends;
mod filters;
mod methods;
#[path = "../common/official.rs"]
mod official;
#[path = "../common/paused.rs"]
mod paused;
mod questions;
mod sets;
mod stores;
mod support;

use std::future::Future;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use paused::paused;
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader, DuplexStream};
use tokio::time;
use toolwright::ask::Form;
use toolwright::transport::tokio::Shell;
use toolwright::{Cancellation, Context, Diagnostic, Server, ToolError, mcp_tools, mcp_types};

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

/// What is told to the operator, and what writes it down.
fn listener() -> (
    Arc<Mutex<Vec<String>>>,
    impl Fn(&Diagnostic<'_>) + Send + Sync + 'static,
) {
    let told = Arc::new(Mutex::new(Vec::new()));
    let hear = Arc::clone(&told);
    let hear = move |event: &Diagnostic<'_>| hear.lock().unwrap().push(event.to_string());
    (told, hear)
}

fn members(object: &Value) -> Vec<&str> {
    object
        .as_object()
        .expect("an object")
        .keys()
        .map(String::as_str)
        .collect()
}
