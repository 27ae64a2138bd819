//! The heap, which counts what is taken of it.

use core::alloc::{GlobalAlloc, Layout};
use core::sync::atomic::{AtomicUsize, Ordering};

use embedded_alloc::LlffHeap;

/// The bytes of the heap, all there are.
const SIZE: usize = 16 * 1024;

static HEAP: LlffHeap = LlffHeap::empty();
static AT_START: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);

struct Counting;

#[global_allocator]
static COUNTING: Counting = Counting;

/// What was taken of the heap, in bytes, with what the allocator adds to round sizes up.
pub struct Taken {
    /// Before the first message: the server and the state.
    pub at_start: usize,
    /// The most at any time.
    pub peak: usize,
    /// Now.
    pub held: usize,
}

/// Makes the heap: once, before anything is allocated.
pub fn init() {
    // SAFETY: called once, at the start of `main`; the macro's static is the heap's alone.
    unsafe {
        embedded_alloc::init!(HEAP, SIZE);
    }
}

/// The server stands: messages begin.
pub fn begin() {
    AT_START.store(HEAP.used(), Ordering::Relaxed);
}

/// What was taken so far.
pub fn taken() -> Taken {
    Taken {
        at_start: AT_START.load(Ordering::Relaxed),
        peak: PEAK.load(Ordering::Relaxed),
        held: HEAP.used(),
    }
}

// SAFETY: hands everything on to the heap, which keeps the contract.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as the caller's.
        let place = unsafe { HEAP.alloc(layout) };
        PEAK.fetch_max(HEAP.used(), Ordering::Relaxed);
        place
    }

    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        // SAFETY: as the caller's.
        unsafe { HEAP.dealloc(place, layout) }
    }
}
