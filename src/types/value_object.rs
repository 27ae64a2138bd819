//! Value objects: newtypes that carry their rules into the schema, and answer with the rule
//! that a value breaks.
//!
//! Every way in (arguments, `new`, `TryFrom`, `FromStr`, serde, map keys) runs one sequence:
//! normalise, null, empty, length, pattern and format, range, accepted values, `check`.

use alloc::borrow::Cow;
use alloc::string::String;

use super::{Argument, Input, ToolType, WriteJson, Writer};
use crate::json::{self, Kind};
use crate::refusal::{Broken, Refusal, Violation};
use crate::schema::{self, Rule, Schema};

/// A type that a value object can wrap.
#[diagnostic::on_unimplemented(
    message = "TW0003: a value object cannot wrap `{Self}`",
    label = "not text, a number, a date, a boolean or a character",
    note = "declare a record instead: `struct Name {{ field: Type }}`"
)]
pub trait Inner: ToolType + WriteJson + for<'a> Argument<'a> {
    /// What `get()` gives: the value of a `Copy` type, else a borrow of it.
    type Get<'a>
    where
        Self: 'a;

    /// Lends the value.
    fn get(&self) -> Self::Get<'_>;

    /// Runs the normalisers, then checks the rules in their fixed order.
    ///
    /// # Errors
    ///
    /// The first rule that the value breaks.
    fn settle(self, rules: &[Rule]) -> Result<Self, Broken>;

    /// Reads the value from plain text: a map key, a template variable, `FromStr`.
    fn from_text(text: &str) -> Option<Self> {
        from_text(text)
    }
}

/// Reads a value from the text that spells it, through its own reader.
fn from_text<T: for<'a> Argument<'a>>(text: &str) -> Option<T> {
    let mut quoted = alloc::vec::Vec::new();
    json::writer::string(text, &mut quoted);
    let arena = super::Arena::new();
    let quoted = core::str::from_utf8(&quoted).ok()?;
    T::read(&mut Input::new(quoted, &arena, true), &[]).ok()
}

macro_rules! text_inner {
    ($($ty:ty)*) => {$(
        impl Inner for $ty {
            type Get<'a> = &'a str;
            fn get(&self) -> &str { self }
            fn settle(self, rules: &[Rule]) -> Result<Self, Broken> {
                if rules.is_empty() {
                    return if self.is_empty() { Err(Broken::Empty) } else { Ok(self) };
                }
                let text = match super::text::normalise(Cow::Borrowed(&self), rules) {
                    Cow::Borrowed(text) if text.len() == self.len() => self,
                    text => text.into_owned().into(),
                };
                if text.is_empty() && !rules.iter().any(|rule| matches!(rule, Rule::AllowEmpty)) {
                    return Err(Broken::Empty);
                }
                super::text::check(&text, rules)?;
                Ok(text)
            }
            fn from_text(text: &str) -> Option<Self> { Some(text.into()) }
        }
    )*};
}
text_inner! { String alloc::boxed::Box<str> alloc::sync::Arc<str> }

macro_rules! copy_inner {
    ($($ty:ty, $value:ident $rules:ident => $check:expr;)*) => {$(
        impl Inner for $ty {
            type Get<'a> = $ty;
            fn get(&self) -> $ty { *self }
            fn settle(self, $rules: &[Rule]) -> Result<Self, Broken> {
                let $value = self;
                $check?;
                Ok(self)
            }
        }
    )*};
}
copy_inner! {
    i8, v rules => super::integer::check(v.into(), rules);
    i16, v rules => super::integer::check(v.into(), rules);
    i32, v rules => super::integer::check(v.into(), rules);
    i64, v rules => super::integer::check(v.into(), rules);
    isize, v rules => super::integer::check(v as i128, rules);
    i128, v rules => super::integer::check(v, rules);
    u8, v rules => super::integer::check(v.into(), rules);
    u16, v rules => super::integer::check(v.into(), rules);
    u32, v rules => super::integer::check(v.into(), rules);
    u64, v rules => super::integer::check(v.into(), rules);
    usize, v rules => super::integer::check(v as i128, rules);
    u128, v rules => super::integer::check_wide(v, rules);
    f32, v rules => super::float::check(v.into(), rules);
    f64, v rules => super::float::check(v, rules);
    bool, _v _rules => Ok::<(), Broken>(());
    char, v rules => super::text::check(v.encode_utf8(&mut [0; 4]), rules);
}

/// A newtype of `mcp_types!`.
pub trait ValueObject: Sized {
    /// What it wraps.
    type Inner: Inner;
    /// Its Rust name, as refusals give it.
    const NAME: &'static str;
    /// Its own rules.
    const RULES: &'static [Rule];

    /// The author's own checks, last of all.
    ///
    /// # Errors
    ///
    /// What the check says.
    fn check(inner: &Self::Inner) -> Result<(), Violation>;

    /// Wraps a value without looking at it.
    fn wrap(inner: Self::Inner) -> Self;

    /// The wrapped value.
    fn inner(&self) -> &Self::Inner;
}

/// Makes a value object.
///
/// # Errors
///
/// The rule that the value breaks.
pub fn make<V: ValueObject>(inner: V::Inner) -> Result<V, Violation> {
    let inner = inner
        .settle(V::RULES)
        .map_err(|broken| violation(V::NAME, &broken))?;
    match V::check(&inner) {
        Ok(()) => Ok(V::wrap(inner)),
        Err(own) => Err(violation(V::NAME, &Broken::Check(own))),
    }
}

