//! Many bytes at a time.
//!
//! On x86-64 the two scans that checking and reading live on go by 16 bytes
//! with SSE2, which every such processor has. Measured, this takes a ninth off
//! the instructions for a short request, a sixth off passing over a value and
//! half off a long string. Everywhere else, and for all other scans, it is
//! eight bytes in a plain integer.
//!
//! Every mask of such an integer has the top bit of a byte set where that byte is of interest.
//! The subtractions borrow from a hit into the bytes above it, so bits above
//! the lowest one may be false alarms; a real hit is never missing. Callers
//! either use the lowest bit only or look at the byte again.

const ONES: u64 = 0x0101_0101_0101_0101;
const TOPS: u64 = 0x8080_8080_8080_8080;

const fn all(byte: u8) -> u64 {
    ONES * byte as u64
}

/// The byte at `at`, or zero past the end: zero is never part of JSON outside
/// a string and always wrong inside one, so no caller needs a second case.
#[inline(always)]
pub(super) fn byte(bytes: &[u8], at: usize) -> u8 {
    match bytes.get(at) {
        Some(byte) => *byte,
        None => 0,
    }
}

/// Eight bytes from `at`, the first one lowest; zeroes stand past the end.
#[inline(always)]
pub(super) fn load(bytes: &[u8], at: usize) -> u64 {
    match bytes.get(at..).and_then(<[u8]>::first_chunk) {
        Some(chunk) => u64::from_le_bytes(*chunk),
        None => load_tail(bytes, at),
    }
}

#[cold]
#[inline(never)]
fn load_tail(bytes: &[u8], at: usize) -> u64 {
    let rest = bytes.len().saturating_sub(at);
    if rest == 0 {
        return 0;
    }
    if let Some(last) = bytes.last_chunk() {
        return u64::from_le_bytes(*last) >> (64 - 8 * rest);
    }
    let tail = bytes.get(at..).unwrap_or_default();
    tail.iter()
        .rev()
        .fold(0, |word, byte| word << 8 | u64::from(*byte))
}

/// Index of the byte that holds the lowest set bit of a mask.
#[cfg_attr(
    all(target_arch = "x86_64", target_feature = "sse2"),
    allow(dead_code, reason = "the wider scan takes its place")
)]
#[inline(always)]
pub(super) fn first(mask: u64) -> usize {
    (mask.trailing_zeros() / 8) as usize
}

/// Whether any byte is outside ASCII.
#[cfg_attr(
    all(target_arch = "x86_64", target_feature = "sse2"),
    allow(dead_code, reason = "the wider scan takes its place")
)]
#[inline(always)]
pub(super) fn wide(word: u64) -> bool {
    word & TOPS != 0
}

/// Marks `"`, `\` and the control characters: all that ends a plain run
/// inside a string.
#[cfg_attr(
    all(target_arch = "x86_64", target_feature = "sse2"),
    allow(dead_code, reason = "the wider scan takes its place")
)]
#[inline(always)]
pub(super) fn special(word: u64) -> u64 {
    // Flipping bit 1 puts the quote (0x22) at 0x20, right behind the control
    // characters, and moves nothing else below 0x21: one test serves both.
    let low = (word ^ all(2)).wrapping_sub(all(0x21));
    let slash = (word ^ all(b'\\')).wrapping_sub(ONES);
    (low | slash) & !word & TOPS
}

/// Marks `"` and the four brackets.
#[cfg_attr(
    all(target_arch = "x86_64", target_feature = "sse2"),
    allow(dead_code, reason = "the wider scan takes its place")
)]
#[inline(always)]
pub(super) fn structure(word: u64) -> u64 {
    // `[` and `{`, `]` and `}` differ in this one bit only.
    let folded = word | all(0x20);
    let quote = (word ^ all(b'"')).wrapping_sub(ONES);
    let open = (folded ^ all(b'{')).wrapping_sub(ONES);
    let close = (folded ^ all(b'}')).wrapping_sub(ONES);
    (quote | open | close) & !word & TOPS
}

