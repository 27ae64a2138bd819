//! Bounds of a range: their order, and their text.

use super::buffer::Writer;
use super::escape;
use super::{Bound, number};

/// Whether there is a bound.
pub(super) const fn is_some(bound: Bound) -> bool {
    !matches!(bound, Bound::None)
}

/// Whether `a` is below `b`; `None` where they cannot be compared (text, or no bound).
#[allow(
    clippy::cast_precision_loss,
    reason = "a whole number beside a float is small"
)]
pub(super) const fn below(a: Bound, b: Bound) -> Option<bool> {
    Some(match (a, b) {
        (Bound::Int(a), Bound::Int(b)) => a < b,
        (Bound::Uint(a), Bound::Uint(b)) => a < b,
        (Bound::Int(_), Bound::Uint(_)) => true,
        (Bound::Uint(_), Bound::Int(_)) => false,
        (Bound::Float(a), Bound::Float(b)) => a < b,
        (Bound::Int(a), Bound::Float(b)) => (a as f64) < b,
        (Bound::Float(a), Bound::Int(b)) => a < b as f64,
        _ => return None,
    })
}

/// Writes a bound as a number, or as its text.
pub(super) const fn write(w: &mut Writer<'_>, bound: Bound) {
    match bound {
        Bound::None => {}
        Bound::Int(value) => number::int(w, value),
        Bound::Uint(value) => number::uint(w, value),
        Bound::Float(value) => number::float(w, value),
        Bound::Text(text) => escape::string(w, text),
    }
}
