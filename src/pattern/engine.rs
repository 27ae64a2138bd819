//! A pattern of the portable subset, put into the words of the engine that searches for it.
//!
//! The engine is `regex-automata`'s: the one behind the `regex` crate, which runs without
//! `std`. Its syntax reads a few things otherwise than ECMA-262 does with its `u` flag (`.`,
//! `\w`, `\s`, `\b`, `$`), so nothing of the author's text is handed over: every token becomes
//! an explicit set of characters or an explicit assertion.

use alloc::string::String;
use core::fmt::Write as _;

use regex_automata::meta::Regex;
use regex_automata::util::lazy::Lazy;

use super::grammar::{Item, Lexer, Token, UNBOUNDED};

/// One pattern of a declaration: compiled at its first use, once for all calls.
pub struct Pattern(Lazy<Option<Regex>>);

impl Pattern {
    /// A pattern, compiled by `compile` when it is first wanted: [`compile`] with its text.
    #[must_use]
    pub const fn new(compile: fn() -> Option<Regex>) -> Self {
        Self(Lazy::new(compile))
    }

    /// Whether the pattern is found anywhere in `text`.
    pub fn matches(&self, text: &str) -> bool {
        // Const evaluation accepts only what compiles; should that ever be wrong, nothing matches.
        self.0.as_ref().is_some_and(|regex| regex.is_match(text))
    }
}

/// Compiles a pattern of the portable subset.
pub fn compile(pattern: &str) -> Option<Regex> {
    // The check in const evaluation bounds the size; a second limit could only contradict it.
    Regex::builder()
        .configure(Regex::config().nfa_size_limit(None))
        .build(&translated(pattern))
        .ok()
}

/// Code points, from and to.
type Range = (u32, u32);

/// White space of ECMA-262.
const SPACE: &[Range] = &[
    (0x09, 0x0D),
    (0x20, 0x20),
    (0xA0, 0xA0),
    (0x1680, 0x1680),
    (0x2000, 0x200A),
    (0x2028, 0x2029),
    (0x202F, 0x202F),
    (0x205F, 0x205F),
    (0x3000, 0x3000),
    (0xFEFF, 0xFEFF),
];
const DIGIT: &[Range] = &[(0x30, 0x39)];
const WORD: &[Range] = &[(0x30, 0x39), (0x41, 0x5A), (0x5F, 0x5F), (0x61, 0x7A)];
/// The line terminators of ECMA-262, which `.` does not match.
const LINES: &[Range] = &[(0x0A, 0x0A), (0x0D, 0x0D), (0x2028, 0x2029)];
/// Not characters: a text of Rust has none, and a set of the engine cannot name them.
const SURROGATES: Range = (0xD800, 0xDFFF);

fn translated(pattern: &str) -> String {
    let mut out = String::new();
    let mut lexer = Lexer::new(pattern);
    loop {
        match lexer.next() {
            // Const evaluation has refused what is bad.
            Token::End | Token::Bad(_) => return out,
            Token::Open => out.push_str("(?:"),
            Token::Close => out.push(')'),
            Token::Bar => out.push('|'),
            Token::Assert(b'^') => out.push_str(r"\A"),
            Token::Assert(b'$') => out.push_str(r"\z"),
            Token::Assert(b'b') => out.push_str(r"(?-u:\b)"),
            Token::Assert(_) => out.push_str(r"(?-u:\B)"),
            Token::Repeat(low, UNBOUNDED) => {
                let _ = write!(out, "{{{low},}}");
            }
            Token::Repeat(low, high) => {
                let _ = write!(out, "{{{low},{high}}}");
            }
            Token::Char(c) => set(&mut out, &[(c, c)], false),
            Token::Any => set(&mut out, LINES, true),
            Token::Perl(letter) => set(&mut out, perl(letter), letter.is_ascii_uppercase()),
            Token::Class { from, to, negated } => {
                out.push_str(if negated { "[^" } else { "[" });
                let mut items = lexer.at(from);
                while items.place() < to {
                    match items.item(from) {
                        Item::Range(low, high) => ranges(&mut out, &[(low, high)]),
                        Item::Perl(letter) if letter.is_ascii_uppercase() => {
                            set(&mut out, perl(letter), true);
                        }
                        Item::Perl(letter) => ranges(&mut out, perl(letter)),
                        Item::Bad(_) => break,
                    }
                }
                out.push(']');
            }
        }
    }
}

/// The code points of `\d`, `\w` and `\s`, or of what their opposites leave out.
fn perl(letter: u8) -> &'static [Range] {
    match letter.to_ascii_lowercase() {
        b'd' => DIGIT,
        b'w' => WORD,
        _ => SPACE,
    }
}

fn set(out: &mut String, of: &[Range], negated: bool) {
    out.push_str(if negated { "[^" } else { "[" });
    ranges(out, of);
    out.push(']');
}

fn ranges(out: &mut String, of: &[Range]) {
    for &(low, high) in of {
        for (low, high) in [
            (low, high.min(SURROGATES.0 - 1)),
            (low.max(SURROGATES.1 + 1), high),
        ] {
            if low <= high {
                let _ = write!(out, "\\x{{{low:X}}}-\\x{{{high:X}}}");
            }
        }
    }
}
