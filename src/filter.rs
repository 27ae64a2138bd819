//! What runs around every call: authorization, audit, an answer from a cache.
//!
//! A call is `tools/call`, `resources/read` or `prompts/get`. A filter sees what is called, the arguments as they were sent, the context and the
//! result. All of them run outside the check of the arguments, so that one which denies a call
//! says nothing of the tool's rules, and no state was made for it. The first one that was added
//! is the outermost: it is asked first, and sees the result last.
//!
//! ```
//! use toolwright::filter::Verdict;
//! use toolwright::{Server, mcp_tools};
//!
//! /// Who calls, as the shell has made out.
//! #[derive(Clone, Copy)]
//! struct User { admin: bool }
//!
//! mcp_tools! {
//!     static SHOP: ToolSet<()>;
//!     /// Takes everything off the shelves.
//!     fn clear_shelves() {}
//! }
//!
//! let server = Server::new(&SHOP, ()).filter(|call| {
//!     match call.context().extensions().get::<User>() {
//!         Some(user) if user.admin || call.name() != "clear_shelves" => Verdict::Pass,
//!         _ => Verdict::deny("You may not do this."),
//!     }
//! });
//! # let _ = server;
//! ```

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::any::Any;
use core::fmt;
use core::future::Future;
use core::pin::Pin;
use core::task::{self, Poll};

use crate::content::{IntoReply, Reply, ToolError};
use crate::context::Context;

/// A call, as filters see it.
#[derive(Clone, Copy, Debug)]
pub struct Filtered<'f> {
    pub(crate) method: &'static str,
    pub(crate) name: &'f str,
    pub(crate) arguments: &'f str,
    pub(crate) context: &'f Context,
}

impl<'f> Filtered<'f> {
    /// The method: `tools/call`, `resources/read` or `prompts/get`; `tasks/get`, `tasks/update`
    /// and `tasks/cancel` with the feature `tasks`, for which the name is that of the task's
    /// tool, and any answer of a filter means that there is no such task.
    #[must_use]
    pub fn method(&self) -> &'static str {
        self.method
    }

    /// The name of the tool or prompt, or the URI of the resource; there is such a one.
    #[must_use]
    pub fn name(&self) -> &'f str {
        self.name
    }

    /// The arguments as they were sent: the JSON text of an object, of which nothing was checked.
    /// A resource has none but its URI.
    #[must_use]
    pub fn arguments(&self) -> &'f str {
        self.arguments
    }

    /// The context of the call.
    #[must_use]
    pub fn context(&self) -> &'f Context {
        self.context
    }

    /// Puts a value beside the call, for the filters further in and the tool: they find it in
    /// the extensions of their context. Of two values of one type, the later one is found.
    pub fn insert<T: Any + Send + Sync>(&self, value: T) {
        self.context.extensions().add(value);
    }
}

/// What a filter says of a call.
#[non_exhaustive]
pub enum Verdict<'f> {
    /// It goes on: to the next filter, or to the tool.
    Pass,
    /// This is the result; neither the filters further in nor the tool run.
    Answer(Box<Reply>),
    /// That takes a while.
    Later(Pin<Box<dyn Future<Output = Verdict<'f>> + Send + 'f>>),
}

impl<'f> Verdict<'f> {
    /// An error with a message for the model.
    pub fn deny(message: impl fmt::Display) -> Self {
        Self::answer(Err::<(), _>(ToolError::shown(message)))
    }

    /// A result in place of the tool's: whatever a tool could give back.
    pub fn answer(value: impl IntoReply) -> Self {
        let mut reply = Reply::new();
        value.into_reply(&mut reply);
        Self::Answer(Box::new(reply))
    }

    /// A verdict that takes a while.
    pub fn later(verdict: impl Future<Output = Verdict<'f>> + Send + 'f) -> Self {
        Self::Later(Box::pin(verdict))
    }
}

impl From<Result<(), ToolError>> for Verdict<'_> {
    /// The call goes on, or the error is its result.
    fn from(result: Result<(), ToolError>) -> Self {
        match result {
            Ok(()) => Self::Pass,
            Err(error) => Self::answer(Err::<(), _>(error)),
        }
    }
}

