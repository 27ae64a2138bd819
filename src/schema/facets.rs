//! The rules of a type and of a parameter, brought together.

use super::buffer::blank;
use super::complaint::{At, Complaint};
use super::{Bound, Kind, Rule, Schema, bound};

/// What holds when every rule does.
#[allow(clippy::struct_excessive_bools, reason = "each is a rule of its own")]
#[derive(Clone, Copy)]
pub(super) struct Facets {
    /// The range; where the value is text, the bounds that are text are not in it.
    pub(super) low: Bound,
    pub(super) high: Bound,
    /// `Bound::Text` ranges: of the type, of the parameter.
    pub(super) spans: [(Bound, Bound); 2],
    pub(super) shortest: u32,
    pub(super) longest: u32,
    pub(super) fewest: u32,
    pub(super) most: u32,
    pub(super) unique: bool,
    /// The accepted strings; empty for any.
    pub(super) one_of: &'static [&'static str],
    pub(super) pattern: &'static str,
    /// The `format` keyword.
    pub(super) format: &'static str,
    /// A format that is stated as a sentence.
    pub(super) named: &'static str,
    pub(super) example: &'static str,
    /// A range or a format that may have to be said in words.
    pub(super) sentences: bool,
    pub(super) trim: bool,
    pub(super) lower: bool,
    pub(super) upper: bool,
    /// `""` is a value by a rule.
    pub(super) allow_empty: bool,
    /// Zero is none of the numbers.
    pub(super) not_zero: bool,
}

impl Facets {
    /// No rule at all.
    pub(super) const NONE: Self = Self {
        low: Bound::None,
        high: Bound::None,
        spans: [(Bound::None, Bound::None); 2],
        shortest: 0,
        longest: u32::MAX,
        fewest: 0,
        most: u32::MAX,
        unique: false,
        one_of: &[],
        pattern: "",
        format: "",
        named: "",
        example: "",
        sentences: false,
        trim: false,
        lower: false,
        upper: false,
        allow_empty: false,
        not_zero: false,
    };
}

/// The formats that are checked, so that they may be a keyword.
const fn enforced(name: &str) -> bool {
    matches!(
        name.as_bytes(),
        b"date"
            | b"date-time"
            | b"duration"
            | b"email"
            | b"uri"
            | b"uuid"
            | b"ipv4"
            | b"ipv6"
            | b"hostname"
    )
}

/// The rules of a type with those of a parameter on top.
#[track_caller]
pub(super) const fn gather(schema: &Schema, own: &'static [Rule], at: At<'_>) -> Facets {
    let mut f = Facets::NONE;
    f.format = schema.format;
    f.one_of = schema.choices;
    if let [_, ..] = schema.rules {
        add(&mut f, schema.rules, 0, at);
    }
    if let [_, ..] = own {
        add(&mut f, own, 1, at);
    }
    // A value object refuses the empty string; a type with a format of its own
    // (a date, a UUID) refuses it by itself.
    if schema.value_object
        && matches!(schema.kind, Kind::String)
        && blank!(schema.format)
        && !f.allow_empty
        && f.shortest == 0
    {
        f.shortest = 1;
    }
    if f.shortest > f.longest {
        empty("len", f.shortest, f.longest, at);
    }
    if f.fewest > f.most {
        empty("items", f.fewest, f.most, at);
    }
    if f.sentences && matches!(bound::below(f.high, f.low), Some(true)) {
        Complaint::at("TW0007", at)
            .and("the range ")
            .bound(f.low)
            .and("..=")
            .bound(f.high)
            .and(" is empty: write the smaller bound first")
            .stop();
    }
    f
}

