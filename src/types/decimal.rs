//! `rust_decimal::Decimal`: text, since JSON readers make floats of numbers.

use rust_decimal::Decimal;

use super::Writer;
use super::spelled::{Fault, Spelled, spelled};
use crate::calendar::Short;
use crate::rules::typed_ranges;
use crate::schema::{Bound, Rule, Schema};

const fn schema(schema: Schema) -> Schema {
    schema.rules(&[Rule::Pattern(r"^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?$", |_| {
        true
    })])
}
spelled! { Decimal, "Decimal", schema, DecimalLit DecimalLits, copied; }
typed_ranges! {
    Decimal, Bound::Decimal(0, 0), |value| Bound::Decimal(value.mantissa(), value.scale());
}

impl Spelled for Decimal {
    fn spell(text: &str) -> Result<Self, Fault> {
        match crate::decimal::read(text.as_bytes()) {
            Some((mantissa, scale)) => {
                Decimal::try_from_i128_with_scale(mantissa, scale).map_err(|_| Fault::Room)
            }
            None if is_decimal(text) => Err(Fault::Room),
            None => Err(Fault::Form),
        }
    }

    fn write(&self, out: &mut Writer) {
        out.string(Short::new().decimal(self.mantissa(), self.scale()).as_str());
    }

    fn bound(&self) -> Bound {
        Bound::Decimal(self.mantissa(), self.scale())
    }
}

/// Whether a text has the form of a decimal number, however many digits it has.
fn is_decimal(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let (whole, rest) = digits.split_once('.').unwrap_or((digits, "0"));
    let all = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    all(whole) && all(rest) && (whole == "0" || !whole.starts_with('0'))
}
