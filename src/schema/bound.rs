//! Bounds of a range: their order, and their text.

use super::buffer::Writer;
use super::escape;
use super::{Bound, number};
use crate::calendar::{self, Short, Span};

/// Whether there is a bound.
pub(super) const fn is_some(bound: Bound) -> bool {
    !matches!(bound, Bound::None)
}

/// Whether `a` is below `b`; `None` where they cannot be compared (text, or no bound).
#[allow(
    clippy::cast_precision_loss,
    reason = "a whole number beside a float is small"
)]
pub(crate) const fn below(a: Bound, b: Bound) -> Option<bool> {
    Some(match (a, b) {
        (Bound::Int(a), Bound::Int(b)) => a < b,
        (Bound::Uint(a), Bound::Uint(b)) => a < b,
        (Bound::Int(_), Bound::Uint(_)) => true,
        (Bound::Uint(_), Bound::Int(_)) => false,
        (Bound::Float(a), Bound::Float(b)) => a < b,
        (Bound::Int(a), Bound::Float(b)) => (a as f64) < b,
        (Bound::Float(a), Bound::Int(b)) => a < b as f64,
        (Bound::Date(a), Bound::Date(b)) => a < b,
        (Bound::Time(a), Bound::Time(b)) => a < b,
        (Bound::Span(a, x), Bound::Span(b, y)) => a < b || a == b && x < y,
        (Bound::DateTime(a, x), Bound::DateTime(b, y))
        | (Bound::Instant(a, x), Bound::Instant(b, y)) => a < b || a == b && x < y,
        (Bound::Decimal(a, x), Bound::Decimal(b, y)) => smaller(a, x, b, y),
        _ => return None,
    })
}

/// Whether `a / 10^x` is below `b / 10^y`: whole parts first, so that nothing overflows.
const fn smaller(a: i128, x: u32, b: i128, y: u32) -> bool {
    let (unit, other) = (10i128.pow(x), 10i128.pow(y));
    if a / unit != b / other {
        return a / unit < b / other;
    }
    // At most 28 digits stand behind a point, so both rests have room at that scale.
    let (rest, rest_of_other) = (a % unit, b % other);
    let scale = if x > y { x } else { y };
    rest * 10i128.pow(scale - x) < rest_of_other * 10i128.pow(scale - y)
}

/// A bound of the same kind as `sample`, from the text that spells it; none where it does not.
pub(crate) const fn like(sample: Bound, text: &str) -> Bound {
    let text = text.as_bytes();
    match sample {
        Bound::Date(_) => match calendar::date(text) {
            Some(days) => Bound::Date(days),
            None => Bound::None,
        },
        Bound::Time(_) => match calendar::time(text) {
            Some(clock) => Bound::Time(clock.of_day()),
            None => Bound::None,
        },
        Bound::DateTime(..) => match calendar::date_time(text) {
            Some((days, clock)) => clock.on(days),
            None => Bound::None,
        },
        Bound::Instant(..) => match calendar::instant(text) {
            Some(instant) => Bound::Instant(instant.seconds, instant.nanosecond),
            None => Bound::None,
        },
        Bound::Span(..) => match calendar::span(text, true) {
            Some(Span::Exact(seconds, nanoseconds)) => Bound::Span(seconds, nanoseconds),
            _ => Bound::None,
        },
        Bound::Decimal(..) => match crate::decimal::read(text) {
            Some((mantissa, scale)) => Bound::Decimal(mantissa, scale),
            None => Bound::None,
        },
        _ => Bound::None,
    }
}

/// The text of a value that travels as such; none for the others, and for a year of more
/// than four digits.
pub(crate) const fn text(bound: Bound) -> Option<Short> {
    match bound {
        Bound::Date(days) => Short::new().date(days),
        Bound::Time(of_day) => Some(Short::new().time(of_day)),
        Bound::DateTime(seconds, nanosecond) => Short::new().date_time(seconds, nanosecond),
        Bound::Instant(seconds, nanosecond) => Short::new().instant(seconds, nanosecond, 0),
        Bound::Span(seconds, nanoseconds) => Some(Short::new().span(seconds, nanoseconds)),
        Bound::Decimal(mantissa, scale) => Some(Short::new().decimal(mantissa, scale)),
        _ => None,
    }
}

/// Writes a bound as a number, or as its text.
pub(super) const fn write(w: &mut Writer<'_>, bound: Bound) {
    match bound {
        Bound::None => {}
        Bound::Int(value) => number::int(w, value),
        Bound::Uint(value) => number::uint(w, value),
        Bound::Float(value) => number::float(w, value),
        Bound::Text(text) => escape::string(w, text),
        other => {
            if let Some(text) = self::text(other) {
                w.text(text.as_str());
            }
        }
    }
}
