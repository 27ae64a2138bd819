//! Bytes → arguments → call → result: the path of one call, monomorphised per *type*.
//!
//! What a tool adds is one closure: it takes each parameter by type, calls the function
//! and hands over what came back. Names, rules and order are data behind [`Args`].

use alloc::boxed::Box;
use core::future::Future;
use core::pin::Pin;

use crate::content::{IntoReply, Reply};
use crate::context::Context;
use crate::refusal::Refusal;
use crate::types::{Argument, DefaultFor, Members};

/// The arguments of one call, taken in the order of the parameters.
pub struct Args<'a, 'i> {
    pub(crate) members: Members<'a, 'i>,
    context: &'a Context,
}

impl<'a, 'i> Args<'a, 'i> {
    pub(crate) fn new(members: Members<'a, 'i>, context: &'a Context) -> Self {
        Self { members, context }
    }

    /// The same, read as the set says that declares the tool.
    pub(crate) fn lenient(mut self, lenient: bool) -> Self {
        self.members.set_lenient(lenient);
        self
    }

    pub(crate) fn context(&self) -> &'a Context {
        self.context
    }
}

/// Takes the next parameter.
///
/// # Errors
///
/// Why it is refused.
#[inline]
pub fn take<'a, T: Argument<'a>>(args: &mut Args<'a, '_>) -> Result<T, Refusal> {
    T::take(args)
}

/// Takes the next parameter, or its default.
///
/// # Errors
///
/// Why it is refused.
#[inline]
pub fn take_or<'a, T: Argument<'a>, D: DefaultFor<T>>(
    args: &mut Args<'a, '_>,
    default: D,
) -> Result<T, Refusal> {
    args.members.take_or(default)
}

/// Passes the end of the arguments.
///
/// # Errors
///
/// An argument that no parameter names.
#[inline]
pub fn finish(args: Args<'_, '_>) -> Result<(), Refusal> {
    args.members.finish()
}

/// Hands over what a function gave back.
#[inline]
pub fn put<T: IntoReply>(value: T, reply: &mut Reply) {
    value.into_reply(reply);
}

/// Where the state of a call comes from: shared, made for the call, or part of another state.
pub trait Source<'a, S> {
    /// The state.
    fn get(&self) -> &'a S;
}

/// A state that all calls share.
pub struct Shared<'a, S>(pub &'a S);

impl<'a, S> Source<'a, S> for Shared<'a, S> {
    fn get(&self) -> &'a S {
        self.0
    }
}

/// Part of another state.
pub struct Projected<'x, 'a, A: 'a, B> {
    /// The whole.
    pub whole: &'x dyn Source<'a, A>,
    /// The way to the part.
    pub part: for<'r> fn(&'r A) -> &'r B,
}

impl<'a, A: 'a, B> Source<'a, B> for Projected<'_, 'a, A, B> {
    fn get(&self) -> &'a B {
        (self.part)(self.whole.get())
    }
}

/// A call that goes on: its future can move between threads.
pub type Later<'a> = Pin<Box<dyn Future<Output = Reply> + Send + 'a>>;

/// A call that goes on, on the thread where it began.
pub type LocalLater<'a> = Pin<Box<dyn Future<Output = Reply> + 'a>>;

/// How a tool of a `ToolSet<S>` is called.
pub enum Call<S: 'static> {
    /// At once, into the reply.
    Sync(for<'a> fn(&dyn Source<'a, S>, Args<'a, '_>, &mut Reply) -> Result<(), Refusal>),
    /// As a future.
    Async(for<'a> fn(&dyn Source<'a, S>, Args<'a, '_>) -> Result<Later<'a>, Refusal>),
}

/// How a tool of a `LocalToolSet<S>` is called.
pub enum LocalCall<S: 'static> {
    /// At once, into the reply.
    Sync(for<'a> fn(&dyn Source<'a, S>, Args<'a, '_>, &mut Reply) -> Result<(), Refusal>),
    /// As a future.
    Async(for<'a> fn(&dyn Source<'a, S>, Args<'a, '_>) -> Result<LocalLater<'a>, Refusal>),
}

/// Awaits an asynchronous tool in the library, so that its author's crate holds no coroutine of ours.
pub async fn later<F: Future<Output: IntoReply>>(call: F) -> Reply {
    let mut reply = Reply::new();
    call.await.into_reply(&mut reply);
    reply
}
