//! JSON text out of values, appended to a buffer.
//!
//! Messages are framed by line feeds, and some readers end a line at U+0085,
//! U+2028 or U+2029 as well. JSON allows those three raw in a string; they are
//! written as escapes here so that a message stays one line to everybody.

use alloc::vec::Vec;
use core::fmt::{self, Write};

use serde_json::Number;

use super::swar::{STEP, byte, escape_hits, first_hit};

/// Writes `text` as a JSON string with its quotes.
#[inline]
pub fn string(text: &str, out: &mut Vec<u8>) {
    out.reserve(text.len() + 2);
    out.push(b'"');
    escape(text, out);
    out.push(b'"');
}

/// Writes `text` as the content of a JSON string, without quotes.
pub fn escape(text: &str, out: &mut Vec<u8>) {
    let bytes = text.as_bytes();
    let is_plain = |byte: &u8| matches!(byte, 0x20..0x7F) && !matches!(byte, b'"' | b'\\');
    // A number, mostly: not worth the machinery below.
    if bytes.len() <= 8 && bytes.iter().all(is_plain) {
        return out.extend_from_slice(bytes);
    }
    // Everything before this is written.
    let mut done = 0;
    let mut at = 0;
    while let Some(place) = candidate(bytes, at) {
        let (plain, width) = match byte(bytes, place) {
            0xC2 if byte(bytes, place + 1) == 0x85 => (&b"\\u0085"[..], 2),
            0xE2 if byte(bytes, place + 1) == 0x80 => match byte(bytes, place + 2) {
                0xA8 => (&b"\\u2028"[..], 3),
                0xA9 => (&b"\\u2029"[..], 3),
                _ => (&b""[..], 3),
            },
            b'"' => (&b"\\\""[..], 1),
            b'\\' => (&b"\\\\"[..], 1),
            0x08 => (&b"\\b"[..], 1),
            b'\t' => (&b"\\t"[..], 1),
            b'\n' => (&b"\\n"[..], 1),
            0x0C => (&b"\\f"[..], 1),
            b'\r' => (&b"\\r"[..], 1),
            control @ 0..0x20 => {
                const HEX: &[u8; 16] = b"0123456789abcdef";
                let high = b'0' + (control >> 4);
                let low = HEX[usize::from(control & 15)];
                out.extend_from_slice(bytes.get(done..place).unwrap_or_default());
                out.extend_from_slice(&[b'\\', b'u', b'0', b'0', high, low]);
                done = place + 1;
                (&b""[..], 1)
            }
            _ => (&b""[..], 1),
        };
        at = place + width;
        if !plain.is_empty() {
            out.extend_from_slice(bytes.get(done..place).unwrap_or_default());
            out.extend_from_slice(plain);
            done = at;
        }
    }
    out.extend_from_slice(bytes.get(done..).unwrap_or_default());
}

/// The first place from `at` on whose byte may need an escape.
#[inline]
fn candidate(bytes: &[u8], mut at: usize) -> Option<usize> {
    loop {
        let hits = escape_hits(bytes, at);
        if hits != 0 {
            let place = at + first_hit(hits);
            return (place < bytes.len()).then_some(place);
        }
        at += STEP;
    }
}

/// Writes an unsigned integer.
#[inline]
pub fn unsigned(value: u64, out: &mut Vec<u8>) {
    digit_bytes(value, |digits| out.extend_from_slice(digits));
}

/// Hands over the digits of an unsigned integer.
pub(crate) fn digits<R>(value: u64, take: impl FnOnce(&str) -> R) -> R {
    digit_bytes(value, |digits| {
        take(core::str::from_utf8(digits).unwrap_or_default())
    })
}

#[allow(
    clippy::cast_possible_truncation,
    reason = "less than a hundred is left"
)]
fn digit_bytes<R>(value: u64, take: impl FnOnce(&[u8]) -> R) -> R {
    const PAIRS: &[u8; 200] = b"0001020304050607080910111213141516171819\
        2021222324252627282930313233343536373839\
        4041424344454647484950515253545556575859\
        6061626364656667686970717273747576777879\
        8081828384858687888990919293949596979899";
    let mut digits = [0; 20];
    let mut start = digits.len();
    let mut rest = value;
    while rest >= 10 {
        let pair = (rest % 100) as usize * 2;
        start -= 2;
        digits[start..start + 2].copy_from_slice(&PAIRS[pair..pair + 2]);
        rest /= 100;
    }
    if rest > 0 || value == 0 {
        start -= 1;
        digits[start] = b'0' + rest as u8;
    }
    take(&digits[start..])
}

/// Writes a signed integer.
pub fn signed(value: i64, out: &mut Vec<u8>) {
    if value < 0 {
        out.push(b'-');
    }
    unsigned(value.unsigned_abs(), out);
}

/// Writes a signed integer of up to 128 bits.
pub fn big(value: i128, out: &mut Vec<u8>) {
    if value < 0 {
        out.push(b'-');
    }
    ubig(value.unsigned_abs(), out);
}

/// Writes an unsigned integer of up to 128 bits.
pub fn ubig(value: u128, out: &mut Vec<u8>) {
    if let Ok(small) = u64::try_from(value) {
        return unsigned(small, out);
    }
    let mut digits = [0; 39];
    let mut start = digits.len();
    let mut rest = value;
    while rest != 0 {
        start -= 1;
        let digit = (rest % 10) as u8;
        digits[start] = b'0' + digit;
        rest /= 10;
    }
    out.extend_from_slice(&digits[start..]);
}

/// Writes a float as `serde_json` does, the shortest text that reads back as
/// the same float. JSON has no text for infinities and NaN: false then, and
/// nothing is written.
pub fn float(value: f64, out: &mut Vec<u8>) -> bool {
    // A number's display is its JSON text, without a string in between.
    Number::from_f64(value).is_some_and(|number| write!(Text(out), "{number}").is_ok())
}

/// [`float`] for single precision: the shortest text for an `f32`.
pub fn float32(value: f32, out: &mut Vec<u8>) -> bool {
    if !value.is_finite() {
        return false;
    }
    // A `Number` holds double precision only and would give other digits.
    serde_json::to_vec(&value)
        .map(|text| out.extend_from_slice(&text))
        .is_ok()
}

/// Takes formatted text into a buffer of bytes.
struct Text<'a>(&'a mut Vec<u8>);

impl Write for Text<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0.extend_from_slice(text.as_bytes());
        Ok(())
    }
}
