//! A server with all that there is, and a client in any revision that keeps and judges every message, both ways.
#![allow(dead_code, reason = "every test file uses its part")]

use std::cell::{Cell, RefCell};
use std::sync::{Arc, Mutex, OnceLock};
use std::task::{Context as Task, Waker};

use serde_json::{Value, json};
use toolwright::ask::{Form, Roots, Sample};
use toolwright::content::{Audio, Content, Contents, Image, PromptMessage, ResourceLink};
use toolwright::context::Level;
use toolwright::{
    Base64, CallFrame, Context, Outcome, ResourceError, Server, Session, Sink, ToolError, ToolSet,
    mcp_tools, mcp_types,
};

use super::official::{LAST, Official};

/// What a client can that can all.
pub(crate) fn everything() -> Value {
    json!({
        "elicitation": {"form": {}, "url": {}}, "sampling": {}, "roots": {"listChanged": true},
        "extensions": {"io.modelcontextprotocol/ui": {"mimeTypes": ["text/html;profile=mcp-app"]}},
    })
}

mcp_types! {
    /// A name.
    pub struct Named {
        /// It.
        pub name: String [len(1..=40)],
    }

    /// What is counted.
    pub struct Count {
        /// How many.
        pub n: u32,
    }
}

fn towns(typed: &str) -> Vec<String> {
    (0..120).map(|n| format!("{typed}{n:03}")).collect()
}

mcp_tools! {
    /// Call `add` for sums.
    #[server(name = "demo", title = "Demo", version = "1.0.0")]
    pub(crate) static DEMO: ToolSet<()>;

    /// Adds two numbers.
    #[tool(title = "Add", read_only, icon = "https://example.com/add.png", meta = r#"{"example.com/a":1}"#)]
    fn add(
        /// The first.
        #[header("First")]
        a: i32,
        b: i32 [0..=1000] = 1,
    ) -> i32 { a + b }

    /// Counts.
    fn count(n: u32) -> Count { Count { n } }

    /// Lists numbers.
    #[tool(structured)]
    fn numbers() -> Vec<u8> { vec![1, 2] }

    /// One block of each kind.
    fn blocks() -> Vec<Content> {
        vec![
            "text".into(),
            Image::new([1, 2, 3], "image/png").into(),
            Audio::new([1, 2], "audio/wav").into(),
            ResourceLink::new("demo://text", "text").icon("https://example.com/t.png").into(),
        ]
    }

    /// Fails.
    fn fail() -> Result<(), ToolError> { Err(std::fmt::Error)?; Ok(()) }

    /// Tells of its progress, and logs.
    fn steps(cx: &Context) -> &'static str {
        cx.progress(1.0, Some(2.0), Some("half way"));
        cx.log(Level::Debug, None, "debug");
        cx.log(Level::Error, Some("steps"), "error");
        "done"
    }

    /// Waits to be cancelled.
    async fn wait(cx: &Context) -> &'static str {
        cx.cancellation().cancelled().await;
        cx.progress(1.0, None, None);
        cx.log(Level::Error, None, "too late");
        "never sent"
    }

    /// Waits to be cancelled, and asks then.
    async fn wait_and_ask(cx: &Context) -> Result<String, ToolError> {
        cx.cancellation().cancelled().await;
        Ok(cx.roots().await?.len().to_string())
    }

    /// Asks for a name.
    async fn ask(cx: &Context) -> Result<String, ToolError> {
        let named = cx.ask("who", Form::<Named>::new("Who are you?")).await?.accepted();
        Ok(named.map_or_else(|| "nobody".into(), |named| named.name))
    }

    /// Has an address opened.
    async fn visit(cx: &Context) -> Result<String, ToolError> {
        let answer = cx.elicit_url("Please sign in.", "https://example.com/in").await?;
        Ok(answer.accepted().map_or("no", |()| "yes").into())
    }

    /// Asks the client's model.
    async fn sample(cx: &Context) -> Result<String, ToolError> {
        Ok(cx.ask("text", Sample::new("A word?", 10)).await?.text())
    }

    /// Asks for the client's folders.
    async fn folders(cx: &Context) -> Result<String, ToolError> {
        Ok(cx.ask("folders", Roots).await?.len().to_string())
    }

    /// Shows a card.
    #[tool(ui = "ui://demo/card", visibility = [model, app])]
    fn card(town: String) -> String { town }

    /// The card's page.
    #[resource("ui://demo/card", csp(connect_domains = ["https://api.example.com"]), permissions(camera), prefers_border)]
    fn page() -> &'static str { "<!doctype html><title>c</title>" }

    /// A text.
    #[resource("demo://text", title = "Text", icon = "https://example.com/t.png", meta = r#"{"example.com/r":1}"#,
        annotations(audience = [user], priority = 0.5))]
    fn text() -> &'static str { "plain" }

    /// Some bytes.
    #[resource("demo://bytes", mime = "image/png")]
    fn bytes() -> Base64 { Base64::new(vec![1, 2, 3]) }

    /// Two of them.
    #[resource("demo://both")]
    fn both() -> Vec<Contents> { vec![Contents::text("one"), Contents::bytes([2]).uri("demo://both/2")] }

    /// A docket.
    #[resource("docket://{id}", mime = "text/csv")]
    fn docket(#[complete(towns)] id: u32 [..=100]) -> Result<String, ResourceError> {
        if id == 100 {
            return Err(ResourceError::not_found());
        }
        Ok(id.to_string())
    }

    /// Wins of a town.
    #[prompt(title = "Wins", icon = "https://example.com/w.png")]
    fn wins(
        /// Where.
        #[complete(towns)]
        town: String,
        least: u32 [1..] = 10,
    ) -> String { format!("{town} {least}") }

    /// Talks.
    #[prompt]
    fn talk() -> Vec<PromptMessage> {
        vec![PromptMessage::user("Hear!"), PromptMessage::assistant(Audio::new([1], "audio/wav"))]
    }
}

