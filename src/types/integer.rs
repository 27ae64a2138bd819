//! Integers: a JSON number with an integral value, however it is written.

use alloc::string::ToString;
use core::num::NonZero;

use super::{Argument, DefaultFor, Input, ToolType, WriteJson, Writer};
use crate::json::{self, Integer, Kind};
use crate::refusal::{Broken, Refusal};
use crate::schema::{self, Bound, Ints, Lit, Rule, Schema};

/// What a type holds, and its name.
struct Width {
    low: i64,
    high: u64,
    ty: &'static str,
}

/// Reads the number ahead, which has to fit, then checks the rules. Its low bits are the number.
///
/// Not generic: one copy serves every width.
#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the low bits are meant"
)]
fn read(input: &mut Input<'_>, width: &'static Width, rules: &[Rule]) -> Result<u64, Refusal> {
    let found = input.kind();
    if found != Kind::Number {
        return other(input, width, rules, found);
    }
    let token = input.cursor.number();
    // Nearly every number is written with a few digits.
    let number = match json::small(token) {
        Some(number) => {
            if number < width.low || u64::try_from(number).is_ok_and(|number| number > width.high) {
                return Err(Refusal::does_not_fit());
            }
            i128::from(number)
        }
        None => large(token, width)?,
    };
    match check(number, rules) {
        Ok(()) => Ok(number as u64),
        Err(broken) => Err(Refusal::broken(broken)),
    }
}

#[inline(never)]
fn large(token: &str, width: &Width) -> Result<i128, Refusal> {
    match json::integer(token) {
        Integer::Fits(number)
            if i128::from(width.low) <= number && number <= i128::from(width.high) =>
        {
            Ok(number)
        }
        Integer::Fits(_) | Integer::Huge => Err(Refusal::does_not_fit()),
        Integer::Fraction => Err(Refusal::fraction()),
    }
}

/// Another value than a number is ahead.
#[cold]
fn other(
    input: &mut Input<'_>,
    width: &'static Width,
    rules: &[Rule],
    found: Kind,
) -> Result<u64, Refusal> {
    input
        .spelled(
            width.ty,
            |kind| kind == Kind::Number,
            |input| read(input, width, rules),
        )
        .unwrap_or_else(|| Err(Refusal::expected("an integer", found)))
}

/// Checks the range rules.
#[inline]
pub(crate) fn check(number: i128, rules: &[Rule]) -> Result<(), Broken> {
    for rule in rules {
        if let Rule::Range(low, high) = *rule {
            if below(number, low) {
                return Err(Broken::Below(low));
            }
            if above(number, high) {
                return Err(Broken::Above(high));
            }
        }
    }
    Ok(())
}

fn below(number: i128, bound: Bound) -> bool {
    match bound {
        Bound::Int(low) => number < low,
        Bound::Uint(_) => true,
        _ => false,
    }
}

fn above(number: i128, bound: Bound) -> bool {
    matches!(bound, Bound::Int(high) if number > high)
}

