//! `chrono`'s points of time, and its dates and times without an offset.

use chrono::{DateTime, FixedOffset, NaiveDate, NaiveDateTime, NaiveTime, Timelike as _, Utc};

use super::Writer;
use super::spelled::{DATE_TIME, Fault, Spelled, TIME, spelled};
use crate::calendar::{self, Instant, Short};
use crate::rules::typed_ranges;
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
    DateTime<Utc>, "DateTime<Utc>", instant, InstantLit InstantLits, copied;
    DateTime<FixedOffset>, "DateTime<FixedOffset>", instant, InstantLit InstantLits, copied;
    NaiveDate, "NaiveDate", date, DateLit DateLits, copied;
    NaiveTime, "NaiveTime", time, TimeLit TimeLits, copied;
    NaiveDateTime, "NaiveDateTime", date_time, DateTimeLit DateTimeLits, copied;
}
typed_ranges! {
    DateTime<Utc>, Bound::Instant(0, 0), |value| {
        let (seconds, nanosecond) = carried(value.timestamp(), value.timestamp_subsec_nanos());
        Bound::Instant(seconds, nanosecond)
    };
    DateTime<FixedOffset>, Bound::Instant(0, 0), |value| {
        let (seconds, nanosecond) = carried(value.timestamp(), value.timestamp_subsec_nanos());
        Bound::Instant(seconds, nanosecond)
    };
    NaiveDate, Bound::Date(0), |value| Bound::Date(value.to_epoch_days());
    NaiveTime, Bound::Time(0), |value| of_time(value);
    NaiveDateTime, Bound::DateTime(0, 0), |value| local(value);
}

/// Nanoseconds above a second are a leap second: the second after it, as in POSIX.
const fn carried(seconds: i64, nanosecond: u32) -> (i64, u32) {
    if nanosecond < 1_000_000_000 {
        (seconds, nanosecond)
    } else {
        (seconds + 1, nanosecond - 1_000_000_000)
    }
}

const fn local(value: NaiveDateTime) -> Bound {
    let utc = value.and_utc();
    let (seconds, nanosecond) = carried(utc.timestamp(), utc.timestamp_subsec_nanos());
    Bound::DateTime(seconds, nanosecond)
}

/// The parts of a time open up in const evaluation on a day alone.
const fn of_time(value: NaiveTime) -> Bound {
    match local(DateTime::UNIX_EPOCH.naive_utc().date().and_time(value)) {
        #[allow(
            clippy::cast_sign_loss,
            clippy::cast_lossless,
            reason = "the day of 1970-01-01"
        )]
        Bound::DateTime(seconds, nanosecond) => {
            Bound::Time(seconds as u64 * 1_000_000_000 + nanosecond as u64)
        }
        other => other,
    }
}

fn to_time(clock: calendar::Clock) -> Option<NaiveTime> {
    NaiveTime::from_hms_nano_opt(clock.hour, clock.minute, clock.second, clock.nanosecond)
}

fn read(text: &str) -> Result<(DateTime<Utc>, Instant), Fault> {
    let instant = calendar::instant(text.as_bytes()).ok_or(Fault::Form)?;
    let utc = DateTime::from_timestamp(instant.seconds, instant.nanosecond).ok_or(Fault::Room)?;
    Ok((utc, instant))
}

fn write(text: Option<Short>, out: &mut Writer) {
    match text {
        Some(text) => out.string(text.as_str()),
        None => out.unwritable(),
    }
}

impl Spelled for DateTime<Utc> {
    fn spell(text: &str) -> Result<Self, Fault> {
        Ok(read(text)?.0)
    }

    fn write(&self, out: &mut Writer) {
        write(schema::bound_text(self.bound()), out);
    }

    fn bound(&self) -> Bound {
        let (seconds, nanosecond) = carried(self.timestamp(), self.timestamp_subsec_nanos());
        Bound::Instant(seconds, nanosecond)
    }
}

impl Spelled for DateTime<FixedOffset> {
    fn spell(text: &str) -> Result<Self, Fault> {
        let (utc, instant) = read(text)?;
        let offset = FixedOffset::east_opt(instant.offset).ok_or(Fault::Room)?;
        Ok(utc.with_timezone(&offset))
    }

    fn write(&self, out: &mut Writer) {
        let (seconds, nanosecond) = carried(self.timestamp(), self.timestamp_subsec_nanos());
        let offset = self.offset().local_minus_utc();
        write(Short::new().instant(seconds, nanosecond, offset), out);
    }

    fn bound(&self) -> Bound {
        self.to_utc().bound()
    }
}

impl Spelled for NaiveDate {
    fn spell(text: &str) -> Result<Self, Fault> {
        let days = calendar::date(text.as_bytes()).ok_or(Fault::Form)?;
        let (year, month, day) = calendar::civil(days);
        NaiveDate::from_ymd_opt(year, month, day).ok_or(Fault::Room)
    }

    fn write(&self, out: &mut Writer) {
        write(schema::bound_text(self.bound()), out);
    }

    fn bound(&self) -> Bound {
        Bound::Date(self.to_epoch_days())
    }
}

impl Spelled for NaiveTime {
    fn spell(text: &str) -> Result<Self, Fault> {
        let clock = calendar::time(text.as_bytes()).ok_or(Fault::Form)?;
        to_time(clock).ok_or(Fault::Form)
    }

    fn write(&self, out: &mut Writer) {
        write(schema::bound_text(self.bound()), out);
    }

    fn bound(&self) -> Bound {
        // A leap second stands behind 59, so it cannot be carried where the day ends.
        let nanosecond = self.nanosecond().min(999_999_999);
        Bound::Time(
            u64::from(self.num_seconds_from_midnight()) * 1_000_000_000 + u64::from(nanosecond),
        )
    }
}

impl Spelled for NaiveDateTime {
    fn spell(text: &str) -> Result<Self, Fault> {
        let (date, clock) = calendar::date_time(text.as_bytes()).ok_or(Fault::Form)?;
        let (year, month, day) = calendar::civil(date);
        NaiveDate::from_ymd_opt(year, month, day)
            .zip(to_time(clock))
            .map(|(date, time)| date.and_time(time))
            .ok_or(Fault::Room)
    }

    fn write(&self, out: &mut Writer) {
        write(schema::bound_text(self.bound()), out);
    }

    fn bound(&self) -> Bound {
        local(*self)
    }
}
