//! The types whose values are tried, and the places where a value may stand.

use toolwright::{Violation, mcp_types};

use super::values::{Country, Quantity, REVISIONS};
use super::{Out, accepts};

/// Tools for one type with its rules: `name: type [rules], value;`. Each has a twin with an output schema.
macro_rules! shapes {
    ($($(#[$cfg:meta])* $name:ident: $ty:ty $([$($rule:tt)*] {$($data:expr),* $(,)?})?, $good:literal;)*) => {$(
        $(#[$cfg])*
        pub(crate) mod $name {
            #[allow(unused_imports, reason = "some types come from there")]
            use super::*;
            use std::collections::BTreeMap;

            mcp_types! {
                pub struct Held { pub inner: $ty $([$($rule)*])? }
            }
            thrice! {
                fn alone(v: $ty $([$($rule)*] {$($data),*})?) { let _ = v; }
                fn alone_out(v: $ty $([$($rule)*] {$($data),*})?) -> Out { let _ = v; Out { n: 0 } }
                fn boxed(v: Box<$ty>) { let _ = v; }
                fn boxed_out(v: Box<$ty>) -> Out { let _ = v; Out { n: 0 } }
                fn option(v: Option<$ty> $([$($rule)*] {$($data),*})?) { let _ = v; }
                fn option_out(v: Option<$ty> $([$($rule)*] {$($data),*})?) -> Out { let _ = v; Out { n: 0 } }
                fn optional(v: Option<$ty> $([$($rule)*] {$($data),*})? = None => Lit::None) { let _ = v; }
                fn optional_out(v: Option<$ty> $([$($rule)*] {$($data),*})? = None => Lit::None) -> Out { let _ = v; Out { n: 0 } }
                fn list(v: Vec<$ty>) { let _ = v; }
                fn list_out(v: Vec<$ty>) -> Out { let _ = v; Out { n: 0 } }
                fn map(v: BTreeMap<String, $ty>) { let _ = v; }
                fn map_out(v: BTreeMap<String, $ty>) -> Out { let _ = v; Out { n: 0 } }
                fn record(v: Held) { let _ = v; }
                fn record_out(v: Held) -> Out { let _ = v; Out { n: 0 } }
                fn records(v: Vec<Held>) { let _ = v; }
                fn records_out(v: Vec<Held>) -> Out { let _ = v; Out { n: 0 } }
                fn record_map(v: BTreeMap<String, Held>) { let _ = v; }
                fn record_map_out(v: BTreeMap<String, Held>) -> Out { let _ = v; Out { n: 0 } }
            }
            const GOOD: &str = $good;

            pub(crate) fn ask(revision: &str, tool: &str, arguments: &str) -> String {
                THRICE.ask(revision, tool, arguments)
            }

            /// Where `bad` may stand, as tool, arguments and path; `ruled` where the type alone is not enough.
            pub(crate) fn places(bad: &str, ruled: bool) -> Vec<(&'static str, String, &'static str)> {
                let mut places = vec![
                    ("alone", format!(r#"{{"v":{bad}}}"#), "v"),
                    ("record", format!(r#"{{"v":{{"inner":{bad}}}}}"#), "v.inner"),
                    ("records", format!(r#"{{"v":[{{"inner":{GOOD}}},{{"inner":{bad}}}]}}"#), "v[1].inner"),
                    ("record_map", format!(r#"{{"v":{{"secret-key":{{"inner":{bad}}}}}}}"#), "v"),
                ];
                if bad != "null" {
                    places.push(("option", format!(r#"{{"v":{bad}}}"#), "v"));
                    places.push(("optional", format!(r#"{{"v":{bad}}}"#), "v"));
                }
                if !ruled {
                    places.push(("boxed", format!(r#"{{"v":{bad}}}"#), "v"));
                    places.push(("list", format!(r#"{{"v":[{GOOD},{GOOD},{bad}]}}"#), "v[2]"));
                    places.push(("map", format!(r#"{{"v":{{"one":{GOOD},"secret-key":{bad}}}}}"#), "v"));
                }
                places
            }

            pub(crate) fn good() {
                for revision in REVISIONS {
                    THRICE.list(revision);
                }
                for (tool, arguments, _) in places(GOOD, false) {
                    accepts(ask, tool, &arguments);
                    accepts(ask, &format!("{tool}_out"), &arguments);
                }
                accepts(ask, "option", r#"{"v":null}"#);
                accepts(ask, "optional", r#"{"v":null}"#);
                accepts(ask, "optional", "{}");
            }
        }
    )*};
}

shapes! {
    quantity: Quantity, "5";
    country: Country, r#"" fr ""#;
    #[cfg(feature = "pattern")]
    iban: crate::values::Iban, r#""FR7630006000011234567890189""#;
    #[cfg(feature = "uuid")]
    customer: crate::values::CustomerId, r#""67e55044-10b1-426f-9247-bb680e5fe0c8""#;
    #[cfg(feature = "jiff")]
    birth: crate::values::BirthDate, r#""1985-10-26""#;
    truth: Truth, "true";
    letter: Letter, r#""b""#;
    ratio: Ratio, "0.5";
    wide: Wide, r#""170141183460469231731687303715884105727""#;
    date: DeliveryDate, r#""2026-11-30""#;
    code: Code, r#""abc""#;

    integer: i64, "-5";
    byte: u8, "255";
    flag: bool, "false";
    real: f64, "1.5e3";
    single: f32, "0.1";
    text: String, r#""a\nb""#;
    one_char: char, r#""é""#;
    huge: u128, r#""340282366920938463463374607431768211455""#;
    negative: i128, r#""-5""#;
    not_zero: std::num::NonZero<i8>, "-128";
    at_least_one: std::num::NonZero<u64>, "18446744073709551615";
    choice: Choice, r#""packed""#;
    ints: Vec<u8>, "[1,2]";
    pair: [u8; 2], "[1,2]";
    set: std::collections::BTreeSet<u8>, "[1,1,2]";
    line: Line, r#"{"sku":"a","qty":1}"#;
    lines: std::collections::BTreeMap<String, Line>, r#"{"k":{"sku":"a","qty":1}}"#;

    limit: u32 [1..=100] {Rule::Range(Bound::Int(1), Bound::Int(100))}, "50";
    from: i64 [-3..] {Rule::Range(Bound::Int(-3), Bound::None)}, "-3";
    below: i64 [..=9] {Rule::Range(Bound::None, Bound::Int(9))}, "9";
    share: f64 [0.25..=0.75] {Rule::Range(Bound::Float(0.25), Bound::Float(0.75))}, "0.25";
    part: f32 [0.1..=0.7] {Rule::Range(Bound::Float(0.1), Bound::Float(0.7))}, "0.7";
    word: String [len(2..=3), one_of("ab", "éé", "abc")] {Rule::Len(2, 3), Rule::OneOf(&["ab", "éé", "abc"])}, r#""éé""#;
    lower: String [trim, lowercase, len(..=2)] {Rule::Trim, Rule::LOWERCASE, Rule::Len(0, 2)}, r#"" AB ""#;
    mail: String [format("email")] {Rule::format("email")}, r#""a@b.example""#;
    #[cfg(feature = "pattern")]
    digits: String [pattern("^[0-9]+$")] {Rule::Pattern("^[0-9]+$", all_digits)}, r#""0123""#;
    few: Vec<u8> [items(2..=3), unique] {Rule::Items(2, 3), Rule::Unique}, "[1,2]";
    set_count: std::collections::BTreeSet<u8> [items(2..=3)] {Rule::Items(2, 3)}, "[1,1,2,2,3]";
    wide_range: u128 [5..=6] {Rule::Range(Bound::Uint(5), Bound::Uint(6))}, r#""5""#;
    positive: std::num::NonZero<i32> [..=9] {Rule::Range(Bound::None, Bound::Int(9))}, "9";
}

/// The engine of `^[0-9]+$`, for those that do without the macro.
#[cfg(feature = "pattern")]
fn all_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

mcp_types! {
    /// Whether it is so.
    #[derive(Debug)]
    pub struct Truth(bool);
    /// A letter.
    #[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub struct Letter(char [lowercase, one_of("a", "b")]);
    #[derive(Debug)]
    pub struct Ratio(f32 [0.1..=0.9]);
    #[derive(Debug)]
    pub struct Wide(i128 [0..]);
    /// A day on which we deliver.
    #[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub struct DeliveryDate(String [format("date"), check(no_sunday)]);
    #[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub struct Code(String [allow_empty, normalize(doubled), len(..=6)]);

    #[derive(Debug, Clone, Copy)]
    pub enum Choice { #[rename("packed")] Packed, Shipped }
    #[derive(Debug)]
    pub struct Line { pub sku: String, pub qty: u32 [1..], pub note: Option<String> = None }
}

/// Not idempotent: it must run once.
fn doubled(text: &str) -> String {
    format!("{text}{text}")
}

fn no_sunday(date: &str) -> Result<(), Violation> {
    if date == "2026-11-29" {
        return Err(Violation::new(
            "delivery_date.sunday",
            "Nothing is delivered on a Sunday.",
        ));
    }
    Ok(())
}

#[test]
fn good_values_are_read_wherever_they_stand() {
    quantity::good();
    country::good();
    #[cfg(feature = "pattern")]
    iban::good();
    #[cfg(feature = "uuid")]
    customer::good();
    #[cfg(feature = "jiff")]
    birth::good();
    truth::good();
    letter::good();
    ratio::good();
    wide::good();
    date::good();
    code::good();
    integer::good();
    byte::good();
    flag::good();
    real::good();
    single::good();
    text::good();
    one_char::good();
    huge::good();
    negative::good();
    not_zero::good();
    at_least_one::good();
    choice::good();
    ints::good();
    pair::good();
    set::good();
    line::good();
    lines::good();
    limit::good();
    from::good();
    below::good();
    share::good();
    part::good();
    word::good();
    lower::good();
    mail::good();
    #[cfg(feature = "pattern")]
    digits::good();
    few::good();
    set_count::good();
    wide_range::good();
    positive::good();
}
