//! Templates of URIs: RFC 6570's `{v}`, `{+v}` and `{?a,b}`, cut into their parts.
//!
//! The same cutter serves const evaluation, which refuses what is malformed, and the matcher.

/// A part of a template, as places in its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    /// Text that stands for itself.
    Literal { from: usize, to: usize },
    /// `{v}`, or `{+v}` where `reserved`: the place of the name.
    Variable {
        from: usize,
        to: usize,
        reserved: bool,
    },
    /// `{?a,b}`: the place of the names.
    Query { from: usize, to: usize },
}

/// The part at `at`, and where it ends; an error is what is wrong with it.
pub(crate) const fn part(text: &[u8], at: usize) -> Result<(Part, usize), &'static str> {
    let mut end = at;
    if text[at] != b'{' {
        while end < text.len() && text[end] != b'{' {
            if text[end] == b'}' {
                return Err("a `}` closes nothing");
            }
            end += 1;
        }
        return Ok((Part::Literal { from: at, to: end }, end));
    }
    while end < text.len() && text[end] != b'}' {
        end += 1;
    }
    if end == text.len() {
        return Err("a `{` is not closed");
    }
    let (from, query, reserved) = match text[at + 1] {
        b'+' => (at + 2, false, true),
        b'?' => (at + 2, true, false),
        _ => (at + 1, false, false),
    };
    let mut i = from;
    let mut fresh = true;
    while i < end {
        match text[i] {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'_' | b'.' => fresh = false,
            b',' if query && !fresh => fresh = true,
            _ => {
                return Err(
                    "an expression is `{v}`, `{+v}` or `{?a,b}`, with names of letters, digits, `_` and `.`",
                );
            }
        }
        i += 1;
    }
    if fresh {
        return Err("an expression names no variable");
    }
    let part = if query {
        Part::Query { from, to: end }
    } else {
        Part::Variable {
            from,
            to: end,
            reserved,
        }
    };
    Ok((part, end + 1))
}

/// Whether a URI holds expressions.
#[must_use]
pub(crate) const fn is_template(uri: &str) -> bool {
    let text = uri.as_bytes();
    let mut i = 0;
    while i < text.len() {
        if text[i] == b'{' {
            return true;
        }
        i += 1;
    }
    false
}

/// What is wrong with a URI or a template; empty where nothing is.
pub(super) const fn fault(uri: &str) -> &'static str {
    let text = uri.as_bytes();
    if let Some(why) = scheme(text) {
        return why;
    }
    let mut i = 0;
    while i < text.len() {
        match text[i] {
            0x80.. => {
                return "it holds a character outside ASCII: write it percent-encoded, `%C3%A9`";
            }
            b'%' => match text.split_at(i).1 {
                [_, a, b, ..] if a.is_ascii_hexdigit() && b.is_ascii_hexdigit() => {}
                _ => return "a `%` is followed by two hexadecimal digits",
            },
            0..=b' ' | b'"' | b'<' | b'>' | b'\\' | b'^' | b'`' | b'|' | 0x7F => {
                return "it holds a character that a URI cannot";
            }
            _ => {}
        }
        i += 1;
    }
    let (mut at, mut beside, mut over, mut asked) = (0, false, false, false);
    while at < text.len() {
        if over {
            return "something follows `{?..}`: it stands last";
        }
        match part(text, at) {
            Err(why) => return why,
            Ok((Part::Literal { from, to }, end)) => {
                let mut i = from;
                while i < to {
                    asked |= text[i] == b'?' || text[i] == b'#';
                    i += 1;
                }
                beside = false;
                at = end;
            }
            Ok((Part::Variable { .. }, end)) => {
                if beside {
                    return "two variables stand side by side: no reader could tell where one ends";
                }
                beside = true;
                at = end;
            }
            Ok((Part::Query { .. }, end)) => {
                if asked {
                    return "a `?` or `#` stands before `{?..}`, which begins the query itself";
                }
                over = true;
                at = end;
            }
        }
    }
    ""
}

