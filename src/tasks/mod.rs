//! Calls that outlive their requests: the extension `io.modelcontextprotocol/tasks` of 2026-07-28.
//!
//! A tool declared with `#[tool(task)]` answers a caller that knows tasks at once, with the id
//! of a task; the caller asks with `tasks/get` what became of it, answers its questions with
//! `tasks/update`, and gives it up with `tasks/cancel`. Any other caller gets an ordinary
//! answer, or the error -32021 where the tool is declared with `#[tool(task = required)]`.
//!
//! The shells on tokio and over HTTP run tasks. Elsewhere (the blocking shell, a
//! [`LocalServer`](crate::LocalServer), [`Server::handle`](crate::Server::handle)) the
//! extension is not announced: `task` is an ordinary tool there, and `task = required` answers
//! with an error that says so.
//!
//! What is the same as in an ordinary call: filters, the state, diagnostics, and refusals,
//! which are answered at once and make no task. Progress and log messages of a task go nowhere:
//! the extension has no place for them.
//!
//! ```
//! use std::time::Duration;
//! use toolwright::tasks::MemoryStore;
//! use toolwright::transport::tokio::Shell;
//! use toolwright::{Server, mcp_tools};
//!
//! mcp_tools! {
//!     static PRESS: ToolSet<()>;
//!
//!     /// Prints a book.
//!     #[tool(task)]
//!     async fn print(pages: u32 [1..=1000]) -> String {
//!         tokio::time::sleep(Duration::from_millis(pages.into())).await;
//!         format!("{pages} pages are printed.")
//!     }
//! }
//!
//! let server = Server::new(&PRESS, ())
//!     .task_store(MemoryStore::new().capacity(100))
//!     .task_ttl(Some(Duration::from_secs(600)));
//! let shell = Shell::new(server);
//! # let _ = shell;
//! ```

mod drive;
mod live;
mod memory;
mod method;
mod store;
mod task;

use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::time::Duration;

pub(crate) use self::live::{Live, Posed};
pub use self::memory::MemoryStore;
pub use self::store::{StoreError, Storing, TaskStore};
pub use self::task::{Status, Task};
use crate::context::Extensions;
use crate::dispatch::Incoming;
use crate::frame::{Threading, Threads};
use crate::json::Value;
use crate::protocol::apps::member;
use crate::protocol::envelope::{Envelope, is_object};
pub use crate::schema::TaskSupport;
use crate::server::{Core, Server};
use crate::session::Session;
use crate::transport::Served;

/// The extension's name, under `extensions` of the capabilities.
const NAME: &str = "io.modelcontextprotocol/tasks";

/// How a server keeps its tasks.
pub(crate) struct Tasks {
    store: Arc<dyn TaskStore>,
    ttl: Option<Duration>,
    poll: Duration,
}

impl Default for Tasks {
    fn default() -> Self {
        Self {
            store: Arc::new(MemoryStore::new()),
            ttl: Some(Duration::from_secs(60 * 60)),
            poll: Duration::from_millis(500),
        }
    }
}

impl<S: Send + Sync + 'static> Server<S> {
    /// Where tasks are kept: a [`MemoryStore`] if nothing is said.
    #[must_use]
    pub fn task_store(mut self, store: impl TaskStore + 'static) -> Self {
        self.core.tasks.store = Arc::new(store);
        self
    }

    /// How long a task is kept, from its creation on; one that still runs then is given up. An
    /// hour if nothing is said; for ever, and as far as the store has room, where it is `None`.
    #[must_use]
    pub fn task_ttl(mut self, ttl: Option<Duration>) -> Self {
        self.core.tasks.ttl = ttl;
        self
    }

    /// How long a client should wait before it asks again: half a second if nothing is said.
    #[must_use]
    pub fn task_poll_interval(mut self, interval: Duration) -> Self {
        self.core.tasks.poll = interval;
        self
    }
}

/// What a message wants of tasks.
pub(crate) enum Wanted {
    /// A call that becomes one, if nothing stands against it.
    Call(Call),
    /// `tasks/get`, `tasks/update` or `tasks/cancel`.
    Method,
}

/// A call that becomes a task.
pub(crate) struct Call {
    /// The JSON text of the request's id.
    id: String,
    tool: &'static str,
    is_async: bool,
}

/// Whether these capabilities of a client, the JSON text of an object, hold the extension.
fn negotiated(capabilities: &str) -> bool {
    member(capabilities, "extensions")
        .and_then(|extensions| member(extensions, NAME))
        .is_some_and(is_object)
}

/// What a message wants of tasks; nothing where it is answered as ever.
pub(crate) fn wanted(
    core: &Core,
    calls: &<Threads as Threading>::Calls,
    incoming: &Incoming<'_>,
    session: &Session,
) -> Option<Wanted> {
    let Envelope::Request(request) = &incoming.0 else {
        return None;
    };
    let method = &*request.method;
    if !matches!(
        method,
        "tools/call" | "tasks/get" | "tasks/update" | "tasks/cancel"
    ) {
        return None;
    }
    if !session.runs_tasks() || !core.facts().tasks || request.meta.revision().is_err() {
        return None;
    }
    if method != "tools/call" {
        return Some(Wanted::Method);
    }
    let name = request.params.name.and_then(Value::string)?;
    let (number, tool) = core.find_tool(&name)?;
    let opted = || request.meta.client_capabilities.is_some_and(negotiated);
    (tool.task != TaskSupport::Forbidden && opted()).then(|| {
        Wanted::Call(Call {
            id: request.id.json().into(),
            tool: tool.name,
            is_async: calls.is_async(number),
        })
    })
}

/// Answers a message that wants something of tasks. `limit`: how long the filters may take.
///
/// Dropped before it is over, it leaves no task behind.
pub(crate) async fn answer(
    served: Arc<dyn Served>,
    wanted: Wanted,
    message: Vec<u8>,
    extensions: Extensions,
    limit: Option<Duration>,
) -> Vec<u8> {
    match wanted {
        Wanted::Method => method::answer(&*served, &message, extensions).await,
        Wanted::Call(call) => {
            let (answer, reply) = ::tokio::sync::oneshot::channel();
            ::tokio::spawn(drive::drive(
                served, call, message, extensions, limit, answer,
            ));
            reply.await.unwrap_or_default()
        }
    }
}
