//! Values that travel as text of a form of their own: dates, addresses, identifiers.

use alloc::boxed::Box;

use super::{Input, Writer};
use crate::refusal::{Broken, Refusal};
use crate::schema::{self, Bound, Lit, Rule, Schema};

/// Why a text is no such value.
pub(super) enum Fault {
    /// It has another form.
    Form,
    /// It has the form, and the type has no room for the value.
    Room,
}

/// A value with a text of its own; [`spelled`] makes the rest of it.
pub(super) trait Spelled: Sized {
    /// Reads the text.
    fn spell(text: &str) -> Result<Self, Fault>;

    /// Writes the text.
    fn write(&self, out: &mut Writer);

    /// The value as a range compares it.
    fn bound(&self) -> Bound {
        Bound::None
    }
}

/// Reads the string ahead, then checks its range.
pub(super) fn read<T: Spelled>(input: &mut Input<'_>, rules: &[Rule]) -> Result<T, Refusal> {
    let text = input.text(&[])?;
    match T::spell(&text) {
        Ok(value) => match check(&value, rules) {
            Ok(()) => Ok(value),
            Err(broken) => Err(Refusal::broken(broken)),
        },
        Err(Fault::Form) => Err(Refusal::broken(Broken::Format)),
        Err(Fault::Room) => Err(Refusal::does_not_fit()),
    }
}

/// Checks the range rules; no others fit such types.
pub(super) fn check<T: Spelled>(value: &T, rules: &[Rule]) -> Result<(), Broken> {
    if rules.is_empty() {
        return Ok(());
    }
    within(value.bound(), rules)
}

fn within(value: Bound, rules: &[Rule]) -> Result<(), Broken> {
    for rule in rules {
        if let Rule::Range(low, high) = *rule {
            if schema::below(value, low) == Some(true) {
                return Err(Broken::Before(text(low)));
            }
            if schema::below(high, value) == Some(true) {
                return Err(Broken::Behind(text(high)));
            }
        }
    }
    Ok(())
}

/// A bound as it travels.
#[cold]
fn text(bound: Bound) -> Box<str> {
    schema::bound_text(bound).map_or_else(Box::default, |text| text.as_str().into())
}

/// A default that const evaluation could not look into is none: the set's own test says so first.
#[cold]
pub(super) fn no_default(name: &str) -> ! {
    panic!("TW0008: a default is not a `{name}`")
}

/// The schema of what is written: a duration's has a fraction of a second where it needs one,
/// which validators that know the format `duration` from RFC 3339 refuse.
pub(crate) const fn written(schema: &Schema) -> Schema {
    let mut written = *schema;
    if let b"duration" = schema.format.as_bytes() {
        written.format = "";
        if !schema.value_object {
            written.rules = &[SPAN];
        }
    }
    written
}

/// The pattern of a duration as it is written.
const SPAN: Rule = Rule::Pattern(
    r"^PT(?:[0-9]+H)?(?:[0-9]+M)?(?:[0-9]+(?:\.[0-9]{1,9})?S)?$",
    |_| true,
);

/// Makes a type that has [`Spelled`] an argument, a result, and the inside of a value object:
/// `Type, "Name", schema, Lit Lits, copied;` or `.. lent;`.
macro_rules! spelled {
    ($($ty:ty, $name:literal, $schema:expr, $lit:ident $lits:ident, $get:ident;)*) => {$(
        impl $crate::types::ToolType for $ty {
            const SCHEMA: &'static $crate::schema::Schema = {
                const SCHEMA: $crate::schema::Schema =
                    $crate::schema::Schema::new($crate::schema::Kind::String, $name)
                        .judge($crate::proof::judge::<$ty>);
                &$schema(SCHEMA)
            };
            type Const = &'static str;
            type Render = $crate::types::spelled::$lit;
            type Renders = $crate::types::spelled::$lits;
        }
        impl $crate::types::DefaultFor<$ty> for &'static str {
            fn value(self) -> $ty {
                match <$ty as $crate::types::spelled::Spelled>::spell(self) {
                    Ok(value) => value,
                    Err(_) => $crate::types::spelled::no_default($name),
                }
            }
        }
        impl<'a> $crate::types::Argument<'a> for $ty {
            fn read(
                input: &mut $crate::types::Input<'a>,
                rules: &[$crate::schema::Rule],
            ) -> Result<Self, $crate::refusal::Refusal> {
                $crate::types::spelled::read(input, rules)
            }
        }
        impl $crate::types::WriteJson for $ty {
            const WRITTEN: &'static $crate::schema::Schema =
                &$crate::types::spelled::written(<$ty as $crate::types::ToolType>::SCHEMA);
            const PLAIN: bool = true;
            fn write(&self, out: &mut $crate::types::Writer) {
                $crate::types::spelled::Spelled::write(self, out);
            }
        }
        impl $crate::types::value_object::Inner for $ty {
            $crate::types::spelled::spelled! { $get $ty }
            fn settle(self, rules: &[$crate::schema::Rule]) -> Result<Self, $crate::refusal::Broken> {
                $crate::types::spelled::check(&self, rules)?;
                Ok(self)
            }
            fn from_text(text: &str) -> Option<Self> {
                <$ty as $crate::types::spelled::Spelled>::spell(text).ok()
            }
        }
    )*};
    (copied $ty:ty) => {
        type Get<'a> = $ty;
        fn get(&self) -> $ty { *self }
    };
    (lent $ty:ty) => {
        type Get<'a> = &'a $ty;
        fn get(&self) -> &$ty { self }
    };
}
pub(super) use spelled;

