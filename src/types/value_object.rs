//! Value objects: newtypes that carry their rules into the schema, and answer with the rule
//! that a value breaks.
//!
//! Every way in (arguments, `new`, `TryFrom`, `FromStr`, serde, map keys) runs one sequence:
//! normalise, null, empty, length, pattern and format, range, accepted values, `check`.

use alloc::borrow::Cow;
use alloc::string::String;

use super::{Argument, Input, ToolType, WriteJson, Writer};
use crate::json::{self, Kind};
use crate::refusal::{Broken, Reason, Refusal, Violation};
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

    /// Reads the value from plain text, then [`settle`](Self::settle)s it.
    ///
    /// # Errors
    ///
    /// The first rule that the value breaks; `None` where the text is no such value.
    fn settle_text(text: &str, rules: &[Rule]) -> Result<Self, Option<Broken>> {
        if text.is_empty() && !allows_empty(rules) {
            return Err(Some(Broken::Empty));
        }
        Self::from_text(text)
            .ok_or(None)?
            .settle(rules)
            .map_err(Some)
    }
}

/// Reads a value from the text that spells it, through its own reader.
fn from_text<T: for<'a> Argument<'a>>(text: &str) -> Option<T> {
    let arena = super::Arena::new();
    let mut quoted = alloc::vec::Vec::new();
    let json = if json_kind(T::SCHEMA.kind) == STRING {
        json::writer::string(text, &mut quoted);
        core::str::from_utf8(&quoted).ok()?
    } else {
        json::check(text.as_bytes(), crate::limits::DEPTH)
            .ok()
            .filter(|json| json.len() == text.len() && text.trim() == text)?
    };
    T::read(&mut Input::new(json, &arena, false), &[]).ok()
}

fn allows_empty(rules: &[Rule]) -> bool {
    rules.iter().any(|rule| matches!(rule, Rule::AllowEmpty))
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
                if text.is_empty() && !allows_empty(rules) {
                    return Err(Broken::Empty);
                }
                super::text::check(&text, rules)?;
                Ok(text)
            }
            fn from_text(text: &str) -> Option<Self> { Some(text.into()) }
            fn settle_text(text: &str, rules: &[Rule]) -> Result<Self, Option<Broken>> {
                // The normalisers come before anything else, and run once.
                Self::from(text).settle(rules).map_err(Some)
            }
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
    f32, v rules => super::float::check(schema::number::widened(v), rules);
    f64, v rules => super::float::check(v, rules);
    bool, _v _rules => Ok::<(), Broken>(());
}

impl Inner for char {
    type Get<'a> = char;

    fn get(&self) -> char {
        *self
    }

    fn settle(self, rules: &[Rule]) -> Result<Self, Broken> {
        Self::settle_text(self.encode_utf8(&mut [0; 4]), rules)
            .map_err(|broken| broken.unwrap_or(Broken::TooLong(1)))
    }

    fn settle_text(text: &str, rules: &[Rule]) -> Result<Self, Option<Broken>> {
        let text = super::text::normalise(Cow::Borrowed(text), rules);
        let mut chars = text.chars();
        match (chars.next(), chars.next()) {
            (Some(c), None) => {
                super::text::check(&text, rules)?;
                Ok(c)
            }
            (None, _) if !allows_empty(rules) => Err(Some(Broken::Empty)),
            _ => Err(None),
        }
    }
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
    checked(inner)
}

/// The author's checks, then the value object.
fn checked<V: ValueObject>(inner: V::Inner) -> Result<V, Violation> {
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
    match V::Inner::settle_text(text, V::RULES) {
        Ok(inner) => checked(inner),
        Err(Some(broken)) => Err(violation(V::NAME, &broken)),
        Err(None) => Err(not_parsable(V::NAME)),
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
                |input| {
                    let token = input.cursor.clone().skip();
                    let value: V = number(input)?.map_err(Refusal::violation)?;
                    super::float::exact(token, value.inner())?;
                    Ok(value)
                },
            )
            .unwrap_or_else(|| Err(Refusal::violation(mismatch(V::NAME, expected, found))));
    }
    let made = if expected == STRING {
        parse(&input.cursor.string())
    } else {
        number(input).unwrap_or_else(|_| Err(not_parsable(V::NAME)))
    };
    made.map_err(Refusal::violation)
}

/// Reads a number or a truth value ahead: the outer error is that the inner type has no room
/// for it, in the words of a plain parameter.
///
/// A number's rules hold for what was sent, before it is cut to the width of a float.
fn number<V: ValueObject>(input: &mut Input<'_>) -> Result<Result<V, Violation>, Refusal> {
    match V::Inner::read(input, V::RULES) {
        Ok(inner) => Ok(checked(inner)),
        Err(refusal) => match refusal.reason() {
            Reason::Rule(broken) => Ok(Err(violation(V::NAME, broken))),
            _ => Err(refusal),
        },
    }
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

/// The schema of a value object that is written.
#[must_use]
pub const fn written(schema: &Schema) -> Schema {
    super::spelled::written(schema)
}

/// The schema of a value object.
#[must_use]
#[track_caller]
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
