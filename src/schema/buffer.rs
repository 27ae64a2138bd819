//! The buffer that const evaluation writes into, and all `unsafe` of this folder.
//!
//! A const copy through safe code (`split_at_mut`, `copy_from_slice`) costs several
//! times the one here, and copies are most of what a tool costs the compiler. The
//! fields that the copies rely on are private to this file.
#![allow(
    clippy::ptr_as_ptr,
    clippy::cast_possible_truncation,
    reason = "`cast` is one more call of const evaluation for every piece; a lane is a byte"
)]

use core::ptr;

/// Writes into a slice, and goes on counting when the slice is full.
pub(super) struct Writer<'a> {
    out: &'a mut [u8],
    /// `out.len()`, which is two calls each time.
    room: usize,
    /// What has been written so far, whether or not there was room for it.
    pub(super) len: usize,
    /// A decision would have needed bytes that there was no room for.
    pub(super) unsure: bool,
}

/// Bytes at any address, as a number.
#[derive(Clone, Copy)]
#[repr(Rust, packed)]
pub(super) struct Sixteen(pub(super) u128);
#[derive(Clone, Copy)]
#[repr(Rust, packed)]
pub(super) struct Eight(pub(super) u64);
#[derive(Clone, Copy)]
#[repr(Rust, packed)]
pub(super) struct Four(pub(super) u32);
#[derive(Clone, Copy)]
#[repr(Rust, packed)]
pub(super) struct Two(pub(super) u16);

/// `$n` bytes of `$text` from `$at` on, the first lowest; `$type` is as many bytes.
macro_rules! read {
    ($text:expr, $at:expr, $n:literal, $type:ident) => {{
        let text: &[u8] = $text;
        let at: usize = $at;
        // The bound check of the last byte vouches for all of them.
        let _ = text[at + ($n - 1)];
        // SAFETY: `at + n - 1 < text.len()`, so all `n` bytes are inside `text`; the type
        // is packed, so any address is aligned for it, and any bytes are a value of it.
        // The pointer comes from the whole slice.
        #[allow(clippy::ptr_as_ptr, reason = "`cast` is one more call")]
        let number = unsafe {
            (*(&raw const (*(&raw const *text))[at] as *const $crate::schema::buffer::$type)).0
        };
        #[cfg(target_endian = "big")]
        let number = number.swap_bytes();
        number as u128
    }};
}
pub(super) use read;

/// [`word`] where all sixteen bytes are there, without a call.
macro_rules! whole_word {
    ($text:expr, $at:expr) => {
        $crate::schema::buffer::read!($text, $at, 16, Sixteen)
    };
}
pub(super) use whole_word;

/// The bytes of a text, without a call.
macro_rules! bytes {
    ($text:expr) => {{
        let text: &str = $text;
        // SAFETY: a `str` is laid out as its bytes are, which is what `as_bytes` says.
        let bytes: &[u8] = unsafe { &*(&raw const *text as *const [u8]) };
        bytes
    }};
}
pub(super) use bytes;

/// Whether a text is empty, without a call.
macro_rules! blank {
    ($text:expr) => {
        matches!($crate::schema::buffer::bytes!($text), [])
    };
}
pub(super) use blank;