macro_rules! lits {
    ($($lit:ident $lits:ident $what:literal |$text:ident| $fits:expr;)*) => {$(
        /// Renders a default, checked to have the form of its type.
        #[doc(hidden)]
        #[allow(dead_code, reason = "most belong to types behind features")]
        pub struct $lit;
        #[allow(dead_code, reason = "most belong to types behind features")]
        impl $lit {
            /// The literal.
            ///
            /// # Panics
            ///
            /// In const evaluation, where the text is no such value (TW0008).
            #[must_use]
            pub const fn of(text: &'static &'static str) -> Lit {
                if !$lits::fits(text) {
                    return Lit::Wrong(text, $what);
                }
                Lit::Text(text)
            }
        }
        /// The same for a list.
        #[doc(hidden)]
        #[allow(dead_code, reason = "most belong to types behind features")]
        pub struct $lits;
        #[allow(dead_code, reason = "most belong to types behind features")]
        impl $lits {
            /// The literal.
            ///
            /// # Panics
            ///
            /// In const evaluation, where one of the texts is no such value (TW0008).
            #[must_use]
            pub const fn of(texts: &'static [&'static str]) -> Lit {
                let mut i = 0;
                while i < texts.len() {
                    if !Self::fits(texts[i]) {
                        return Lit::Wrong(texts[i], $what);
                    }
                    i += 1;
                }
                Lit::Texts(texts)
            }

            const fn fits(text: &'static str) -> bool {
                let $text = text.as_bytes();
                $fits
            }
        }
    )*};
}
lits! {
    DateLit DateLits "a date: write it as 2026-01-31" |text| crate::calendar::date(text).is_some();
    TimeLit TimeLits "a time of day: write it as 09:30:00" |text| crate::calendar::time(text).is_some();
    DateTimeLit DateTimeLits "a date and time without an offset: write it as 2026-01-31T09:30:00"
        |text| crate::calendar::date_time(text).is_some();
    InstantLit InstantLits "a date and time of RFC 3339: write it as 2026-01-31T09:30:00Z"
        |text| crate::calendar::instant(text).is_some();
    SpanLit SpanLits "a duration without years and months: write it as PT1H30M"
        |text| matches!(crate::calendar::span(text, true), Some(crate::calendar::Span::Exact(..)));
    DecimalLit DecimalLits "a decimal number: write it as 12.50" |text| crate::decimal::read(text).is_some();
    UuidLit UuidLits "a UUID: write it as 67e55044-10b1-426f-9247-bb680e5fe0c8" |text| crate::format::uuid(text);
    Base64Lit Base64Lits "base64: write it in the standard alphabet, padded" |text| super::bytes::is_base64(text);
    AnyLit AnyLits "" |_text| true;
}

/// The pattern of a time of day.
#[cfg(any(feature = "jiff", feature = "chrono", feature = "time"))]
pub(super) const TIME: Rule = Rule::Pattern(
    r"^(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\.[0-9]{1,9})?$",
    |_| true,
);

/// The pattern of a date and time without an offset.
#[cfg(any(feature = "jiff", feature = "chrono", feature = "time"))]
pub(super) const DATE_TIME: Rule = Rule::Pattern(
    r"^[0-9]{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])T(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\.[0-9]{1,9})?$",
    |_| true,
);
