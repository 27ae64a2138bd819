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
#[inline]
pub fn escape(text: &str, out: &mut Vec<u8>) {
    escape_bytes(text.as_bytes(), out);
}

/// [`escape`] of text that is at hand as bytes.
pub(crate) fn escape_bytes(bytes: &[u8], out: &mut Vec<u8>) {
    let is_plain = |byte: &u8| matches!(byte, 0x20..0x7F) && !matches!(byte, b'"' | b'\\');
    // A number, mostly: not worth the machinery below.
    if bytes.len() <= 8 && bytes.iter().all(is_plain) {
        return out.extend_from_slice(bytes);
    }
    // Everything before this is written.
    let mut done = 0;
    let mut at = 0;
    loop {
        let hits = escape_hits(bytes, at);
        if hits == 0 {
            at += STEP;
            continue;
        }
        let place = at + first_hit(hits);
        if place >= bytes.len() {
            return out.extend_from_slice(bytes.get(done..).unwrap_or_default());
        }
        at = place + 1;
        let escape = match byte(bytes, place) {
            b'"' => b'"',
            b'\\' => b'\\',
            0x08 => b'b',
            b'\t' => b't',
            b'\n' => b'n',
            0x0C => b'f',
            b'\r' => b'r',
            0..0x20 => b'u',
            0xC2 if byte(bytes, at) == 0x85 => b'u',
            0xE2 if byte(bytes, at) == 0x80 && matches!(byte(bytes, at + 1), 0xA8 | 0xA9) => b'u',
            _ => continue,
        };
        run(bytes, done, place, out);
        out.extend_from_slice(&[b'\\', escape]);
        if escape == b'u' {
            at = code(bytes, place, out);
        }
        done = at;
    }
}

/// Copies the bytes from `from` to `to`.
#[inline(always)]
fn run(bytes: &[u8], from: usize, to: usize, out: &mut Vec<u8>) {
    // JSON in a string has a quote every few bytes: a copy of fixed length, cut back, takes half
    // the instructions of a copy of any length.
    match bytes.get(from..).and_then(<[u8]>::first_chunk::<STEP>) {
        Some(chunk) if to - from <= STEP => {
            out.extend_from_slice(chunk);
            out.truncate(out.len() - (STEP - (to - from)));
        }
        _ => out.extend_from_slice(bytes.get(from..to).unwrap_or_default()),
    }
}

/// Writes the four digits of the character at `place`; gives the place behind it.
#[cold]
fn code(bytes: &[u8], place: usize, out: &mut Vec<u8>) -> usize {
    let (digits, width) = match (byte(bytes, place), byte(bytes, place + 2)) {
        (0xC2, _) => (*b"0085", 2),
        (0xE2, 0xA8) => (*b"2028", 3),
        (0xE2, _) => (*b"2029", 3),
        (control, _) => {
            const HEX: &[u8; 16] = b"0123456789abcdef";
            let low = HEX[usize::from(control & 15)];
            ([b'0', b'0', b'0' + (control >> 4), low], 1)
        }
    };
    out.extend_from_slice(&digits);
    place + width
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
