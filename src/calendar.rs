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

/// `-1.50`: the digits as a number, and how many of them stand behind the point; none where
/// they are more than 28.
pub(crate) const fn decimal(text: &[u8]) -> Option<(i128, u32)> {
    let (negative, start) = match text {
        [b'-', ..] => (true, 1),
        _ => (false, 0),
    };
    let (mut mantissa, mut scale, mut i) = (0i128, 0, start);
    let mut point = 0;
    while i < text.len() {
        match text[i] {
            digit @ b'0'..=b'9' if mantissa < 10i128.pow(28) => {
                mantissa = mantissa * 10 + (digit - b'0') as i128;
            }
            b'.' if point == 0 && i > start => point = i,
            _ => return None,
        }
        i += 1;
    }
    if point > 0 {
        scale = (text.len() - point - 1) as u32;
    }
    let whole = if point > 0 { point } else { text.len() };
    if whole == start
        || whole > start + 1 && text[start] == b'0'
        || point > 0 && scale == 0
        || scale > 28
    {
        return None;
    }
    Some((if negative { -mantissa } else { mantissa }, scale))
}

/// A short text in the making.
#[derive(Clone, Copy)]
pub(crate) struct Short {
    bytes: [u8; 64],
    len: usize,
}

impl Short {
    pub(crate) const fn new() -> Self {
        Self {
            bytes: [0; 64],
            len: 0,
        }
    }

    pub(crate) const fn as_str(&self) -> &str {
        match core::str::from_utf8(self.bytes.split_at(self.len).0) {
            Ok(text) => text,
            Err(_) => "",
        }
    }

    pub(crate) const fn byte(mut self, byte: u8) -> Self {
        self.bytes[self.len] = byte;
        self.len += 1;
        self
    }

    /// A number with at least `width` digits.
    pub(crate) const fn number(mut self, value: u128, width: usize) -> Self {
        let (mut places, mut rest) = (1, value / 10);
        while rest > 0 || places < width {
            places += 1;
            rest /= 10;
        }
        let (mut i, mut rest) = (self.len + places, value);
        self.len = i;
        while places > 0 {
            i -= 1;
            places -= 1;
            self.bytes[i] = b'0' + (rest % 10) as u8;
            rest /= 10;
        }
        self
    }

    /// `.5`, or nothing.
    const fn fraction(mut self, nanoseconds: u32) -> Self {
        if nanoseconds == 0 {
            return self;
        }
        self = self.byte(b'.').number(nanoseconds as u128, 9);
        while self.bytes[self.len - 1] == b'0' {
            self.len -= 1;
        }
        self
    }

    /// `2026-01-31`; none where the year has not four digits.
    pub(crate) const fn date(self, days: i32) -> Option<Self> {
        let (year, month, day) = civil(days);
        if year < 0 || year > 9999 {
            return None;
        }
        Some(
            self.number(year as u128, 4)
                .byte(b'-')
                .number(month as u128, 2)
                .byte(b'-')
                .number(day as u128, 2),
        )
    }

    /// `09:30:00.5`, from nanoseconds since midnight.
    pub(crate) const fn time(self, of_day: u64) -> Self {
        let second = of_day / 1_000_000_000;
        self.number((second / 3600) as u128, 2)
            .byte(b':')
            .number((second / 60 % 60) as u128, 2)
            .byte(b':')
            .number((second % 60) as u128, 2)
            .fraction((of_day % 1_000_000_000) as u32)
    }

    /// `2026-01-31T09:30:00`, from seconds since 1970-01-01T00:00:00.
    pub(crate) const fn date_time(self, seconds: i64, nanosecond: u32) -> Option<Self> {
        let days = seconds.div_euclid(86_400);
        if days < i32::MIN as i64 || days > i32::MAX as i64 {
            return None;
        }
        let (days, rest) = (days as i32, seconds.rem_euclid(86_400) as u64);
        match self.date(days) {
            Some(text) => Some(
                text.byte(b'T')
                    .time(rest * 1_000_000_000 + nanosecond as u64),
            ),
            None => None,
        }
    }

