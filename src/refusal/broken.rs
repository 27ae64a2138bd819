//! Broken rules, and their sentences.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use super::text::Text;
use super::violation::Violation;
use crate::json;
use crate::schema::Bound;

/// A broken rule, before it is known whether a plain parameter or a value object broke it.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Broken {
    /// The empty string, where a value object does not allow it.
    Empty,
    /// Fewer scalar values than this.
    TooShort(u32),
    /// More scalar values than this.
    TooLong(u32),
    /// The pattern or the format does not match.
    Format,
    /// Below this bound, a number.
    Below(Bound),
    /// Above this bound, a number.
    Above(Bound),
    /// Below this bound, which travels as text.
    Before(Box<str>),
    /// Above this bound, which travels as text.
    Behind(Box<str>),
    /// Not one of the accepted values.
    NotKnown,
    /// Fewer items than this.
    TooFew(u32),
    /// More items than this.
    TooMany(u32),
    /// Two items are the same.
    Repeated,
    /// Zero, where a number must not be.
    Zero,
    /// The author's `check`.
    Check(Violation),
}

impl Broken {
    /// The code without its family: `out_of_range`.
    pub(crate) fn code(&self) -> &'static str {
        match self {
            Self::Empty => "required",
            Self::TooShort(_) => "too_short",
            Self::TooLong(_) => "too_long",
            Self::Format => "invalid_format",
            Self::Below(_) | Self::Above(_) | Self::Before(_) | Self::Behind(_) | Self::Zero => {
                "out_of_range"
            }
            Self::NotKnown => "not_a_known_value",
            Self::TooFew(_) => "too_few_items",
            Self::TooMany(_) => "too_many_items",
            Self::Repeated => "repeated_items",
            Self::Check(_) => "not_valid",
        }
    }
}

impl Broken {
    /// The sentence, without the machinery of `fmt`: a refusal is as quick as an answer.
    pub(super) fn say<T: Text>(&self, to: &mut T) {
        match self {
            Self::Empty => to.plain("The value must not be empty."),
            Self::TooShort(n) => {
                counted(to, "The value must be at least ", *n, " characters long.");
            }
            Self::TooLong(n) => counted(to, "The value must be at most ", *n, " characters long."),
            Self::Format => to.plain("The value does not match the expected format."),
            Self::Below(b) => bounded(to, LEAST, *b),
            Self::Above(b) => bounded(to, MOST, *b),
            Self::Before(bound) => sentence(to, LEAST, bound),
            Self::Behind(bound) => sentence(to, MOST, bound),
            Self::NotKnown => to.plain("The value is not one of the accepted values."),
            Self::TooFew(n) => counted(to, "The list must have at least ", *n, " items."),
            Self::TooMany(n) => counted(to, "The list must have at most ", *n, " items."),
            Self::Repeated => to.plain("The items must be different from each other."),
            Self::Zero => to.plain("The value must not be zero."),
            Self::Check(v) => to.put(v.message()),
        }
    }
}

fn counted<T: Text>(to: &mut T, before: &str, count: u32, after: &str) {
    to.plain(before);
    to.number(count.into());
    to.plain(after);
}

const LEAST: &str = "The value must be greater than or equal to ";
const MOST: &str = "The value must be less than or equal to ";

fn sentence<T: Text>(to: &mut T, before: &str, bound: &str) {
    to.plain(before);
    to.put(bound);
    to.plain(".");
}

/// A bound in the words of a message.
fn bounded<T: Text>(to: &mut T, before: &str, bound: Bound) {
    to.plain(before);
    match bound {
        Bound::Int(n) => match u64::try_from(n.unsigned_abs()) {
            Ok(small) => {
                if n < 0 {
                    to.plain("-");
                }
                to.number(small);
            }
            Err(_) => to.put(&alloc::format!("{n}")),
        },
        Bound::Uint(n) => to.put(&alloc::format!("{n}")),
        Bound::Float(x) => {
            let mut text = Vec::new();
            json::writer::float(x, &mut text);
            let text = core::str::from_utf8(&text).unwrap_or_default();
            // A person writes no `.0`.
            to.put(text.strip_suffix(".0").unwrap_or(text));
        }
        Bound::Text(text) => to.put(text),
        // These come as text, from the types that have them: others need no code for them.
        _ => {}
    }
    to.plain(".");
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        self.say(&mut text);
        f.write_str(&text)
    }
}
