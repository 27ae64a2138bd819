//! The heap of the C library.

use core::alloc::{GlobalAlloc, Layout};
use core::ptr;

struct C;

#[global_allocator]
static HEAP: C = C;

// SAFETY: each function keeps the contract by that of the C library's.
unsafe impl GlobalAlloc for C {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let mut place = ptr::null_mut();
        let align = layout.align().max(size_of::<usize>());
        // SAFETY: the alignment is a power of two, and one of a pointer at least.
        unsafe { libc::posix_memalign(&raw mut place, align, layout.size()) };
        // It stays null where there is no room.
        place.cast()
    }

    unsafe fn dealloc(&self, place: *mut u8, _: Layout) {
        // SAFETY: came from `alloc`.
        unsafe { libc::free(place.cast()) }
    }
}
