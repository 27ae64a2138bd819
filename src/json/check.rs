//! One pass that decides whether bytes are one JSON value.
//!
//! Everything behind this pass relies on it, so the grammar is RFC 8259 to the
//! letter: what is accepted here is never refused later. Depth costs no call
//! stack, because the kinds of the open containers are kept as single bits.

use super::swar::{STEP, byte, first_hit, special_hits};

/// Containers deeper than this are refused whatever the caller allows.
pub(super) const DEEPEST: u32 = 1024;

/// Why bytes are not a usable JSON value. Carries nothing of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Malformed {
    /// The bytes are not UTF-8.
    NotUtf8,
    /// The text is not exactly one JSON value.
    Syntax,
    /// Arrays and objects are nested deeper than allowed.
    TooDeep,
}

/// Checks that `bytes` hold exactly one JSON value, with white space around it
/// allowed, and gives them back as text.
///
/// `max_depth` is the number of arrays and objects a value may be inside of:
/// `[[]]` needs 2. More than 1024 counts as 1024.
///
/// # Errors
///
/// [`Malformed`] says what kind of fault was met first; UTF-8 is looked at
/// before anything else.
pub fn check(bytes: &[u8], max_depth: u32) -> Result<&str, Malformed> {
    let text = utf8(bytes)?;
    let (at, lead) = next(bytes, 0);
    let end = value(bytes, at, lead, max_depth)?;
    finish(text, end)
}

#[inline]
pub(super) fn utf8(bytes: &[u8]) -> Result<&str, Malformed> {
    core::str::from_utf8(bytes).map_err(|_| Malformed::NotUtf8)
}

/// Nothing but white space may follow the value that ended at `end`.
#[inline]
pub(super) fn finish(text: &str, end: usize) -> Result<&str, Malformed> {
    if next(text.as_bytes(), end).0 == text.len() {
        Ok(text)
    } else {
        Err(Malformed::Syntax)
    }
}

/// The first place from `at` on that is not white space, and the byte there
/// (zero at the end).
#[inline(always)]
pub(super) fn next(bytes: &[u8], at: usize) -> (usize, u8) {
    let lead = byte(bytes, at);
    if lead > b' ' {
        (at, lead)
    } else {
        next_slow(bytes, at)
    }
}

#[inline(never)]
fn next_slow(bytes: &[u8], mut at: usize) -> (usize, u8) {
    loop {
        match byte(bytes, at) {
            b' ' | b'\t' | b'\n' | b'\r' => at += 1,
            lead => return (at, lead),
        }
    }
}

/// Checks the value at `at`, whose first byte is `lead`, inside at most `room`
/// containers of its own, and gives its end.
#[inline(always)]
pub(super) fn value(bytes: &[u8], at: usize, lead: u8, room: u32) -> Result<usize, Malformed> {
    if lead == b'"' {
        quoted(bytes, at).ok_or(Malformed::Syntax)
    } else if lead == b'{' || lead == b'[' {
        nested(bytes, at, lead, room)
    } else {
        scalar(bytes, at, lead).ok_or(Malformed::Syntax)
    }
}

/// [`value`], and whether it is a string without escapes.
#[inline(always)]
pub(super) fn member(
    bytes: &[u8],
    at: usize,
    lead: u8,
    room: u32,
) -> Result<(usize, bool), Malformed> {
    if lead == b'"' {
        let (end, escaped) = string(bytes, at + 1).ok_or(Malformed::Syntax)?;
        Ok((end + 1, !escaped))
    } else {
        Ok((value(bytes, at, lead, room)?, false))
    }
}

/// Checks the array or object at `at`.
#[inline(never)]
fn nested(bytes: &[u8], mut at: usize, mut lead: u8, room: u32) -> Result<usize, Malformed> {
    let room = room.min(DEEPEST);
    // One bit for each open container around the innermost one.
    let mut outer = [0_u64; DEEPEST as usize / 64];
    let mut depth = 0_u32;
    let mut object = false;
    loop {
        // At a value.
        if lead == b'"' {
            at = quoted(bytes, at).ok_or(Malformed::Syntax)?;
        } else if lead == b'{' || lead == b'[' {
            if depth >= room {
                return Err(Malformed::TooDeep);
            }
            let bit = 1 << (depth % 64);
            if let Some(word) = outer.get_mut(depth as usize / 64) {
                *word = if object { *word | bit } else { *word & !bit };
            }
            depth += 1;
            object = lead == b'{';
            // The closing bracket is two above the opening one.
            let close = lead + 2;
            (at, lead) = next(bytes, at + 1);
            if lead != close {
                if object {
                    let name = name(bytes, at, lead).ok_or(Malformed::Syntax)?;
                    (at, lead) = (name.value, name.lead);
                }
                continue;
            }
            // Empty: the loop below closes it.
        } else {
            at = scalar(bytes, at, lead).ok_or(Malformed::Syntax)?;
        }
        // Behind a value, or at the end of an empty container.
        loop {
            (at, lead) = next(bytes, at);
            let close = if object { b'}' } else { b']' };
            if lead == b',' {
                (at, lead) = next(bytes, at + 1);
                if object {
                    let name = name(bytes, at, lead).ok_or(Malformed::Syntax)?;
                    (at, lead) = (name.value, name.lead);
                }
                break;
            }
            if lead != close {
                return Err(Malformed::Syntax);
            }
            at += 1;
            depth -= 1;
            if depth == 0 {
                return Ok(at);
            }
            let word = outer.get(depth as usize / 64).copied().unwrap_or(0);
            object = word >> (depth % 64) & 1 != 0;
        }
    }
}

