//! What a message came to: nothing, a reply, or a call that goes on.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt;
use core::future::Future;
use core::mem;
use core::pin::Pin;
use core::task::{self, Poll};

use crate::call::{Called, Held, Started, start};
use crate::content::Reply;
use crate::context::Context;
use crate::filter::{Passage, Waiting};
use crate::frame::{CallFrame, OneThread, Threading, Threads};
use crate::panic;
use crate::server::Core;

/// What a message came to.
#[must_use = "a pending call does nothing unless it is driven"]
#[derive(Debug)]
pub enum Outcome<'f, T: Threading = Threads> {
    /// Nothing is to be sent.
    Silent,
    /// The reply was appended to the output.
    Replied,
    /// A call goes on; it will write the whole reply.
    Pending(Pending<'f, T>),
}

/// What a message of a `LocalServer` came to.
pub type LocalOutcome<'f> = Outcome<'f, OneThread>;

/// A call of a `LocalServer` that goes on.
pub type LocalPending<'f> = Pending<'f, OneThread>;

/// Asynchronous calls that go on: one, or those of a batch.
///
/// A future of the whole reply's bytes, of which there may be none. Any executor can drive
/// it; dropped, its calls end without a reply. Made by a [`Server`](crate::Server), it is `Send`.
pub struct Pending<'f, T: Threading = Threads> {
    core: &'f Core,
    calls: Vec<Unfinished<'f, T>>,
    single: Option<Unfinished<'f, T>>,
    /// The replies of the batch so far, without the closing bracket.
    replies: Vec<u8>,
}

impl<'f, T: Threading> Pending<'f, T> {
    pub(crate) fn single(core: &'f Core, call: Unfinished<'f, T>) -> Self {
        Self {
            core,
            calls: Vec::new(),
            single: Some(call),
            replies: Vec::new(),
        }
    }

    pub(crate) fn batch(core: &'f Core, calls: Vec<Unfinished<'f, T>>, replies: Vec<u8>) -> Self {
        Self {
            core,
            calls,
            single: None,
            replies,
        }
    }

    pub(crate) fn into_single(self) -> Option<Unfinished<'f, T>> {
        self.single
    }

    /// Gives up on what has not ended: each such call is answered with an error, that the tool
    /// did not answer in time, and its future is dropped. Says whether there was a reply.
    pub fn time_out(mut self, out: &mut Vec<u8>) -> bool {
        if let Some(call) = &mut self.single {
            return call.time_out(self.core, out);
        }
        for mut call in core::mem::take(&mut self.calls) {
            let start = self.replies.len();
            self.replies.push(if start == 0 { b'[' } else { b',' });
            if !call.time_out(self.core, &mut self.replies) {
                self.replies.truncate(start);
            }
        }
        if self.replies.is_empty() {
            return false;
        }
        out.append(&mut self.replies);
        out.push(b']');
        true
    }

    /// Goes on as far as it can; once it is ready, the reply has been appended to `out`, and
    /// it must not be polled again. Says whether there was a reply.
    ///
    /// What `poll` does, but into a buffer that is already there.
    pub fn poll_into(&mut self, cx: &mut task::Context<'_>, out: &mut Vec<u8>) -> Poll<bool> {
        if let Some(call) = &mut self.single {
            return call.poll(self.core, cx, out);
        }
        let (core, replies) = (self.core, &mut self.replies);
        self.calls.retain_mut(|call| {
            let start = replies.len();
            replies.push(if start == 0 { b'[' } else { b',' });
            let over = call.poll(core, cx, replies);
            if over != Poll::Ready(true) {
                replies.truncate(start);
            }
            over.is_pending()
        });
        if !self.calls.is_empty() {
            return Poll::Pending;
        }
        if self.replies.is_empty() {
            return Poll::Ready(false);
        }
        out.append(&mut self.replies);
        out.push(b']');
        Poll::Ready(true)
    }
}

impl<T: Threading> Future for Pending<'_, T> {
    type Output = Vec<u8>;

    fn poll(self: Pin<&mut Self>, cx: &mut task::Context<'_>) -> Poll<Vec<u8>> {
        let mut out = Vec::new();
        self.get_mut().poll_into(cx, &mut out).map(|_| out)
    }
}