    /// The same with an offset, in seconds east of UTC; RFC 3339 has minutes alone.
    pub(crate) const fn instant(self, seconds: i64, nanosecond: u32, offset: i32) -> Option<Self> {
        let offset = offset / 60;
        let Some(local) = seconds.checked_add(offset as i64 * 60) else {
            return None;
        };
        let Some(text) = self.date_time(local, nanosecond) else {
            return None;
        };
        if offset == 0 {
            return Some(text.byte(b'Z'));
        }
        let minutes = offset.unsigned_abs();
        Some(
            text.byte(if offset < 0 { b'-' } else { b'+' })
                .number((minutes / 60) as u128, 2)
                .byte(b':')
                .number((minutes % 60) as u128, 2),
        )
    }

    /// `PT1H30M`: hours, minutes and seconds alone, as `time` has no calendar.
    pub(crate) const fn span(self, seconds: u64, nanoseconds: u32) -> Self {
        let (hours, minutes, rest) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
        let mut text = self.byte(b'P').byte(b'T');
        if hours > 0 {
            text = text.number(hours as u128, 1).byte(b'H');
        }
        let ends = rest > 0 || nanoseconds > 0;
        // RFC 3339 leaves no unit out between two others.
        if minutes > 0 || hours > 0 && ends {
            text = text.number(minutes as u128, 1).byte(b'M');
        }
        if ends || seconds == 0 {
            text = text
                .number(rest as u128, 1)
                .fraction(nanoseconds)
                .byte(b'S');
        }
        text
    }