/// Makes a value object from plain text.
///
/// # Errors
///
/// The text is no such value, or breaks a rule.
pub fn parse<V: ValueObject>(text: &str) -> Result<V, Violation> {
    let trimmed = super::text::normalise(Cow::Borrowed(text), V::RULES);
    if trimmed.is_empty() && !V::RULES.iter().any(|rule| matches!(rule, Rule::AllowEmpty)) {
        return Err(violation(V::NAME, &Broken::Empty));
    }
    match V::Inner::from_text(&trimmed) {
        Some(inner) => make(inner),
        None => Err(not_parsable(V::NAME)),
    }
}

/// Reads a value object from JSON.
///
/// # Errors
///
/// The refusal of a value object: in its own words, without a path yet.
pub fn read<V: ValueObject>(input: &mut Input<'_>) -> Result<V, Refusal> {
    let found = input.kind();
    let expected = json_kind(V::Inner::SCHEMA.kind);
    if !fits(expected, found) {
        return input
            .spelled(
                V::NAME,
                |kind| expected != STRING && fits(expected, kind),
                read,
            )
            .unwrap_or_else(|| Err(Refusal::violation(mismatch(V::NAME, expected, found))));
    }
    let made = if expected == STRING {
        parse(&input.cursor.string())
    } else {
        match V::Inner::read(input, &[]) {
            Ok(inner) => make(inner),
            Err(_) => Err(not_parsable(V::NAME)),
        }
    };
    made.map_err(Refusal::violation)
}

/// Reads a value object from the key of a map.
///
/// # Errors
///
/// As [`read`], in the words for keys.
pub fn key<V: ValueObject>(text: &str) -> Result<V, Refusal> {
    parse(text).map_err(|violation| {
        let message = match violation.message().strip_prefix("The value") {
            Some(rest) => alloc::format!("The dictionary key{rest}"),
            None => violation.message().into(),
        };
        Refusal::violation(Violation::new(String::from(violation.code()), message))
    })
}

/// The absence of a value object that has no default.
#[cold]
pub fn absent() -> Refusal {
    Refusal::violation(Violation::new(
        "value_object.required",
        "A value is required.",
    ))
}

/// The default of a value object, which const evaluation has checked.
///
/// # Panics
///
/// Where the default breaks a rule that const evaluation cannot judge: a pattern.
pub fn default<V: ValueObject>(inner: V::Inner) -> V {
    match inner.settle(V::RULES) {
        Ok(inner) => V::wrap(inner),
        // The listing refuses such a default, and the set's own test the rest.
        Err(broken) => panic!(
            "TW0008: the default of a `{}` breaks its rule: {broken}",
            V::NAME
        ),
    }
}

/// The text of a value, as `Display` shows it.
pub fn text<T: WriteJson>(value: &T) -> String {
    let mut writer = Writer::new();
    value.write(&mut writer);
    let json = String::from_utf8(writer.into_bytes()).unwrap_or_default();
    if T::PLAIN {
        json::Cursor::new(&json).string().into_owned()
    } else {
        json
    }
}

const STRING: &str = "string";

/// The kind of JSON that a type is written as, in the words of a refusal.
const fn json_kind(kind: schema::Kind) -> &'static str {
    match kind {
        schema::Kind::Integer | schema::Kind::Number => "number",
        schema::Kind::Boolean => "boolean",
        _ => STRING,
    }
}

fn fits(expected: &str, found: Kind) -> bool {
    match found {
        Kind::String => expected == STRING,
        Kind::Number => expected == "number",
        Kind::True | Kind::False => expected == "boolean",
        Kind::Null | Kind::Array | Kind::Object => false,
    }
}

#[cold]
fn mismatch(name: &str, expected: &str, found: Kind) -> Violation {
    let (code, found) = match found {
        Kind::Null => ("value_object.required", "Null"),
        Kind::True => ("value_object.not_parsable", "True"),
        Kind::False => ("value_object.not_parsable", "False"),
        Kind::Number => ("value_object.not_parsable", "Number"),
        Kind::String => ("value_object.not_parsable", "String"),
        Kind::Array => ("value_object.not_parsable", "StartArray"),
        Kind::Object => ("value_object.not_parsable", "StartObject"),
    };
    Violation::new(
        code,
        alloc::format!("Expected a JSON {expected} for {name} but found {found}."),
    )
}

#[cold]
fn not_parsable(name: &str) -> Violation {
    Violation::new(
        "value_object.not_parsable",
        alloc::format!("The value is not a valid {name}."),
    )
}

#[cold]
fn violation(name: &str, broken: &Broken) -> Violation {
    let message = alloc::format!("The value is not a valid {name}: {broken}");
    match broken {
        Broken::Check(own) => Violation::new(String::from(own.code()), message),
        other => Violation::new(alloc::format!("value_object.{}", other.code()), message),
    }
}

/// The rules of the wrapped type and those of the value object, as one list.
///
/// # Panics
///
/// In const evaluation, where `N` is not the sum of both.
#[must_use]
pub const fn all_rules<const N: usize>(inner: &[Rule], own: &[Rule]) -> [Rule; N] {
    assert!(inner.len() + own.len() == N, "the rules of both");
    let mut all = [Rule::Unique; N];
    let mut i = 0;
    while i < N {
        all[i] = if i < inner.len() {
            inner[i]
        } else {
            own[i - inner.len()]
        };
        i += 1;
    }
    all
}

/// The schema of a value object.
#[must_use]
pub const fn schema<V: ValueObject + for<'a> Argument<'a>>(
    docs: &'static [&'static str],
    rules: &'static [Rule],
) -> Schema {
    let mut schema = *V::Inner::SCHEMA;
    schema.name = V::NAME;
    schema.judge = Some(crate::proof::judge::<V>);
    schema.docs = docs;
    schema.rules = rules;
    schema.bounds = "";
    schema.value_object = true;
    schema::known_values(&schema);
    schema
}
