//! What a declaration says of itself and const evaluation cannot judge: a test of one line.
//!
//! Types, ranges, lengths and the form of dates are settled when the crate is compiled.
//! Patterns, formats, the author's own checks and what `url` makes of a text take code that
//! const evaluation cannot run; defaults, examples and known values that break them are found
//! here, before a model does.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

use crate::catalog::{Catalog, Key};
use crate::refusal::{Refusal, Violation};
use crate::schema::{self, Kind, Lit, Note, Property, Rule, Schema};
use crate::types::{Arena, Argument, Input};

/// Checks the defaults, examples and known values of all that a set declares by their own rules.
///
/// ```
/// # use toolwright::{ToolSet, mcp_tools};
/// mcp_tools! {
///     pub static TOOLS: ToolSet<()>;
///     fn greet(to: String [format("email")] = "a@example.com") -> String { format!("Hello, {to}!") }
/// }
///
/// #[cfg(test)]
/// mod tests {
///     #[test]
///     fn defaults() {
///         toolwright::check_defaults(&super::TOOLS);
///     }
/// }
/// ```
///
/// What it reads is compiled into tests alone, so the set has to be declared in the crate
/// whose test this is: a unit test, or a set inside an integration test.
///
/// # Panics
///
/// Where one of them is refused (`TW0008`, `TW0015`), with all that are; and where the set was
/// not compiled as a part of a test.
#[allow(
    clippy::test_attr_in_doctest,
    reason = "it shows where the call belongs"
)]
pub fn check_defaults(set: &dyn Catalog) {
    let mut faults = Vec::new();
    set.items(0, &mut |_, item| {
        let Key { space, name, .. } = item.key();
        let (params, notes) = item.parameters();
        match notes {
            Some(notes) => members(params, notes, name, &mut faults),
            None => faults.push(alloc::format!(
                "{} `{name}` was not compiled as a part of a test: \
                 call `check_defaults` in a unit test of the crate that declares it",
                space.noun()
            )),
        }
    });
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

fn members(
    properties: &'static [Property],
    notes: &'static [Note],
    place: &str,
    faults: &mut Vec<String>,
) {
    for (property, note) in properties.iter().zip(notes) {
        let place = alloc::format!("{place}.{}", property.name);
        let mut say = |code: &str, what: &str, refusal: Refusal| {
            faults.push(alloc::format!(
                "{code}: `{place}`: the {what} is refused by its own rule: {}",
                refusal.message()
            ));
        };
        value(note.schema, property.rules, note.default, &mut |refusal| {
            say("TW0008", "default", refusal);
        });
        named(note.schema, property.rules, &mut say);
        within(note.schema, &place, faults);
    }
}

/// What is inside a type: items, values of maps, members of records.
fn within(schema: &'static Schema, place: &str, faults: &mut Vec<String>) {
    if let Some(items) = schema.items {
        named(items, &[], &mut |code, what, refusal| {
            faults.push(alloc::format!(
                "{code}: `{place}`: the {what} of its items is refused by its own rule: {}",
                refusal.message()
            ));
        });
        within(items, place, faults);
    }
    members(schema.fields, schema.notes, place, faults);
}

/// Known values and examples, where a rule states them.
fn named(
    schema: &'static Schema,
    rules: &'static [Rule],
    say: &mut dyn FnMut(&str, &str, Refusal),
) {
    for rule in schema.rules.iter().chain(rules) {
        let mut judged = |code, what, text: &'static str| {
            let json = match schema.kind {
                Kind::String => schema::literal(Lit::Text(text)),
                _ => text.into(),
            };
            json_value(schema, rules, json, &mut |refusal| say(code, what, refusal));
        };
        match rule {
            Rule::Example(text) => judged("TW0015", "example", text),
            Rule::OneOf(texts) => texts
                .iter()
                .for_each(|text| judged("TW0015", "known value", text)),
            _ => {}
        }
    }
}

/// A default, or the items of one.
fn value(
    schema: &'static Schema,
    rules: &'static [Rule],
    default: Lit,
    say: &mut dyn FnMut(Refusal),
) {
    match default {
        Lit::Absent | Lit::None => {}
        Lit::Texts(texts) => {
            if let Some(items) = schema.items {
                for text in texts {
                    value(items, &[], Lit::Text(text), say);
                }
            }
            own_checks(rules, schema::literal(default), say);
        }
        default => json_value(schema, rules, schema::literal(default), say),
    }
}

fn json_value(
    schema: &'static Schema,
    rules: &'static [Rule],
    json: String,
    say: &mut dyn FnMut(Refusal),
) {
    let json: &'static str = json.leak();
    let judgement = schema.judge.map_or(Ok(()), |judge| judge(json, rules));
    match judgement {
        Ok(()) => own_checks(rules, json.into(), say),
        Err(refusal) => say(refusal),
    }
}

/// The author's checks of a plain parameter; a value object has its own inside.
fn own_checks(rules: &'static [Rule], json: String, say: &mut dyn FnMut(Refusal)) {
    let json: &'static str = json.leak();
    for rule in rules {
        if let Rule::Check(check) = rule {
            if let Err(violation) = check(json) {
                say(Refusal::violation(violation));
            }
        }
    }
}

fn read<T: Argument<'static>>(json: &'static str, rules: &[Rule]) -> Result<T, Refusal> {
    // A test ends soon.
    let arena: &'static Arena = Box::leak(Box::new(Arena::new()));
    T::read(&mut Input::new(json, arena, false), rules)
}

/// Whether a value keeps the rules of its type, and those beside it.
///
/// # Errors
///
/// The rule that it breaks.
pub fn judge<T: Argument<'static>>(
    json: &'static str,
    rules: &'static [Rule],
) -> Result<(), Refusal> {
    read::<T>(json, rules).map(|_| ())
}

/// What an author's check says of a value.
///
/// # Errors
///
/// The same; a value that cannot be read is [`judge`]'s.
pub fn judged<T: Argument<'static>>(
    json: &'static str,
    check: impl FnOnce(&T) -> Result<(), Violation>,
) -> Result<(), Violation> {
    read::<T>(json, &[]).map_or(Ok(()), |value| check(&value))
}