/// A byte, given as two hexadecimal digits, in each of the sixteen lanes of a word.
///
/// A literal and not a constant: every call of a function looks up all the constants that
/// are named in it, which for the scanners costs more than their work.
macro_rules! lanes {
    (0x02) => {
        0x0202_0202_0202_0202_0202_0202_0202_0202_u128
    };
    (0x05) => {
        0x0505_0505_0505_0505_0505_0505_0505_0505_u128
    };
    (0x1F) => {
        0x1F1F_1F1F_1F1F_1F1F_1F1F_1F1F_1F1F_1F1F_u128
    };
    (0x20) => {
        0x2020_2020_2020_2020_2020_2020_2020_2020_u128
    };
    (0x22) => {
        0x2222_2222_2222_2222_2222_2222_2222_2222_u128
    };
    (0x25) => {
        0x2525_2525_2525_2525_2525_2525_2525_2525_u128
    };
    (0x2F) => {
        0x2F2F_2F2F_2F2F_2F2F_2F2F_2F2F_2F2F_2F2F_u128
    };
    (0x3F) => {
        0x3F3F_3F3F_3F3F_3F3F_3F3F_3F3F_3F3F_3F3F_u128
    };
    (0x42) => {
        0x4242_4242_4242_4242_4242_4242_4242_4242_u128
    };
    (0x46) => {
        0x4646_4646_4646_4646_4646_4646_4646_4646_u128
    };
    (0x53) => {
        0x5353_5353_5353_5353_5353_5353_5353_5353_u128
    };
    (0x5C) => {
        0x5C5C_5C5C_5C5C_5C5C_5C5C_5C5C_5C5C_5C5C_u128
    };
    (0x5F) => {
        0x5F5F_5F5F_5F5F_5F5F_5F5F_5F5F_5F5F_5F5F_u128
    };
    (0x60) => {
        0x6060_6060_6060_6060_6060_6060_6060_6060_u128
    };
    (0x61) => {
        0x6161_6161_6161_6161_6161_6161_6161_6161_u128
    };
    (0x62) => {
        0x6262_6262_6262_6262_6262_6262_6262_6262_u128
    };
    (0x7F) => {
        0x7F7F_7F7F_7F7F_7F7F_7F7F_7F7F_7F7F_7F7F_u128
    };
    (0x80) => {
        0x8080_8080_8080_8080_8080_8080_8080_8080_u128
    };
}
pub(super) use lanes;

/// `text[at..at + 16]`, the first byte lowest; lanes behind the end hold `a`.
/// `size` is `text.len()`, which the caller has at hand.
pub(super) const fn word(text: &[u8], at: usize, size: usize) -> u128 {
    if at + 16 <= size {
        return read!(text, at, 16, Sixteen);
    }
    // Two reads that overlap make any number of bytes.
    let rest = size - at;
    let word = if size >= 16 {
        read!(text, size - 16, 16, Sixteen) >> (8 * (16 - rest))
    } else if rest >= 8 {
        read!(text, at, 8, Eight) | read!(text, size - 8, 8, Eight) << (8 * (rest - 8))
    } else if rest >= 4 {
        read!(text, at, 4, Four) | read!(text, size - 4, 4, Four) << (8 * (rest - 4))
    } else if rest >= 2 {
        read!(text, at, 2, Two) | read!(text, size - 2, 2, Two) << (8 * (rest - 2))
    } else {
        text[at] as u128
    };
    // `a` is a byte that nothing is done about.
    word | lanes!(0x61) << (8 * rest)
}

impl<'a> Writer<'a> {
    pub(super) const fn new(out: &'a mut [u8]) -> Self {
        let room = out.len();
        Self {
            out,
            room,
            len: 0,
            unsure: false,
        }
    }

    /// Writes a piece whose size is known: half the price of [`Self::put`].
    pub(super) const fn lit<const L: usize>(&mut self, piece: &[u8; L]) {
        let at = self.len;
        self.len = at + L;
        if L != 0 && self.len <= self.room {
            let out = &raw mut *self.out;
            // SAFETY: `at + L <= room == out.len()` and `L > 0`, so the place exists and
            // `L` bytes from it on are inside `out`, which is borrowed mutably. An array
            // of bytes is aligned anywhere. The pointer comes from the whole slice.
            unsafe { *(&raw mut (*out)[at] as *mut [u8; L]) = *piece }
        }
    }

    /// Writes `text[from..to]`; nothing where that is empty.
    pub(super) const fn put(&mut self, text: &[u8], from: usize, to: usize) {
        if from >= to {
            return;
        }
        // Its bound check vouches for the whole piece.
        let _ = text[to - 1];
        let at = self.len;
        let size = to - from;
        self.len = at + size;
        if self.len <= self.room {
            let text = &raw const *text;
            let out = &raw mut *self.out;
            // SAFETY: `from < to <= text.len()` (the check above) and `at + size <= room == out.len()`, so
            // both places exist and `size` bytes from them on are inside their slices;
            // `out` is borrowed mutably, so it cannot overlap `text`. Both pointers come
            // from whole slices.
            unsafe {
                ptr::copy_nonoverlapping(&raw const (*text)[from], &raw mut (*out)[at], size);
            }
        }
    }

