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

const fn refuse(what: &str, at: At<'_>, why: &str) -> ! {
    Complaint::at("TW0017", at)
        .and(what)
        .and(" is not a JSON object: ")
        .and(why)
        .stop()
}
