//! A call that goes on, for as long as it may.

use alloc::vec::Vec;
use core::future::Future as _;
use core::pin::Pin;
use core::task::{Context, Poll};

use ::tokio::time::Sleep;

use crate::pending::Pending;

/// Drives a call until it has ended, or its time has passed; none goes on any more then. Says
/// whether there is a reply.
///
/// `limit` is asked where the call has not ended: for its time, if it has one.
pub(crate) fn poll<'l>(
    pending: &mut Option<Pending<'_>>,
    cx: &mut Context<'_>,
    out: &mut Vec<u8>,
    limit: impl FnOnce() -> Option<Pin<&'l mut Sleep>>,
) -> Poll<bool> {
    let Some(call) = pending else {
        return Poll::Ready(false);
    };
    if let Poll::Ready(replied) = call.poll_into(cx, out) {
        *pending = None;
        return Poll::Ready(replied);
    }
    if limit().is_some_and(|limit| limit.poll(cx).is_ready()) {
        return Poll::Ready(pending.take().is_some_and(|call| call.time_out(out)));
    }
    Poll::Pending
}
