//! Dates, times and lengths of time as text: RFC 3339 and the durations of ISO 8601.
//!
//! Everything is a `const fn`, so that a default or a bound that is no date is a compile
//! error, and the readers of every crate's date types share one reading.
#![allow(
    clippy::cast_lossless,
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    reason = "`From` is not const; years have four digits and days of 32 bits lie in years of 32 bits"
)]

mod short;
mod span;
#[cfg(test)]
mod tests;

pub(crate) use self::short::Short;
pub(crate) use self::span::{Span, span};
use crate::schema::Bound;

/// Days of the proleptic Gregorian calendar since 1970-01-01.
pub(crate) const fn days(year: i32, month: u32, day: u32) -> i32 {
    // Years begin in March here, so that the leap day is the last one.
    let year = if month <= 2 { year - 1 } else { year };
    let month = (month + 9) % 12;
    let era = year.div_euclid(400);
    let year = year.rem_euclid(400);
    let in_year = (153 * month as i32 + 2) / 5 + day as i32 - 1;
    era * 146_097 + year * 365 + year / 4 - year / 100 + in_year - 719_468
}

/// Year, month and day of a number of days since 1970-01-01.
pub(crate) const fn civil(days: i32) -> (i32, u32, u32) {
    let days = days as i64 + 719_468;
    let era = days.div_euclid(146_097);
    let day = days.rem_euclid(146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    let year = year + era * 400 + (month <= 2) as i64;
    (year as i32, month as u32, day as u32)
}

const fn length(year: u32, month: u32) -> u32 {
    match month {
        4 | 6 | 9 | 11 => 30,
        2 if year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) => 29,
        2 => 28,
        _ => 31,
    }
}

/// `count` digits at `at`.
const fn digits(text: &[u8], at: usize, count: usize) -> Option<u32> {
    if at + count > text.len() {
        return None;
    }
    let mut value = 0;
    let mut i = at;
    while i < at + count {
        if !text[i].is_ascii_digit() {
            return None;
        }
        value = value * 10 + (text[i] - b'0') as u32;
        i += 1;
    }
    Some(value)
}

const fn is(text: &[u8], at: usize, byte: u8) -> bool {
    at < text.len() && text[at] == byte
}

/// The date at the front of a text, as days since 1970-01-01.
const fn leading_date(text: &[u8]) -> Option<i32> {
    if !is(text, 4, b'-') || !is(text, 7, b'-') {
        return None;
    }
    match (digits(text, 0, 4), digits(text, 5, 2), digits(text, 8, 2)) {
        (Some(year), Some(month @ 1..=12), Some(day)) if day >= 1 && day <= length(year, month) => {
            Some(days(year as i32, month, day))
        }
        _ => None,
    }
}

/// `2026-01-31`: days since 1970-01-01.
pub(crate) const fn date(text: &[u8]) -> Option<i32> {
    if text.len() == 10 {
        leading_date(text)
    } else {
        None
    }
}

/// A time of day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Clock {
    pub(crate) hour: u32,
    pub(crate) minute: u32,
    /// 60 in a leap second.
    pub(crate) second: u32,
    pub(crate) nanosecond: u32,
    /// Whether the fraction had digits behind the ninth that are not zero.
    finer: bool,
}

impl Clock {
    /// Nanoseconds since midnight.
    pub(crate) const fn of_day(self) -> u64 {
        let seconds = self.hour * 3600 + self.minute * 60 + self.second;
        seconds as u64 * 1_000_000_000 + self.nanosecond as u64
    }

    /// This time on a day.
    pub(crate) const fn on(self, days: i32) -> Bound {
        let seconds = self.hour * 3600 + self.minute * 60 + self.second;
        Bound::DateTime(days as i64 * 86_400 + seconds as i64, self.nanosecond)
    }
}

/// The time at `at`, and where it ends.
const fn clock(text: &[u8], at: usize) -> Option<(Clock, usize)> {
    if !is(text, at + 2, b':') || !is(text, at + 5, b':') {
        return None;
    }
    let (Some(hour @ 0..=23), Some(minute @ 0..=59), Some(second @ 0..=60)) = (
        digits(text, at, 2),
        digits(text, at + 3, 2),
        digits(text, at + 6, 2),
    ) else {
        return None;
    };
    let Some((nanosecond, finer, end)) = fraction(text, at + 8) else {
        return None;
    };
    let clock = Clock {
        hour,
        minute,
        second,
        nanosecond,
        finer,
    };
    Some((clock, end))
}

