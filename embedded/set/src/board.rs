//! What the set wants of the machine that it runs on.

use core::future::poll_fn;
use core::task::Poll;

/// The machine: its clock. The converter of the probes is simulated, so that the readings are the
/// same wherever the set runs.
pub trait Board {
    /// Milliseconds since some moment before the first message.
    fn now(&self) -> u64;

    /// Has the calls polled once the clock shows `due`; a board that polls them all the time
    /// has nothing to do.
    fn wake_at(&self, due: u64);
}

/// Waits on the clock of the board.
pub(crate) async fn pause(board: &dyn Board, millis: u64) {
    let due = board.now() + millis;
    poll_fn(|_| {
        if board.now() >= due {
            return Poll::Ready(());
        }
        board.wake_at(due);
        Poll::Pending
    })
    .await;
}
