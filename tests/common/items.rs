//! A set with resources and prompts, and a client that checks every reply by the official schemas.
#![allow(dead_code, reason = "every test file uses its part")]

use std::future::Future as _;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::task::{Context as Task, Poll, Waker};

use serde_json::{Map, Value, json};
use toolwright::completion::Completing;
use toolwright::content::{Contents, Image, PromptMessage, PromptResult};
use toolwright::{
    Base64, CallFrame, Context, Outcome, PromptError, ResourceError, Server, Session, Sink,
    ToolError, mcp_tools, mcp_types,
};

use super::official::Official;

/// What calls share.
#[derive(Default)]
pub(crate) struct Store {
    pub(crate) reads: Arc<AtomicUsize>,
}

mcp_types! {
    /// A docket's number.
    #[derive(Debug, Clone, Copy)]
    pub struct DocketId(u32 [1..=1000]);

    /// Where a docket stands.
    #[derive(Debug, Clone, Copy)]
    pub enum State { #[rename("open")] Open, #[rename("packed")] Packed }
}

fn meta(json: &Value) -> Map<String, Value> {
    json.as_object().cloned().unwrap_or_default()
}

fn names(typed: &str) -> Vec<String> {
    (0..250).map(|n| format!("{typed}{n:03}")).collect()
}

fn shelves(_: &Store, typed: &str) -> Vec<&'static str> {
    ["oak", "olive", "pine"]
        .into_iter()
        .filter(|name| name.starts_with(typed))
        .collect()
}

fn settled(_: &Store, completing: &Completing<'_>) -> Vec<String> {
    let shelf = completing.argument("shelf").unwrap_or_default();
    vec![format!("{shelf}-{}", completing.value())]
}

fn boom(_: &str) -> Vec<String> {
    panic!("boom")
}

fn lookup(path: String) -> String {
    path
}

mcp_tools! {
    pub(crate) static STORE: ToolSet<Store>;

    #[resource("bin://x")]
    fn x() -> Base64 { Base64::new(vec![0xfb, 0xff, 0xfe, 0x00]) }

    #[resource("example://item/{id}")]
    fn item(id: String) -> String { id }

    /// Adds.
    fn add(a: i64, b: i64) -> i64 { a + b }

    #[resource("bin://text")]
    fn text() -> &'static str { "plain" }

    #[resource("acme://products{?page,limit}")]
    fn products(page: u32 [1..] = 1, limit: Option<u32>) -> String { format!("{page} {limit:?}") }

    /// One docket as JSON.
    #[resource("docket://{id}{?state}", mime = "application/json")]
    fn docket(&self, id: DocketId, cx: &Context, state: State = State::Open) -> Result<String, ResourceError> {
        if id.get() == 404 {
            return Err(ResourceError::not_found());
        }
        assert!(!cx.request_id().is_empty());
        self.reads.fetch_add(1, Ordering::SeqCst);
        Ok(format!("{id} {state:?}"))
    }

    #[resource("file:///{+path}")]
    fn file(path: String) -> String = lookup;

    #[resource("late://{n}")]
    async fn late(&self, n: u8) -> Result<String, ToolError> {
        std::future::ready(()).await;
        Ok(format!("late {n}"))
    }

    #[resource("flag://{on}/{factor}")]
    fn flag(on: bool, factor: f64) -> String { format!("{on} {factor}") }

    #[resource("fail://{how}")]
    fn fail(how: &str) -> Result<Vec<u8>, ResourceError> {
        match how {
            "shown" => Err(ResourceError::shown("The shelf is locked.")),
            "hidden" => Err(std::io::Error::other("disk on fire"))?,
            _ => panic!("boom"),
        }
    }

    /// All of it.
    #[resource("book://", name = "The book", title = "Book", mime = "text/markdown", size = 2048,
        icon = "https://example.com/book.png", meta = r#"{ "example.com/shelf": 3 }"#,
        annotations(audience = [user, assistant], priority = 0.8))]
    fn book() -> Vec<Contents> {
        vec![
            Contents::text("# One"),
            Contents::bytes([0x89, 0x50, 0x4e]).mime("image/png").uri("book://2").meta(meta(&json!({"n": 2}))),
        ]
    }

    /// Counts wins.
    #[prompt]
    fn wins(
        /// Where.
        site: String,
        min: u32 [1..] = 10,
    ) -> String {
        format!("{site} {min}")
    }

    #[prompt("pick", title = "Pick one", icon = "https://example.com/p.png", meta = r#"{"a":1}"#)]
    fn pick_one(
        #[complete(names)] name: String,
        #[complete(shelves)] shelf: Option<String> = None,
        #[complete(settled)] place: Option<String>,
        #[complete(boom)] bang: Option<&str>,
        plain: Option<State>,
    ) -> PromptResult {
        let rest = format!("{name} {shelf:?} {place:?} {bang:?} {plain:?}");
        PromptResult::new(vec![PromptMessage::user(rest)]).description("Picked.")
    }

    #[prompt]
    async fn talk(&self, id: DocketId) -> Result<Vec<PromptMessage>, PromptError> {
        std::future::ready(()).await;
        Ok(vec![
            PromptMessage::user(format!("Docket {id}?")),
            PromptMessage::assistant(Image::new([0x89, 0x50, 0x4e], "image/png")),
        ])
    }

    #[prompt]
    fn bare() -> &'static str { "bare" }

    #[prompt]
    fn shown() -> Result<String, PromptError> { Err(PromptError::shown("No such month.")) }

    #[prompt]
    fn hidden() -> Result<String, PromptError> { Err(std::io::Error::other("disk on fire"))? }

    #[prompt]
    fn bang() -> String { boom("").concat() }

    #[resource("shelf://{wood}")]
    fn shelf(#[complete(shelves)] wood: String) -> String { wood }
}