mcp_tools! {
    static LATE: ToolSet<()>;

    /// Added later.
    fn late() {}
}

/// A set to add to [`demo`].
pub(crate) static MORE: &ToolSet<()> = &LATE;

/// A server of it, with everything switched on.
pub(crate) fn demo() -> Server<()> {
    Server::new(&DEMO, ())
        .logging()
        .changing()
        .subscriptions()
        .state_key([7; 32])
        .on_diagnostic(|_| ())
}

#[derive(Default)]
struct Kept(Mutex<Vec<Value>>);

impl Sink for Kept {
    fn send(&self, message: &[u8]) {
        let message = serde_json::from_slice(message).expect("JSON");
        self.0.lock().expect("a lock").push(message);
    }
}

/// Read once: the schemas are large.
static OFFICIAL: OnceLock<Option<Official>> = OnceLock::new();

/// Which way a message went, and what it is: `("->", "tools/list")`, `("<-", "tools/list result")`.
pub(crate) type Line = (&'static str, String);

/// A client of one revision.
pub(crate) struct Wire<'s> {
    pub(crate) server: &'s Server<()>,
    pub(crate) revision: &'static str,
    pub(crate) session: Session,
    capabilities: Value,
    /// What a request of 2026-07-28 says beside the revision and the capabilities, and what any says of progress.
    pub(crate) meta: Value,
    kept: Arc<Kept>,
    official: Option<&'static Official>,
    last: Cell<u32>,
    heard: RefCell<Vec<Value>>,
    lines: RefCell<Vec<Line>>,
}

impl<'s> Wire<'s> {
    /// One that has said nothing yet.
    pub(crate) fn closed(
        server: &'s Server<()>,
        revision: &'static str,
        capabilities: Value,
    ) -> Self {
        let kept = Arc::new(Kept::default());
        let session = Session::new().sink(Arc::clone(&kept) as _);
        Self {
            server,
            revision,
            session,
            capabilities,
            meta: json!({}),
            kept,
            official: OFFICIAL.get_or_init(Official::load).as_ref(),
            last: Cell::new(0),
            heard: RefCell::default(),
            lines: RefCell::default(),
        }
    }

    /// One after its handshake, where there is one.
    pub(crate) fn open(
        server: &'s Server<()>,
        revision: &'static str,
        capabilities: Value,
    ) -> Self {
        let wire = Self::closed(server, revision, capabilities);
        if !wire.is_modern() {
            wire.initialize();
            wire.notify("notifications/initialized", &Value::Null);
        }
        wire
    }

    pub(crate) fn is_modern(&self) -> bool {
        self.revision == LAST
    }

    /// The handshake's reply.
    pub(crate) fn initialize(&self) -> Value {
        self.call(
            "initialize",
            &json!({
                "protocolVersion": self.revision,
                "capabilities": self.capabilities,
                "clientInfo": {"name": "t", "version": "1"},
            }),
        )
    }

    /// What the server says of itself.
    pub(crate) fn introduce(&self) -> Value {
        if self.is_modern() {
            self.call("server/discover", &json!({}))
        } else {
            self.initialize()
        }
    }

