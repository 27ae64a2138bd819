//! Tools that ask, and a client that answers.

#![allow(
    clippy::incompatible_msrv,
    dead_code,
    unreachable_pub,
    reason = "each test binary that includes this file uses a part of it"
)]

use std::future::Future;
use std::io::{BufRead, BufReader, PipeReader, PipeWriter, Write};
use std::pin::{Pin, pin};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::task::{Context as Cx, Poll, Waker};

use serde_json::{Value, json};
use toolwright::ask::{Elicited, Form, Need, Roots, Sample};
use toolwright::{
    CallFrame, Context, Outcome, Pending, Revision, Server, Session, Sink, ToolError, mcp_tools,
    mcp_types,
};

/// What a client can that can all.
pub const ALL: &str = r#"{"elicitation":{"form":{},"url":{}},"sampling":{},"roots":{}}"#;

/// How often `steps` began.
pub static RUNS: AtomicUsize = AtomicUsize::new(0);
static ORDERS: AtomicUsize = AtomicUsize::new(0);

mcp_types! {
    /// A colour.
    pub enum Colour { Red, Green }

    /// A person.
    pub struct Person {
        /// How to call them.
        pub name: String [len(1..=40)],
        /// In years.
        pub age: u8 = 18,
        /// Of what they like.
        pub colour: Colour = Colour::Red,
        /// Where they can be reached.
        pub mail: Option<String> [format("email")] = None,
    }

    /// A name.
    pub struct Named {
        /// It.
        pub name: String [len(1..=40)],
    }

    /// Yes or no.
    pub struct Confirm {
        pub ok: bool,
    }
}

fn hello(answer: Elicited<Named>) -> String {
    match answer.accepted() {
        Some(named) => format!("Hello, {}!", named.name),
        None => "Hello.".into(),
    }
}

fn name() -> Form<Named> {
    Form::new("Who are you?")
}

mcp_tools! {
    pub static SET: ToolSet<()>;

    async fn form(cx: &Context) -> Result<String, ToolError> {
        Ok(match cx.elicit(Form::<Person>::new("Who is \"it\"?")).await? {
            Elicited::Accepted(person) => {
                let colour = match person.colour { Colour::Red => "red", Colour::Green => "green" };
                format!("{} is {}, likes {colour}", person.name, person.age)
            }
            Elicited::Declined => "declined".into(),
            Elicited::Cancelled => "cancelled".into(),
        })
    }

    async fn raw(cx: &Context) -> Result<String, ToolError> {
        let schema = json!({"type": "object", "properties": {"name": {"type": "string", "default": "John"}}});
        let answer = cx.elicit(Form::raw("Who?", &schema)).await?;
        Ok(answer.accepted().map_or_else(String::new, |value| value.to_string()))
    }

    async fn url(cx: &Context) -> Result<String, ToolError> {
        let answer = cx.elicit_url("Please sign in.", "https://example.com/in?a=1").await?;
        Ok(answer.accepted().map_or("not opened", |()| "opened").into())
    }

    async fn sample(cx: &Context) -> Result<String, ToolError> {
        let request = Sample::new("The capital of France?", 100)
            .system("Be brief.")
            .assistant("Of which France?")
            .user("The one in Europe.")
            .with("temperature", 0.5);
        let sampled = cx.sample(request).await?;
        Ok(format!("{}: {}", sampled.model, sampled.text()))
    }

    async fn roots(cx: &Context) -> Result<String, ToolError> {
        let roots = cx.roots().await?;
        let line = |root: &toolwright::ask::Root| format!("{} {}", root.uri, root.name.as_deref().unwrap_or("-"));
        Ok(roots.iter().map(line).collect::<Vec<_>>().join(", "))
    }

    async fn named(cx: &Context) -> Result<String, ToolError> {
        Ok(hello(cx.ask("user_name", name()).await?))
    }

    fn sync(cx: &Context) -> Result<String, ToolError> {
        Ok(hello(cx.ask("user_name", name()).wait()?))
    }

    async fn whatever(cx: &Context) -> Result<String, ToolError> {
        if cx.can(Need::Form) {
            return Ok(hello(cx.elicit(name()).await?));
        }
        Ok(cx.sample(Sample::new("A name?", 10)).await?.text())
    }

    async fn three(cx: &Context) -> Result<String, ToolError> {
        let (person, greeting) = both(
            cx.ask("user_name", name()),
            both(cx.ask("greeting", Sample::new("Greet!", 10)), cx.ask("client_roots", Roots)),
        ).await;
        let (greeting, roots) = greeting;
        let person = person?.accepted().map(|person| person.name).unwrap_or_default();
        Ok(format!("{} {person} {}", greeting?.text(), roots?.len()))
    }

    async fn steps(cx: &Context, n: u32) -> Result<String, ToolError> {
        let _ = n;
        let runs = RUNS.fetch_add(1, Ordering::SeqCst) + 1;
        let before = cx.once("before", || ORDERS.load(Ordering::SeqCst))?;
        cx.once_async("order", async { ORDERS.fetch_add(1, Ordering::SeqCst) }).await?;
        cx.ask("step1", Form::<Confirm>::new("One?")).await?;
        cx.ask("step2", Form::<Confirm>::new("Two?")).await?;
        Ok(format!("{} order, {runs} runs", ORDERS.load(Ordering::SeqCst) - before))
    }

    async fn twice(cx: &Context) -> Result<String, ToolError> {
        let mut said = Vec::new();
        for _ in 0..2 {
            let answer = cx.elicit(Form::<Confirm>::new("Go on?")).await?;
            said.push(answer.accepted().is_some_and(|confirm| confirm.ok).to_string());
        }
        Ok(said.join(" "))
    }

    async fn impatient(cx: &Context) -> &'static str {
        {
            let mut question = pin!(cx.elicit(name()));
            let _ = question.as_mut().poll(&mut Cx::from_waker(Waker::noop()));
        }
        "gone on"
    }
}

