//! A cursor over checked text.
//!
//! Text that passed [`check`](super::check()) has no faults left, so nothing
//! here reports one. On unchecked text the answers mean nothing, but every
//! call still returns and every step still moves forward until the end.

use alloc::borrow::Cow;
use alloc::string::String;

use super::swar::{STEP, byte, first_hit, special_hits, structure_hits};

/// What a JSON value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `null`
    Null,
    /// `true`
    True,
    /// `false`
    False,
    /// A number, however written.
    Number,
    /// A string.
    String,
    /// An array.
    Array,
    /// An object.
    Object,
}

impl Kind {
    /// The first byte of a value tells what it is.
    #[inline]
    pub(super) const fn of(lead: u8) -> Self {
        match lead {
            b'"' => Self::String,
            b'{' => Self::Object,
            b'[' => Self::Array,
            b't' => Self::True,
            b'f' => Self::False,
            b'-' | b'0'..=b'9' => Self::Number,
            _ => Self::Null,
        }
    }
}

/// A place in checked JSON text.
///
/// At a value, exactly one of [`skip`](Self::skip), [`number`](Self::number),
/// [`string`](Self::string), [`raw_string`](Self::raw_string) and
/// [`enter`](Self::enter) passes it (or goes into it). Inside an array or
/// object, [`next_item`](Self::next_item) or [`next_key`](Self::next_key)
/// leads to each value in turn and finally past the closing bracket.
#[derive(Clone, Debug)]
pub struct Cursor<'a> {
    text: &'a str,
    at: usize,
    exact: Exact,
}

/// What is known of a cursor's text while the cursor is at its beginning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Exact {
    /// Nothing.
    No,
    /// It is one value, without white space around it.
    Value,
    /// It is one string, without escapes.
    Plain,
}

impl<'a> Cursor<'a> {
    /// A cursor at the first value of `text`.
    #[must_use]
    #[inline]
    pub fn new(text: &'a str) -> Self {
        let at = white(text.as_bytes(), 0);
        Self {
            text,
            at,
            exact: Exact::No,
        }
    }

    /// A cursor at a value that has been passed before, so that its end is known: `text` is that
    /// value and nothing else; `plain`: a string without escapes.
    #[inline]
    pub(crate) const fn exact(text: &'a str, plain: bool) -> Self {
        Self {
            text,
            at: 0,
            exact: if plain { Exact::Plain } else { Exact::Value },
        }
    }

    /// Whether the end of the text is the end of the value ahead.
    #[inline(always)]
    fn is_exact(&self) -> bool {
        self.exact != Exact::No && self.at == 0
    }

    /// Kind of the value ahead.
    #[must_use]
    #[inline]
    pub fn kind(&self) -> Kind {
        Kind::of(self.lead())
    }

    /// Passes the value ahead and gives its raw text.
    #[inline]
    pub fn skip(&mut self) -> &'a str {
        if self.is_exact() {
            return self.pass_all();
        }
        let bytes = self.text.as_bytes();
        let end = match self.lead() {
            b'"' => string_end(bytes, self.at + 1).0 + 1,
            b'{' | b'[' => container_end(bytes, self.at),
            _ => token_end(bytes, self.at),
        };
        self.pass(end)
    }

    /// Passes the number ahead and gives its text.
    #[inline]
    pub fn number(&mut self) -> &'a str {
        if self.is_exact() {
            return self.pass_all();
        }
        self.pass(token_end(self.text.as_bytes(), self.at))
    }

    /// Passes the string ahead and gives what it spells.
    #[inline]
    pub fn string(&mut self) -> Cow<'a, str> {
        let (raw, escaped) = self.raw_string();
        if escaped {
            Cow::Owned(unescape(raw))
        } else {
            Cow::Borrowed(raw)
        }
    }

    /// Passes the string ahead and gives the text between its quotes, and
    /// whether that holds escapes.
    #[inline]
    pub fn raw_string(&mut self) -> (&'a str, bool) {
        if self.exact == Exact::Plain && self.at == 0 {
            let quoted = self.pass_all();
            let end = quoted.len().saturating_sub(1);
            return (quoted.get(1..end).unwrap_or_default(), false);
        }
        let start = self.at + 1;
        let (end, escaped) = string_end(self.text.as_bytes(), start);
        self.at = end + 1;
        (self.text.get(start..end).unwrap_or_default(), escaped)
    }

    /// Goes into the array or object ahead.
    #[inline]
    pub fn enter(&mut self) {
        self.step();
    }

    /// Inside an array: goes to the next item, or past the end of the array
    /// and returns false.
    #[inline]
    pub fn next_item(&mut self) -> bool {
        self.gap();
        match self.lead() {
            b']' => {
                self.at += 1;
                return false;
            }
            b',' => self.step(),
            _ => {}
        }
        self.at < self.text.len()
    }

    /// Inside an object: passes the next name and its colon and stays at the
    /// value, or goes past the end of the object and returns nothing.
    #[inline]
    pub fn next_key(&mut self) -> Option<Key<'a>> {
        self.gap();
        if self.lead() == b',' {
            self.step();
        }
        if self.lead() != b'"' {
            self.at += 1;
            return None;
        }
        let (raw, escaped) = self.raw_string();
        self.gap();
        self.step();
        Some(Key { raw, escaped })
    }

    #[inline(always)]
    fn lead(&self) -> u8 {
        byte(self.text.as_bytes(), self.at)
    }

    #[inline(always)]
    fn gap(&mut self) {
        self.at = white(self.text.as_bytes(), self.at);
    }

    /// Passes one byte and the white space behind it.
    #[inline(always)]
    fn step(&mut self) {
        self.at = white(self.text.as_bytes(), self.at + 1);
    }

    #[inline(always)]
    fn pass_all(&mut self) -> &'a str {
        self.at = self.text.len();
        self.text
    }

    #[inline(always)]
    fn pass(&mut self, end: usize) -> &'a str {
        let start = core::mem::replace(&mut self.at, end);
        self.text.get(start..end).unwrap_or_default()
    }
}

