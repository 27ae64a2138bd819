//! JSON that the author gives as text.

use super::buffer::{Writer, lanes, word};
use super::complaint::At;
use super::complaint::Complaint;

/// Quotes, `[ \ ]`, `{ | }` and white space or controls.
const fn special(x: u128) -> u128 {
    let low = x & lanes!(0x7F);
    let fold = low | lanes!(0x20);
    let bracket = (fold + lanes!(0x05)) & !(fold + lanes!(0x02));
    let plain = (low + lanes!(0x5F)) & ((low ^ lanes!(0x22)) + lanes!(0x7F));
    (bracket | !plain) & !x & lanes!(0x80)
}

/// Writes a JSON object given as text, without the white space between its tokens (a
/// line break would end the message on a line transport). Says whether it has members.
///
/// Strings and brackets are checked, not the grammar within.
#[track_caller]
pub(super) const fn object(w: &mut Writer<'_>, text: &str, what: &str, at: At<'_>) -> bool {
    let text = text.as_bytes();
    let size = text.len();
    // One bit a level: set for `{`.
    let mut levels = 0u128;
    let mut depth = 0u32;
    let mut quoted = false;
    let mut closed = false;
    let start_of_all = w.len;
    let mut start = 0;
    let mut skip = 0;
    let mut i = 0;
    while i < size {
        let mut found = special(word(text, i, size));
        while found != 0 {
            let p = i + (found.trailing_zeros() / 8) as usize;
            found &= found - 1;
            if p < skip {
                continue;
            }
            let byte = text[p];
            if quoted {
                match byte {
                    b'"' => quoted = false,
                    b'\\' => skip = p + 2,
                    0..=0x1F => refuse(
                        what,
                        at,
                        "a string holds a line break or a control character",
                    ),
                    _ => {}
                }
                continue;
            }
            if matches!(byte, b' ' | b'\n' | b'\r' | b'\t') {
                if start < p && (depth == 0) {
                    refuse(what, at, "something stands outside the braces");
                }
                w.put(text, start, p);
                start = p + 1;
                continue;
            }
            if depth == 0 && (closed || byte != b'{' || start != p) {
                refuse(what, at, "it has to be one object, `{ .. }`");
            }
            match byte {
                b'"' => quoted = true,
                b'{' | b'[' => {
                    if depth == 127 {
                        refuse(what, at, "it is nested too deeply");
                    }
                    levels = levels << 1 | (byte == b'{') as u128;
                    depth += 1;
                }
                b'}' | b']' => {
                    if (levels & 1 == 1) != (byte == b'}') {
                        refuse(what, at, "its brackets do not match");
                    }
                    levels >>= 1;
                    depth -= 1;
                    if depth == 0 {
                        closed = true;
                        w.put(text, start, p + 1);
                        start = p + 1;
                    }
                }
                b'|' => {}
                _ => refuse(what, at, "a character of it cannot stand in JSON"),
            }
        }
        i += 16;
    }
    if quoted || depth != 0 || !closed || start < size {
        refuse(
            what,
            at,
            "it has to be one object, `{ .. }`, with all its strings and brackets closed",
        );
    }
    w.len - start_of_all > 2
}

/// The rest of the grammar of JSON, of a text whose strings and brackets are known to be closed.
///
/// A byte at a time: only what is given as text pays for it, and where it is declared alone.
#[track_caller]
pub(super) const fn grammar(text: &str, what: &str, at: At<'_>) {
    let text = text.as_bytes();
    let mut levels = 0u128;
    let mut next = Next::Value;
    let mut i = 0;
    while i < text.len() {
        let byte = text[i];
        let in_object = levels & 1 == 1;
        match (next, byte) {
            (_, b' ' | b'\n' | b'\r' | b'\t') => i += 1,
            (Next::Value | Next::ValueOrEnd, b'{') => {
                levels = levels << 1 | 1;
                next = Next::KeyOrEnd;
                i += 1;
            }
            (Next::Value | Next::ValueOrEnd, b'[') => {
                levels <<= 1;
                next = Next::ValueOrEnd;
                i += 1;
            }
            (Next::ValueOrEnd | Next::Comma, b']') | (Next::KeyOrEnd | Next::Comma, b'}') => {
                levels >>= 1;
                next = Next::Comma;
                i += 1;
            }
            (Next::Comma, b',') => {
                next = if in_object { Next::Key } else { Next::Value };
                i += 1;
            }
            (Next::Colon, b':') => {
                next = Next::Value;
                i += 1;
            }
            (Next::Key | Next::KeyOrEnd, b'"') => {
                i = string(text, i, what, at);
                next = Next::Colon;
            }
            (Next::Value | Next::ValueOrEnd, b'"') => {
                i = string(text, i, what, at);
                next = Next::Comma;
            }
            (Next::Value | Next::ValueOrEnd, _) => {
                let mut end = i;
                while end < text.len()
                    && matches!(text[end], b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'+' | b'-' | b'.')
                {
                    end += 1;
                }
                let word = text.split_at(end).0.split_at(i).1;
                if !matches!(word, b"true" | b"false" | b"null") && !number(word) {
                    refuse(
                        what,
                        at,
                        "a value of it is none of JSON's: strings stand in double quotes",
                    );
                }
                next = Next::Comma;
                i = end;
            }
            (Next::Key | Next::KeyOrEnd, _) => refuse(
                what,
                at,
                "a member has no name in double quotes (or a comma has nothing behind it)",
            ),
            (Next::Colon, _) => refuse(what, at, "a name has no `:` behind it"),
            (Next::Comma, _) => refuse(what, at, "a comma is missing"),
        }
    }
}

/// What the grammar has next.
#[derive(Clone, Copy)]
enum Next {
    Value,
    ValueOrEnd,
    Key,
    KeyOrEnd,
    Colon,
    Comma,
}

/// The place behind the string that begins at `start`.
#[track_caller]
const fn string(text: &[u8], start: usize, what: &str, at: At<'_>) -> usize {
    let mut i = start + 1;
    while text[i] != b'"' {
        if text[i] == b'\\' {
            i += 1;
            match text[i] {
                b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't' => {}
                b'u' => {
                    let mut digits = 0;
                    while digits < 4 {
                        i += 1;
                        if !text[i].is_ascii_hexdigit() {
                            refuse(what, at, "`\\u` wants four hexadecimal digits");
                        }
                        digits += 1;
                    }
                }
                _ => refuse(what, at, "a string has an escape that JSON has not"),
            }
        }
        i += 1;
    }
    i + 1
}

/// Whether a text is a number of JSON.
const fn number(text: &[u8]) -> bool {
    let ([b'-', rest @ ..] | rest) = text;
    let mut rest = match rest {
        [b'0', rest @ ..] => rest,
        [b'1'..=b'9', ..] => digits(rest),
        _ => return false,
    };
    if let [b'.', more @ ..] = rest {
        rest = digits(more);
        if rest.len() == more.len() {
            return false;
        }
    }
    if let [b'e' | b'E', more @ ..] = rest {
        let ([b'+' | b'-', more @ ..] | more) = more;
        rest = digits(more);
        if rest.len() == more.len() {
            return false;
        }
    }
    rest.is_empty()
}

const fn digits(mut text: &[u8]) -> &[u8] {
    while let [b'0'..=b'9', rest @ ..] = text {
        text = rest;
    }
    text
}

#[track_caller]
const fn refuse(what: &str, at: At<'_>, why: &str) -> ! {
    Complaint::at("TW0017", at)
        .and(what)
        .and(" is not a JSON object: ")
        .and(why)
        .stop()
}