/// Both, at the same time.
pub async fn both<A: Future, B: Future>(a: A, b: B) -> (A::Output, B::Output) {
    let (mut a, mut b) = (pin!(a), pin!(b));
    let (mut first, mut second) = (None, None);
    std::future::poll_fn(move |cx| {
        if first.is_none() {
            if let Poll::Ready(value) = a.as_mut().poll(cx) {
                first = Some(value);
            }
        }
        if second.is_none() {
            if let Poll::Ready(value) = b.as_mut().poll(cx) {
                second = Some(value);
            }
        }
        if first.is_none() || second.is_none() {
            return Poll::Pending;
        }
        match (first.take(), second.take()) {
            (Some(first), Some(second)) => Poll::Ready((first, second)),
            _ => Poll::Pending,
        }
    })
    .await
}

/// A call of 2026-07-28.
pub fn modern(tool: &str, arguments: &Value, capabilities: &str) -> Value {
    let capabilities: Value = serde_json::from_str(capabilities).expect("JSON");
    json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {
        "name": tool, "arguments": arguments, "_meta": {
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientCapabilities": capabilities,
        },
    }})
}

/// The same with answers, and the state of the round before.
pub fn retry(
    tool: &str,
    arguments: &Value,
    capabilities: &str,
    responses: &Value,
    state: Option<&str>,
) -> Value {
    let mut request = modern(tool, arguments, capabilities);
    request["id"] = json!("next");
    request["params"]["inputResponses"] = responses.clone();
    if let Some(state) = state {
        request["params"]["requestState"] = json!(state);
    }
    request
}

/// A handshake.
pub fn initialize(id: u32, revision: &str, capabilities: &str) -> Value {
    let capabilities: Value = serde_json::from_str(capabilities).expect("JSON");
    json!({"jsonrpc": "2.0", "id": id, "method": "initialize", "params": {
        "protocolVersion": revision, "capabilities": capabilities,
        "clientInfo": {"name": "t", "version": "1"},
    }})
}

/// What the server sent beside its replies.
#[derive(Default)]
pub struct Kept(Mutex<Vec<Value>>);

impl Sink for Kept {
    fn send(&self, message: &[u8]) {
        assert!(!message.contains(&b'\n'));
        let message = serde_json::from_slice(message).expect("JSON");
        self.0.lock().expect("a lock").push(message);
    }
}

impl Kept {
    /// Takes all that came so far.
    pub fn take(&self) -> Vec<Value> {
        std::mem::take(&mut self.0.lock().expect("a lock"))
    }
}

/// A sink, and what it keeps.
pub fn sink() -> (Arc<Kept>, Arc<Kept>) {
    let kept = Arc::new(Kept::default());
    (Arc::clone(&kept), kept)
}

/// A client.
pub struct Peer<'s, S: 'static> {
    pub server: &'s Server<S>,
    pub session: Session,
    kept: Arc<Kept>,
}