/// The name of a member, passed together with its colon.
pub(super) struct Name<'a> {
    /// Text between the quotes, as it is written.
    pub(super) raw: &'a [u8],
    pub(super) escaped: bool,
    /// Where the closing quote is.
    pub(super) end: usize,
    /// Where the value begins.
    pub(super) value: usize,
    /// First byte of the value.
    pub(super) lead: u8,
}

/// Passes the name at `at`, whose first byte must be `lead`, and its colon.
#[inline(always)]
pub(super) fn name(bytes: &[u8], at: usize, lead: u8) -> Option<Name<'_>> {
    if lead != b'"' {
        return None;
    }
    let (end, escaped) = string(bytes, at + 1)?;
    // Hardly anybody puts white space before a colon.
    let colon = end + 1;
    let value = if byte(bytes, colon) == b':' {
        colon + 1
    } else {
        after_colon(bytes, colon)?
    };
    let (value, lead) = next(bytes, value);
    Some(Name {
        raw: bytes.get(at + 1..end)?,
        escaped,
        end,
        value,
        lead,
    })
}

/// Passes white space and the colon behind it.
#[cold]
#[inline(never)]
fn after_colon(bytes: &[u8], at: usize) -> Option<usize> {
    let (colon, mark) = next(bytes, at);
    (mark == b':').then_some(colon + 1)
}

/// Passes the string at `at`.
#[inline(always)]
fn quoted(bytes: &[u8], at: usize) -> Option<usize> {
    Some(string(bytes, at + 1)?.0 + 1)
}

/// Passes the number or literal at `at`, whose first byte is `lead`.
#[inline(always)]
fn scalar(bytes: &[u8], at: usize, lead: u8) -> Option<usize> {
    match lead {
        b'-' | b'0'..=b'9' => number(bytes, at, lead),
        b't' => literal(bytes, at, b"true"),
        b'f' => literal(bytes, at, b"false"),
        b'n' => literal(bytes, at, b"null"),
        _ => None,
    }
}

#[inline]
fn literal(bytes: &[u8], at: usize, word: &[u8]) -> Option<usize> {
    bytes.get(at..)?.starts_with(word).then(|| at + word.len())
}

/// Passes the text of a string from `at` on: where its closing quote is and
/// whether there was an escape.
#[inline]
fn string(bytes: &[u8], mut at: usize) -> Option<(usize, bool)> {
    let mut escaped = false;
    loop {
        let hits = special_hits(bytes, at);
        if hits == 0 {
            at += STEP;
            continue;
        }
        at += first_hit(hits);
        let mark = byte(bytes, at);
        if mark == b'"' {
            return Some((at, escaped));
        }
        if mark != b'\\' {
            // A control character or the end.
            return None;
        }
        at = escape(bytes, at + 1)?;
        escaped = true;
    }
}

/// Passes what follows a backslash.
#[cold]
#[inline(never)]
fn escape(bytes: &[u8], at: usize) -> Option<usize> {
    match byte(bytes, at) {
        b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't' => Some(at + 1),
        b'u' => match hex(bytes, at + 1)? {
            // The second half of a pair, but no first one before it.
            0xDC00..=0xDFFF => None,
            0xD800..=0xDBFF => {
                if bytes.get(at + 5..at + 7)? != b"\\u" {
                    return None;
                }
                matches!(hex(bytes, at + 7)?, 0xDC00..=0xDFFF).then_some(at + 11)
            }
            _ => Some(at + 5),
        },
        _ => None,
    }
}

/// The four hexadecimal digits at `at`.
fn hex(bytes: &[u8], at: usize) -> Option<u32> {
    bytes.get(at..at + 4)?.iter().try_fold(0, |code, digit| {
        Some(code << 4 | char::from(*digit).to_digit(16)?)
    })
}

#[inline]
fn number(bytes: &[u8], mut at: usize, mut lead: u8) -> Option<usize> {
    if lead == b'-' {
        at += 1;
        lead = byte(bytes, at);
    }
    if !lead.is_ascii_digit() {
        return None;
    }
    at += 1;
    // Nothing but the digit itself may begin with zero.
    if lead != b'0' {
        at = digits(bytes, at);
    }
    match byte(bytes, at) {
        b'.' | b'e' | b'E' => tail(bytes, at),
        _ => Some(at),
    }
}

/// Passes the fraction and the exponent of a number.
#[inline(never)]
fn tail(bytes: &[u8], mut at: usize) -> Option<usize> {
    if byte(bytes, at) == b'.' {
        at = some_digits(bytes, at + 1)?;
    }
    if byte(bytes, at) | 0x20 == b'e' {
        at += 1;
        if matches!(byte(bytes, at), b'+' | b'-') {
            at += 1;
        }
        at = some_digits(bytes, at)?;
    }
    Some(at)
}

fn some_digits(bytes: &[u8], at: usize) -> Option<usize> {
    let end = digits(bytes, at);
    (end > at).then_some(end)
}

#[inline]
fn digits(bytes: &[u8], mut at: usize) -> usize {
    while byte(bytes, at).is_ascii_digit() {
        at += 1;
    }
    at
}