impl<T: Threading> fmt::Debug for Pending<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Pending").finish_non_exhaustive()
    }
}

/// One call that goes on.
pub(crate) struct Unfinished<'f, T: Threading> {
    pub(crate) stage: Stage<'f, T>,
    pub(crate) called: Called<'f>,
}

/// What a call waits for.
pub(crate) enum Stage<'f, T: Threading> {
    /// A filter, with all that it takes to start the tool.
    Filters(Box<(Waiting<'f>, Held<'f, T>, &'f T::Calls)>),
    /// Its tool.
    Tool(T::Later<'f>),
    /// Nothing.
    Over,
}

impl<'f, T: Threading> Unfinished<'f, T> {
    fn time_out(&mut self, core: &Core, out: &mut Vec<u8>) -> bool {
        let passed = match mem::replace(&mut self.stage, Stage::Over) {
            Stage::Over => return false,
            Stage::Filters(waiting) => waiting.0.passed(),
            Stage::Tool(_) => core.filters.len(),
        };
        let mut reply = Reply::shown(self.called.subject.late());
        core.conclude(&self.called, passed, &mut reply, out)
    }

    fn poll(
        &mut self,
        core: &'f Core,
        cx: &mut task::Context<'_>,
        out: &mut Vec<u8>,
    ) -> Poll<bool> {
        let called = &self.called;
        let token = &called.context.cancellation().token;
        // A tool that asked for its context sees a cancellation and ends by itself; any other
        // future is dropped where it stands.
        if !(called.subject.is_attentive() && matches!(self.stage, Stage::Tool(_))) {
            #[cfg(feature = "std")]
            token.watch(cx);
            if token.is_cancelled() {
                self.stage = Stage::Over;
                return Poll::Ready(false);
            }
        }
        if let Stage::Filters(waiting) = &mut self.stage {
            let passage = match panic::guard(|| waiting.0.poll(called.filtered(), cx)) {
                Ok(passage) => task::ready!(passage),
                Err(panic) => Passage::Answered {
                    at: 0,
                    reply: Box::new(core.panicked(&called.subject, &panic)),
                },
            };
            let Stage::Filters(waiting) = mem::replace(&mut self.stage, Stage::Over) else {
                return Poll::Ready(false);
            };
            if let Passage::Answered { at, mut reply } = passage {
                return Poll::Ready(core.conclude(called, at, &mut reply, out));
            }
            let (_, held, calls) = *waiting;
            match start(core, calls, called, held.share(), out) {
                Ok(Started::Later(later)) => self.stage = Stage::Tool(later),
                Ok(Started::Replied) => return Poll::Ready(true),
                Ok(Started::Silent) => return Poll::Ready(false),
                Err(fault) => {
                    core.write_fault(&fault, called.id, out);
                    return Poll::Ready(true);
                }
            }
            return self.poll(core, cx, out);
        }
        let Stage::Tool(later) = &mut self.stage else {
            return Poll::Ready(false);
        };
        let polled = panic::guard(|| Pin::new(later).poll(cx));
        let mut reply = match polled {
            Ok(Poll::Pending) => {
                // Nothing but the client's answer lets it go on: the round is over.
                if let Some(end) = called.context.round().end() {
                    let silent = token.finish();
                    if !silent {
                        end(core, called, out);
                    }
                    self.stage = Stage::Over;
                    return Poll::Ready(!silent);
                }
                return Poll::Pending;
            }
            Ok(Poll::Ready(reply)) => reply,
            Err(panic) => core.panicked(&called.subject, &panic),
        };
        self.stage = Stage::Over;
        Poll::Ready(core.conclude(called, core.filters.len(), &mut reply, out))
    }
}

impl<T: Threading> Drop for Unfinished<'_, T> {
    fn drop(&mut self) {
        self.called.context.cancellation().token.finish();
    }
}

/// What the futures of tools and those around them rely on, whatever the features are.
const _: () = {
    const fn send<T: Send>() {}
    const fn sync<T: Sync>() {}
    send::<Pending<'_>>();
    sync::<Context>();
    send::<CallFrame>();
    sync::<Core>();
};
