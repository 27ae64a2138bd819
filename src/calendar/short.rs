//! Times and decimal numbers as they are written: a short text, without an allocation.

use super::civil;

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
