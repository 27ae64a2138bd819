//! Rules as an author writes them, typed: which rule fits which type, and what it becomes.

use core::ops::{Range, RangeFrom, RangeInclusive, RangeToInclusive};

use crate::schema::{Bound, Engine, Rule};
use crate::types::On;

/// A rule that fits a parameter of type `T`.
#[diagnostic::on_unimplemented(
    message = "TW0006: this rule does not apply to `{T}`",
    label = "not a rule for `{T}`",
    note = "ranges are for numbers and dates, between constants of the type (text for the types of `jiff`); `len`, `pattern`, `format`, `one_of` are for text; `items` and `unique` for lists"
)]
pub trait RuleFor<T> {
    /// What a range compares.
    #[doc(hidden)]
    const KIND: Bound = Bound::None;
}

/// Types with an order that a range can bound; `Bound` is what its ends are.
#[diagnostic::on_unimplemented(
    message = "TW0006: a range does not apply to `{Self}`",
    label = "only numbers and dates have a range"
)]
pub trait Ranged {
    /// What the ends of a range are.
    type Bound;
    /// A bound of the kind that values are compared as; `None` for numbers.
    #[doc(hidden)]
    const KIND: Bound = Bound::None;
}

/// Types that are text.
#[diagnostic::on_unimplemented(
    message = "TW0006: a rule for text does not apply to `{Self}`",
    label = "not text"
)]
pub trait Text {}

/// Types that are lists.
#[diagnostic::on_unimplemented(
    message = "TW0006: a rule for lists does not apply to `{Self}`",
    label = "not a list"
)]
pub trait Items {}

impl<T: Ranged> Ranged for Option<T> {
    type Bound = T::Bound;
    const KIND: Bound = T::KIND;
}
impl<T: Text> Text for Option<T> {}
impl<T: Items> Items for Option<T> {}

mod texts {
    use super::Text;
    use alloc::borrow::Cow;
    use alloc::boxed::Box;
    use alloc::string::String;
    use alloc::sync::Arc;

    impl Text for String {}
    impl Text for &str {}
    impl Text for Cow<'_, str> {}
    impl Text for Box<str> {}
    impl Text for Arc<str> {}
    impl Text for char {}
}

mod lists {
    use super::Items;
    use alloc::boxed::Box;
    use alloc::collections::{BTreeSet, VecDeque};
    use alloc::vec::Vec;

    impl<T> Items for Vec<T> {}
    impl<T> Items for VecDeque<T> {}
    impl<T> Items for Box<[T]> {}
    impl<T> Items for BTreeSet<T> {}
    #[cfg(feature = "std")]
    impl<T, H> Items for std::collections::HashSet<T, H> {}
    impl<T, const N: usize> Items for [T; N] {}
}

/// A rule known to fit, on its way to becoming data.
#[doc(hidden)]
pub struct Fits<R>(
    pub(crate) R,
    #[cfg_attr(
        not(feature = "jiff"),
        allow(dead_code, reason = "only bounds that are text are read by it")
    )]
    pub(crate) Bound,
);

impl<T> On<T> {
    /// The rule, checked to fit `T`; a mistake is reported at the author's own token.
    #[doc(hidden)]
    #[must_use]
    pub const fn rule<R: RuleFor<T>>(rule: R) -> Fits<R> {
        Fits(rule, R::KIND)
    }
}

macro_rules! ranges {
    ($($ty:ident $bound:ident $as:ident;)*) => {$(
        impl Ranged for $ty { type Bound = $ty; }
        impl On<$ty> {
            /// A bound as a value.
            #[doc(hidden)]
            #[must_use]
            pub const fn bound(bound: $ty) -> $ty { bound }
        }
        impl Fits<RangeInclusive<$ty>> {
            /// As data.
            #[must_use]
            pub const fn rule(self) -> Rule {
                let (low, high) = (*self.0.start(), *self.0.end());
                Rule::Range(Bound::$bound($as!(low)), Bound::$bound($as!(high)))
            }
        }
        impl Fits<RangeFrom<$ty>> {
            /// As data.
            #[must_use]
            pub const fn rule(self) -> Rule {
                let low = self.0.start;
                Rule::Range(Bound::$bound($as!(low)), Bound::None)
            }
        }
        impl Fits<RangeToInclusive<$ty>> {
            /// As data.
            #[must_use]
            pub const fn rule(self) -> Rule { Rule::Range(Bound::None, Bound::$bound($as!(self.0.end))) }
        }
    )*};
}