/// Marks the first bytes of the characters U+0080..=U+00BF and
/// U+2000..=U+2FFF, among which are the line separators outside ASCII.
#[cfg_attr(
    all(target_arch = "x86_64", target_feature = "sse2"),
    allow(dead_code, reason = "the wider scan takes its place")
)]
#[inline(always)]
pub(super) fn separator_lead(word: u64) -> u64 {
    // 0xC2 and 0xE2 differ in this one bit only.
    let lead = (word | all(0x20)) ^ all(0xE2);
    lead.wrapping_sub(ONES) & !lead & TOPS
}

/// Step of [`special_hits`], [`escape_hits`] and [`structure_hits`].
pub(super) use block::STEP;
/// The bytes that [`special`] or [`separator_lead`] marks among those from `at` on, and the end.
pub(super) use block::escape_hits;
/// Place of the lowest hit among what a scan covered.
pub(super) use block::first_hit;
/// The bytes that [`special`] marks among those from `at` on, and the end.
pub(super) use block::special_hits;
/// The bytes that [`structure`] marks among those from `at` on.
pub(super) use block::structure_hits;

#[cfg(not(all(target_arch = "x86_64", target_feature = "sse2")))]
mod block {
    use super::{first, load, separator_lead, special, structure, wide};

    pub(in super::super) const STEP: usize = 8;

    #[inline(always)]
    pub(in super::super) fn first_hit(hits: u64) -> usize {
        first(hits)
    }

    #[inline(always)]
    pub(in super::super) fn special_hits(bytes: &[u8], at: usize) -> u64 {
        special(load(bytes, at))
    }

    #[inline(always)]
    pub(in super::super) fn escape_hits(bytes: &[u8], at: usize) -> u64 {
        let word = load(bytes, at);
        let hits = special(word);
        if wide(word) {
            hits | separator_lead(word)
        } else {
            hits
        }
    }

    #[inline(always)]
    pub(in super::super) fn structure_hits(bytes: &[u8], at: usize) -> u64 {
        structure(load(bytes, at))
    }
}

#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
mod block {
    use super::load;
    use core::arch::x86_64::{
        __m128i, _mm_cmpeq_epi8, _mm_loadu_si128, _mm_min_epu8, _mm_movemask_epi8, _mm_or_si128,
        _mm_set1_epi8,
    };

    pub(in super::super) const STEP: usize = 16;

    #[inline(always)]
    pub(in super::super) fn first_hit(hits: u32) -> usize {
        hits.trailing_zeros() as usize
    }

    #[inline(always)]
    pub(in super::super) fn special_hits(bytes: &[u8], at: usize) -> u32 {
        scan(bytes, at, special)
    }

    #[inline(always)]
    pub(in super::super) fn escape_hits(bytes: &[u8], at: usize) -> u32 {
        scan(bytes, at, escape)
    }

    #[inline(always)]
    pub(in super::super) fn structure_hits(bytes: &[u8], at: usize) -> u32 {
        scan(bytes, at, structure)
    }

    #[inline(always)]
    fn scan(bytes: &[u8], at: usize, mask: fn(&[u8; 16]) -> u32) -> u32 {
        match bytes.get(at..at + 16).and_then(<[u8]>::first_chunk) {
            Some(chunk) => mask(chunk),
            None => scan_tail(bytes, at, mask),
        }
    }

    /// Fewer than 16 bytes are left; the end itself is made a hit.
    #[inline(never)]
    fn scan_tail(bytes: &[u8], at: usize, mask: fn(&[u8; 16]) -> u32) -> u32 {
        let rest = bytes.len().saturating_sub(at);
        if let Some(last) = bytes.last_chunk() {
            return mask(last) >> (16 - rest) | 1 << rest;
        }
        // There are less than 16 bytes before the end of the text.
        let words = u128::from(load(bytes, at)) | u128::from(load(bytes, at + 8)) << 64;
        mask(&words.to_le_bytes()) & !(u32::MAX << rest) | 1 << rest
    }

    #[inline(always)]
    fn special(chunk: &[u8; 16]) -> u32 {
        // SAFETY: the load needs no alignment and stays within the 16 bytes;
        // the module exists only where SSE2 is enabled at compile time.
        unsafe {
            let chunk = _mm_loadu_si128(chunk.as_ptr().cast());
            let quote = _mm_cmpeq_epi8(chunk, all(b'"'));
            let slash = _mm_cmpeq_epi8(chunk, all(b'\\'));
            let low = _mm_cmpeq_epi8(_mm_min_epu8(chunk, all(0x1F)), chunk);
            bits(_mm_or_si128(_mm_or_si128(quote, slash), low))
        }
    }