    /// Writes the lowest `count` bytes of a word; at most sixteen.
    ///
    /// Where there is room for sixteen, that many are stored, and the next piece
    /// overwrites those behind `count`.
    pub(super) const fn word(&mut self, word: u128, count: usize) {
        let at = self.len;
        self.len = at + count;
        if at + 16 <= self.room {
            #[cfg(target_endian = "big")]
            let word = word.swap_bytes();
            let out = &raw mut *self.out;
            // SAFETY: `at + 16 <= room == out.len()`, so that the place exists and sixteen
            // bytes from it on are inside `out`, which is borrowed mutably; the type is
            // packed, so any address is aligned for it. The pointer comes from the slice.
            unsafe { *(&raw mut (*out)[at] as *mut Sixteen) = Sixteen(word) }
        } else if self.len <= self.room {
            let mut i = 0;
            while i < count {
                self.out[at + i] = (word >> (8 * i)) as u8;
                i += 1;
            }
        }
    }

    /// Writes the whole of `text`.
    pub(super) const fn text(&mut self, text: &str) {
        let bytes = bytes!(text);
        self.put(bytes, 0, bytes.len());
    }

    /// Takes `count` bytes from `at` on out again, moving what follows up.
    pub(super) const fn remove(&mut self, at: usize, count: usize) {
        assert!(
            count <= self.len && at <= self.len - count,
            "takes out more than there is"
        );
        self.len -= count;
        if self.len + count <= self.room {
            let mut i = at;
            while i < self.len {
                self.out[i] = self.out[i + count];
                i += 1;
            }
        }
    }

    /// Takes what was written from `part` on out again, `gap` bytes of separation before
    /// it too, where the same stands as whole paragraphs between `start` and there.
    pub(super) const fn once(&mut self, start: usize, part: usize, gap: usize) {
        if part < start + gap {
            return;
        }
        let end = part - gap;
        let size = self.len - part;
        if size > end - start {
            return;
        }
        if self.len > self.room {
            self.unsure = true;
            return;
        }
        let mut at = start;
        while at + size <= end {
            let opens = at == start || self.breaks(at - gap);
            if opens && (at + size == end || self.breaks(at + size)) {
                let mut i = 0;
                while i < size && self.out[at + i] == self.out[part + i] {
                    i += 1;
                }
                if i == size {
                    self.len = end;
                    return;
                }
            }
            // A paragraph break cannot begin before the next backslash.
            at += 1;
            while at + size <= end && self.out[at - 1] != b'n' {
                at += 1;
            }
        }
    }