/// Ranges of values that travel as text and can be read in const evaluation:
/// `Type KIND |value| bound;`.
macro_rules! typed_ranges {
    ($($ty:ty, $kind:expr, |$value:ident| $bound:expr;)*) => {$(
        impl $crate::rules::Ranged for $ty {
            type Bound = $ty;
            const KIND: $crate::schema::Bound = $kind;
        }
        impl $crate::types::On<$ty> {
            /// A bound as a value.
            #[doc(hidden)]
            #[must_use]
            pub const fn bound(bound: $ty) -> $ty { bound }
            const fn compared($value: $ty) -> $crate::schema::Bound { $bound }
        }
        impl $crate::rules::Fits<core::ops::RangeInclusive<$ty>> {
            /// As data.
            #[must_use]
            pub const fn rule(self) -> $crate::schema::Rule {
                let (low, high) = (*self.0.start(), *self.0.end());
                $crate::schema::typed_range(
                    $crate::types::On::<$ty>::compared(low),
                    $crate::types::On::<$ty>::compared(high),
                )
            }
        }
        impl $crate::rules::Fits<core::ops::RangeFrom<$ty>> {
            /// As data.
            #[must_use]
            pub const fn rule(self) -> $crate::schema::Rule {
                let low = self.0.start;
                $crate::schema::typed_range(
                    $crate::types::On::<$ty>::compared(low),
                    $crate::schema::Bound::None,
                )
            }
        }
        impl $crate::rules::Fits<core::ops::RangeToInclusive<$ty>> {
            /// As data.
            #[must_use]
            pub const fn rule(self) -> $crate::schema::Rule {
                $crate::schema::typed_range(
                    $crate::schema::Bound::None,
                    $crate::types::On::<$ty>::compared(self.0.end),
                )
            }
        }
    )*};
}
pub(crate) use typed_ranges;

/// Ranges whose ends are text, of types that const evaluation cannot look into.
#[cfg(feature = "jiff")]
mod text_ranges {
    use super::{Bound, Fits, RangeFrom, RangeInclusive, RangeToInclusive, Rule};
    use crate::schema;

    const fn read(kind: Bound, text: &str) -> Bound {
        match schema::like(kind, text) {
            Bound::None => schema::no_bound(text),
            bound => bound,
        }
    }

    impl Fits<RangeInclusive<&'static str>> {
        /// As data.
        ///
        /// # Panics
        ///
        /// In const evaluation, where a bound is no value of the type, or the range is empty.
        #[must_use]
        pub const fn rule(self) -> Rule {
            let (low, high) = (read(self.1, self.0.start()), read(self.1, self.0.end()));
            schema::typed_range(low, high)
        }
    }

    impl Fits<RangeFrom<&'static str>> {
        /// As data.
        ///
        /// # Panics
        ///
        /// In const evaluation, where the bound is no value of the type.
        #[must_use]
        pub const fn rule(self) -> Rule {
            let low = read(self.1, self.0.start);
            schema::typed_range(low, Bound::None)
        }
    }

    impl Fits<RangeToInclusive<&'static str>> {
        /// As data.
        ///
        /// # Panics
        ///
        /// In const evaluation, where the bound is no value of the type.
        #[must_use]
        pub const fn rule(self) -> Rule {
            schema::typed_range(Bound::None, read(self.1, self.0.end))
        }
    }
}

/// Numbers that have a last one below a bound. Nothing comes here but those that have none.
#[diagnostic::on_unimplemented(
    message = "TW0007: a half-open range of fractions has no last value: write `..=`, as in `0.0..=1.0`",
    label = "a schema has inclusive bounds alone: write `..=`"
)]
#[doc(hidden)]
pub trait HasLast {}

