//! How deep the stack was: `cortex-m-rt` has painted it before the start.

use core::ptr;

/// What is painted.
const PAINT: u32 = 0xcccc_cccc;

unsafe extern "C" {
    /// Where the stack begins, and grows down from.
    static _stack_start: u32;
    /// Where it must end.
    static _stack_end: u32;
}

/// The most bytes that the stack had: from its start to the last word that is not painted.
pub fn peak() -> usize {
    let (start, mut place) = (&raw const _stack_start, &raw const _stack_end);
    // SAFETY: all words between the two symbols are RAM; those above the stack's pointer may
    // change, so they are read as such.
    while place < start && unsafe { ptr::read_volatile(place) } == PAINT {
        place = place.wrapping_add(1);
    }
    start.addr() - place.addr()
}
