//! Whether the client still wants the answer of a call.

use alloc::sync::Arc;
use core::fmt;
use core::future::Future;
use core::pin::Pin;
use core::sync::atomic::{AtomicU8, Ordering};
use core::task::{self, Poll};

use crate::ask::request::Asked;
use crate::once::List;

#[cfg(feature = "std")]
use crate::lock::Lock;

const RUNNING: u8 = 1;
const CANCELLED: u8 = 2;
/// There are wakers.
#[cfg(feature = "std")]
const WATCHED: u8 = 4;

/// The state of one call at a time, shared by the call and its session's list of calls.
#[derive(Debug, Default)]
pub(crate) struct Token {
    state: AtomicU8,
    #[cfg(feature = "std")]
    wakers: Lock<alloc::vec::Vec<task::Waker>>,
    /// What the call has asked the client.
    asked: List<Arc<Asked>>,
}

impl Token {
    /// A call begins.
    pub(crate) fn begin(&self) {
        self.state.store(RUNNING, Ordering::Release);
    }

    /// The call is over: whether it was cancelled before.
    pub(crate) fn finish(&self) -> bool {
        let state = self.state.swap(0, Ordering::AcqRel);
        #[cfg(feature = "std")]
        if state & WATCHED != 0 {
            self.wakers.with(alloc::vec::Vec::clear);
        }
        state & CANCELLED != 0
    }

    pub(crate) fn is_running(&self) -> bool {
        self.state.load(Ordering::Acquire) & RUNNING != 0
    }

    pub(crate) fn is_cancelled(&self) -> bool {
        self.state.load(Ordering::Acquire) & CANCELLED != 0
    }

    /// Marks the call cancelled, if it is not over; says whether it has to be woken then.
    pub(crate) fn cancel(&self) -> bool {
        let cancelled = |state| (state & RUNNING != 0).then_some(state | CANCELLED);
        self.state
            .fetch_update(Ordering::AcqRel, Ordering::Acquire, cancelled)
            .is_ok()
    }

    /// Puts a question on the list of the call.
    pub(crate) fn ask(&self, asked: Arc<Asked>) {
        self.asked.push(asked);
    }

    /// What the call has asked. Never taken back: a token that has asked serves one call.
    pub(crate) fn asked(&self) -> &List<Arc<Asked>> {
        &self.asked
    }

    /// Has the task polled again: there is a response.
    #[cfg(feature = "std")]
    pub(crate) fn wake(&self) {
        for waker in self.wakers.with(core::mem::take) {
            waker.wake();
        }
    }

    /// Has the task polled again: it is anyway, as long as it waits.
    #[cfg(not(feature = "std"))]
    #[allow(clippy::unused_self, reason = "with `std` there are wakers")]
    pub(crate) fn wake(&self) {}

    /// Has the task polled again once the call is cancelled, or there is a response.
    #[cfg(feature = "std")]
    pub(crate) fn watch(&self, cx: &task::Context<'_>) {
        self.wakers.with(|wakers| {
            if !wakers.iter().any(|waker| waker.will_wake(cx.waker())) {
                wakers.push(cx.waker().clone());
            }
        });
        // Of a call that is over nothing is watched: the next call's state is not touched.
        let watched = |state| (state & RUNNING != 0).then_some(state | WATCHED);
        let _ = self
            .state
            .fetch_update(Ordering::AcqRel, Ordering::Acquire, watched);
        // A cancellation that came before the waker was there did not wake it.
        if self.is_cancelled() {
            cx.waker().wake_by_ref();
        }
    }
}

/// Whether the client still wants the answer of a call.
///
/// A tool takes `cancellation: &Cancellation`; it is no argument that a client could send.
/// A tool that is cancelled may end when it likes and as it likes: its result is dropped.
#[derive(Default)]
pub struct Cancellation {
    pub(crate) token: Arc<Token>,
}

impl Cancellation {
    /// Whether the client has cancelled the call.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.token.is_cancelled()
    }

    /// Ends when the client cancels the call; never, if it does not.
    ///
    /// Without the feature `std` the task is polled again and again while it waits here.
    #[must_use = "a future does nothing unless it is awaited"]
    pub fn cancelled(&self) -> Cancelled<'_> {
        Cancelled(&self.token)
    }
}

impl fmt::Debug for Cancellation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Cancellation")
            .field("is_cancelled", &self.is_cancelled())
            .finish()
    }
}

/// The future of [`Cancellation::cancelled`].
#[derive(Debug)]
pub struct Cancelled<'a>(&'a Token);

impl Future for Cancelled<'_> {
    type Output = ();

    fn poll(self: Pin<&mut Self>, cx: &mut task::Context<'_>) -> Poll<()> {
        if self.0.is_cancelled() {
            return Poll::Ready(());
        }
        #[cfg(feature = "std")]
        self.0.watch(cx);
        #[cfg(not(feature = "std"))]
        cx.waker().wake_by_ref();
        Poll::Pending
    }
}
