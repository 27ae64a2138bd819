//! Bytes → arguments → call → result: the path of one call, monomorphised per *type*.
//!
//! What a tool adds is one closure: it takes each parameter by type, calls the function
//! and hands over what came back. Names, rules and order are data behind [`Args`].

use alloc::boxed::Box;
use core::future::Future;
use core::pin::Pin;

use crate::completion::{Completing, Suggestions};
use crate::content::{IntoPrompt, IntoReply, IntoResource, Reply};
use crate::context::Context;
use crate::refusal::Refusal;
use crate::types::{Argument, DefaultFor, Members, On};

/// The arguments of one call, taken in the order of the parameters.
pub struct Args<'a, 'i> {
    pub(crate) members: Members<'a, 'i>,
    context: &'a Context,
    completing: Option<&'i Completing<'i>>,
}

impl<'a, 'i> Args<'a, 'i> {
    pub(crate) fn new(members: Members<'a, 'i>, context: &'a Context) -> Self {
        Self {
            members,
            context,
            completing: None,
        }
    }

    /// The same for suggestions: nothing is called but the completer of one argument.
    pub(crate) fn completing(mut self, completing: &'i Completing<'i>) -> Self {
        self.completing = Some(completing);
        self
    }

    pub(crate) fn to_complete(&self) -> Option<&'i Completing<'i>> {
        self.completing
    }

