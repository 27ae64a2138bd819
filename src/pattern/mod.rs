//! Regular expressions of rules: a portable subset, checked in const evaluation.
//!
//! A pattern is listed for clients to read (most run ECMA-262), and checked here. It is
//! worth listing only where both mean the same, so [`fault`] refuses what engines read
//! differently, and [`engine`](self) reads what is left as ECMA-262 does with its `u` flag:
//! a search for one match anywhere, with case.

#[cfg(feature = "pattern")]
mod engine;
mod grammar;
#[cfg(all(test, feature = "pattern"))]
mod testing;

#[cfg(feature = "pattern")]
pub use engine::{Pattern, compile};

use grammar::{Lexer, Token, UNBOUNDED};

const NOTHING: &str =
    "a quantifier has nothing to repeat: escape it, `\\*`, or write what it repeats";

/// How deep groups may nest.
const DEPTH: usize = 32;
/// How many steps a pattern may come to, with its repetitions written out.
const SIZE: u32 = 50_000;

/// What of `pattern` is outside the portable subset, and what to write instead.
pub(crate) const fn fault(pattern: &str) -> Option<&'static str> {
    if pattern.is_empty() {
        return Some("it is empty, and would match everything: remove it");
    }
    let mut lexer = Lexer::new(pattern);
    // How large the groups around are so far, and what a quantifier here would repeat.
    let mut sizes = [0u32; DEPTH];
    let mut depth = 0;
    let mut last = 0;
    let mut repeats: Option<&'static str> = Some(NOTHING);
    loop {
        match lexer.next() {
            Token::Bad(why) => return Some(why),
            Token::End if depth > 0 => return Some("a group is not closed: add `)`"),
            Token::End => return None,
            Token::Open => {
                depth += 1;
                if depth == DEPTH {
                    return Some("groups nest deeper than 31: write a flatter pattern");
                }
                sizes[depth] = 2;
                repeats = Some(NOTHING);
                continue;
            }
            Token::Close => {
                if depth == 0 {
                    return Some("`)` closes no group: write `\\)`");
                }
                last = sizes[depth];
                depth -= 1;
            }
            Token::Bar => {
                sizes[depth] += 2;
                repeats = Some(NOTHING);
                continue;
            }
            Token::Assert(_) => {
                sizes[depth] += 1;
                repeats = Some("a quantifier stands behind `^`, `$`, `\\b` or `\\B`: remove it");
                continue;
            }
            Token::Repeat(low, high) => {
                if let Some(why) = repeats {
                    return Some(why);
                }
                repeats = Some(
                    "a quantifier stands behind a quantifier (engines differ: possessive, nested or an error): \
                     write one, or a group, `(?:a+)?`",
                );
                let times = if high == UNBOUNDED { low + 1 } else { high };
                // None of these is above `SIZE`, and no number of times above 1001.
                sizes[depth] = sizes[depth] - last + (last + 1) * times;
                if sizes[depth] > SIZE {
                    return Some(
                        "its repetitions multiply to more than 50000 steps: repeat less, or use `len(..)`",
                    );
                }
                continue;
            }
            Token::Char(_) => last = 1,
            // A set of characters takes as many steps of the engine as it has ranges, and some
            // more for those of several bytes.
            Token::Any | Token::Perl(_) => last = 8,
            #[allow(
                clippy::cast_possible_truncation,
                reason = "no source text is that long"
            )]
            Token::Class { from, to, .. } => last = 4 + (to - from) as u32,
        }
        sizes[depth] += last;
        if sizes[depth] > SIZE {
            return Some(
                "its repetitions multiply to more than 50000 steps: repeat less, or use `len(..)`",
            );
        }
        repeats = None;
    }
}
