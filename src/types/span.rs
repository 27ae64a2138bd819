//! `core::time::Duration`: a duration of ISO 8601.
//!
//! Read to the nanosecond, and written so: a fraction of a second is in ISO 8601, though not
//! in the grammar of RFC 3339 that some validators hold the format `duration` to.

use core::time::Duration;

use super::Writer;
use super::spelled::{Fault, Spelled, spelled};
use crate::calendar::{self, Short, Span};
use crate::rules::typed_ranges;
use crate::schema::{Bound, Schema};

const fn schema(schema: Schema) -> Schema {
    schema.format("duration")
}
spelled! { Duration, "Duration", schema, SpanLit SpanLits, copied; }
typed_ranges! {
    Duration, Bound::Span(0, 0), |value| Bound::Span(value.as_secs(), value.subsec_nanos());
}

impl Spelled for Duration {
    fn spell(text: &str) -> Result<Self, Fault> {
        match calendar::span(text.as_bytes(), true) {
            Some(Span::Exact(seconds, nanoseconds)) => Ok(Duration::new(seconds, nanoseconds)),
            Some(Span::Huge) => Err(Fault::Room),
            // How long a month is depends on the month.
            Some(Span::Calendar) | None => Err(Fault::Form),
        }
    }

    fn write(&self, out: &mut Writer) {
        out.string(
            Short::new()
                .span(self.as_secs(), self.subsec_nanos())
                .as_str(),
        );
    }

    fn bound(&self) -> Bound {
        Bound::Span(self.as_secs(), self.subsec_nanos())
    }
}
