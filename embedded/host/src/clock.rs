//! The clock of the machine.

use core::mem::MaybeUninit;

use greenhouse::Board;

pub struct Clock;

impl Board for Clock {
    fn now(&self) -> u64 {
        let mut time = MaybeUninit::uninit();
        // SAFETY: the call fills the time in, and cannot fail with a clock that there always is.
        let time: libc::timespec = unsafe {
            libc::clock_gettime(libc::CLOCK_MONOTONIC, time.as_mut_ptr());
            time.assume_init()
        };
        time.tv_sec.unsigned_abs() * 1000 + time.tv_nsec.unsigned_abs() / 1_000_000
    }

    /// The main loop polls all calls every millisecond.
    fn wake_at(&self, _: u64) {}
}
