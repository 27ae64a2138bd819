//! Text: `String`, `&str` and their kin.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::sync::Arc;

use super::{Argument, DefaultFor, Input, TextLit, TextLits, ToolType, WriteJson, Writer};
use crate::json::Kind;
use crate::refusal::{Broken, Refusal};
use crate::schema::{self, Rule, Schema};

const SCHEMA: &Schema =
    &Schema::new(schema::Kind::String, "String").judge(crate::proof::judge::<String>);

/// Reads the string ahead: normalisers first, then the rules in their fixed order.
pub(super) fn read<'a>(input: &mut Input<'a>, rules: &[Rule]) -> Result<Cow<'a, str>, Refusal> {
    let found = input.kind();
    if found != Kind::String {
        return Err(Refusal::expected("a string", found));
    }
    let text = input.cursor.string();
    if rules.is_empty() {
        return Ok(text);
    }
    if rules.iter().any(is_normaliser) {
        return normalised(text, rules);
    }
    match check(&text, rules) {
        Ok(()) => Ok(text),
        Err(broken) => Err(Refusal::broken(broken)),
    }
}

#[inline(never)]
fn normalised<'a>(text: Cow<'a, str>, rules: &[Rule]) -> Result<Cow<'a, str>, Refusal> {
    let text = normalise(text, rules);
    match check(&text, rules) {
        Ok(()) => Ok(text),
        Err(broken) => Err(Refusal::broken(broken)),
    }
}

const fn is_normaliser(rule: &Rule) -> bool {
    matches!(
        rule,
        Rule::Trim | Rule::Normalize(_) | Rule::Lowercase(_) | Rule::Uppercase(_)
    )
}

/// Runs the normalisers among `rules`, in order.
pub(crate) fn normalise<'a>(mut text: Cow<'a, str>, rules: &[Rule]) -> Cow<'a, str> {
    for rule in rules {
        match rule {
            Rule::Trim => {
                text = match text {
                    Cow::Borrowed(text) => Cow::Borrowed(text.trim()),
                    Cow::Owned(text) => Cow::Owned(text.trim().into()),
                }
            }
            Rule::Normalize(normalise)
            | Rule::Lowercase(normalise)
            | Rule::Uppercase(normalise) => {
                text = Cow::Owned(normalise(&text));
            }
            _ => {}
        }
    }
    text
}

/// Checks length, then pattern and format, then the accepted values, in whatever order they
/// are declared: a long text does not come to a pattern.
pub(crate) fn check(text: &str, rules: &[Rule]) -> Result<(), Broken> {
    // Most texts have one rule.
    match *rules {
        [Rule::Len(low, high)] => return length(text, low, high),
        [Rule::OneOf(accepted)] if is_among(text, accepted) => return Ok(()),
        _ => {}
    }
    let mut more = false;
    for rule in rules {
        match *rule {
            Rule::Len(low, high) => length(text, low, high)?,
            Rule::Pattern(..) | Rule::Format(..) | Rule::OneOf(_) => more = true,
            _ => {}
        }
    }
    if more { form(text, rules) } else { Ok(()) }
}

fn form(text: &str, rules: &[Rule]) -> Result<(), Broken> {
    let mut known = true;
    for rule in rules {
        match rule {
            Rule::Pattern(_, matches) if !matches(text) => return Err(Broken::Format),
            Rule::Format(_, holds) if !holds(text) => return Err(Broken::Format),
            Rule::OneOf(accepted) => known &= is_among(text, accepted),
            _ => {}
        }
    }
    if known { Ok(()) } else { Err(Broken::NotKnown) }
}

/// Known values are short: a call to compare each would cost more than the comparison.
fn is_among(text: &str, accepted: &[&str]) -> bool {
    let text = text.as_bytes();
    accepted.iter().any(|value| {
        let value = value.as_bytes();
        value.len() == text.len() && value.iter().zip(text).all(|(a, b)| a == b)
    })
}

/// Lengths count Unicode scalar values, as JSON Schema does; the bytes settle most cases.
fn length(text: &str, low: u32, high: u32) -> Result<(), Broken> {
    let bytes = text.len() as u64;
    let (low64, high64) = (u64::from(low), u64::from(high));
    // A scalar value takes one to four bytes.
    if bytes + 4 > 4 * low64 && bytes <= high64 {
        return Ok(());
    }
    let count = text.chars().count() as u64;
    if count < low64 {
        return Err(Broken::TooShort(low));
    }
    if count > high64 && high != u32::MAX {
        return Err(Broken::TooLong(high));
    }
    Ok(())
}

impl<'a> Argument<'a> for &'a str {
    fn read(input: &mut Input<'a>, rules: &[Rule]) -> Result<Self, Refusal> {
        let text = read(input, rules)?;
        Ok(input.arena.cow(text))
    }
}

impl<'a> Argument<'a> for Cow<'a, str> {
    fn read(input: &mut Input<'a>, rules: &[Rule]) -> Result<Self, Refusal> {
        read(input, rules)
    }
}

macro_rules! texts {
    ($($ty:ty $(, $life:lifetime)?;)*) => {$(
        impl $(<$life>)? ToolType for $ty {
            const SCHEMA: &'static Schema = SCHEMA;
            type Const = &'static str;
            type Render = TextLit;
            type Renders = TextLits;
        }
        impl $(<$life>)? DefaultFor<$ty> for &'static str {
            fn value(self) -> $ty { self.into() }
        }
        impl $(<$life>)? WriteJson for $ty {
            const WRITTEN: &'static Schema = SCHEMA;
            const PLAIN: bool = true;
            fn write(&self, out: &mut Writer) { out.string(self); }
        }
    )*};
}
texts! { String; Box<str>; Arc<str>; &'a str, 'a; Cow<'a, str>, 'a; }

macro_rules! owned {
    ($($ty:ty)*) => {$(
        impl<'a> Argument<'a> for $ty {
            fn read(input: &mut Input<'a>, rules: &[Rule]) -> Result<Self, Refusal> {
                Ok(read(input, rules)?.into())
            }
        }
    )*};
}
owned! { Box<str> Arc<str> }

impl<'a> Argument<'a> for String {
    fn read(input: &mut Input<'a>, rules: &[Rule]) -> Result<Self, Refusal> {
        Ok(read(input, rules)?.into_owned())
    }
}
