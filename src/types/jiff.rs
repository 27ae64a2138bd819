//! `jiff`'s points of time, and its dates and times without an offset.
//!
//! Its types do not open up in const evaluation, so the bounds of a range are text.

use jiff::civil::{Date, DateTime, Time};
use jiff::tz::{Offset, TimeZone};
use jiff::{Timestamp, ZonedDateTime};

use super::spelled::{DATE_TIME, Fault, Spelled, TIME, spelled};
use super::{On, Writer};
use crate::calendar::{self, Clock, Short};
use crate::rules::Ranged;
use crate::schema::{self, Bound, Schema};

const fn instant(schema: Schema) -> Schema {
    schema.format("date-time")
}
const fn date(schema: Schema) -> Schema {
    schema.format("date")
}
const fn time(schema: Schema) -> Schema {
    schema.rules(&[TIME])
}
const fn date_time(schema: Schema) -> Schema {
    schema.rules(&[DATE_TIME])
}
spelled! {
    Timestamp, "Timestamp", instant, InstantLit InstantLits, copied;
    ZonedDateTime, "ZonedDateTime", instant, InstantLit InstantLits, lent;
    Date, "Date", date, DateLit DateLits, copied;
    Time, "Time", time, TimeLit TimeLits, copied;
    DateTime, "DateTime", date_time, DateTimeLit DateTimeLits, copied;
}

macro_rules! ranged {
    ($($ty:ty, $kind:expr;)*) => {$(
        impl Ranged for $ty {
            type Bound = &'static str;
            const KIND: Bound = $kind;
        }
    )*};
}
ranged! {
    Timestamp, Bound::Instant(0, 0);
    ZonedDateTime, Bound::Instant(0, 0);
    Date, Bound::Date(0);
    Time, Bound::Time(0);
    DateTime, Bound::DateTime(0, 0);
}

const fn days(date: i32) -> Date {
    let (year, month, day) = calendar::civil(date);
    #[allow(
        clippy::cast_possible_truncation,
        reason = "four digits, twelve months, 31 days"
    )]
    jiff::civil::date(year as i16, month as i8, day as i8)
}

const fn clock(of_day: u64) -> Time {
    let second = of_day / 1_000_000_000;
    #[allow(clippy::cast_possible_truncation, reason = "a day has 86400 seconds")]
    Time::constant(
        (second / 3600) as i8,
        (second / 60 % 60) as i8,
        (second % 60) as i8,
        (of_day % 1_000_000_000) as i32,
    )
}

macro_rules! bounds {
    ($($ty:ty, $pattern:pat, $kind:expr => $value:expr;)*) => {$(
        impl On<$ty> {
            /// A bound as a value.
            ///
            /// # Panics
            ///
            /// In const evaluation, where the text is no such value (TW0007).
            #[doc(hidden)]
            #[must_use]
            pub const fn bound(text: &'static str) -> $ty {
                match schema::like($kind, text) {
                    $pattern => $value,
                    _ => schema::no_bound(text),
                }
            }
        }
    )*};
}
#[allow(clippy::cast_possible_wrap, reason = "nanoseconds of a second")]
mod bounds {
    use super::{Bound, Date, DateTime, On, Time, Timestamp, clock, days, schema};

    bounds! {
        Date, Bound::Date(date), Bound::Date(0) => days(date);
        Time, Bound::Time(of_day), Bound::Time(0) => clock(of_day);
        DateTime, Bound::DateTime(seconds, nanosecond), Bound::DateTime(0, 0) => {
            let (date, rest) = (seconds.div_euclid(86_400), seconds.rem_euclid(86_400));
            #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a year of four digits")]
            DateTime::from_parts(
                days(date as i32),
                clock(rest as u64 * 1_000_000_000 + nanosecond as u64),
            )
        };
        Timestamp, Bound::Instant(seconds, nanosecond), Bound::Instant(0, 0) =>
            Timestamp::constant(seconds, nanosecond as i32);
    }
}

/// Seconds and nanoseconds since 1970, the latter never negative.
fn parts(timestamp: Timestamp) -> (i64, u32) {
    let (seconds, nanosecond) = (timestamp.as_second(), timestamp.subsec_nanosecond());
    match u32::try_from(nanosecond) {
        Ok(nanosecond) => (seconds, nanosecond),
        Err(_) => (seconds - 1, 1_000_000_000 - nanosecond.unsigned_abs()),
    }
}

