//! The name of a tool.

use super::ToolDef;
use super::buffer::{Writer, blank, bytes, lanes, word};
use super::complaint::Complaint;

/// Writes the tool's name: the one that is given, else the function's in snake case
/// without a trailing `_async` or `Async`.
#[track_caller]
pub(super) const fn write(w: &mut Writer<'_>, def: &ToolDef) {
    let start = w.len;
    let given = bytes!(def.meta.name);
    if let [_, ..] = given {
        w.put(given, 0, valid(given, def.meta.name));
    } else {
        let (text, from) = match bytes!(def.function) {
            [b'r', b'#', rest @ ..] => (rest, 0),
            text => (text, 0),
        };
        let text = match text {
            [head @ .., b'_', b'a' | b'A', b's', b'y', b'n', b'c'] if matches!(head, [_, ..]) => {
                head
            }
            [head @ .., b'A', b's', b'y', b'n', b'c'] if matches!(head, [_, ..]) => head,
            text => text,
        };
        let size = valid(text, def.function);
        if upper(text, size) {
            snake(w, text, size);
        } else {
            w.put(text, from, size);
        }
    }
    if w.len - start > 128 {
        refuse(def.function, "is longer than 128 characters");
    }
}

/// The tool's name, where it is one that the author wrote, or a part of it.
#[track_caller]
pub(super) const fn part(def: &ToolDef) -> Option<&'static str> {
    let mut none = [];
    let mut w = Writer::new(&mut none);
    write(&mut w, def);
    let given = if blank!(def.meta.name) {
        def.function
    } else {
        def.meta.name
    };
    let text = match bytes!(given) {
        [b'r', b'#', rest @ ..] if blank!(def.meta.name) => rest,
        text => text,
    };
    if w.len > text.len() || blank!(def.meta.name) && upper(text, text.len()) {
        return None;
    }
    // A part of it: `_async` at its end is left off. Made of ASCII, as `write` has checked.
    match core::str::from_utf8(text.split_at(w.len).0) {
        Ok(name) => Some(name),
        Err(_) => None,
    }
}

/// A name that is made of the one that the author wrote: `HTTPRequest` is `http_request`.
pub struct Made {
    text: [u8; 128],
    len: usize,
}

impl Made {
    pub(super) const fn of(def: &ToolDef) -> Self {
        let mut text = [0; 128];
        let mut w = Writer::new(&mut text);
        write(&mut w, def);
        let len = w.len;
        Self { text, len }
    }

    pub(super) const fn as_str(&'static self) -> &'static str {
        match core::str::from_utf8(self.text.split_at(self.len).0) {
            Ok(name) => name,
            Err(_) => "",
        }
    }
}

/// Checks the characters; gives how many there are.
#[track_caller]
const fn valid(text: &[u8], name: &str) -> usize {
    let size = text.len();
    if size == 0 {
        refuse(name, "is empty");
    }
    let mut at = 0;
    while at < size {
        let x = word(text, at, size);
        let low = x & lanes!(0x7F);
        let fold = low | lanes!(0x20);
        // `A-Z a-z`, `-` to `9` without `/`, and `_`.
        let letter = (fold + lanes!(0x1F)) & !(fold + lanes!(0x05));
        let digit =
            (low + lanes!(0x53)) & !(low + lanes!(0x46)) & ((low ^ lanes!(0x2F)) + lanes!(0x7F));
        let under = !((low ^ lanes!(0x5F)) + lanes!(0x7F));
        // `@` and `` ` `` fold together, outside the letters; `[` to `_` fold to `{` on.
        if (letter | digit | under) & !x & lanes!(0x80) != lanes!(0x80) {
            refuse(name, "holds a character that a tool's name cannot");
        }
        at += 16;
    }
    size
}

/// Whether a capital is among the characters.
const fn upper(text: &[u8], size: usize) -> bool {
    let mut at = 0;
    while at < size {
        let low = word(text, at, size) & lanes!(0x7F);
        if (low + lanes!(0x3F)) & !(low + lanes!(0x25)) & lanes!(0x80) != 0 {
            return true;
        }
        at += 16;
    }
    false
}

/// `HTTPRequest` is `http_request`: a word begins at a capital behind anything else,
/// and at the last of several where a small letter follows.
const fn snake(w: &mut Writer<'_>, text: &[u8], size: usize) {
    let mut i = 0;
    while i < size {
        let byte = text[i];
        if byte.is_ascii_uppercase() {
            let begins = i > 0
                && text[i - 1] != b'_'
                && (!text[i - 1].is_ascii_uppercase()
                    || i + 1 < size && text[i + 1].is_ascii_lowercase());
            if begins {
                w.lit(b"_");
            }
        }
        w.lit(&[byte.to_ascii_lowercase()]);
        i += 1;
    }
}

#[track_caller]
const fn refuse(name: &str, why: &str) -> ! {
    Complaint::new("TW0001", name)
        .and("the name ")
        .and(why)
        .and(": write 1 to 128 of `A-Z a-z 0-9 _ - .`, as in `#[tool(\"name\")]`")
        .stop()
}

#[cfg(test)]
mod tests {
    use super::super::{Output, ToolMeta};
    use super::*;
    use std::panic::catch_unwind;
    use std::string::String;

    fn name(function: &'static str, given: &'static str) -> String {
        let mut meta = ToolMeta::new();
        meta.name = given;
        let def = ToolDef {
            function,
            docs: &[],
            meta,
            params: &[],
            notes: &[],
            output: Output::Content,
        };
        let mut out = [0; 512];
        let mut w = Writer::new(&mut out);
        write(&mut w, &def);
        let len = w.len;
        String::from_utf8(out[..len].into()).unwrap()
    }

    #[test]
    fn names_of_functions() {
        for (function, want) in [
            ("search_dockets", "search_dockets"),
            ("HTTPRequest", "http_request"),
            ("GetDocketAsync", "get_docket"),
            ("get_docket_async", "get_docket"),
            ("getHTTPPage2", "get_http_page2"),
            ("page2Go", "page2_go"),
            ("r#type", "type"),
            ("r#async", "async"),
            ("A", "a"),
            ("_async", "_async"),
            (
                "a_function_with_a_rather_long_name",
                "a_function_with_a_rather_long_name",
            ),
        ] {
            assert_eq!(name(function, ""), want);
        }
        assert_eq!(name("f", "Dockets.search-2_x"), "Dockets.search-2_x");
    }

    #[test]
    fn every_character_is_judged() {
        for c in 1..=0x17F_u32 {
            let c = char::from_u32(c).unwrap();
            let text: &'static str =
                String::from_iter(["ab", &String::from(c), "cdefghijklmnopqrstuvwxyz"]).leak();
            let good = c.is_ascii_alphanumeric() || "_-.".contains(c);
            assert_eq!(catch_unwind(|| name("f", text)).is_ok(), good, "{c:?}");
        }
        let long: &'static str = "x".repeat(129).leak();
        assert!(catch_unwind(|| name("f", long)).is_err());
        assert_eq!(name("f", &long[1..]), long[1..]);
        assert!(catch_unwind(|| name("", "")).is_err());
    }
}