    /// A request as this revision has it.
    pub(crate) fn request(&self, method: &str, params: &Value) -> Value {
        self.last.set(self.last.get() + 1);
        let mut params = params.clone();
        let mut meta = self.meta.clone();
        if self.is_modern() {
            meta["io.modelcontextprotocol/protocolVersion"] = json!(self.revision);
            meta["io.modelcontextprotocol/clientCapabilities"] = self.capabilities.clone();
        }
        if meta != json!({}) {
            params["_meta"] = meta;
        }
        json!({"jsonrpc": "2.0", "id": self.last.get(), "method": method, "params": params})
    }

    /// Sends a request; its reply. Questions of the server are answered on the way, and both are judged.
    pub(crate) fn call(&self, method: &str, params: &Value) -> Value {
        let request = self.request(method, params);
        if let Some(official) = self.official {
            if official.has_method(self.revision, method) {
                self.judge(official.validate_request(self.revision, &request), &request);
            }
        }
        self.line("->", method.into());
        let reply = self.send(&request.to_string());
        self.note_reply(&request, &reply);
        reply
    }

    /// Judges a reply, and writes it down.
    pub(crate) fn note_reply(&self, request: &Value, reply: &Value) {
        if reply.is_null() {
            return;
        }
        let method = request["method"].as_str().unwrap_or("batch");
        let refused = reply["error"]["code"] == -32601;
        if let (Some(official), false) = (self.official, refused) {
            self.judge(
                official.validate_exchange(self.revision, request, reply),
                reply,
            );
        }
        let kind = match &reply["error"]["code"] {
            Value::Null => reply["result"]["resultType"]
                .as_str()
                .filter(|kind| *kind != "complete")
                .unwrap_or("result")
                .to_owned(),
            code => code.to_string(),
        };
        self.line("<-", format!("{method} {kind}"));
    }

    /// Sends a notification.
    pub(crate) fn notify(&self, method: &str, params: &Value) {
        let mut notification = json!({"jsonrpc": "2.0", "method": method});
        if !params.is_null() {
            notification["params"] = params.clone();
        }
        if let Some(official) = self.official {
            self.judge(
                official.validate_notification(self.revision, &notification),
                &notification,
            );
        }
        self.line("->", method.into());
        assert_eq!(self.send(&notification.to_string()), Value::Null);
    }

    /// Sends a text as it stands; what comes back, unjudged.
    pub(crate) fn send(&self, message: &str) -> Value {
        let (mut frame, mut out) = (CallFrame::new(), Vec::new());
        if let Outcome::Pending(mut pending) =
            self.server
                .handle(message.as_bytes(), &mut frame, &self.session, &mut out)
        {
            let mut cx = Task::from_waker(Waker::noop());
            for turn in 0.. {
                if pending.poll_into(&mut cx, &mut out).is_ready() {
                    break;
                }
                self.hear();
                assert!(turn < 100, "it never ends: {message}");
            }
        }
        self.hear();
        if out.is_empty() {
            return Value::Null;
        }
        serde_json::from_slice(&out).expect("JSON")
    }

    /// Begins a call, cancels it, and gives its reply.
    pub(crate) fn cancel(&self, tool: &str) -> Value {
        self.cancelled(tool, || self.hear())
    }

    /// The same of a call that has asked, before the answer.
    pub(crate) fn cancel_asked(&self, tool: &str) -> Value {
        self.cancelled(tool, || ())
    }

    fn cancelled(&self, tool: &str, begun: impl Fn()) -> Value {
        let request = self.request("tools/call", &json!({"name": tool}));
        self.line("->", "tools/call".into());
        let message = request.to_string();
        let (mut frame, mut out) = (CallFrame::new(), Vec::new());
        let outcome = self
            .server
            .handle(message.as_bytes(), &mut frame, &self.session, &mut out);
        let Outcome::Pending(mut pending) = outcome else {
            panic!("{tool} does not wait");
        };
        let mut cx = Task::from_waker(Waker::noop());
        assert!(pending.poll_into(&mut cx, &mut out).is_pending());
        begun();
        let params = json!({"requestId": request["id"], "reason": "enough"});
        let notification =
            json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": params});
        if let Some(official) = self.official {
            self.judge(
                official.validate_notification(self.revision, &notification),
                &notification,
            );
        }
        self.line("->", "notifications/cancelled".into());
        self.deliver(&notification);
        assert!(pending.poll_into(&mut cx, &mut out).is_ready());
        self.hear();
        serde_json::from_slice(&out).unwrap_or(Value::Null)
    }