/// `.5` or nothing at `at`: nanoseconds, whether there is more than that, where it ends.
const fn fraction(text: &[u8], at: usize) -> Option<(u32, bool, usize)> {
    if !is(text, at, b'.') {
        return Some((0, false, at));
    }
    let (mut nanoseconds, mut finer, mut i) = (0, false, at + 1);
    while i < text.len() && text[i].is_ascii_digit() {
        if i <= at + 9 {
            nanoseconds = nanoseconds * 10 + (text[i] - b'0') as u32;
        } else if text[i] != b'0' {
            finer = true;
        }
        i += 1;
    }
    if i == at + 1 {
        return None;
    }
    let mut scale = i - at - 1;
    while scale < 9 {
        nanoseconds *= 10;
        scale += 1;
    }
    Some((nanoseconds, finer, i))
}

/// `09:30:00.5`, without a leap second: nothing says which days have one.
pub(crate) const fn time(text: &[u8]) -> Option<Clock> {
    match clock(text, 0) {
        Some((clock, end))
            if end == text.len() && end <= CLOCK && clock.second < 60 && !clock.finer =>
        {
            Some(clock)
        }
        _ => None,
    }
}

/// The longest time of day: nine digits of a second, as the pattern says that is listed.
const CLOCK: usize = "09:30:00.123456789".len();

/// `2026-01-31T09:30:00`: days since 1970-01-01, and the time.
pub(crate) const fn date_time(text: &[u8]) -> Option<(i32, Clock)> {
    if !is(text, 10, b'T') {
        return None;
    }
    match (leading_date(text), clock(text, 11)) {
        (Some(date), Some((clock, end)))
            if end == text.len() && end <= 11 + CLOCK && clock.second < 60 && !clock.finer =>
        {
            Some((date, clock))
        }
        _ => None,
    }
}

/// A point of time, and the offset that it was written with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Instant {
    /// Since 1970-01-01T00:00:00Z.
    pub(crate) seconds: i64,
    pub(crate) nanosecond: u32,
    /// Seconds east of UTC.
    pub(crate) offset: i32,
    finer: bool,
}

/// The `date-time` of RFC 3339, whatever its precision.
///
/// A leap second, which is at 23:59:60 UTC alone, is the second after it, as in POSIX.
const fn any_instant(text: &[u8]) -> Option<Instant> {
    if !is(text, 10, b'T') && !is(text, 10, b't') {
        return None;
    }
    let (Some(date), Some((clock, end))) = (leading_date(text), clock(text, 11)) else {
        return None;
    };
    let offset = match text.split_at(end).1 {
        [b'Z' | b'z'] => 0,
        [sign @ (b'+' | b'-'), rest @ ..] if rest.len() == 5 && rest[2] == b':' => {
            let (Some(hours @ 0..=23), Some(minutes @ 0..=59)) =
                (digits(rest, 0, 2), digits(rest, 3, 2))
            else {
                return None;
            };
            let offset = (hours * 3600 + minutes * 60) as i32;
            if *sign == b'-' { -offset } else { offset }
        }
        _ => return None,
    };
    let minute =
        date as i64 * 1440 + (clock.hour * 60 + clock.minute) as i64 - (offset / 60) as i64;
    if clock.second == 60 && minute.rem_euclid(1440) != 1439 {
        return None;
    }
    Some(Instant {
        seconds: minute * 60 + clock.second as i64,
        nanosecond: clock.nanosecond,
        offset,
        finer: clock.finer,
    })
}

/// The same to the nanosecond; what is finer would be lost, so it is refused.
pub(crate) const fn instant(text: &[u8]) -> Option<Instant> {
    match any_instant(text) {
        Some(instant) if !instant.finer => Some(instant),
        _ => None,
    }
}

/// Whether a text has the format `date-time`.
pub(crate) fn is_instant(text: &[u8]) -> bool {
    any_instant(text).is_some()
}