macro_rules! integers {
    ($($ty:ident $variant:ident $lit:ident $lits:ident [$($rule:expr)?] $write:ident;)*) => {$(
        /// Renders a number.
        #[doc(hidden)]
        pub struct $lit;
        impl $lit {
            /// The literal.
            #[must_use]
            pub const fn of(number: &'static $ty) -> Lit { Lit::Int(*number as i128) }
        }
        /// Renders a list of numbers.
        #[doc(hidden)]
        pub struct $lits;
        impl $lits {
            /// The literal.
            #[must_use]
            pub const fn of(numbers: &'static [$ty]) -> Lit { Lit::Ints(Ints::$variant(numbers)) }
        }
        impl DefaultFor<$ty> for $ty {
            fn value(self) -> $ty { self }
        }
        impl ToolType for $ty {
            const SCHEMA: &'static Schema =
                &Schema::new(schema::Kind::Integer, stringify!($ty)).rules(&[$($rule)?]);
            type Const = $ty;
            type Render = $lit;
            type Renders = $lits;
        }
        impl<'a> Argument<'a> for $ty {
            fn read(input: &mut Input<'a>, rules: &[Rule]) -> Result<Self, Refusal> {
                const WIDTH: &Width = &Width { low: $ty::MIN as i64, high: $ty::MAX as u64, ty: stringify!($ty) };
                match read(input, WIDTH, rules) {
                    Ok(number) => Ok(number as $ty),
                    Err(refusal) => Err(refusal),
                }
            }
        }
        impl WriteJson for $ty {
            const WRITTEN: &'static Schema = <$ty as ToolType>::SCHEMA;
            fn write(&self, out: &mut Writer) { out.$write((*self).into()); }
        }
        impl DefaultFor<NonZero<$ty>> for $ty {
            fn value(self) -> NonZero<$ty> {
                // The rules of the type refuse a zero default when it is listed.
                NonZero::new(self).unwrap_or(NonZero::<$ty>::MAX)
            }
        }
        impl ToolType for NonZero<$ty> {
            const SCHEMA: &'static Schema = &if $ty::MIN == 0 {
                Schema::new(schema::Kind::Integer, concat!("NonZero<", stringify!($ty), ">"))
                    .rules(const { &[Rule::Range(Bound::Int(1), nonzero_max($ty::MAX as i128))] })
            } else {
                Schema::new(schema::Kind::Integer, concat!("NonZero<", stringify!($ty), ">"))
                    .rules(&[$($rule)?]).docs(&["Not zero."])
            };
            type Const = $ty;
            type Render = $lit;
            type Renders = $lits;
        }
        impl<'a> Argument<'a> for NonZero<$ty> {
            fn read(input: &mut Input<'a>, rules: &[Rule]) -> Result<Self, Refusal> {
                let number = <$ty as Argument>::read(input, rules)?;
                NonZero::new(number).ok_or_else(|| Refusal::broken(zero($ty::MIN == 0)))
            }
        }
        impl WriteJson for NonZero<$ty> {
            const WRITTEN: &'static Schema = <NonZero<$ty> as ToolType>::SCHEMA;
            fn write(&self, out: &mut Writer) { self.get().write(out); }
        }
    )*};
}

/// Widths of 64 bits list no upper bound: the largest bounds break a provider's API.
const fn nonzero_max(max: i128) -> Bound {
    if max > u32::MAX as i128 {
        Bound::None
    } else {
        Bound::Int(max)
    }
}

/// What is wrong with a zero.
#[cold]
fn zero(unsigned: bool) -> Broken {
    if unsigned {
        Broken::Below(Bound::Int(1))
    } else {
        Broken::Check(crate::refusal::Violation::new(
            "argument.out_of_range",
            "The value must not be zero.",
        ))
    }
}

#[allow(
    clippy::cast_lossless,
    clippy::cast_possible_wrap,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "checked against the width before the cast; `From` is not const"
)]
mod widths {
    use super::{
        Argument, Bound, Broken, DefaultFor, Input, Ints, Lit, NonZero, Refusal, Rule, Schema,
        ToolType, Width, WriteJson, Writer, nonzero_max, read, schema, zero,
    };

    integers! {
        i8 I8 I8Lit I8Lits [Rule::Range(Bound::Int(i8::MIN as i128), Bound::Int(i8::MAX as i128))] signed;
        i16 I16 I16Lit I16Lits [Rule::Range(Bound::Int(i16::MIN as i128), Bound::Int(i16::MAX as i128))] signed;
        i32 I32 I32Lit I32Lits [Rule::Range(Bound::Int(i32::MIN as i128), Bound::Int(i32::MAX as i128))] signed;
        i64 I64 I64Lit I64Lits [] signed;
        u8 U8 U8Lit U8Lits [Rule::Range(Bound::Int(0), Bound::Int(u8::MAX as i128))] unsigned;
        u16 U16 U16Lit U16Lits [Rule::Range(Bound::Int(0), Bound::Int(u16::MAX as i128))] unsigned;
        u32 U32 U32Lit U32Lits [Rule::Range(Bound::Int(0), Bound::Int(u32::MAX as i128))] unsigned;
        u64 U64 U64Lit U64Lits [Rule::Range(Bound::Int(0), Bound::None)] unsigned;
    }