macro_rules! fractions {
    ($($ty:ident)*) => {$(
        // For any lifetime, since a bound that is plainly false would be refused here.
        impl RuleFor<$ty> for Range<$ty> where for<'a> &'a $ty: HasLast {}
        impl RuleFor<Option<$ty>> for Range<$ty> where for<'a> &'a $ty: HasLast {}
        impl Fits<Range<$ty>> {
            /// Never called.
            #[must_use]
            pub const fn rule(self) -> Rule { Rule::Range(Bound::None, Bound::None) }
        }
    )*};
}
fractions! { f32 f64 }

macro_rules! half_open {
    ($($ty:ident)*) => {$(
        impl RuleFor<$ty> for Range<$ty> {}
        impl RuleFor<Option<$ty>> for Range<$ty> {}
        impl Fits<Range<$ty>> {
            /// As data: the last bound is one less.
            #[must_use]
            pub const fn rule(self) -> Rule {
                let (low, high) = (self.0.start, self.0.end);
                match high.checked_sub(1) {
                    Some(last) => Rule::Range(Bound::Int(low as i128), Bound::Int(last as i128)),
                    // Nothing is below the least number; said where tool and parameter are known.
                    None => Rule::Range(Bound::Int(0), Bound::Int(-1)),
                }
            }
        }
    )*};
}

#[allow(
    clippy::cast_lossless,
    clippy::cast_possible_wrap,
    reason = "`From` is not const; u128 has rules of its own"
)]
mod widths {
    use super::{
        Bound, Fits, On, Range, RangeFrom, RangeInclusive, RangeToInclusive, Ranged, Rule, RuleFor,
    };

    macro_rules! int {
        ($value:expr) => {
            $value as i128
        };
    }
    macro_rules! same {
        ($value:expr) => {
            $value
        };
    }
    // As the author wrote it: the listing and the reader then mean one number.
    macro_rules! widened {
        ($value:expr) => {
            crate::schema::number::widened($value)
        };
    }

    ranges! {
        i8 Int int; i16 Int int; i32 Int int; i64 Int int; isize Int int; i128 Int int;
        u8 Int int; u16 Int int; u32 Int int; u64 Int int; usize Int int; u128 Uint same;
        f32 Float widened; f64 Float same;
    }
    half_open! { i8 i16 i32 i64 isize i128 u8 u16 u32 u64 usize }
}

macro_rules! non_zero {
    ($($ty:ident)*) => { $( impl Ranged for core::num::NonZero<$ty> { type Bound = $ty; } )* };
}
non_zero! { i8 i16 i32 i64 u8 u16 u32 u64 }

#[diagnostic::do_not_recommend]
impl<B, T: Ranged<Bound = B>> RuleFor<T> for RangeInclusive<B> {
    const KIND: Bound = T::KIND;
}
#[diagnostic::do_not_recommend]
impl<B, T: Ranged<Bound = B>> RuleFor<T> for RangeFrom<B> {
    const KIND: Bound = T::KIND;
}
#[diagnostic::do_not_recommend]
impl<B, T: Ranged<Bound = B>> RuleFor<T> for RangeToInclusive<B> {
    const KIND: Bound = T::KIND;
}

/// `len(..)`: how many Unicode scalar values.
pub struct Len<R>(R);
/// `items(..)`: how many items.
pub struct Count<R>(R);

/// `len(1..=64)`: how many Unicode scalar values a text has.
#[must_use]
pub const fn len<R>(range: R) -> Len<R> {
    Len(range)
}

/// `items(1..=5)`: how many items a list has.
#[must_use]
pub const fn items<R>(range: R) -> Count<R> {
    Count(range)
}

#[diagnostic::do_not_recommend]
impl<R, T: Text> RuleFor<T> for Len<R> {}
#[diagnostic::do_not_recommend]
impl<R, T: Items> RuleFor<T> for Count<R> {}

