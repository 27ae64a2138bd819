//! Where a name is found: a table of hashes that const evaluation fills.

use super::{Key, Space};

/// Hash of a tool's name (FNV-1a): the same in const evaluation and at run time.
pub(super) const fn hash(name: &[u8]) -> usize {
    let mut hash: u32 = 0x811c_9dc5;
    let mut i = 0;
    while i < name.len() {
        hash = (hash ^ name[i] as u32).wrapping_mul(0x0100_0193);
        i += 1;
    }
    // The low bits of FNV are its weak ones.
    (hash ^ (hash >> 15)) as usize
}

const fn same(a: &[u8], b: &[u8]) -> bool {
    if a.len() != b.len() {
        return false;
    }
    // Eight bytes at a time: this runs once or twice in every call.
    let (mut a, mut b) = (a, b);
    while let (Some((x, rest_a)), Some((y, rest_b))) =
        (a.split_first_chunk::<8>(), b.split_first_chunk::<8>())
    {
        if u64::from_ne_bytes(*x) != u64::from_ne_bytes(*y) {
            return false;
        }
        (a, b) = (rest_a, rest_b);
    }
    while let ([x, rest_a @ ..], [y, rest_b @ ..]) = (a, b) {
        if *x != *y {
            return false;
        }
        (a, b) = (rest_a, rest_b);
    }
    true
}

/// Whether this is the key of something of that name.
pub(super) const fn is(key: &Key, space: Space, name: &str) -> bool {
    key.space as u8 == space as u8 && same(key.name.as_bytes(), name.as_bytes())
}

/// Marks a free place of an index.
pub(crate) const FREE: u16 = u16::MAX;

/// How many places the index of `tools` tools has: at most half of them are taken.
///
/// # Panics
///
/// In const evaluation of a set of 32,767 tools and more, which has to be split and merged.
#[must_use]
pub const fn places(tools: usize) -> usize {
    assert!(
        tools < FREE as usize / 2,
        "a set of this size has to be split and merged"
    );
    (2 * tools).next_power_of_two()
}
