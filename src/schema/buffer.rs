//! The buffer that const evaluation writes into, and all `unsafe` of this folder.
//!
//! A const copy through safe code (`split_at_mut`, `copy_from_slice`) costs several
//! times the one here, and copies are most of what a tool costs the compiler. The
//! fields that the copies rely on are private to this file.
#![allow(
    clippy::ptr_as_ptr,
    reason = "`cast` is one more call of const evaluation for every piece"
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

/// Sixteen bytes at any address.
#[derive(Clone, Copy)]
#[repr(Rust, packed)]
struct Sixteen(u128);

/// `byte` in each of the sixteen lanes.
pub(super) const fn lanes(byte: u8) -> u128 {
    0x0101_0101_0101_0101_0101_0101_0101_0101 * byte as u128
}

/// `text[at..at + 16]`, the first byte lowest; lanes behind the end hold `a`.
///
/// `size` is `text.len()`, which the caller has at hand.
pub(super) const fn word(text: &[u8], at: usize, size: usize) -> u128 {
    if at + 16 <= size {
        // Only the last byte is looked at through the slice: its bound check vouches
        // for the sixteen, whatever `size` says.
        let _ = text[at + 15];
        let text = &raw const *text;
        // SAFETY: `at + 15 < text.len()`, so all sixteen bytes are inside `text`;
        // `Sixteen` is packed, so any address is aligned for it, and any bytes are a
        // value of it. The pointer comes from the whole slice.
        let word = unsafe { (*(&raw const (*text)[at] as *const Sixteen)).0 };
        if cfg!(target_endian = "big") {
            word.swap_bytes()
        } else {
            word
        }
    } else if size >= 16 {
        // The last sixteen bytes, moved down over those in front of `at`.
        let back = at + 16 - size;
        let tail = word(text, size - 16, size);
        (tail >> (8 * back)) | (FILL << (128 - 8 * back))
    } else {
        let mut word = FILL;
        let mut i = size;
        while i > at {
            i -= 1;
            word = (word << 8) | text[i] as u128;
        }
        word
    }
}

const FILL: u128 = lanes(b'a');

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
        assert!(to <= text.len(), "a piece ends behind its text");
        let at = self.len;
        let size = to - from;
        self.len = at + size;
        if self.len <= self.room {
            let text = &raw const *text;
            let out = &raw mut *self.out;
            // SAFETY: `from < to <= text.len()` and `at + size <= room == out.len()`, so
            // both places exist and `size` bytes from them on are inside their slices;
            // `out` is borrowed mutably, so it cannot overlap `text`. Both pointers come
            // from whole slices.
            unsafe {
                ptr::copy_nonoverlapping(&raw const (*text)[from], &raw mut (*out)[at], size);
            }
        }
    }

    /// Writes the whole of `text`.
    pub(super) const fn text(&mut self, text: &str) {
        let bytes = text.as_bytes();
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
            for at in 0..=size {
                let got = word(&text[..size], at, size).to_le_bytes();
                for (i, byte) in got.into_iter().enumerate() {
                    let want = text[..size].get(at + i).copied().unwrap_or(b'a');
                    assert_eq!(byte, want, "{size} {at} {i}");
                }
            }
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
