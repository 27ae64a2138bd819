//! Messages on their way to a client, which reads them when it likes, or never.

use alloc::collections::VecDeque;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::task::{Context, Poll, Waker};

use crate::lock::Lock;
use crate::session::Sink;

/// So many bytes wait for a client.
const WAITING: usize = 1024 * 1024;

/// What is lost where a client does not read what waits for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Loses {
    /// What comes then: it goes along with a call, whose reply does not pass through here.
    New,
    /// What says the same as a message that waits: news of what the client is going to look at
    /// anyway. There are no more other ones than it asked to hear of.
    Same,
}

/// A queue, and both its ends.
pub(super) fn queue(loses: Loses) -> (Arc<Queue>, Messages) {
    let queue = Arc::new(Queue {
        loses,
        state: Lock::default(),
    });
    (Arc::clone(&queue), Messages(queue))
}

pub(super) struct Queue {
    loses: Loses,
    state: Lock<State>,
}

#[derive(Default)]
struct State {
    messages: VecDeque<Vec<u8>>,
    bytes: usize,
    waker: Option<Waker>,
    /// The client is gone.
    over: bool,
}

impl Sink for Queue {
    fn send(&self, message: &[u8]) {
        let waker = self.state.with(|state| {
            let is_lost = || match self.loses {
                Loses::New => true,
                Loses::Same => state.messages.iter().any(|waiting| waiting == message),
            };
            if state.over || (state.bytes >= WAITING && is_lost()) {
                return None;
            }
            state.bytes += message.len();
            state.messages.push_back(message.into());
            state.waker.take()
        });
        // Not under the lock.
        if let Some(waker) = waker {
            waker.wake();
        }
    }
}

/// The end of a queue that is read. Dropped, it lets go of what waits.
pub(super) struct Messages(Arc<Queue>);

impl Messages {
    pub(super) fn poll_next(&self, cx: &Context<'_>) -> Poll<Vec<u8>> {
        self.0.state.with(|state| {
            if let Some(message) = state.messages.pop_front() {
                state.bytes -= message.len();
                Poll::Ready(message)
            } else {
                state.waker = Some(cx.waker().clone());
                Poll::Pending
            }
        })
    }
}

impl Drop for Messages {
    fn drop(&mut self) {
        let over = State {
            over: true,
            ..State::default()
        };
        // What was there is dropped behind the lock.
        drop(self.0.state.with(|state| core::mem::replace(state, over)));
    }
}
