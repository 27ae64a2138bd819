//! The calls that go on: an executor that is polled by hand.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::future::Future;
use core::pin::Pin;
use core::task::{Context, Poll, Waker};

use toolwright::{Limits, LocalFrame, LocalOutcome, LocalServer, Session};

use crate::board::Board;
use crate::lines::LONGEST;
use crate::{GREENHOUSE, Greenhouse};

/// A message that is being answered: the bytes of the reply, if there is one.
type Task = Pin<Box<dyn Future<Output = Option<Vec<u8>>>>>;

/// Answers messages, several at a time: those that wait are polled again whenever something has
/// happened (an interrupt, a timer of the host). There are few, so none needs a waker of its own.
pub struct Tasks {
    server: &'static LocalServer<Greenhouse>,
    session: &'static Session,
    open: Vec<Task>,
}

impl Tasks {
    /// Serves one client on this board, for as long as the program runs.
    #[must_use]
    pub fn new(board: impl Board + 'static) -> Self {
        let server = LocalServer::new(&GREENHOUSE, Greenhouse::new(board))
            .limits(Limits::new().message(LONGEST))
            // A reply is built in memory: a page of three tools takes a third of what all take.
            .page_size(3);
        Self {
            server: Box::leak(Box::new(server)),
            session: Box::leak(Box::new(Session::new())),
            open: Vec::new(),
        }
    }

    /// Takes a message; the next [`poll`](Self::poll) begins to answer it.
    pub fn push(&mut self, message: Vec<u8>) {
        self.open
            .push(Box::pin(answer(self.server, self.session, message)));
    }

    /// Goes on with all that waits, and hands over the replies that are ready, each without a
    /// line feed. Says whether something still waits.
    pub fn poll(&mut self, mut reply: impl FnMut(&[u8])) -> bool {
        let cx = &mut Context::from_waker(Waker::noop());
        self.open.retain_mut(|task| match task.as_mut().poll(cx) {
            Poll::Pending => true,
            Poll::Ready(bytes) => {
                if let Some(bytes) = bytes {
                    reply(&bytes);
                }
                false
            }
        });
        !self.open.is_empty()
    }
}

async fn answer(
    server: &LocalServer<Greenhouse>,
    session: &Session,
    message: Vec<u8>,
) -> Option<Vec<u8>> {
    let mut frame = LocalFrame::new();
    let mut out = Vec::new();
    match server.handle(&message, &mut frame, session, &mut out) {
        LocalOutcome::Silent => None,
        LocalOutcome::Replied => Some(out),
        LocalOutcome::Pending(pending) => {
            let reply = pending.await;
            // A call that was cancelled has none.
            (!reply.is_empty()).then_some(reply)
        }
    }
}