    #[inline(always)]
    fn escape(chunk: &[u8; 16]) -> u32 {
        // SAFETY: as in `special`.
        let lead = unsafe {
            let chunk = _mm_loadu_si128(chunk.as_ptr().cast());
            // 0xC2 and 0xE2 differ in this one bit only.
            let folded = _mm_or_si128(chunk, all(0x20));
            bits(_mm_cmpeq_epi8(folded, all(0xE2)))
        };
        special(chunk) | lead
    }

    #[inline(always)]
    fn structure(chunk: &[u8; 16]) -> u32 {
        // SAFETY: as in `special`.
        unsafe {
            let chunk = _mm_loadu_si128(chunk.as_ptr().cast());
            let folded = _mm_or_si128(chunk, all(0x20));
            let quote = _mm_cmpeq_epi8(chunk, all(b'"'));
            let open = _mm_cmpeq_epi8(folded, all(b'{'));
            let close = _mm_cmpeq_epi8(folded, all(b'}'));
            bits(_mm_or_si128(_mm_or_si128(open, close), quote))
        }
    }

    #[inline(always)]
    fn all(byte: u8) -> __m128i {
        // SAFETY: the module exists only where SSE2 is enabled.
        unsafe { _mm_set1_epi8(i8::from_ne_bytes([byte])) }
    }

    #[inline(always)]
    fn bits(bytes: __m128i) -> u32 {
        // SAFETY: the module exists only where SSE2 is enabled.
        let bits = unsafe { _mm_movemask_epi8(bytes) };
        u32::from_ne_bytes(bits.to_ne_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares the first hit of every scan with a look at each byte.
    #[test]
    fn first_hits_by_reference() {
        let mut state = 1_u64;
        for _ in 0..30_000 {
            let mut bytes = [0; 40];
            for byte in &mut bytes {
                state = state.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(1);
                let [.., low, high] = state.to_le_bytes();
                // Mostly plain, with neighbours of the bytes looked for.
                *byte = if high < 160 {
                    low | 0x40
                } else {
                    b"\"\\\x1f\x20\x21\x23[]{}\xc2\xe2\xc3\x00\x01\x02Z^z|~"[usize::from(low) % 21]
                };
            }
            let len = usize::try_from(state >> 32).unwrap() % 41;
            let bytes = bytes.get(..len).unwrap();
            for at in 0..=len {
                let is_special = |byte: u8| byte < 0x20 || byte == b'"' || byte == b'\\';
                let is_structure = |byte: u8| b"\"[]{}".contains(&byte);
                let is_lead = |byte: u8| matches!(byte, 0xC2 | 0xE2);
                let place = |is: &dyn Fn(u8) -> bool, step: usize| {
                    bytes[at..].iter().take(step).position(|byte| is(*byte))
                };
                let found = |mask: u64| (mask != 0).then(|| first(mask));
                let word = load(bytes, at);
                if at + 8 <= len {
                    assert_eq!(found(special(word)), place(&is_special, 8));
                    assert_eq!(found(separator_lead(word)), place(&is_lead, 8));
                    assert_eq!(wide(word), !bytes[at..at + 8].is_ascii());
                } else {
                    // The end is a hit as well.
                    let end = place(&is_special, 8).unwrap_or(len - at);
                    assert_eq!(found(special(word)), Some(end));
                }
                let hits = special_hits(bytes, at);
                let end = (len - at < STEP).then_some(len - at);
                let found = (hits != 0).then(|| first_hit(hits));
                assert_eq!(found, place(&is_special, STEP).or(end));
                let hits = escape_hits(bytes, at);
                let found = (hits != 0).then(|| first_hit(hits));
                let any = |byte: u8| is_special(byte) || is_lead(byte);
                assert_eq!(found, place(&any, STEP).or(end));
                let mut hits = structure_hits(bytes, at);
                let mut expected = place(&is_structure, STEP);
                while hits != 0 {
                    let hit = first_hit(hits);
                    if expected == Some(hit) {
                        expected = None;
                    }
                    assert!(expected.is_none_or(|place| place > hit));
                    hits &= hits - 1;
                }
                assert_eq!(expected, None);
            }
        }
    }
}
