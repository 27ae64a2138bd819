//! What a call allocates, once its buffers are there.

mod fixture;

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use fixture::{call, legacy, modern, server};
use toolwright::{CallFrame, Outcome, Revision, Session};

struct Counting;

thread_local! {
    static COUNT: Cell<usize> = const { Cell::new(0) };
}

// SAFETY: every call goes to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        COUNT.set(COUNT.get() + 1);
        // SAFETY: as the caller promised.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        // SAFETY: as the caller promised.
        unsafe { System.dealloc(at, layout) }
    }

    unsafe fn realloc(&self, at: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        COUNT.set(COUNT.get() + 1);
        // SAFETY: as the caller promised.
        unsafe { System.realloc(at, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

#[test]
fn steady_state() {
    let server = server();
    let session = Session::agreed(Revision::V2025_11_25);
    let mut frame = CallFrame::new();
    let mut out = Vec::with_capacity(64 * 1024);
    let table = [
        (call(1, "add", r#"{"a":1,"b":-2}"#), 0),
        (call(1, "add", r#"{"b":1,"a":-2}"#), 1),
        (call(2, "length", r#"{"text":"no escapes"}"#), 0),
        // The tool's own string.
        (call(3, "echo", r#"{"text":"é"}"#), 1),
        (call(3, "unit", "{}"), 0),
        (
            modern(
                4,
                "tools/call",
                r#""name":"add","arguments":{"a":1,"b":2},"#,
            ),
            0,
        ),
        (legacy(5, "ping", ""), 0),
        (legacy(6, "tools/list", ""), 0),
        (modern(6, "tools/list", ""), 0),
        (modern(6, "server/discover", ""), 0),
        // The boxed future of an asynchronous tool, its reply, the text in it.
        (call(7, "slow", r#"{"n":1}"#), 2),
    ];
    for (message, most) in &table {
        for round in 0..4 {
            out.clear();
            let before = COUNT.get();
            match server.handle(message.as_bytes(), &mut frame, &session, &mut out) {
                Outcome::Pending(mut pending) => {
                    let cx = &mut std::task::Context::from_waker(std::task::Waker::noop());
                    while pending.poll_into(cx, &mut out).is_pending() {}
                }
                Outcome::Silent | Outcome::Replied => {}
            }
            let count = COUNT.get() - before;
            assert!(!out.is_empty());
            assert!(
                round == 0 || count <= *most,
                "{count} allocations: {message}"
            );
        }
    }
}