    macro_rules! sized {
        ($($ty:ident as $fixed:ident $variant:ident $lit:ident $lits:ident [$($rule:expr)?] $write:ident;)*) => {$(
            /// Renders a number.
            #[doc(hidden)]
            pub struct $lit;
            impl $lit {
                /// The literal.
                #[must_use]
                pub const fn of(number: &'static $ty) -> Lit { Lit::Int(*number as i128) }
            }
            /// Renders a list of numbers.
            #[doc(hidden)]
            pub struct $lits;
            impl $lits {
                /// The literal.
                #[must_use]
                pub const fn of(numbers: &'static [$ty]) -> Lit { Lit::Ints(Ints::$variant(numbers)) }
            }
            impl DefaultFor<$ty> for $ty {
                fn value(self) -> $ty { self }
            }
            impl ToolType for $ty {
                const SCHEMA: &'static Schema =
                    &Schema::new(schema::Kind::Integer, stringify!($ty)).rules(&[$($rule)?]);
                type Const = $ty;
                type Render = $lit;
                type Renders = $lits;
            }
            impl<'a> Argument<'a> for $ty {
                fn read(input: &mut Input<'a>, rules: &[Rule]) -> Result<Self, Refusal> {
                    const WIDTH: &Width = &Width { low: $ty::MIN as i64, high: $ty::MAX as u64, ty: stringify!($ty) };
                match read(input, WIDTH, rules) {
                    Ok(number) => Ok(number as $ty),
                    Err(refusal) => Err(refusal),
                }
                }
            }
            impl WriteJson for $ty {
                const WRITTEN: &'static Schema = <$ty as ToolType>::SCHEMA;
                fn write(&self, out: &mut Writer) { out.$write(*self as $fixed); }
            }
        )*};
    }
    sized! {
        isize as i64 Isize IsizeLit IsizeLits [] signed;
        usize as u64 Usize UsizeLit UsizeLits [Rule::Range(Bound::Int(0), Bound::None)] unsigned;
    }

    // Wide integers travel as text: no JSON reader is sure to hold their digits.
    macro_rules! wide {
        ($($ty:ident $lit:ident $variant:ident $check:ident $pattern:literal;)*) => {$(
            /// Renders a number as text.
            #[doc(hidden)]
            pub struct $lit;
            impl $lit {
                /// The literal.
                #[must_use]
                pub const fn of(number: &'static $ty) -> Lit { Lit::$variant(*number) }
            }
            impl DefaultFor<$ty> for $ty {
                fn value(self) -> $ty { self }
            }
            impl ToolType for $ty {
                const SCHEMA: &'static Schema =
                    &Schema::new(schema::Kind::String, stringify!($ty)).rules(&[Rule::Pattern($pattern, |_| true)]);
                type Const = $ty;
                type Render = $lit;
                type Renders = ();
            }
            impl<'a> Argument<'a> for $ty {
                fn read(input: &mut Input<'a>, rules: &[Rule]) -> Result<Self, Refusal> {
                    let text = input.text(&[])?;
                    if !super::is_digits(&text, $ty::MIN != 0) {
                        return Err(Refusal::broken(Broken::Format));
                    }
                    let number: $ty = text.parse().map_err(|_| Refusal::does_not_fit())?;
                    super::$check(number, rules).map_err(Refusal::broken)?;
                    Ok(number)
                }
            }
            impl WriteJson for $ty {
                const WRITTEN: &'static Schema = <$ty as ToolType>::SCHEMA;
                const PLAIN: bool = true;
                fn write(&self, out: &mut Writer) { out.string(&super::ToString::to_string(self)); }
            }
        )*};
    }
    wide! {
        i128 I128Lit IntText check r"^-?(?:0|[1-9][0-9]*)$";
        u128 U128Lit UintText check_wide r"^(?:0|[1-9][0-9]*)$";
    }
}

/// Decimal digits without leading zeros, with a sign where `signed`.
fn is_digits(text: &str, signed: bool) -> bool {
    let digits = if signed {
        text.strip_prefix('-').unwrap_or(text)
    } else {
        text
    };
    !digits.is_empty()
        && digits.bytes().all(|b| b.is_ascii_digit())
        && (digits == "0" || !digits.starts_with('0'))
}

/// The same for the widest numbers.
pub(crate) fn check_wide(number: u128, rules: &[Rule]) -> Result<(), Broken> {
    for rule in rules {
        if let Rule::Range(low, high) = *rule {
            let (under, over) = (
                match low {
                    Bound::Int(low) => u128::try_from(low).is_ok_and(|low| number < low),
                    Bound::Uint(low) => number < low,
                    _ => false,
                },
                match high {
                    Bound::Int(high) => u128::try_from(high).map_or(true, |high| number > high),
                    Bound::Uint(high) => number > high,
                    _ => false,
                },
            );
            if under {
                return Err(Broken::Below(low));
            }
            if over {
                return Err(Broken::Above(high));
            }
        }
    }
    Ok(())
}
