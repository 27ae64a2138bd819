//! The room that one message takes: what its calls borrow, used again for the next one.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::any::Any;
use core::cell::OnceCell;
use core::fmt;
use core::future::Future;

use crate::content::Reply;
use crate::context::{Context, Extensions};
use crate::dispatch::Calls;
use crate::invoker::{Later, LocalLater};
use crate::json::Outline;
use crate::types::Arena;

/// Whether calls may move between threads.
pub trait Threading: 'static {
    /// A state that was made for one call.
    type Held: ?Sized + 'static;
    /// An asynchronous call.
    type Later<'a>: Future<Output = Reply> + Unpin;
    /// A set with its state.
    #[doc(hidden)]
    type Calls: Calls<Self> + ?Sized;
}

/// Calls may move between threads: those of a `ToolSet`.
#[derive(Debug)]
pub enum Threads {}

impl Threading for Threads {
    type Held = dyn Any + Send + Sync;
    type Later<'a> = Later<'a>;
    type Calls = dyn Calls<Self> + Sync;
}

/// Calls stay on their thread: those of a `LocalToolSet`.
#[derive(Debug)]
pub enum OneThread {}

impl Threading for OneThread {
    type Held = dyn Any;
    type Later<'a> = LocalLater<'a>;
    type Calls = dyn Calls<Self>;
}

/// The room that one message of a [`Server`](crate::Server) takes.
pub type CallFrame = Frame<Threads>;

/// The room that one message of a [`LocalServer`](crate::LocalServer) takes.
pub type LocalFrame = Frame<OneThread>;

/// The room that one message takes: its calls borrow their text, context and state from here.
///
/// Used again for message after message it keeps its buffers, so that a synchronous call
/// allocates nothing. A frame serves one message at a time; the outcome of that holds it.
pub struct Frame<T: Threading> {
    pub(crate) outline: Outline,
    /// Address and length of the message that the outline is of.
    pub(crate) outlined: (usize, usize),
    pub(crate) arena: Arena,
    pub(crate) context: Context,
    pub(crate) reply: Reply,
    pub(crate) state: OnceCell<Box<T::Held>>,
    /// One for each message of a batch.
    pub(crate) batch: Vec<Self>,
}

impl<T: Threading> Frame<T> {
    /// Room for a message.
    #[must_use]
    pub fn new() -> Self {
        Self {
            outline: Outline::new(),
            outlined: (0, 0),
            arena: Arena::new(),
            context: Context::new(),
            reply: Reply::new(),
            state: OnceCell::new(),
            batch: Vec::new(),
        }
    }

    /// Lets go of everything that belongs to the last message: the state made for its call,
    /// the extensions. Done by `read` too, but then the next message has to come first.
    pub fn clear(&mut self) {
        self.arena.clear();
        self.context.clear();
        self.state = OnceCell::new();
        self.batch.clear();
    }

    /// What travels with the message that was read last: put there between `read` and
    /// `answer`, seen by its calls, gone with the next `read`. A batch has none.
    pub fn extensions_mut(&mut self) -> &mut Extensions {
        self.context.extensions_mut()
    }
}

impl<T: Threading> Default for Frame<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T: Threading> fmt::Debug for Frame<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Frame")
            .field("context", &self.context)
            .finish_non_exhaustive()
    }
}
