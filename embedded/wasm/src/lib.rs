//! The greenhouse as a module of WebAssembly, with three exports:
//!
//! - `room(length)`: where the host puts the bytes of a message;
//! - `take()`: takes that message;
//! - `poll()`: goes on with the calls that wait.
//!
//! What it imports from `host`: `send(place, length)` takes a reply, during `take` and `poll`;
//! `now()` is a clock in milliseconds; `wake(millis)` asks for a `poll` after that time.

#![cfg(target_family = "wasm")]
#![no_std]

extern crate alloc;

use alloc::vec::Vec;
use core::cell::RefCell;
use core::mem;

use greenhouse::{Board, Tasks};

mod host {
    #[link(wasm_import_module = "host")]
    unsafe extern "C" {
        pub(crate) safe fn now() -> f64;
        pub(crate) safe fn wake(millis: f64);
        /// The bytes have to be there until it returns.
        pub(crate) unsafe fn send(place: *const u8, length: usize);
    }
}

#[global_allocator]
static HEAP: dlmalloc::GlobalDlmalloc = dlmalloc::GlobalDlmalloc;

struct Host;

impl Board for Host {
    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a clock from 0 on"
    )]
    fn now(&self) -> u64 {
        host::now() as u64
    }

    #[allow(clippy::cast_precision_loss, reason = "minutes at most")]
    fn wake_at(&self, due: u64) {
        host::wake(due.saturating_sub(self.now()) as f64);
    }
}

struct Module {
    message: Vec<u8>,
    tasks: Option<Tasks>,
}

struct OneThread(RefCell<Module>);

// SAFETY: a module without the proposal for threads has one.
#[cfg(not(target_feature = "atomics"))]
unsafe impl Sync for OneThread {}

static MODULE: OneThread = OneThread(RefCell::new(Module {
    message: Vec::new(),
    tasks: None,
}));

impl Module {
    fn poll(&mut self) {
        self.tasks().poll(|reply| {
            // SAFETY: the reply is borrowed for the call.
            unsafe { host::send(reply.as_ptr(), reply.len()) }
        });
    }

    fn tasks(&mut self) -> &mut Tasks {
        self.tasks.get_or_insert_with(|| Tasks::new(Host))
    }
}

/// Makes room for a message of so many bytes, all zero at first.
#[unsafe(no_mangle)]
pub extern "C" fn room(length: usize) -> *mut u8 {
    let mut module = MODULE.0.borrow_mut();
    module.message = alloc::vec![0; length];
    module.message.as_mut_ptr()
}

/// Takes the message, and answers it unless its tool waits.
#[unsafe(no_mangle)]
pub extern "C" fn take() {
    let mut module = MODULE.0.borrow_mut();
    let message = mem::take(&mut module.message);
    module.tasks().push(message);
    module.poll();
}

/// Goes on with the calls that wait.
#[unsafe(no_mangle)]
pub extern "C" fn poll() {
    MODULE.0.borrow_mut().poll();
}

#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    core::arch::wasm32::unreachable()
}