    /// Whether a blank line, as JSON, stands at `at`.
    const fn breaks(&self, at: usize) -> bool {
        self.out[at] == b'\\'
            && self.out[at + 1] == b'n'
            && self.out[at + 2] == b'\\'
            && self.out[at + 3] == b'n'
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::panic::catch_unwind;
    use std::vec::Vec;

    #[test]
    fn pieces_stay_inside_the_buffer_and_are_counted_beyond_it() {
        // A frame of guard bytes around the buffer shows a write that leaves it.
        for room in 0..48usize {
            for first in 0..20usize {
                for size in 0..40usize {
                    let mut all = [0xEE_u8; 80];
                    let text: Vec<u8> = (0..64).collect();
                    let mut w = Writer::new(&mut all[16..16 + room]);
                    w.put(&text, 1, 1 + first);
                    w.put(&text, 3, 3 + size);
                    w.lit(b"0123456");
                    assert_eq!(w.len, first + size + 7);
                    let mut want: Vec<u8> = Vec::new();
                    for piece in [&text[1..=first], &text[3..3 + size], b"0123456"] {
                        if want.len() + piece.len() <= room {
                            want.extend(piece);
                        } else {
                            break;
                        }
                    }
                    assert_eq!(&all[16..16 + want.len()], want);
                    assert!(all[..16].iter().all(|b| *b == 0xEE));
                    assert!(all[16 + room..].iter().all(|b| *b == 0xEE));
                }
            }
        }
    }

    #[test]
    fn misuse_panics_before_the_copy() {
        let text = *b"abc";
        assert!(catch_unwind(|| Writer::new(&mut [0; 8]).put(&text, 1, 4)).is_err());
        assert!(catch_unwind(|| Writer::new(&mut [0; 8]).remove(0, 1)).is_err());
        // A size that is a lie is caught by the slice's own bound.
        assert!(catch_unwind(|| word(&text, 0, 32)).is_err());
        assert!(catch_unwind(|| word(&text, 2, 5)).is_err());
        Writer::new(&mut [0; 8]).put(&text, 3, 2);
    }

    #[test]
    fn a_word_is_the_next_sixteen_bytes() {
        let text: Vec<u8> = (0..70).collect();
        for size in 0..=text.len() {
            for at in 0..size {
                let got = word(&text[..size], at, size).to_le_bytes();
                for (i, byte) in got.into_iter().enumerate() {
                    let want = text[..size].get(at + i).copied().unwrap_or(b'a');
                    assert_eq!(byte, want, "{size} {at} {i}");
                }
            }
        }
    }

    #[test]
    fn lanes_are_all_alike() {
        let all = [
            (0x02_u8, lanes!(0x02)),
            (0x05_u8, lanes!(0x05)),
            (0x1F_u8, lanes!(0x1F)),
            (0x20_u8, lanes!(0x20)),
            (0x22_u8, lanes!(0x22)),
            (0x25_u8, lanes!(0x25)),
            (0x2F_u8, lanes!(0x2F)),
            (0x3F_u8, lanes!(0x3F)),
            (0x42_u8, lanes!(0x42)),
            (0x46_u8, lanes!(0x46)),
            (0x53_u8, lanes!(0x53)),
            (0x5C_u8, lanes!(0x5C)),
            (0x5F_u8, lanes!(0x5F)),
            (0x60_u8, lanes!(0x60)),
            (0x61_u8, lanes!(0x61)),
            (0x62_u8, lanes!(0x62)),
            (0x7F_u8, lanes!(0x7F)),
            (0x80_u8, lanes!(0x80)),
        ];
        for (byte, word) in all {
            assert_eq!(word.to_le_bytes(), [byte; 16]);
        }
    }

    #[test]
    fn removing_closes_the_gap() {
        let mut all = [0; 8];
        let mut w = Writer::new(&mut all);
        w.lit(b"abcdef");
        w.remove(1, 2);
        w.lit(b"g");
        assert_eq!(w.len, 5);
        assert_eq!(&all[..5], b"adefg");
    }

    #[test]
    fn a_paragraph_stands_once() {
        let case = |own: &str, part: &str| {
            let mut all = [0; 64];
            let mut w = Writer::new(&mut all);
            w.lit(b"--");
            w.text(own);
            w.lit(b"\\n\\n");
            let at = w.len;
            w.text(part);
            w.once(2, at, 4);
            w.len - 2
        };
        for (own, part, kept) in [
            ("A.", "A.", false),
            ("A.", "B.", true),
            ("A.", "A. B", true),
            ("A.\\n\\nB.", "B.", false),
            ("A.\\n\\nB.", "A.", false),
            ("A.\\n\\nB.\\n\\nC.", "B.", false),
            ("A.\\n\\nB.\\n\\nC.", "B.\\n\\nC.", false),
            ("A.\\n\\nB. b\\n\\nC.", "B.", true),
            ("A.\\nB.", "B.", true),
            ("xA.", "A.", true),
        ] {
            let want = own.len() + if kept { 4 + part.len() } else { 0 };
            assert_eq!(case(own, part), want, "{own} {part}");
        }
    }
}