impl fmt::Debug for Verdict<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Pass => "Pass",
            Self::Answer(_) => "Answer(..)",
            Self::Later(_) => "Later(..)",
        })
    }
}

/// Runs around every call.
pub trait Filter: Send + Sync {
    /// Before the arguments are looked at.
    fn before<'f>(&'f self, call: Filtered<'f>) -> Verdict<'f> {
        let _ = call;
        Verdict::Pass
    }

    /// After there is a result: the tool's, a refusal of its arguments, or that of a filter
    /// further in. Not called where the client has given up, nor where it has to answer a
    /// question first.
    fn after(&self, call: Filtered<'_>, result: &mut Reply) {
        let _ = (call, result);
    }
}

/// A function in front of every call.
pub(crate) struct Before<F>(pub(crate) F);

impl<F: for<'f> Fn(Filtered<'f>) -> Verdict<'f> + Send + Sync> Filter for Before<F> {
    fn before<'f>(&'f self, call: Filtered<'f>) -> Verdict<'f> {
        (self.0)(call)
    }
}

/// A function behind every call.
pub(crate) struct After<F>(pub(crate) F);

impl<F: Fn(Filtered<'_>, &mut Reply) + Send + Sync> Filter for After<F> {
    fn after(&self, call: Filtered<'_>, result: &mut Reply) {
        (self.0)(call, result);
    }
}

/// The filters of a server, outermost first.
#[derive(Default)]
pub(crate) struct Filters(Vec<Box<dyn Filter>>);

/// How far a call came through the filters.
pub(crate) enum Passage<'f> {
    /// Through all of them.
    Through,
    /// To number `at`, which answered.
    Answered { at: usize, reply: Box<Reply> },
    /// One of them takes a while.
    Waiting(Waiting<'f>),
}

/// A filter that takes a while.
pub(crate) struct Waiting<'f> {
    filters: &'f Filters,
    at: usize,
    verdict: Pin<Box<dyn Future<Output = Verdict<'f>> + Send + 'f>>,
}

impl Filters {
    pub(crate) fn add(&mut self, filter: Box<dyn Filter>) {
        self.0.push(filter);
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// Asks all of them.
    pub(crate) fn before<'f>(&'f self, call: Filtered<'f>) -> Passage<'f> {
        self.before_from(call, 0)
    }

    fn before_from<'f>(&'f self, call: Filtered<'f>, first: usize) -> Passage<'f> {
        for (at, filter) in self.0.iter().enumerate().skip(first) {
            match filter.before(call) {
                Verdict::Pass => {}
                Verdict::Answer(reply) => return Passage::Answered { at, reply },
                Verdict::Later(verdict) => {
                    return Passage::Waiting(Waiting {
                        filters: self,
                        at,
                        verdict,
                    });
                }
            }
        }
        Passage::Through
    }

    /// Shows the result to the `passed` filters that the call came through, innermost first.
    pub(crate) fn after(&self, call: Filtered<'_>, passed: usize, reply: &mut Reply) {
        for filter in self.0.iter().take(passed).rev() {
            filter.after(call, reply);
        }
    }
}

impl<'f> Waiting<'f> {
    /// How many filters the call came through so far.
    pub(crate) fn passed(&self) -> usize {
        self.at
    }

    /// Goes on to the end of the filters, or as far as it can.
    pub(crate) fn poll(
        &mut self,
        call: Filtered<'f>,
        cx: &mut task::Context<'_>,
    ) -> Poll<Passage<'f>> {
        loop {
            let passage = match core::task::ready!(self.verdict.as_mut().poll(cx)) {
                Verdict::Pass => self.filters.before_from(call, self.at + 1),
                Verdict::Answer(reply) => Passage::Answered { at: self.at, reply },
                Verdict::Later(verdict) => {
                    self.verdict = verdict;
                    continue;
                }
            };
            match passage {
                Passage::Waiting(next) => *self = next,
                passage => return Poll::Ready(passage),
            }
        }
    }
}