    /// Sends what has no reply.
    fn deliver(&self, message: &Value) {
        let (mut frame, mut out) = (CallFrame::new(), Vec::new());
        let text = message.to_string();
        let outcome = self
            .server
            .handle(text.as_bytes(), &mut frame, &self.session, &mut out);
        assert!(matches!(outcome, Outcome::Silent), "{message}");
    }

    /// Sends a batch of 2025-03-26.
    pub(crate) fn batch(&self, requests: &Value) -> Value {
        if let Some(official) = self.official {
            self.judge(
                official.validate(self.revision, "JSONRPCBatchRequest", requests),
                requests,
            );
        }
        self.line("->", "batch".into());
        let replies = self.send(&requests.to_string());
        self.note_reply(requests, &replies);
        replies
    }

    /// Takes over what another client has written down.
    pub(crate) fn absorb(&self, other: &Self) {
        self.lines.borrow_mut().extend(other.lines.take());
    }

    /// Takes in what the server sent beside its replies; questions are answered.
    pub(crate) fn hear(&self) {
        let sent = std::mem::take(&mut *self.kept.0.lock().expect("a lock"));
        for message in sent {
            let method = message["method"].as_str().unwrap_or_default().to_owned();
            if method.is_empty() {
                // The reply to a request that was open: a subscription.
                let request = json!({"method": "subscriptions/listen", "id": message["id"]});
                self.note_reply(&request, &message);
            } else if message.get("id").is_none() {
                if let Some(official) = self.official {
                    self.judge(
                        official.validate_notification(self.revision, &message),
                        &message,
                    );
                }
                self.line("<-", method);
            } else {
                if let Some(official) = self.official {
                    self.judge(
                        official.validate_question(self.revision, &message),
                        &message,
                    );
                }
                self.line("<-", method.clone());
                self.respond(&method, &message);
            }
            self.heard.borrow_mut().push(message);
        }
    }

    fn respond(&self, method: &str, question: &Value) {
        let response = json!({"jsonrpc": "2.0", "id": question["id"], "result": answer(method, &question["params"])});
        if let Some(official) = self.official {
            self.judge(
                official.validate_answer(self.revision, method, &response),
                &response,
            );
        }
        self.line("->", format!("{method} result"));
        self.deliver(&response);
    }

    /// Calls a tool; in 2026-07-28, in as many rounds as it takes.
    pub(crate) fn rounds(&self, tool: &str) -> Value {
        let mut params = json!({"name": tool});
        loop {
            let reply = self.call("tools/call", &params);
            let Some(requests) = reply["result"]["inputRequests"].as_object() else {
                return reply;
            };
            let mut responses = json!({});
            for (key, request) in requests {
                let method = request["method"].as_str().unwrap_or_default();
                self.line("<-", format!("asks {method}"));
                responses[key] = answer(method, &request["params"]);
                if let Some(official) = self.official {
                    self.judge(
                        official.validate_input(method, request, &responses[key]),
                        request,
                    );
                }
            }
            params["inputResponses"] = responses;
            params["requestState"] = reply["result"]["requestState"].clone();
        }
    }

    /// What was sent beside the replies since the last time.
    pub(crate) fn heard(&self) -> Vec<Value> {
        self.hear();
        self.heard.take()
    }

    /// The methods of that.
    pub(crate) fn heard_methods(&self) -> Vec<String> {
        let heard = self.heard();
        heard
            .iter()
            .filter_map(|message| message["method"].as_str().map(str::to_owned))
            .collect()
    }

    /// All messages so far.
    pub(crate) fn lines(&self) -> Vec<Line> {
        self.lines.borrow().clone()
    }

    fn line(&self, way: &'static str, what: String) {
        self.lines.borrow_mut().push((way, what));
    }

    fn judge(&self, verdict: Result<(), String>, message: &Value) {
        verdict.unwrap_or_else(|error| panic!("{}: {error}\n{message}", self.revision));
    }
}

/// What the client answers to a question.
fn answer(method: &str, params: &Value) -> Value {
    match method {
        "elicitation/create" if params["mode"] == "url" => json!({"action": "accept"}),
        "elicitation/create" => json!({"action": "accept", "content": {"name": "Ann"}}),
        "sampling/createMessage" => {
            json!({"role": "assistant", "model": "m", "content": {"type": "text", "text": "Word."}})
        }
        "roots/list" => json!({"roots": [{"uri": "file:///a", "name": "A"}]}),
        _ => panic!("an unknown question: {method}"),
    }
}
