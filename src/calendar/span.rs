//! Lengths of time: the durations of ISO 8601.

use super::{fraction, is};

/// A length of time as it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Span {
    /// Seconds and nanoseconds.
    Exact(u64, u32),
    /// With years or months, whose length is not known.
    Calendar,
    /// More seconds than there is room for.
    Huge,
}

/// `P1DT2H`, as RFC 3339 has it in its appendix A; where `fine`, the seconds may have a
/// fraction of up to nine digits, as ISO 8601 allows.
pub(crate) const fn span(text: &[u8], fine: bool) -> Option<Span> {
    if !is(text, 0, b'P') {
        return None;
    }
    // The units in their order: `Y M D`, or `W`, then behind `T` `H M S`.
    let (mut at, mut unit, mut in_time, mut count) = (1, 0, false, 0);
    let (mut seconds, mut nanoseconds, mut calendar, mut huge) = (0u64, 0, false, false);
    while at < text.len() {
        if text[at] == b'T' {
            if in_time || unit == 4 {
                return None;
            }
            (in_time, unit, count, at) = (true, 4, 0, at + 1);
            continue;
        }
        let start = at;
        let mut number = 0u64;
        while at < text.len() && text[at].is_ascii_digit() {
            let digit = (text[at] - b'0') as u64;
            match number.checked_mul(10) {
                Some(tens) if tens <= u64::MAX - digit => number = tens + digit,
                _ => huge = true,
            }
            at += 1;
        }
        if at == start {
            return None;
        }
        if fine && is(text, at, b'.') {
            match fraction(text, at) {
                Some((fraction, false, end)) if is(text, end, b'S') => {
                    (nanoseconds, at) = (fraction, end);
                }
                _ => return None,
            }
        }
        if at == text.len() {
            return None;
        }
        let (next, size) = match (in_time, text[at]) {
            (false, b'Y') => (1, 0),
            (false, b'M') => (2, 0),
            (false, b'D') => (3, 86_400),
            (false, b'W') if count == 0 => (4, 604_800),
            (true, b'H') => (5, 3600),
            (true, b'M') => (6, 60),
            (true, b'S') => (7, 1),
            _ => return None,
        };
        // No unit is left out between two others.
        if next <= unit || count > 0 && next != unit + 1 {
            return None;
        }
        (unit, count, at) = (next, count + 1, at + 1);
        calendar = calendar || size == 0;
        match number.checked_mul(size) {
            Some(number) => match seconds.checked_add(number) {
                Some(sum) => seconds = sum,
                None => huge = true,
            },
            None => huge = true,
        }
    }
    if count == 0 {
        return None;
    }
    Some(if calendar {
        Span::Calendar
    } else if huge {
        Span::Huge
    } else {
        Span::Exact(seconds, nanoseconds)
    })
}
