//! Rules that stand behind a default: `limit: u32 = 20 [1..=100]`.
//!
//! To the language that is an index into `20`, which its own error says at the author's brackets.
//! What was meant is said beside it, from the text of the parameter: its value has no type.

use super::complaint::Complaint;

/// Checks the text of a parameter with a default, behind the name of its owner:
/// `search, limit = 20`. Its type is left out, since to print it would cost each tool.
///
/// # Panics
///
/// In const evaluation, where rules stand behind the default.
#[track_caller]
pub const fn in_order(text: &str) {
    // Nearly all defaults are done here.
    let [.., b']'] = text.as_bytes() else {
        return;
    };
    behind(text);
}

/// The same for a text that ends in brackets: they may be a list, or an index into a constant.
#[track_caller]
const fn behind(text: &str) {
    let bytes = text.as_bytes();
    let (Some(owner), Some(equals)) = (find(bytes, 0, b","), find(bytes, 0, b"=")) else {
        return;
    };
    let default = begun(bytes, equals + 1);
    let open = opening(bytes);
    let end = trimmed(bytes, open);
    // A list, a reference to one, a macro, or text in a list.
    if end <= default
        || matches!(bytes[end - 1], b'&' | b'!')
        || quoted(bytes, default, open)
        || !rules(bytes, open + 1)
    {
        return;
    }
    Complaint::of("TW0008", "function", part(text, 0, owner))
        .and("rules go before the default: write `")
        .and(part(text, begun(bytes, owner + 1), trimmed(bytes, equals)))
        .and(": Type ")
        .and(part(text, open, bytes.len()))
        .and(" = ")
        .and(part(text, default, end))
        .and("`")
        .stop();
}

/// Whether what stands in the brackets are rules. A range is no constant index, nor is text; a
/// `check(..)` may be a function of the author's that gives an index, and is left to the language.
const fn rules(bytes: &[u8], from: usize) -> bool {
    const OF_TEXT: &[&[u8]] = &[b"pattern(\"", b"format(\"", b"one_of(\"", b"example(\""];
    const WORDS: &[&[u8]] = &[b"unique", b"trim", b"lowercase", b"uppercase"];
    let mut i = 0;
    while i < OF_TEXT.len() {
        if at(bytes, from, OF_TEXT[i]) {
            return true;
        }
        i += 1;
    }
    i = 0;
    while i < WORDS.len() {
        // The text ends in a bracket, so there is a byte behind each word.
        if at(bytes, from, WORDS[i]) && matches!(bytes[from + WORDS[i].len()], b']' | b',') {
            return true;
        }
        i += 1;
    }
    // Behind a brace it may be the pattern of a `match`.
    match (find(bytes, from, b".."), find(bytes, from, b"{")) {
        (Some(range), Some(brace)) => range < brace,
        (range, _) => range.is_some(),
    }
}

/// Whether `to` is in a string that begins behind `from`.
const fn quoted(bytes: &[u8], from: usize, to: usize) -> bool {
    let (mut i, mut quoted) = (from, false);
    while i < to {
        quoted ^= bytes[i] == b'"';
        i += 1;
    }
    quoted
}

/// Where the bracket opens that is closed at the end.
const fn opening(bytes: &[u8]) -> usize {
    let (mut i, mut depth) = (bytes.len(), 0);
    while i > 0 {
        i -= 1;
        match bytes[i] {
            b']' => depth += 1,
            b'[' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return i;
        }
    }
    0
}

/// The end of what stands before `end`, without white space.
const fn trimmed(bytes: &[u8], mut end: usize) -> usize {
    while end > 0 && bytes[end - 1].is_ascii_whitespace() {
        end -= 1;
    }
    end
}

/// The first place from `from` on that is no white space.
const fn begun(bytes: &[u8], mut from: usize) -> usize {
    while from < bytes.len() && bytes[from].is_ascii_whitespace() {
        from += 1;
    }
    from
}

/// Whether `word` stands at `from`.
const fn at(bytes: &[u8], from: usize, word: &[u8]) -> bool {
    let mut i = 0;
    while i < word.len() {
        if from + i >= bytes.len() || bytes[from + i] != word[i] {
            return false;
        }
        i += 1;
    }
    true
}

/// Where `word` stands first, from `from` on.
const fn find(bytes: &[u8], from: usize, word: &[u8]) -> Option<usize> {
    let mut i = from;
    while i < bytes.len() {
        if at(bytes, i, word) {
            return Some(i);
        }
        i += 1;
    }
    None
}

/// The text between two places, which are at ASCII.
const fn part(text: &str, from: usize, to: usize) -> &str {
    let (bytes, _) = text.as_bytes().split_at(to);
    match core::str::from_utf8(bytes.split_at(from).1) {
        Ok(part) => part,
        Err(_) => "",
    }
}

#[cfg(all(test, feature = "std"))]
mod tests {
    use super::in_order;

    #[test]
    fn defaults_in_brackets_are_no_rules() {
        for text in [
            "f, a = 20",
            "f, a = []",
            "f, a = [1, 2]",
            "f, a = [\"1..2\"]",
            "f, a = [\"]\", \"x[1..\"]",
            "f, a = &[\"a..b\"]",
            "f, a = vec![\"1..2\"]",
            "f, a = TABLE[0]",
            "f, a = TABLE[len(NAMES)]",
            "f, a = TABLE[check(3)]",
            "f, a = TABLE[trimmed]",
            "f, a = TABLE[match N { 0..=3 => 0, _ => 1, }]",
            "f, a = [[1, 2], [3, 4]][1]",
        ] {
            in_order(text);
        }
    }

    #[test]
    fn rules_behind_a_default_are_told() {
        for text in [
            "f, a = 20 [1..=100]",
            "f, a = FEW[..MOST]",
            "f, a = \"x\"[len(1..)]",
            "f, a = \"x\"[pattern(\"[a-z]{1,2}\")]",
            "f, a = [\"x\"][items(1..), unique]",
            "f, a = [\"x\"][unique]",
            "f, a = [\"x\"] [unique, items(1..)]",
        ] {
            assert!(
                std::panic::catch_unwind(|| in_order(text)).is_err(),
                "{text}"
            );
        }
    }
}