    /// Reads them as the set says that declares the tool.
    pub(crate) fn set_lenient(&mut self, lenient: bool) {
        self.members.set_lenient(lenient);
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

/// Takes the next parameter; what refuses it is kept for [`refused`].
///
/// What the macros call: an `Option` without an error in it is cheaper to compile, in each tool,
/// than a `Result` with one.
#[doc(hidden)]
#[inline]
pub fn argument<'a, T: Argument<'a>>(args: &mut Args<'a, '_>) -> Option<T> {
    let taken = T::take(args);
    args.members.keep(taken)
}

// On a type, so that a default of another is reported at the author's own token.
impl<T> On<T> {
    /// Takes the next parameter, or its default, as [`argument`] does.
    #[doc(hidden)]
    #[inline]
    pub fn argument_or<'a, D: DefaultFor<T>>(args: &mut Args<'a, '_>, default: D) -> Option<T>
    where
        T: Argument<'a>,
    {
        Self::field_or(&mut args.members, default)
    }

    /// Takes the next field, or its default, as [`field`](crate::types::record::field) does.
    #[doc(hidden)]
    #[inline]
    pub fn field_or<'a, D: DefaultFor<T>>(members: &mut Members<'a, '_>, default: D) -> Option<T>
    where
        T: Argument<'a>,
    {
        let taken = members.take_or(default);
        members.keep(taken)
    }
}

/// Passes the end of the arguments, where it is the end: else what is there is refused.
#[doc(hidden)]
#[inline]
pub fn no_more(args: &mut Args<'_, '_>) -> bool {
    let finished = end(args);
    args.members.keep(finished).is_some()
}

/// What was refused.
#[doc(hidden)]
#[cold]
#[must_use]
pub fn refused(mut args: Args<'_, '_>) -> Refusal {
    crate::types::record::refused(&mut args.members)
}

/// Passes the end of the arguments.
///
/// # Errors
///
/// An argument that no parameter names.
#[inline]
pub fn finish(mut args: Args<'_, '_>) -> Result<(), Refusal> {
    end(&mut args)
}

#[inline]
fn end(args: &mut Args<'_, '_>) -> Result<(), Refusal> {
    #[cfg(feature = "tasks")]
    let context = args.context;
    let finished = args.members.finish();
    #[cfg(feature = "tasks")]
    if finished.is_ok() {
        if let Some(task) = context.task() {
            task.accept(context);
        }
    }
    finished
}

/// Reads the arguments as text that spells their values: those of resources and prompts.
#[inline]
pub fn spelled(args: &mut Args<'_, '_>) {
    args.members.set_lenient(true);
}

/// Hands over what a function gave back.
#[inline]
pub fn put<T: IntoReply>(value: T, reply: &mut Reply) {
    value.into_reply(reply);
}

/// Hands over what the function of a resource gave back.
#[inline]
pub fn put_resource<T: IntoResource>(value: T, reply: &mut Reply) {
    value.into_resource(reply);
}

/// Hands over what the function of a prompt gave back.
#[inline]
pub fn put_prompt<T: IntoPrompt>(value: T, reply: &mut Reply) {
    value.into_prompt(reply);
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

/// The suggestions for one argument.
pub type Suggest<S> = for<'a> fn(&dyn Source<'a, S>, &Completing<'_>) -> Suggestions;

/// Whatever a call that was made at run time does.
pub type Made<S> = dyn for<'a> Fn(&dyn Source<'a, S>, Args<'a, '_>, &mut Reply) -> Result<Option<Later<'a>>, Refusal>
    + Send
    + Sync;

/// Whatever a call that was made at run time does, on one thread.
pub type LocalMade<S> = dyn for<'a> Fn(
        &dyn Source<'a, S>,
        Args<'a, '_>,
        &mut Reply,
    ) -> Result<Option<LocalLater<'a>>, Refusal>
    + Send
    + Sync;

macro_rules! calls {
    ($($(#[$doc:meta])* $call:ident $later:ident $made:ident)*) => {$(
        $(#[$doc])*
        pub enum $call<S: 'static> {
            /// At once, into the reply.
            Sync(for<'a> fn(&dyn Source<'a, S>, Args<'a, '_>, &mut Reply) -> Result<(), Refusal>),
            /// As a future.
            Async(for<'a> fn(&dyn Source<'a, S>, Args<'a, '_>) -> Result<$later<'a>, Refusal>),
            /// As the one inside; and each argument in turn may have suggestions.
            Completed(&'static $call<S>, &'static [Option<Suggest<S>>]),
            /// Made at run time.
            Made(&'static $made<S>),
            /// Made at run time, as a future.
            MadeAsync(&'static $made<S>),
        }

        impl<S: 'static> $call<S> {
            /// Calls: into the reply, or as a future.
            ///
            /// # Errors
            ///
            /// The arguments were refused, and nothing ran.
            #[inline]
            pub(crate) fn run<'a>(
                &self,
                state: &dyn Source<'a, S>,
                args: Args<'a, '_>,
                reply: &mut Reply,
            ) -> Result<Option<$later<'a>>, Refusal> {
                match self {
                    Self::Sync(call) => call(state, args, reply).map(|()| None),
                    Self::Async(call) => call(state, args).map(Some),
                    _ => self.run_other(state, args, reply),
                }
            }

            fn run_other<'a>(
                &self,
                state: &dyn Source<'a, S>,
                args: Args<'a, '_>,
                reply: &mut Reply,
            ) -> Result<Option<$later<'a>>, Refusal> {
                match (self, args.to_complete()) {
                    (Self::Completed(_, suggest), Some(completing)) => {
                        if let Some(Some(suggest)) = suggest.get(completing.argument) {
                            let Suggestions { values, total } = suggest(state, completing);
                            reply.suggest(values, total);
                        }
                        Ok(None)
                    }
                    (_, Some(_)) => Ok(None),
                    (Self::Completed(call, _), None) => call.run(state, args, reply),
                    (Self::Made(call) | Self::MadeAsync(call), None) => call(state, args, reply),
                    (Self::Sync(_) | Self::Async(_), None) => Ok(None),
                }
            }

            /// Whether it is called as a future.
            pub(crate) const fn is_async(&self) -> bool {
                match self {
                    Self::Async(_) | Self::MadeAsync(_) => true,
                    Self::Sync(_) | Self::Made(_) => false,
                    Self::Completed(call, _) => call.is_async(),
                }
            }

            /// Whether any argument has suggestions.
            pub(crate) const fn completes(&self) -> bool {
                let Self::Completed(_, rest) = self else { return false };
                let mut rest = *rest;
                while let [suggest, more @ ..] = rest {
                    if suggest.is_some() {
                        return true;
                    }
                    rest = more;
                }
                false
            }
        }
    )*};
}
calls! {
    /// How a tool, resource or prompt of a `ToolSet<S>` is called.
    Call Later Made
    /// How a tool, resource or prompt of a `LocalToolSet<S>` is called.
    LocalCall LocalLater LocalMade
}

/// Awaits an asynchronous tool in the library, so that its author's crate holds no coroutine of ours.
pub async fn later<F: Future<Output: IntoReply>>(call: F) -> Reply {
    let mut reply = Reply::new();
    call.await.into_reply(&mut reply);
    reply
}

/// The same for a resource.
pub async fn later_resource<F: Future<Output: IntoResource>>(call: F) -> Reply {
    let mut reply = Reply::new();
    call.await.into_resource(&mut reply);
    reply
}

/// The same for a prompt.
pub async fn later_prompt<F: Future<Output: IntoPrompt>>(call: F) -> Reply {
    let mut reply = Reply::new();
    call.await.into_prompt(&mut reply);
    reply
}