    /// `-1.50`: all the digits that the number has.
    pub(crate) const fn decimal(self, mantissa: i128, scale: u32) -> Self {
        let mut text = self;
        if mantissa < 0 {
            text = text.byte(b'-');
        }
        let (mut unit, mut i) = (1u128, 0);
        while i < scale {
            unit *= 10;
            i += 1;
        }
        let digits = mantissa.unsigned_abs();
        text = text.number(digits / unit, 1);
        if scale > 0 {
            text = text.byte(b'.').number(digits % unit, scale as usize);
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_and_dates_are_inverse() {
        assert_eq!(days(1970, 1, 1), 0);
        assert_eq!(days(2000, 3, 1), 11_017);
        assert_eq!(civil(-719_528), (0, 1, 1));
        for day in (-800_000..3_000_000).step_by(7) {
            let (year, month, date) = civil(day);
            assert_eq!(days(year, month, date), day);
        }
        for (day, text) in [
            (0, "1970-01-01"),
            (-1, "1969-12-31"),
            (2_932_896, "9999-12-31"),
        ] {
            assert_eq!(Short::new().date(day).unwrap().as_str(), text);
            assert_eq!(super::date(text.as_bytes()), Some(day));
        }
        assert!(Short::new().date(2_932_897).is_none());
        assert!(Short::new().date(-719_529).is_none());
    }

    #[test]
    fn instants() {
        for (text, seconds, nanosecond, again) in [
            ("1970-01-01T00:00:00Z", 0, 0, "1970-01-01T00:00:00Z"),
            (
                "1970-01-01t01:00:00.500+01:00",
                0,
                500_000_000,
                "1970-01-01T01:00:00.5+01:00",
            ),
            (
                "1969-12-31T23:59:59.999999999z",
                -1,
                999_999_999,
                "1969-12-31T23:59:59.999999999Z",
            ),
            (
                "2016-12-31T23:59:60Z",
                1_483_228_800,
                0,
                "2017-01-01T00:00:00Z",
            ),
            (
                "2017-01-01T00:59:60+01:00",
                1_483_228_800,
                0,
                "2017-01-01T01:00:00+01:00",
            ),
            ("1970-01-01T00:00:00-00:00", 0, 0, "1970-01-01T00:00:00Z"),
            (
                "1970-01-01T00:00:00.1000000000000Z",
                0,
                100_000_000,
                "1970-01-01T00:00:00.1Z",
            ),
        ] {
            let found = instant(text.as_bytes()).unwrap();
            assert_eq!(
                (found.seconds, found.nanosecond),
                (seconds, nanosecond),
                "{text}"
            );
            let written = Short::new()
                .instant(seconds, nanosecond, found.offset)
                .unwrap();
            assert_eq!(written.as_str(), again);
        }
        for text in [
            "",
            "1970-01-01",
            "1970-01-01T00:00:00",
            "1970-01-01 00:00:00Z",
            "1970-01-01T24:00:00Z",
            "2016-12-31T22:59:60Z",
            "1970-02-29T00:00:00Z",
            "1970-01-01T00:00:00+24:00",
            "1970-01-01T00:00:00.Z",
            "1970-01-01T00:00:00+0100",
            "1970-01-01T00:00Z",
            "1970-01-01T00:00:00.0000000001Z",
            "+1970-01-01T00:00:00Z",
            "1970-01-01T00:00:00Zé",
        ] {
            assert_eq!(instant(text.as_bytes()), None, "{text}");
        }
        assert!(is_instant(b"1970-01-01T00:00:00.0000000001Z"));
    }

    #[test]
    fn spans() {
        for (text, seconds, nanoseconds, again) in [
            ("PT0S", 0, 0, "PT0S"),
            ("P1D", 86_400, 0, "PT24H"),
            ("P2W", 1_209_600, 0, "PT336H"),
            ("PT1H0M5S", 3605, 0, "PT1H0M5S"),
            ("PT90M", 5400, 0, "PT1H30M"),
            ("PT0.5S", 0, 500_000_000, "PT0.5S"),
            ("P1DT1M", 86_460, 0, "PT24H1M"),
            (
                "PT18446744073709551615S",
                u64::MAX,
                0,
                "PT5124095576030431H0M15S",
            ),
        ] {
            assert_eq!(
                span(text.as_bytes(), true),
                Some(Span::Exact(seconds, nanoseconds)),
                "{text}"
            );
            let written = Short::new().span(seconds, nanoseconds);
            assert_eq!(written.as_str(), again);
            assert_eq!(
                span(again.as_bytes(), true),
                Some(Span::Exact(seconds, nanoseconds))
            );
        }
        for text in ["P1Y", "P1M", "P1Y2M3D", "P1MT1M"] {
            assert_eq!(span(text.as_bytes(), true), Some(Span::Calendar), "{text}");
        }
        assert_eq!(span(b"PT18446744073709551616S", true), Some(Span::Huge));
        assert_eq!(span(b"P99999999999999W", true), Some(Span::Huge));
        for text in [
            "",
            "P",
            "PT",
            "P1",
            "1D",
            "P1DT",
            "PT1",
            "P1S",
            "PT1D",
            "P1W1D",
            "P1D1W",
            "P1WT1H",
            "PT1M1H",
            "PT1H5S",
            "P1Y1D",
            "-PT1S",
            "P-1D",
            "pt1s",
            "PT1.5H",
            "PT1.5.5S",
            "PT1,5S",
            "P1.5D",
            "PT1S ",
            "PT.5S",
            "PT1.S",
            "PT0.0000000001S",
        ] {
            assert_eq!(span(text.as_bytes(), true), None, "{text}");
        }
        assert_eq!(span(b"PT0.5S", false), None);
    }

    #[test]
    fn decimals() {
        for (mantissa, scale, text) in [
            (0, 0, "0"),
            (-150, 2, "-1.50"),
            (5, 3, "0.005"),
            (12, 0, "12"),
            (
                -79_228_162_514_264_337_593_543_950_335,
                28,
                "-7.9228162514264337593543950335",
            ),
        ] {
            assert_eq!(Short::new().decimal(mantissa, scale).as_str(), text);
        }
    }
}