const fn scheme(text: &[u8]) -> Option<&'static str> {
    let mut i = 0;
    while i < text.len() {
        match text[i] {
            b':' if i > 0 => {
                return if i + 1 < text.len() {
                    None
                } else {
                    Some("nothing follows its scheme")
                };
            }
            b'A'..=b'Z' | b'a'..=b'z' => {}
            b'0'..=b'9' | b'+' | b'-' | b'.' if i > 0 => {}
            _ => break,
        }
        i += 1;
    }
    Some("it has no scheme: write one, as in `docket://{id}`")
}

/// Where a template names a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// It does not.
    Nowhere,
    /// Outside the query.
    Path,
    /// In `{?..}`.
    Query,
    /// More than once.
    Twice,
}

/// Where `template`, which has no fault, names `variable`.
pub(super) const fn place(template: &str, variable: &str) -> Place {
    let text = template.as_bytes();
    let (mut at, mut found) = (0, Place::Nowhere);
    while at < text.len() {
        let (from, to, place, end) = match part(text, at) {
            Ok((Part::Variable { from, to, .. }, end)) => (from, to, Place::Path, end),
            Ok((Part::Query { from, to }, end)) => (from, to, Place::Query, end),
            Ok((Part::Literal { .. }, end)) => (0, 0, Place::Nowhere, end),
            Err(_) => return found,
        };
        let mut begin = from;
        while begin < to {
            let end = name(text, begin, to);
            if same(text, begin, end, variable.as_bytes()) {
                found = match found {
                    Place::Nowhere => place,
                    _ => Place::Twice,
                };
            }
            begin = end + 1;
        }
        at = end;
    }
    found
}

/// The end of the name that begins at `from`.
pub(crate) const fn name(text: &[u8], from: usize, to: usize) -> usize {
    let mut i = from;
    while i < to && text[i] != b',' {
        i += 1;
    }
    i
}

const fn same(text: &[u8], from: usize, to: usize, name: &[u8]) -> bool {
    if to - from != name.len() {
        return false;
    }
    let mut i = 0;
    while i < name.len() {
        if text[from + i] != name[i] {
            return false;
        }
        i += 1;
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faults() {
        for good in [
            "docket://{id}",
            "bin://x",
            "acme://products{?page,limit}",
            "file:///{+path}",
            "test://template/{id}/data",
            "urn:isbn:{n}",
            "a+b-1.c://x/%C3%A9#y",
            "x:{a}-{b}",
            "x://{a}/{+b}{?c}",
        ] {
            assert_eq!(fault(good), "", "{good}");
        }
        for (bad, why) in [
            ("", "scheme"),
            ("docket", "scheme"),
            ("1a://x", "scheme"),
            ("{s}://x", "scheme"),
            ("://x", "scheme"),
            ("x:", "follows its scheme"),
            ("x://é", "outside ASCII"),
            ("x://a b", "cannot"),
            ("x://a\"b", "cannot"),
            ("x://%4", "hexadecimal"),
            ("x://%zz", "hexadecimal"),
            ("x://{id", "not closed"),
            ("x://id}", "closes nothing"),
            ("x://{}", "names no variable"),
            ("x://{?}", "names no variable"),
            ("x://{?a,}", "names no variable"),
            ("x://{?a,,b}", "an expression is"),
            ("x://{a,b}", "an expression is"),
            ("x://{#a}", "an expression is"),
            ("x://{a*}", "an expression is"),
            ("x://{a:3}", "an expression is"),
            ("x://{a-b}", "an expression is"),
            ("x://{a}{b}", "side by side"),
            ("x://{a}{+b}", "side by side"),
            ("x://{?a}/b", "last"),
            ("x://{?a}{?b}", "last"),
            ("x://p?q=1{?a}", "begins the query"),
        ] {
            assert!(fault(bad).contains(why), "{bad}: {}", fault(bad));
        }
    }

    #[test]
    fn places() {
        let template = "x://{a}/{+b.c}/{d}{?e,f}";
        for (name, want) in [
            ("a", Place::Path),
            ("b.c", Place::Path),
            ("b", Place::Nowhere),
            ("e", Place::Query),
            ("f", Place::Query),
            ("", Place::Nowhere),
        ] {
            assert_eq!(place(template, name), want, "{name}");
        }
        assert_eq!(place("x:{a}-{a}", "a"), Place::Twice);
        assert_eq!(place("x:{a}{?a}", "a"), Place::Twice);
        assert_eq!(place("x:y{?a,a}", "a"), Place::Twice);
    }
}
