//! The greenhouse on stdin and stdout, without std: what it links is the C library alone.

#![no_std]
#![no_main]

mod clock;
mod heap;
mod stream;
mod unwind;

use greenhouse::{Lines, Tasks};

use crate::clock::Clock;

/// Called by the C library's start-up.
#[unsafe(no_mangle)]
pub extern "C" fn main() -> i32 {
    let mut tasks = Tasks::new(Clock);
    let mut lines = Lines::default();
    let mut chunk = [0; 512];
    let mut waiting = false;
    loop {
        // While a call waits all are polled every millisecond; else when something comes.
        if stream::is_readable(if waiting { 1 } else { -1 }) {
            let bytes = stream::read(&mut chunk);
            if bytes.is_empty() {
                return 0;
            }
            for &byte in bytes {
                if let Some(message) = lines.push(byte) {
                    tasks.push(message);
                }
            }
        }
        waiting = tasks.poll(|reply| {
            stream::write(reply);
            stream::write(b"\n");
        });
    }
}

#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    // SAFETY: ends the process, whatever it was at.
    unsafe { libc::abort() }
}
