//! The JSON text layer under the argument reader.
//!
//! A request is turned straight from its bytes into parameter types, so this
//! layer keeps the *text* of every value and never builds a tree. That buys
//! three things a general JSON value cannot give together:
//!
//! * numbers stay exact: `9007199254740993.0` is still that number when an
//!   integer parameter asks for it, since nothing went through a float;
//! * a refusal can name the place it happened at, while the offending text
//!   itself stays out of every error;
//! * one pass decides whether the text is JSON at all ([`check()`]), and the
//!   same pass can note where the members of a request lie ([`outline()`]).
//!
//! After the check no later step can fail on syntax, so [`Cursor`] returns
//! plain values, not results. Two jobs are left to other code: `serde_json`
//! unescapes the strings that hold escapes, and `core` parses floats.
//!
//! [`writer`] is the opposite direction, and [`equal()`] compares two values the
//! way JSON Schema (`const`, `enum`, `uniqueItems`) means equality.

#![allow(
    clippy::inline_always,
    reason = "measured: the scans are a few instructions each and run per token"
)]

mod check;
mod equal;
mod number;
mod outline;
mod reader;
mod swar;
#[cfg(test)]
mod testing;
pub mod writer;

pub use check::{Malformed, check};
pub use equal::equal;
pub(crate) use equal::{canonical, repeat, texts_repeat};
pub(crate) use number::small;
pub use number::{Integer, float, integer, unsigned};
pub(crate) use outline::Value;
pub use outline::{Member, Members, Outline, outline};
pub use reader::{Cursor, Key, Kind};