/// Keeps what is sent beside the replies.
#[derive(Default)]
pub(crate) struct Heard(Mutex<Vec<String>>);

impl Sink for Heard {
    fn send(&self, message: &[u8]) {
        let text = String::from_utf8(message.to_vec()).expect("text");
        self.0.lock().expect("not poisoned").push(text);
    }
}

impl Heard {
    pub(crate) fn take(&self) -> Vec<Value> {
        let all = std::mem::take(&mut *self.0.lock().expect("not poisoned"));
        all.iter()
            .map(|text| serde_json::from_str(text).expect("JSON"))
            .collect()
    }
}

/// A client of one server, in every revision at once.
pub(crate) struct Client<S: Send + Sync + 'static> {
    pub(crate) server: Server<S>,
    official: Option<Official>,
    told: Arc<Mutex<Vec<String>>>,
    /// What the client can do.
    pub(crate) capabilities: Value,
}

impl<S: Send + Sync + 'static> Client<S> {
    pub(crate) fn new(server: Server<S>) -> Self {
        let told = Arc::new(Mutex::new(Vec::new()));
        let hear = Arc::clone(&told);
        Self {
            server: server.on_diagnostic(move |diagnostic| {
                hear.lock()
                    .expect("not poisoned")
                    .push(diagnostic.to_string());
            }),
            official: Official::load(),
            told,
            capabilities: json!({}),
        }
    }

    /// The same as a client that shows MCP Apps.
    pub(crate) fn with_apps(mut self) -> Self {
        self.capabilities = json!({"extensions": {"io.modelcontextprotocol/ui": {
            "mimeTypes": ["text/html;profile=mcp-app"],
        }}});
        self
    }

    /// The last diagnostic.
    pub(crate) fn last_diagnostic(&self) -> String {
        self.told
            .lock()
            .expect("not poisoned")
            .last()
            .cloned()
            .unwrap_or_default()
    }

    /// A session in a revision, through its handshake where it has one.
    pub(crate) fn session(&self, revision: &str, heard: &Arc<Heard>) -> Session {
        let session = Session::new().sink(Arc::clone(heard) as _);
        if revision != "2026-07-28" {
            self.send(
                &session,
                revision,
                "initialize",
                &json!({
                    "protocolVersion": revision,
                    "capabilities": self.capabilities,
                    "clientInfo": {"name": "t", "version": "1"},
                }),
            );
        }
        session
    }

    /// Sends one request in a session of its own.
    pub(crate) fn ask(&self, revision: &str, method: &str, params: &Value) -> Value {
        let session = self.session(revision, &Arc::default());
        self.send(&session, revision, method, params)
    }

    /// Sends one request; its reply is checked by the official schema of the revision.
    pub(crate) fn send(
        &self,
        session: &Session,
        revision: &str,
        method: &str,
        params: &Value,
    ) -> Value {
        let mut params = params.clone();
        if revision == "2026-07-28" {
            params["_meta"] = json!({
                "io.modelcontextprotocol/protocolVersion": revision,
                "io.modelcontextprotocol/clientCapabilities": self.capabilities,
            });
        }
        let request = json!({"jsonrpc": "2.0", "id": 7, "method": method, "params": params});
        let reply: Value = serde_json::from_str(&self.text(session, &request)).expect("a reply");
        if let Some(official) = &self.official {
            official
                .validate_exchange(revision, &request, &reply)
                .unwrap_or_else(|error| panic!("{revision} {method}: {error}\n{reply}"));
        }
        reply
    }

    /// Sends one request in a session of its own; the bytes of its result.
    pub(crate) fn raw(&self, revision: &str, method: &str, params: &Value) -> String {
        let session = self.session(revision, &Arc::default());
        self.send(&session, revision, method, params);
        let mut params = params.clone();
        if revision == "2026-07-28" {
            params["_meta"] = json!({
                "io.modelcontextprotocol/protocolVersion": revision,
                "io.modelcontextprotocol/clientCapabilities": self.capabilities,
            });
        }
        let request = json!({"jsonrpc": "2.0", "id": 7, "method": method, "params": params});
        self.text(&session, &request)
    }

    fn text(&self, session: &Session, request: &Value) -> String {
        let message = request.to_string();
        let (mut frame, mut out) = (CallFrame::new(), Vec::new());
        if let Outcome::Pending(mut pending) =
            self.server
                .handle(message.as_bytes(), &mut frame, session, &mut out)
        {
            let mut cx = Task::from_waker(Waker::noop());
            loop {
                if let Poll::Ready(reply) = std::pin::Pin::new(&mut pending).poll(&mut cx) {
                    out = reply;
                    break;
                }
            }
        }
        String::from_utf8(out).expect("text")
    }
}
