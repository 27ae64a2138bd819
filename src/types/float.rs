//! Floating-point numbers: finite, always.

use super::{Argument, DefaultFor, Input, ToolType, WriteJson, Writer};
use crate::json::{self, Kind};
use crate::refusal::{Broken, Refusal};
use crate::schema::{self, Bound, Lit, Rule, Schema};

/// Checks the range rules; `NaN` cannot come from JSON, and would fail every bound.
pub(crate) fn check(number: f64, rules: &[Rule]) -> Result<(), Broken> {
    for rule in rules {
        if let Rule::Range(low, high) = *rule {
            if matches!(low, Bound::Float(low) if number < low || number.is_nan()) {
                return Err(Broken::Below(low));
            }
            if matches!(high, Bound::Float(high) if number > high || number.is_nan()) {
                return Err(Broken::Above(high));
            }
        }
    }
    Ok(())
}

/// Refuses the text of a value that is written otherwise, since it has digits that the type
/// has no room for: lenient mode loses nothing.
#[cold]
pub(crate) fn exact(token: &str, value: &impl WriteJson) -> Result<(), Refusal> {
    let mut again = Writer::new();
    value.write(&mut again);
    match core::str::from_utf8(again.bytes()) {
        Ok(again) if json::equal(token, again) => Ok(()),
        _ => Err(Refusal::does_not_fit()),
    }
}

const fn same(number: f64) -> f64 {
    number
}

const fn as_read(_: &str, number: f64) -> f64 {
    number
}

fn as_sent(token: &str, _: f32) -> f64 {
    json::float(token)
}

macro_rules! floats {
    ($($ty:ident $lit:ident $lits:ident $variant:ident $write:ident $double:path, $sent:path;)*) => {$(
        /// Renders a number.
        #[doc(hidden)]
        pub struct $lit;
        impl $lit {
            /// The literal.
            #[must_use]
            pub const fn of(number: &'static $ty) -> Lit { Lit::Float($double(*number)) }
        }
        /// Renders a list of numbers.
        #[doc(hidden)]
        pub struct $lits;
        impl $lits {
            /// The literal.
            #[must_use]
            pub const fn of(numbers: &'static [$ty]) -> Lit { Lit::$variant(numbers) }
        }
        impl DefaultFor<$ty> for $ty {
            fn value(self) -> $ty { self }
        }
        impl ToolType for $ty {
            const SCHEMA: &'static Schema = &Schema::new(schema::Kind::Number, stringify!($ty));
            type Const = $ty;
            type Render = $lit;
            type Renders = $lits;
        }
        impl<'a> Argument<'a> for $ty {
            fn read(input: &mut Input<'a>, rules: &[Rule]) -> Result<Self, Refusal> {
                let found = input.kind();
                if found != Kind::Number {
                    return input
                        .spelled(stringify!($ty), |kind| kind == Kind::Number, |input| {
                            let token = input.cursor.clone().number();
                            let number = Self::read(input, rules)?;
                            exact(token, &number)?;
                            Ok(number)
                        })
                        .unwrap_or_else(|| Err(Refusal::expected("a number", found)));
                }
                let token = input.cursor.number();
                let number: $ty = token.parse().unwrap_or($ty::NAN);
                if !number.is_finite() {
                    return Err(Refusal::does_not_fit());
                }
                if !rules.is_empty() {
                    // Bounds hold for the number that was sent, not for what is left of it.
                    check($sent(token, number), rules).map_err(Refusal::broken)?;
                }
                Ok(number)
            }
        }
        impl WriteJson for $ty {
            const WRITTEN: &'static Schema = <$ty as ToolType>::SCHEMA;
            fn write(&self, out: &mut Writer) { out.$write(*self); }
        }
    )*};
}
floats! {
    f64 F64Lit F64Lits Floats float same, as_read;
    f32 F32Lit F32Lits Floats32 float32 crate::schema::number::widened, as_sent;
}
