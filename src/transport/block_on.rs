//! Drives one asynchronous call on the thread that has it.

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::task::{Context, Waker};
use std::task::Wake;
use std::thread::{self, Thread};

use crate::frame::Threading;
use crate::pending::Pending;

struct Unpark(Thread);

impl Wake for Unpark {
    fn wake(self: Arc<Self>) {
        self.0.unpark();
    }

    fn wake_by_ref(self: &Arc<Self>) {
        self.0.unpark();
    }
}

/// Wakes the current thread; made once for each thread.
pub(crate) fn waker() -> Waker {
    Waker::from(Arc::new(Unpark(thread::current())))
}

/// Waits for the end of a call on this thread, which `waker` wakes. A reply goes to `out`.
pub(super) fn block_on<T: Threading>(
    mut pending: Pending<'_, T>,
    waker: &Waker,
    out: &mut Vec<u8>,
) {
    let mut cx = Context::from_waker(waker);
    while pending.poll_into(&mut cx, out).is_pending() {
        thread::park();
    }
}