/// The name of a member.
#[derive(Clone, Copy, Debug)]
pub struct Key<'a> {
    raw: &'a str,
    escaped: bool,
}

impl<'a> Key<'a> {
    /// A name from the raw text between its quotes, as
    /// [`Member`](super::Member) holds it.
    #[must_use]
    #[inline]
    pub const fn new(raw: &'a str, escaped: bool) -> Self {
        Self { raw, escaped }
    }

    /// Whether this spells `name`.
    #[must_use]
    #[inline]
    pub fn is(&self, name: &str) -> bool {
        if self.escaped {
            self.text() == name
        } else {
            self.raw == name
        }
    }

    /// What this spells.
    #[must_use]
    #[inline]
    pub fn text(&self) -> Cow<'a, str> {
        if self.escaped {
            Cow::Owned(unescape(self.raw))
        } else {
            Cow::Borrowed(self.raw)
        }
    }

    /// The text between the quotes, as it is written.
    #[must_use]
    #[inline]
    pub const fn raw(&self) -> &'a str {
        self.raw
    }

    /// Whether the raw text holds escapes.
    #[must_use]
    #[inline]
    pub const fn escaped(&self) -> bool {
        self.escaped
    }
}

/// What the text `raw` between the quotes of a string spells.
///
/// It is never longer than `raw`, so there is one allocation.
#[inline(never)]
fn unescape(raw: &str) -> String {
    let mut text = String::with_capacity(raw.len());
    let mut rest = raw;
    while let Some((plain, escape)) = rest.split_once('\\') {
        text.push_str(plain);
        let mut chars = escape.chars();
        let spelled = match chars.next() {
            Some('b') => '\u{8}',
            Some('f') => '\u{c}',
            Some('n') => '\n',
            Some('r') => '\r',
            Some('t') => '\t',
            Some('u') => {
                let (code, width) = code(escape);
                chars = escape.get(width..).unwrap_or_default().chars();
                code
            }
            // A quote, a backslash, a slash.
            Some(itself) => itself,
            // Only unchecked text can end here.
            None => break,
        };
        text.push(spelled);
        rest = chars.as_str();
    }
    text.push_str(rest);
    text
}

/// The character of `u0041` or of a pair, `ud83d\udd25`, at the beginning of `escape`, and how many
/// bytes spell it.
fn code(escape: &str) -> (char, usize) {
    let hex = |from: usize| {
        let digits = escape.get(from..from + 4).unwrap_or_default();
        u32::from_str_radix(digits, 16).unwrap_or_default()
    };
    let (code, width) = match hex(1) {
        // The check has seen to it that the second half follows.
        high @ 0xD800..=0xDBFF => {
            let low = hex(7);
            (0x10000 + ((high - 0xD800) << 10 | low & 0x3FF), 11)
        }
        code => (code, 5),
    };
    (char::from_u32(code).unwrap_or('\u{FFFD}'), width)
}

#[inline(always)]
fn white(bytes: &[u8], at: usize) -> usize {
    if byte(bytes, at) > b' ' {
        at
    } else {
        white_slow(bytes, at)
    }
}

#[inline(never)]
fn white_slow(bytes: &[u8], mut at: usize) -> usize {
    while matches!(byte(bytes, at), b' ' | b'\t' | b'\n' | b'\r') {
        at += 1;
    }
    at
}

/// Where the closing quote of a string is whose text begins at `at`, and
/// whether there is an escape before it.
#[inline]
fn string_end(bytes: &[u8], mut at: usize) -> (usize, bool) {
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
            return (at, escaped);
        }
        if at >= bytes.len() {
            return (bytes.len(), escaped);
        }
        // Whatever is escaped, a quote is passed with its backslash; the rest
        // of a longer escape is plain.
        let slash = mark == b'\\';
        escaped |= slash;
        at += if slash { 2 } else { 1 };
    }
}

/// The end of the array or object at `at`: brackets are counted without regard
/// to which is which, since the check has paired them.
#[inline(never)]
fn container_end(bytes: &[u8], mut at: usize) -> usize {
    let mut depth = 0_usize;
    while at < bytes.len() {
        let mut hits = structure_hits(bytes, at);
        let mut resume = at + STEP;
        while hits != 0 {
            let place = at + first_hit(hits);
            match byte(bytes, place) {
                b'"' => {
                    resume = string_end(bytes, place + 1).0 + 1;
                    break;
                }
                b'{' | b'[' => depth += 1,
                b'}' | b']' => {
                    depth = depth.saturating_sub(1);
                    if depth == 0 {
                        return place + 1;
                    }
                }
                // A false alarm of the mask.
                _ => {}
            }
            hits &= hits - 1;
        }
        at = resume;
    }
    bytes.len()
}

/// The end of the number or literal at `at`, at least one byte on.
#[inline]
fn token_end(bytes: &[u8], at: usize) -> usize {
    let mut end = at + 1;
    while matches!(
        byte(bytes, end),
        b'0'..=b'9' | b'a'..=b'z' | b'.' | b'E' | b'+' | b'-'
    ) {
        end += 1;
    }
    end
}