macro_rules! counts {
    ($($of:ident $rule:ident;)*) => {$(
        impl Fits<$of<RangeInclusive<u32>>> {
            /// As data.
            #[must_use]
            pub const fn rule(self) -> Rule {
                let (low, high) = (*self.0.0.start(), *self.0.0.end());
                Rule::$rule(low, high)
            }
        }
        impl Fits<$of<Range<u32>>> {
            /// As data.
            #[must_use]
            pub const fn rule(self) -> Rule {
                let (low, high) = (self.0.0.start, self.0.0.end);
                match high.checked_sub(1) {
                    Some(last) => Rule::$rule(low, last),
                    None => Rule::$rule(1, 0),
                }
            }
        }
        impl Fits<$of<RangeFrom<u32>>> {
            /// As data.
            #[must_use]
            pub const fn rule(self) -> Rule {
                let low = self.0.0.start;
                Rule::$rule(low, u32::MAX)
            }
        }
        impl Fits<$of<RangeToInclusive<u32>>> {
            /// As data.
            #[must_use]
            pub const fn rule(self) -> Rule { Rule::$rule(0, self.0.0.end) }
        }
        impl Fits<$of<u32>> {
            /// As data.
            #[must_use]
            pub const fn rule(self) -> Rule { Rule::$rule(self.0.0, self.0.0) }
        }
    )*};
}
counts! { Len Len; Count Items; }

macro_rules! words {
    ($($(#[$doc:meta])* $name:ident $ty:ident $marker:ident $rule:expr;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy)]
        pub struct $ty;
        $(#[$doc])*
        #[allow(non_upper_case_globals, reason = "named as it is written")]
        pub const $name: $ty = $ty;
        #[diagnostic::do_not_recommend]
        impl<T: $marker> RuleFor<T> for $ty {}
        impl Fits<$ty> {
            /// As data.
            #[must_use]
            pub const fn rule(self) -> Rule { $rule }
        }
    )*};
}
words! {
    /// `trim`: white space at both ends goes first.
    trim Trim Text Rule::Trim;
    /// `lowercase`: put in lower case first.
    lowercase Lowercase Text Rule::LOWERCASE;
    /// `uppercase`: put in upper case first.
    uppercase Uppercase Text Rule::UPPERCASE;
    /// `allow_empty`: the empty string is a value.
    allow_empty AllowEmpty Text Rule::AllowEmpty;
    /// `unique`: the items differ from each other.
    unique Unique Items Rule::Unique;
}

macro_rules! named {
    ($($(#[$doc:meta])* $name:ident $ty:ident $arg:ty, $marker:ident $rule:path;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy)]
        pub struct $ty($arg);
        $(#[$doc])*
        #[must_use]
        pub const fn $name(value: $arg) -> $ty { $ty(value) }
        #[diagnostic::do_not_recommend]
        impl<T: $marker> RuleFor<T> for $ty {}
        impl Fits<$ty> {
            /// As data.
            #[must_use]
            pub const fn rule(self) -> Rule { $rule(self.0.0) }
        }
    )*};
}
named! {
    /// `format("email")`: a named format.
    format Format &'static str, Text Rule::format;
    /// `one_of("FR", "BE")`: the accepted values.
    one_of OneOf &'static [&'static str], Text Rule::OneOf;
    /// `normalize(path)`: a `fn(&str) -> String` that runs before anything is checked.
    normalize Normalize fn(&str) -> alloc::string::String, Text Rule::Normalize;
}

/// `pattern("^[a-z]+$")`: a regular expression of the portable subset.
#[derive(Clone, Copy)]
pub struct Pattern(&'static str, Engine);

/// `pattern("^[a-z]+$")`, with the engine that the macro makes for it.
#[doc(hidden)]
#[must_use]
pub const fn pattern(text: &'static str, engine: Engine) -> Pattern {
    Pattern(text, engine)
}

#[diagnostic::do_not_recommend]
impl<T: Text> RuleFor<T> for Pattern {}

impl Fits<Pattern> {
    /// As data; one outside the portable subset is refused where tool and parameter are known.
    #[must_use]
    pub const fn rule(self) -> Rule {
        match crate::pattern::fault(self.0.0) {
            Some(why) => Rule::Unportable(self.0.0, why),
            None => Rule::Pattern(self.0.0, self.0.1),
        }
    }
}

/// `example("…")`: listed, never checked.
#[derive(Clone, Copy)]
pub struct Example(&'static str);

/// `example("…")`: listed, never checked.
#[must_use]
pub const fn example(value: &'static str) -> Example {
    Example(value)
}

#[diagnostic::do_not_recommend]
impl<T> RuleFor<T> for Example {}

impl Fits<Example> {
    /// As data.
    #[must_use]
    pub const fn rule(self) -> Rule {
        Rule::Example(self.0.0)
    }
}