fn of_date(date: Date) -> i32 {
    calendar::days(
        date.year().into(),
        date.month().unsigned_abs().into(),
        date.day().unsigned_abs().into(),
    )
}

fn of_time(time: Time) -> u64 {
    let seconds = u64::from(time.hour().unsigned_abs()) * 3600
        + u64::from(time.minute().unsigned_abs()) * 60
        + u64::from(time.second().unsigned_abs());
    seconds * 1_000_000_000 + u64::from(time.subsec_nanosecond().unsigned_abs())
}

fn to_time(clock: Clock) -> Time {
    self::clock(clock.of_day())
}

fn to_timestamp(seconds: i64, nanosecond: u32) -> Result<Timestamp, Fault> {
    let nanosecond = i32::try_from(nanosecond).map_err(|_| Fault::Room)?;
    Timestamp::new(seconds, nanosecond).map_err(|_| Fault::Room)
}

fn write(text: Option<Short>, out: &mut Writer) {
    match text {
        Some(text) => out.string(text.as_str()),
        None => out.unwritable(),
    }
}

impl Spelled for Timestamp {
    fn spell(text: &str) -> Result<Self, Fault> {
        let instant = calendar::instant(text.as_bytes()).ok_or(Fault::Form)?;
        to_timestamp(instant.seconds, instant.nanosecond)
    }

    fn write(&self, out: &mut Writer) {
        write(schema::bound_text(self.bound()), out);
    }

    fn bound(&self) -> Bound {
        let (seconds, nanosecond) = parts(*self);
        Bound::Instant(seconds, nanosecond)
    }
}

/// The offset stays, as a zone of its own; the name of a zone is not in RFC 3339.
impl Spelled for ZonedDateTime {
    fn spell(text: &str) -> Result<Self, Fault> {
        let instant = calendar::instant(text.as_bytes()).ok_or(Fault::Form)?;
        let offset = Offset::from_seconds(instant.offset).map_err(|_| Fault::Room)?;
        let timestamp = to_timestamp(instant.seconds, instant.nanosecond)?;
        Ok(timestamp.to_zoned_datetime(TimeZone::fixed(offset)))
    }

    fn write(&self, out: &mut Writer) {
        let (seconds, nanosecond) = parts(self.timestamp());
        let offset = self.offset().seconds();
        write(Short::new().instant(seconds, nanosecond, offset), out);
    }

    fn bound(&self) -> Bound {
        self.timestamp().bound()
    }
}

impl Spelled for Date {
    fn spell(text: &str) -> Result<Self, Fault> {
        calendar::date(text.as_bytes()).map(days).ok_or(Fault::Form)
    }

    fn write(&self, out: &mut Writer) {
        write(schema::bound_text(self.bound()), out);
    }

    fn bound(&self) -> Bound {
        Bound::Date(of_date(*self))
    }
}

impl Spelled for Time {
    fn spell(text: &str) -> Result<Self, Fault> {
        calendar::time(text.as_bytes())
            .map(to_time)
            .ok_or(Fault::Form)
    }

    fn write(&self, out: &mut Writer) {
        write(schema::bound_text(self.bound()), out);
    }

    fn bound(&self) -> Bound {
        Bound::Time(of_time(*self))
    }
}

impl Spelled for DateTime {
    fn spell(text: &str) -> Result<Self, Fault> {
        let (date, clock) = calendar::date_time(text.as_bytes()).ok_or(Fault::Form)?;
        Ok(Self::from_parts(days(date), to_time(clock)))
    }

    fn write(&self, out: &mut Writer) {
        write(schema::bound_text(self.bound()), out);
    }

    fn bound(&self) -> Bound {
        let time = of_time(self.time());
        #[allow(
            clippy::cast_possible_truncation,
            clippy::cast_possible_wrap,
            reason = "a day has 86400 seconds"
        )]
        Bound::DateTime(
            i64::from(of_date(self.date())) * 86_400 + (time / 1_000_000_000) as i64,
            (time % 1_000_000_000) as u32,
        )
    }
}
