//! The `time` crate's points of time, and its dates and times without an offset.

use time::{Date, OffsetDateTime, PrimitiveDateTime, Time, UtcOffset};

use super::Writer;
use super::spelled::{DATE_TIME, Fault, Spelled, TIME, spelled};
use crate::calendar::{self, Short};
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
    OffsetDateTime, "OffsetDateTime", instant, InstantLit InstantLits, copied;
    Date, "Date", date, DateLit DateLits, copied;
    Time, "Time", time, TimeLit TimeLits, copied;
    PrimitiveDateTime, "PrimitiveDateTime", date_time, DateTimeLit DateTimeLits, copied;
}
typed_ranges! {
    OffsetDateTime, Bound::Instant(0, 0), |value| of_instant(value);
    Date, Bound::Date(0), |value| of_date(value);
    Time, Bound::Time(0), |value| of_time(value);
    PrimitiveDateTime, Bound::DateTime(0, 0), |value| local(value);
}

/// 1970-01-01 as a Julian day.
const EPOCH: i32 = 2_440_588;

const fn of_instant(value: OffsetDateTime) -> Bound {
    Bound::Instant(value.unix_timestamp(), value.nanosecond())
}

const fn of_date(value: Date) -> Bound {
    Bound::Date(value.to_julian_day() - EPOCH)
}

#[allow(clippy::cast_lossless, reason = "`From` is not const")]
const fn of_time(value: Time) -> Bound {
    let (hour, minute, second, nanosecond) = value.as_hms_nano();
    let seconds = hour as u64 * 3600 + minute as u64 * 60 + second as u64;
    Bound::Time(seconds * 1_000_000_000 + nanosecond as u64)
}

const fn local(value: PrimitiveDateTime) -> Bound {
    let utc = value.assume_utc();
    Bound::DateTime(utc.unix_timestamp(), utc.nanosecond())
}

fn to_date(days: i32) -> Result<Date, Fault> {
    Date::from_julian_day(days + EPOCH).map_err(|_| Fault::Room)
}

fn to_time(clock: calendar::Clock) -> Result<Time, Fault> {
    let part = |part| u8::try_from(part).map_err(|_| Fault::Form);
    Time::from_hms_nano(
        part(clock.hour)?,
        part(clock.minute)?,
        part(clock.second)?,
        clock.nanosecond,
    )
    .map_err(|_| Fault::Form)
}

fn write(text: Option<Short>, out: &mut Writer) {
    match text {
        Some(text) => out.string(text.as_str()),
        None => out.unwritable(),
    }
}

impl Spelled for OffsetDateTime {
    fn spell(text: &str) -> Result<Self, Fault> {
        let instant = calendar::instant(text.as_bytes()).ok_or(Fault::Form)?;
        let offset = UtcOffset::from_whole_seconds(instant.offset).map_err(|_| Fault::Room)?;
        OffsetDateTime::from_unix_timestamp(instant.seconds)
            .and_then(|utc| utc.replace_nanosecond(instant.nanosecond))
            .ok()
            .and_then(|utc| utc.checked_to_offset(offset))
            .ok_or(Fault::Room)
    }

    fn write(&self, out: &mut Writer) {
        let offset = self.offset().whole_seconds();
        write(
            Short::new().instant(self.unix_timestamp(), self.nanosecond(), offset),
            out,
        );
    }

    fn bound(&self) -> Bound {
        of_instant(*self)
    }
}

impl Spelled for Date {
    fn spell(text: &str) -> Result<Self, Fault> {
        to_date(calendar::date(text.as_bytes()).ok_or(Fault::Form)?)
    }

    fn write(&self, out: &mut Writer) {
        write(schema::bound_text(self.bound()), out);
    }

    fn bound(&self) -> Bound {
        of_date(*self)
    }
}

impl Spelled for Time {
    fn spell(text: &str) -> Result<Self, Fault> {
        to_time(calendar::time(text.as_bytes()).ok_or(Fault::Form)?)
    }

    fn write(&self, out: &mut Writer) {
        write(schema::bound_text(self.bound()), out);
    }

    fn bound(&self) -> Bound {
        of_time(*self)
    }
}

impl Spelled for PrimitiveDateTime {
    fn spell(text: &str) -> Result<Self, Fault> {
        let (date, clock) = calendar::date_time(text.as_bytes()).ok_or(Fault::Form)?;
        Ok(Self::new(to_date(date)?, to_time(clock)?))
    }

    fn write(&self, out: &mut Writer) {
        write(schema::bound_text(self.bound()), out);
    }

    fn bound(&self) -> Bound {
        local(*self)
    }
}