impl<'s, S: Send + Sync + 'static> Peer<'s, S> {
    pub fn new(server: &'s Server<S>) -> Self {
        let (sink, kept) = sink();
        Self {
            server,
            session: Session::new().sink(sink),
            kept,
        }
    }

    pub fn over(server: &'s Server<S>, session: Session) -> Self {
        Self {
            server,
            session,
            kept: Arc::default(),
        }
    }

    /// One after its handshake.
    pub fn shake(server: &'s Server<S>, revision: Revision, capabilities: &str) -> Self {
        let peer = Self::new(server);
        peer.initialize(revision.as_str(), capabilities);
        peer
    }

    pub fn initialize(&self, revision: &str, capabilities: &str) -> Value {
        self.ask(&initialize(0, revision, capabilities))
    }

    /// What the server sent since the last time.
    pub fn sent(&self) -> Vec<Value> {
        self.kept.take()
    }

    /// Sends a message that has no reply.
    pub fn say(&self, message: &Value) {
        assert_eq!(self.ask(message), Value::Null);
    }

    /// The reply to a message, or `null`; what is pending is driven to its end.
    pub fn ask(&self, message: &Value) -> Value {
        self.ask_text(&message.to_string())
    }

    pub fn ask_text(&self, message: &str) -> Value {
        let mut frame = CallFrame::new();
        let mut out = Vec::new();
        match self
            .server
            .handle(message.as_bytes(), &mut frame, &self.session, &mut out)
        {
            Outcome::Silent => assert!(out.is_empty()),
            Outcome::Replied => assert!(!out.is_empty()),
            Outcome::Pending(mut pending) => {
                let mut cx = Cx::from_waker(Waker::noop());
                let mut left = 1000;
                while pending.poll_into(&mut cx, &mut out).is_pending() {
                    left -= 1;
                    assert!(left > 0, "it never ends: {message}");
                }
            }
        }
        if out.is_empty() {
            Value::Null
        } else {
            serde_json::from_slice(&out).expect("JSON")
        }
    }

    /// Begins a call, with the id 1.
    pub fn call(&self, tool: &str, arguments: impl Into<Value>) -> Running<'s> {
        let arguments: Value = arguments.into();
        let message = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": tool, "arguments": arguments}});
        self.begin(&message)
    }

    pub fn begin(&self, message: &Value) -> Running<'s> {
        // Tests are short: what a call borrows may stay.
        let message: &'static [u8] = message.to_string().leak().as_bytes();
        let frame: &'static mut CallFrame = Box::leak(Box::default());
        let mut out = Vec::new();
        match self.server.handle(message, frame, &self.session, &mut out) {
            Outcome::Pending(pending) => Running {
                pending: Some(pending),
                out,
            },
            _ => Running { pending: None, out },
        }
    }
}

/// A call that goes on.
pub struct Running<'s> {
    pending: Option<Pending<'s>>,
    out: Vec<u8>,
}

impl Running<'_> {
    /// Goes on: the reply once it is there; `null` where there is none.
    pub fn poll(&mut self) -> Option<Value> {
        if let Some(pending) = &mut self.pending {
            let mut cx = Cx::from_waker(Waker::noop());
            if Pin::new(pending)
                .get_mut()
                .poll_into(&mut cx, &mut self.out)
                .is_pending()
            {
                return None;
            }
            self.pending = None;
        }
        if self.out.is_empty() {
            return Some(Value::Null);
        }
        Some(serde_json::from_slice(&self.out).expect("JSON"))
    }

    /// The reply, which is there.
    pub fn over(&mut self) -> Value {
        self.poll().expect("a reply")
    }
}

/// The client's end of a shell.
pub struct Shell {
    to: Option<PipeWriter>,
    from: BufReader<PipeReader>,
}

/// A shell's input and output, and the client's end.
pub fn pipes() -> (PipeReader, PipeWriter, Shell) {
    let (input, to) = std::io::pipe().expect("a pipe");
    let (from, output) = std::io::pipe().expect("a pipe");
    let from = BufReader::new(from);
    let to = Some(to);
    (input, output, Shell { to, from })
}

impl Shell {
    pub fn send(&mut self, message: &Value) {
        let to = self.to.as_mut().expect("an open pipe");
        writeln!(to, "{message}").expect("an open pipe");
    }

    /// Sends nothing more.
    pub fn hang_up(&mut self) {
        self.to = None;
    }

    pub fn receive(&mut self) -> Value {
        let mut line = String::new();
        self.from.read_line(&mut line).expect("an open pipe");
        serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line}"))
    }
}