#[track_caller]
const fn add(f: &mut Facets, rules: &'static [Rule], whose: usize, at: At<'_>) {
    let mut rest = rules;
    while let [rule, more @ ..] = rest {
        rest = more;
        match *rule {
            Rule::Range(low, high) => range(f, low, high, whose, at),
            Rule::Len(low, high) => {
                if low > high {
                    empty("len", low, high, at);
                }
                if low > f.shortest {
                    f.shortest = low;
                }
                if high < f.longest {
                    f.longest = high;
                }
            }
            Rule::Items(low, high) => {
                if low > high {
                    empty("items", low, high, at);
                }
                if low > f.fewest {
                    f.fewest = low;
                }
                if high < f.most {
                    f.most = high;
                }
            }
            Rule::Unique => f.unique = true,
            Rule::OneOf(values) => {
                narrows(f.one_of, values, at);
                f.one_of = values;
            }
            Rule::Pattern(pattern, _) => f.pattern = only(f.pattern, pattern, "patterns", at),
            Rule::Unportable(pattern, why) => Complaint::at("TW0009", at)
                .and("the pattern `")
                .and(pattern)
                .and("` is not portable: ")
                .and(why)
                .stop(),
            Rule::Format(name, _) if enforced(name) => {
                f.format = only(f.format, name, "formats", at);
            }
            Rule::Format(name, _) => {
                f.named = only(f.named, name, "formats", at);
                f.sentences = true;
            }
            Rule::Example(text) => f.example = text,
            Rule::Trim => f.trim = true,
            Rule::Lowercase(_) => f.lower = true,
            Rule::Uppercase(_) => f.upper = true,
            Rule::AllowEmpty => f.allow_empty = true,
            Rule::NotZero => f.not_zero = true,
            // What they make of a value cannot be known here.
            Rule::Normalize(_) | Rule::Check(_) => {}
        }
    }
}

/// A parameter narrows the range of its type; it cannot widen it.
#[track_caller]
const fn range(f: &mut Facets, low: Bound, high: Bound, whose: usize, at: At<'_>) {
    f.sentences = true;
    writable(low, at);
    writable(high, at);
    if matches!(low, Bound::Text(_)) || matches!(high, Bound::Text(_)) {
        // Text cannot be compared here (decimals, dates of any calendar): both are stated.
        f.spans[whose] = (low, high);
        return;
    }
    if !matches!((f.low, f.high), (Bound::None, Bound::None)) {
        outside(low, f, at);
        outside(high, f, at);
    }
    if !matches!(low, Bound::None) {
        f.low = low;
    }
    if !matches!(high, Bound::None) {
        f.high = high;
    }
}

/// RFC 3339 has years of four digits.
#[track_caller]
const fn writable(bound: Bound, at: At<'_>) {
    if matches!(
        bound,
        Bound::Date(_) | Bound::DateTime(..) | Bound::Instant(..)
    ) && bound::text(bound).is_none()
    {
        Complaint::at("TW0007", at)
            .and("a bound has a year that RFC 3339 cannot write: it has four digits there")
            .stop();
    }
}

#[track_caller]
const fn outside(bound: Bound, f: &Facets, at: At<'_>) {
    let (word, limit) = if matches!(bound::below(bound, f.low), Some(true)) {
        ("at least ", f.low)
    } else if matches!(bound::below(f.high, bound), Some(true)) {
        ("at most ", f.high)
    } else {
        return;
    };
    Complaint::at("TW0007", at)
        .and("the bound ")
        .bound(bound)
        .and(" lies outside its type, which holds ")
        .and(word)
        .bound(limit)
        .and(": write a bound within it")
        .stop()
}

/// A parameter's accepted strings are among those of its type.
#[track_caller]
const fn narrows(known: &[&str], values: &[&str], at: At<'_>) {
    if matches!(known, []) {
        return;
    }
    let mut i = 0;
    while i < values.len() {
        if !super::check::among(values[i], known) {
            Complaint::at("TW0015", at)
                .and("`one_of` names \"")
                .and(values[i])
                .and("\", which its type refuses: name values of the type alone")
                .stop();
        }
        i += 1;
    }
}

/// One schema states one pattern and one format.
#[track_caller]
const fn only(known: &'static str, new: &'static str, what: &str, at: At<'_>) -> &'static str {
    if !blank!(known) && !super::check::same(known, new) {
        Complaint::at("TW0006", at)
            .and("there are two ")
            .and(what)
            .and(" (its type's and its own), and a schema states one: write one that says both")
            .stop();
    }
    new
}

#[track_caller]
const fn empty(what: &str, low: u32, high: u32, at: At<'_>) -> ! {
    Complaint::at("TW0007", at)
        .and("`")
        .and(what)
        .and("` allows ")
        .number(low as i128)
        .and(" to ")
        .number(high as i128)
        .and(", which is nothing: write the smaller number first")
        .stop()
}
