//! JSON string contents.

use super::buffer::{Writer, bytes, lanes, whole_word, word};

/// The lanes that cannot be copied as they are: controls, `"`, `\`, and the lead bytes
/// of U+0085, U+2028 and U+2029, which take a second look.
///
/// Sums of lanes of seven bits never carry, so each is a comparison of sixteen bytes.
/// A macro, since the call would cost as much as the work.
macro_rules! special {
    ($word:expr) => {{
        let x: u128 = $word;
        let low = x & lanes!(0x7F);
        // High bit: not a control, not a quote, not a backslash.
        let plain = (low + lanes!(0x60))
            & ((low ^ lanes!(0x22)) + lanes!(0x7F))
            & ((low ^ lanes!(0x5C)) + lanes!(0x7F));
        let found = !(plain | x) & lanes!(0x80);
        if x & lanes!(0x80) == 0 {
            found
        } else {
            found | wide(x)
        }
    }};
}

/// The lanes that hold the lead byte of a character outside ASCII that is escaped.
pub(super) const fn wide(x: u128) -> u128 {
    let low = x & lanes!(0x7F);
    let other = ((low ^ lanes!(0x62)) + lanes!(0x7F)) & ((low ^ lanes!(0x42)) + lanes!(0x7F));
    !other & x & lanes!(0x80)
}

/// Writes `text` as the inside of a JSON string.
pub(super) const fn string(w: &mut Writer<'_>, text: &str) {
    let bytes = bytes!(text);
    let size = bytes.len();
    if size <= 16 && size != 0 {
        // Most names are one word.
        let x = word(bytes, 0, size);
        if special!(x) == 0 {
            return w.word(x, size);
        }
    }
    escaped(w, bytes, 0, size);
}

/// Writes `text[from..to]` as the inside of a JSON string.
pub(super) const fn escaped(w: &mut Writer<'_>, text: &[u8], from: usize, to: usize) {
    let mut start = from;
    let mut at = from;
    while at + 16 <= to {
        let found = special!(whole_word!(text, at));
        if found == 0 {
            at += 16;
            continue;
        }
        at += (found.trailing_zeros() / 8) as usize;
        let size = width(text, at, to);
        if size == 0 {
            at += 1;
        } else {
            w.put(text, start, at);
            escape(w, text, at);
            at += size;
            start = at;
        }
    }
    while at < to {
        let x = word(text, at, to);
        let found = special!(x);
        if found == 0 {
            if start == at {
                w.word(x, to - at);
                return;
            }
            break;
        }
        at += (found.trailing_zeros() / 8) as usize;
        let size = width(text, at, to);
        if size == 0 {
            at += 1;
        } else {
            w.put(text, start, at);
            escape(w, text, at);
            at += size;
            start = at;
        }
    }
    w.put(text, start, to);
}

/// The bytes of the character at `i` where it is one to escape, else 0.
pub(super) const fn width(text: &[u8], i: usize, to: usize) -> usize {
    match text[i] {
        0..=0x1F | b'"' | b'\\' => 1,
        0xC2 if i + 1 < to && text[i + 1] == 0x85 => 2,
        0xE2 if i + 2 < to && text[i + 1] == 0x80 && matches!(text[i + 2], 0xA8 | 0xA9) => 3,
        _ => 0,
    }
}

/// Writes the escape of the character at `i`, one that [`width`] is not 0 for.
pub(super) const fn escape(w: &mut Writer<'_>, text: &[u8], i: usize) {
    const HEX: [u8; 16] = *b"0123456789abcdef";
    match text[i] {
        b'"' => w.lit(b"\\\""),
        b'\\' => w.lit(b"\\\\"),
        b'\n' => w.lit(b"\\n"),
        b'\r' => w.lit(b"\\r"),
        b'\t' => w.lit(b"\\t"),
        0xC2 => w.lit(b"\\u0085"),
        0xE2 if text[i + 2] == 0xA8 => w.lit(b"\\u2028"),
        0xE2 => w.lit(b"\\u2029"),
        byte => {
            let (high, low) = ((byte >> 4) as usize, (byte & 15) as usize);
            w.lit(&[b'\\', b'u', b'0', b'0', HEX[high], HEX[low]]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::string::String;
    use std::vec;

    #[test]
    fn every_text_reads_back() {
        let traps = [
            '"',
            '\\',
            '\0',
            '\u{1}',
            '\u{8}',
            '\t',
            '\n',
            '\u{c}',
            '\r',
            '\u{1f}',
            ' ',
            '!',
            '#',
            '/',
            'a',
            '[',
            ']',
            '\u{7f}',
            '\u{80}',
            '\u{84}',
            '\u{85}',
            '\u{86}',
            '\u{a0}',
            'Å',
            'é',
            'ÿ',
            '\u{2027}',
            '\u{2028}',
            '\u{2029}',
            '\u{202a}',
            '’',
            '€',
            '\u{d7ff}',
            '\u{e000}',
            '\u{feff}',
            '\u{fffd}',
            '\u{ffff}',
            '𝄞',
            '\u{10ffff}',
        ];
        let mut seed = 0x9E37_79B9_7F4A_7C15_u64;
        let mut next = move || {
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            usize::try_from(seed >> 33).unwrap()
        };
        for round in 0..200_000 {
            let text: String = (0..next() % 60)
                .map(|_| match next() % 4 {
                    0 => traps[next() % traps.len()],
                    1 => char::from_u32(u32::try_from(next() % 0x11_0000).unwrap()).unwrap_or('x'),
                    _ => char::from(u8::try_from(next() % 128).unwrap()),
                })
                .collect();
            let mut out = vec![0; 6 * text.len() + 2];
            let mut w = Writer::new(&mut out);
            w.lit(b"\"");
            string(&mut w, &text);
            w.lit(b"\"");
            let len = w.len;
            let json = core::str::from_utf8(&out[..len]).unwrap();
            assert_eq!(
                serde_json::from_str::<String>(json).unwrap(),
                text,
                "{round}"
            );
            assert!(
                !json.contains(['\u{85}', '\u{2028}', '\u{2029}', '\n']),
                "{json}"
            );
        }
    }
}
