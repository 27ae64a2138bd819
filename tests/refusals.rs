//! Refusals, byte for byte: every row of both tables, wherever the value stands, from tools with
//! an output schema and without, in every revision; from the macro's tools, from the same added at
//! run time, and from the same written by hand.
#![allow(unused_imports, reason = "what is used depends on the features")]
#![allow(
    clippy::boxed_local,
    clippy::ref_option,
    reason = "boxes are among the types that are tried"
)]
#![allow(
    clippy::needless_pass_by_value,
    clippy::too_many_lines,
    clippy::many_single_char_names,
    clippy::trivially_copy_pass_by_ref,
    clippy::ptr_arg,
    reason = "tables of cases, and parameters as tools have them"
)]

mod fixture;
#[cfg(feature = "rmcp")]
mod hosted;
#[macro_use]
#[path = "refusals/thrice.rs"]
mod thrice;
mod values;

use fixture::{answer, legacy, modern, session};
use toolwright::{Server, Violation, mcp_tools, mcp_types};
use values::{Country, Quantity, REVISIONS, Refused};

/// What a tool with an output schema gives back.
mod out {
    toolwright::mcp_types! {
        /// Nothing of note.
        pub struct Out { pub n: u8 }
    }
}
use out::Out;

/// A server behind its types: sends a call, gives the reply.
type Ask = fn(&str, &str, &str) -> String;

/// Asserts a refusal in every revision, of the tool and of its twin with an output schema.
fn refuses(ask: Ask, tool: &str, arguments: &str, refused: &Refused<'_>) {
    for revision in REVISIONS {
        for (tool, output) in [(tool.to_owned(), false), (format!("{tool}_out"), true)] {
            assert_eq!(
                ask(revision, &tool, arguments),
                refused.reply(revision, output),
                "{revision} {tool} {arguments}"
            );
        }
    }
}

fn accepts(ask: Ask, tool: &str, arguments: &str) {
    for revision in REVISIONS {
        let reply = ask(revision, tool, arguments);
        assert!(!reply.contains("isError"), "{tool} {arguments}: {reply}");
    }
}

/// Tools for one type with its rules: `name: type [rules], value;`. Each has a twin with an output schema.
macro_rules! shapes {
    ($($(#[$cfg:meta])* $name:ident: $ty:ty $([$($rule:tt)*] {$($data:expr),* $(,)?})?, $good:literal;)*) => {$(
        $(#[$cfg])*
        mod $name {
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
    iban: values::Iban, r#""FR7630006000011234567890189""#;
    #[cfg(feature = "uuid")]
    customer: values::CustomerId, r#""67e55044-10b1-426f-9247-bb680e5fe0c8""#;
    #[cfg(feature = "jiff")]
    birth: values::BirthDate, r#""1985-10-26""#;
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

/// Rows of value objects: `module [value => code, message; ..]`.
macro_rules! rejections {
    ($($(#[$cfg:meta])* $name:ident [$($bad:expr => $code:literal, $message:expr;)*])*) => {
        #[test]
        fn value_objects_in_their_own_words() {
            $( $(#[$cfg])* {$(
                let bad: &str = $bad;
                let code = concat!("value_object.", $code);
                let code = code.strip_prefix("value_object.!").unwrap_or(code);
                for (tool, arguments, path) in $name::places(bad, false) {
                    refuses($name::ask, tool, &arguments, &Refused::rejected(path, code, $message));
                }
            )*} )*
        }
    };
}

rejections! {
    quantity [
        "1001" => "out_of_range", "The value is not a valid Quantity: The value must be less than or equal to 1000.";
        "-1" => "out_of_range", "The value is not a valid Quantity: The value must be greater than or equal to 0.";
        "99999" => "not_parsable", "The value is not a valid Quantity.";
        "3.5" => "not_parsable", "The value is not a valid Quantity.";
        "1e999" => "not_parsable", "The value is not a valid Quantity.";
        "true" => "not_parsable", "Expected a JSON number for Quantity but found True.";
        "false" => "not_parsable", "Expected a JSON number for Quantity but found False.";
        r#""5""# => "not_parsable", "Expected a JSON number for Quantity but found String.";
        r#"{"a":1}"# => "not_parsable", "Expected a JSON number for Quantity but found StartObject.";
        "[5]" => "not_parsable", "Expected a JSON number for Quantity but found StartArray.";
        "null" => "required", "Expected a JSON number for Quantity but found Null.";
    ]
    country [
        r#""XX""# => "not_a_known_value", "The value is not a valid Country: The value is not one of the accepted values.";
        r#""FRA""# => "too_long", "The value is not a valid Country: The value must be at most 2 characters long.";
        r#"" f ""# => "too_short", "The value is not a valid Country: The value must be at least 2 characters long.";
        r#""""# => "required", "The value is not a valid Country: The value must not be empty.";
        r#""  ""# => "required", "The value is not a valid Country: The value must not be empty.";
        "5" => "not_parsable", "Expected a JSON string for Country but found Number.";
        "null" => "required", "Expected a JSON string for Country but found Null.";
    ]
    #[cfg(feature = "pattern")]
    iban [
        r#""FR76""# => "too_short", "The value is not a valid Iban: The value must be at least 15 characters long.";
        r#""FR76300060000112345678901890000000000000000000000000000""# => "too_long", "The value is not a valid Iban: The value must be at most 34 characters long.";
        r#""1234567890123456""# => "invalid_format", "The value is not a valid Iban: The value does not match the expected format.";
        r#""FR7730006000011234567890189""# => "invalid_format", "The value is not a valid Iban: The value does not match the expected format.";
        r#""""# => "required", "The value is not a valid Iban: The value must not be empty.";
        "42" => "not_parsable", "Expected a JSON string for Iban but found Number.";
        "null" => "required", "Expected a JSON string for Iban but found Null.";
    ]
    #[cfg(feature = "uuid")]
    customer [
        r#""not-a-guid""# => "not_parsable", "The value is not a valid CustomerId.";
        r#""""# => "required", "The value is not a valid CustomerId: The value must not be empty.";
        r#""00000000-0000-0000-0000-000000000000""# => "required", "The value is not a valid CustomerId: A customer identifier must not be empty.";
        "{}" => "not_parsable", "Expected a JSON string for CustomerId but found StartObject.";
    ]
    #[cfg(feature = "jiff")]
    birth [
        r#""1850-01-01""# => "out_of_range", "The value is not a valid BirthDate: The value must be greater than or equal to 1900-01-01.";
        r#""2101-01-01""# => "out_of_range", "The value is not a valid BirthDate: The value must be less than or equal to 2100-12-31.";
        r#""2026-02-30""# => "not_parsable", "The value is not a valid BirthDate.";
        r#""""# => "required", "The value is not a valid BirthDate: The value must not be empty.";
        "false" => "not_parsable", "Expected a JSON string for BirthDate but found False.";
    ]
    truth [
        "1" => "not_parsable", "Expected a JSON boolean for Truth but found Number.";
        r#""true""# => "not_parsable", "Expected a JSON boolean for Truth but found String.";
        "null" => "required", "Expected a JSON boolean for Truth but found Null.";
    ]
    letter [
        r#""c""# => "not_a_known_value", "The value is not a valid Letter: The value is not one of the accepted values.";
        r#""ab""# => "not_parsable", "The value is not a valid Letter.";
        r#""""# => "required", "The value is not a valid Letter: The value must not be empty.";
    ]
    ratio [
        "0.09" => "out_of_range", "The value is not a valid Ratio: The value must be greater than or equal to 0.1.";
        "0.900001" => "out_of_range", "The value is not a valid Ratio: The value must be less than or equal to 0.9.";
        "1e39" => "not_parsable", "The value is not a valid Ratio.";
    ]
    wide [
        r#""-1""# => "out_of_range", "The value is not a valid Wide: The value must be greater than or equal to 0.";
        r#""170141183460469231731687303715884105728""# => "not_parsable", "The value is not a valid Wide.";
        r#""01""# => "not_parsable", "The value is not a valid Wide.";
        "1" => "not_parsable", "Expected a JSON string for Wide but found Number.";
    ]
    date [
        r#""2026-11-29""# => "!delivery_date.sunday", "The value is not a valid DeliveryDate: Nothing is delivered on a Sunday.";
        r#""2026-11-31""# => "invalid_format", "The value is not a valid DeliveryDate: The value does not match the expected format.";
    ]
    code [
        r#""abcd""# => "too_long", "The value is not a valid Code: The value must be at most 6 characters long.";
    ]
}

/// Rows of plain types: `module [value => code, message; ..]`; `ruled` where the rule is the parameter's.
macro_rules! plain {
    ($test:ident $ruled:literal $($(#[$cfg:meta])* $name:ident [$($bad:expr => $code:literal, $message:expr;)*])*) => {
        #[test]
        fn $test() {
            $( $(#[$cfg])* {$(
                for (tool, arguments, path) in $name::places($bad, $ruled) {
                    let code = concat!("argument.", $code);
                    let code = code.strip_prefix("argument.!").unwrap_or(code);
                    refuses($name::ask, tool, &arguments, &Refused::not_valid(path, code, $message));
                }
            )*} )*
        }
    };
}

plain! { types_that_cannot_hold_the_value false
    integer [
        r#""5""# => "invalid_type", "Expected an integer, found a string.";
        "true" => "invalid_type", "Expected an integer, found a boolean.";
        "[]" => "invalid_type", "Expected an integer, found an array.";
        "{}" => "invalid_type", "Expected an integer, found an object.";
        "5.5" => "invalid_type", "Expected an integer, found a number with a fraction.";
        "9223372036854775808" => "out_of_range", "The value does not fit.";
        "-1e99" => "out_of_range", "The value does not fit.";
    ]
    byte [
        "256" => "out_of_range", "The value does not fit.";
        "-1" => "out_of_range", "The value does not fit.";
    ]
    flag [
        r#""true""# => "invalid_type", "Expected a boolean, found a string.";
        "0" => "invalid_type", "Expected a boolean, found a number.";
    ]
    real [
        r#""1""# => "invalid_type", "Expected a number, found a string.";
        "1e400" => "out_of_range", "The value does not fit.";
    ]
    single [
        "1e39" => "out_of_range", "The value does not fit.";
    ]
    text [
        "5" => "invalid_type", "Expected a string, found a number.";
        "[\"a\"]" => "invalid_type", "Expected a string, found an array.";
    ]
    one_char [
        r#""""# => "too_short", "The value must be at least 1 characters long.";
        r#""ab""# => "too_long", "The value must be at most 1 characters long.";
        "5" => "invalid_type", "Expected a string, found a number.";
    ]
    huge [
        r#""-1""# => "invalid_format", "The value does not match the expected format.";
        r#""00""# => "invalid_format", "The value does not match the expected format.";
        r#""340282366920938463463374607431768211456""# => "out_of_range", "The value does not fit.";
        "1" => "invalid_type", "Expected a string, found a number.";
    ]
    not_zero [
        "0" => "out_of_range", "The value must not be zero.";
        "128" => "out_of_range", "The value does not fit.";
    ]
    at_least_one [
        "0" => "out_of_range", "The value must be greater than or equal to 1.";
    ]
    choice [
        r#""Packed""# => "not_a_known_value", "The value is not one of the accepted values.";
        r#""""# => "not_a_known_value", "The value is not one of the accepted values.";
        "1" => "invalid_type", "Expected a string, found a number.";
    ]
    ints [
        r#"{"0":1}"# => "invalid_type", "Expected an array, found an object.";
        r#""[1]""# => "invalid_type", "Expected an array, found a string.";
    ]
    pair [
        "[1]" => "too_few_items", "The list must have at least 2 items.";
        "[1,2,3]" => "too_many_items", "The list must have at most 2 items.";
    ]
    line [
        "[]" => "invalid_type", "Expected an object, found an array.";
        r#""{}""# => "invalid_type", "Expected an object, found a string.";
    ]
    lines [
        "[]" => "invalid_type", "Expected an object, found an array.";
    ]
}

plain! { rules_of_parameters_and_fields true
    limit [
        "101" => "out_of_range", "The value must be less than or equal to 100.";
        "0" => "out_of_range", "The value must be greater than or equal to 1.";
        "4294967296" => "out_of_range", "The value does not fit.";
    ]
    from [ "-4" => "out_of_range", "The value must be greater than or equal to -3."; ]
    below [ "10" => "out_of_range", "The value must be less than or equal to 9."; ]
    share [
        "0.2" => "out_of_range", "The value must be greater than or equal to 0.25.";
        "0.76" => "out_of_range", "The value must be less than or equal to 0.75.";
    ]
    part [
        "0.09999999999" => "out_of_range", "The value must be greater than or equal to 0.1.";
        "0.70000000001" => "out_of_range", "The value must be less than or equal to 0.7.";
    ]
    word [
        r#""b""# => "too_short", "The value must be at least 2 characters long.";
        r#""éééé""# => "too_long", "The value must be at most 3 characters long.";
        r#""AB""# => "not_a_known_value", "The value is not one of the accepted values.";
    ]
    lower [ r#"" ABC ""# => "too_long", "The value must be at most 2 characters long."; ]
    mail [ r#""a@""# => "invalid_format", "The value does not match the expected format."; ]
    #[cfg(feature = "pattern")]
    digits [ r#""01a""# => "invalid_format", "The value does not match the expected format."; ]
    few [
        "[1]" => "too_few_items", "The list must have at least 2 items.";
        "[1,1,1,1]" => "too_many_items", "The list must have at most 3 items.";
        "[1,2,1.0]" => "repeated_items", "The items must be different from each other.";
    ]
    set_count [
        "[1,1]" => "too_few_items", "The list must have at least 2 items.";
        "[1,2,3,4]" => "too_many_items", "The list must have at most 3 items.";
    ]
    wide_range [ r#""4""# => "out_of_range", "The value must be greater than or equal to 5."; ]
    positive [
        "10" => "out_of_range", "The value must be less than or equal to 9.";
        "0" => "out_of_range", "The value must not be zero.";
    ]
}

/// Rows with the place in the sentence itself: `tool, arguments => argument, code, text`.
#[test]
fn members() {
    for (ask, tool, arguments, argument, code, text) in [
        // Plain, alone and in records.
        (
            limit::ask as Ask,
            "alone",
            "{}",
            "v",
            "required",
            "Argument 'v' is required.",
        ),
        (
            limit::ask,
            "alone",
            r#"{"w":1}"#,
            "v",
            "required",
            "Argument 'v' is required.",
        ),
        (
            limit::ask,
            "alone",
            r#"{"V":1}"#,
            "v",
            "required",
            "Argument 'v' is required. 'V' is not known: did you mean 'v'?",
        ),
        (
            limit::ask,
            "option",
            "{}",
            "v",
            "required",
            "Argument 'v' is required.",
        ),
        (
            limit::ask,
            "alone",
            r#"{"v":1,"v":2}"#,
            "v",
            "duplicate",
            "Argument 'v' is given twice.",
        ),
        (
            limit::ask,
            "alone",
            r#"{"v":"x","v":2}"#,
            "v",
            "duplicate",
            "Argument 'v' is given twice.",
        ),
        (
            limit::ask,
            "optional",
            r#"{"v":1,"v":null}"#,
            "v",
            "duplicate",
            "Argument 'v' is given twice.",
        ),
        (
            limit::ask,
            "alone",
            r#"{"v":1,"city":2}"#,
            "city",
            "unknown",
            "Argument 'city' is not known.",
        ),
        (
            limit::ask,
            "alone",
            r#"{"v":1,"V":2}"#,
            "V",
            "unknown",
            "Argument 'V' is not known. Did you mean 'v'?",
        ),
        (
            limit::ask,
            "alone",
            r#"{"v":null}"#,
            "v",
            "null",
            "Argument 'v' cannot be null.",
        ),
        (
            limit::ask,
            "list",
            r#"{"v":[1,null]}"#,
            "v[1]",
            "null",
            "Argument 'v[1]' cannot be null.",
        ),
        (
            limit::ask,
            "map",
            r#"{"v":{"secret":null}}"#,
            "v",
            "null",
            "Argument 'v' cannot be null.",
        ),
        (
            limit::ask,
            "map",
            r#"{"v":{"secret":1,"secret":1}}"#,
            "v",
            "duplicate",
            "Argument 'v' is given twice.",
        ),
        (
            limit::ask,
            "record",
            r#"{"v":null}"#,
            "v",
            "null",
            "Argument 'v' cannot be null.",
        ),
        (
            limit::ask,
            "record",
            r#"{"v":{}}"#,
            "v.inner",
            "required",
            "Argument 'v.inner' is required.",
        ),
        (
            limit::ask,
            "record",
            r#"{"v":{"iner":1}}"#,
            "v.inner",
            "required",
            "Argument 'v.inner' is required. 'v.iner' is not known: did you mean 'v.inner'?",
        ),
        (
            limit::ask,
            "records",
            r#"{"v":[{"inner":1},{"Inner":1}]}"#,
            "v[1].inner",
            "required",
            "Argument 'v[1].inner' is required. 'v[1].Inner' is not known: did you mean 'v[1].inner'?",
        ),
        (
            limit::ask,
            "records",
            r#"{"v":[{"inner":1,"inner":1}]}"#,
            "v[0].inner",
            "duplicate",
            "Argument 'v[0].inner' is given twice.",
        ),
        (
            limit::ask,
            "records",
            r#"{"v":[{"inner":null}]}"#,
            "v[0].inner",
            "null",
            "Argument 'v[0].inner' cannot be null.",
        ),
        (
            limit::ask,
            "records",
            r#"{"v":[{"inner":1,"other":1}]}"#,
            "v[0].other",
            "unknown",
            "Argument 'v[0].other' is not known.",
        ),
        (
            limit::ask,
            "records",
            r#"{"v":[{"inner":1,"innner":1}]}"#,
            "v[0].innner",
            "unknown",
            "Argument 'v[0].innner' is not known. Did you mean 'v[0].inner'?",
        ),
        // A path stops at the map, and a name without its place says nothing.
        (
            limit::ask,
            "record_map",
            r#"{"v":{"secret":{}}}"#,
            "v",
            "required",
            "Argument 'v' is required.",
        ),
        (
            limit::ask,
            "record_map",
            r#"{"v":{"secret":{"iner":1}}}"#,
            "v",
            "required",
            "Argument 'v' is required.",
        ),
        (
            limit::ask,
            "record_map",
            r#"{"v":{"secret":{"inner":1,"iner":1}}}"#,
            "v",
            "unknown",
            "Argument 'v' is not known.",
        ),
        (
            limit::ask,
            "record_map",
            r#"{"v":{"secret":{"inner":1,"inner":1}}}"#,
            "v",
            "duplicate",
            "Argument 'v' is given twice.",
        ),
        (
            lines::ask,
            "list",
            r#"{"v":[{"secret":{"sku":"a","qty":0}},{}]}"#,
            "v[0]",
            "out_of_range",
            "Argument 'v[0]' is not valid. The value must be greater than or equal to 1.",
        ),
        // Names are echoed, escaped and cut.
        (
            limit::ask,
            "optional",
            "{\"a\\u0000\\u2028\\n\\\"'\":1}",
            "a\\u0000\\u2028\\u000a\"'",
            "unknown",
            "Argument 'a\\u0000\\u2028\\u000a\"'' is not known.",
        ),
        (
            limit::ask,
            "optional",
            &format!(r#"{{"{}":1}}"#, "é".repeat(65)),
            &"é".repeat(64),
            "unknown",
            &format!("Argument '{}' is not known.", "é".repeat(64)),
        ),
        // Of many unknown ones, the first that was sent.
        (
            limit::ask,
            "alone",
            r#"{"z":1,"v":1,"a":1}"#,
            "z",
            "unknown",
            "Argument 'z' is not known.",
        ),
    ] {
        let code = format!("argument.{code}");
        let refused = if let Some(message) =
            text.strip_prefix(&format!("Argument '{argument}' is not valid. "))
        {
            Refused::not_valid(argument, &code, message)
        } else {
            Refused::sentence(argument, &code, text)
        };
        refuses(ask, tool, arguments, &refused);
    }
}

/// The sets that no shape stands for; those of the shapes are compared with their good values.
#[test]
fn all_three_list_alike() {
    for revision in REVISIONS {
        keys::THRICE.list(revision);
        order::THRICE.list(revision);
        fields_and_defaults::THRICE.list(revision);
        #[cfg(all(feature = "pattern", feature = "uuid", feature = "jiff"))]
        place_order::THRICE.list(revision);
    }
}

#[test]
fn absent_value_objects() {
    for ask in [quantity::ask as Ask, country::ask, truth::ask, date::ask] {
        for (tool, arguments, path) in [
            ("alone", "{}", "v"),
            ("boxed", "{}", "v"),
            ("option", "{}", "v"),
            ("record", r#"{"v":{}}"#, "v.inner"),
            ("record", r#"{"v":{"iner":1}}"#, "v.inner"),
            ("records", r#"{"v":[{}]}"#, "v[0].inner"),
            ("record_map", r#"{"v":{"secret":{}}}"#, "v"),
        ] {
            let refused = Refused::rejected(path, "value_object.required", "A value is required.");
            refuses(ask, tool, arguments, &refused);
        }
    }
}

mod keys {
    use super::*;
    use std::collections::BTreeMap;

    mcp_types! {
        pub struct Held { pub by: BTreeMap<Country, u8> }
    }
    thrice! {
        fn country(v: BTreeMap<Country, u8>) -> u8 { v.values().sum() }
        fn country_out(v: BTreeMap<Country, u8>) -> Out { let _ = v; Out { n: 0 } }
        fn held(v: Vec<Held>) { let _ = v; }
        fn held_out(v: Vec<Held>) -> Out { let _ = v; Out { n: 0 } }
        fn date(v: BTreeMap<DeliveryDate, u8>) { let _ = v; }
        fn date_out(v: BTreeMap<DeliveryDate, u8>) -> Out { let _ = v; Out { n: 0 } }
        fn letter(v: BTreeMap<Letter, u8>) { let _ = v; }
        fn letter_out(v: BTreeMap<Letter, u8>) -> Out { let _ = v; Out { n: 0 } }
    }
    fn ask(revision: &str, tool: &str, arguments: &str) -> String {
        THRICE.ask(revision, tool, arguments)
    }

    #[test]
    fn keys_of_maps() {
        for (tool, key, code, message) in [
            (
                "country",
                "XX",
                "value_object.not_a_known_value",
                "The dictionary key is not a valid Country: The value is not one of the accepted values.",
            ),
            (
                "country",
                "FRA",
                "value_object.too_long",
                "The dictionary key is not a valid Country: The value must be at most 2 characters long.",
            ),
            (
                "country",
                "",
                "value_object.required",
                "The dictionary key is not a valid Country: The value must not be empty.",
            ),
            (
                "date",
                "2026-11-31",
                "value_object.invalid_format",
                "The dictionary key is not a valid DeliveryDate: The value does not match the expected format.",
            ),
            (
                "date",
                "2026-11-29",
                "delivery_date.sunday",
                "The dictionary key is not a valid DeliveryDate: Nothing is delivered on a Sunday.",
            ),
            (
                "letter",
                "ab",
                "value_object.not_parsable",
                "The dictionary key is not a valid Letter.",
            ),
        ] {
            refuses(
                ask,
                tool,
                &format!(r#"{{"v":{{"{key}":1}}}}"#),
                &Refused::rejected("v", code, message),
            );
        }
        refuses(
            ask,
            "held",
            r#"{"v":[{"by":{}},{"by":{"FR":1,"X":1}}]}"#,
            &Refused::rejected(
                "v[1].by",
                "value_object.too_short",
                "The dictionary key is not a valid Country: The value must be at least 2 characters long.",
            ),
        );
        // Normalised to the same key.
        refuses(
            ask,
            "country",
            r#"{"v":{"FR":1,"fr":1}}"#,
            &Refused::sentence("v", "argument.duplicate", "Argument 'v' is given twice."),
        );
        accepts(ask, "country", r#"{"v":{" be":1}}"#);
        accepts(ask, "letter", r#"{"v":{"A":1}}"#);
    }
}

/// Parameters are read in their order, whatever the order of the members; unknown members last.
mod order {
    use super::*;

    thrice! {
        fn order(a: Quantity, b: u8, c: Country = "FR" => Lit::Text("FR"), d: u8 [check(odd)] {} check odd = 1 => Lit::Int(1)) { let _ = (a, b, c, d); }
        fn order_out(a: Quantity, b: u8, c: Country = "FR" => Lit::Text("FR"), d: u8 [check(odd)] {} check odd = 1 => Lit::Int(1)) -> Out { let _ = (a, b, c, d); Out { n: 0 } }
        fn nothing() {}
        fn nothing_out() -> Out { Out { n: 0 } }
        fn context(cx: &toolwright::Context, n: u8) { let _ = (cx, n); }
        fn context_out(cx: &toolwright::Context, n: u8) -> Out { let _ = (cx, n); Out { n: 0 } }
    }
    fn odd(n: &u8) -> Result<(), Violation> {
        if n % 2 == 1 {
            Ok(())
        } else {
            Err(Violation::new("own.even", "The value must be odd."))
        }
    }
    fn ask(revision: &str, tool: &str, arguments: &str) -> String {
        THRICE.ask(revision, tool, arguments)
    }

    #[test]
    fn the_first_in_the_order_of_the_parameters() {
        let a = Refused::rejected(
            "a",
            "value_object.not_parsable",
            "Expected a JSON number for Quantity but found True.",
        );
        let b = Refused::not_valid(
            "b",
            "argument.invalid_type",
            "Expected an integer, found a string.",
        );
        let c = Refused::rejected(
            "c",
            "value_object.not_a_known_value",
            "The value is not a valid Country: The value is not one of the accepted values.",
        );
        let d = Refused::not_valid("d", "own.even", "The value must be odd.");
        let e = Refused::sentence("e", "argument.unknown", "Argument 'e' is not known.");
        let members = [
            r#""a":true"#,
            r#""b":"x""#,
            r#""c":"XX""#,
            r#""d":2"#,
            r#""e":1"#,
        ];
        let good = [r#""a":1"#, r#""b":1"#, r#""c":"fr""#, r#""d":3"#];
        for (first, refused) in [&a, &b, &c, &d, &e].into_iter().enumerate() {
            let mut sent: Vec<&str> = good[..first]
                .iter()
                .chain(&members[first..])
                .copied()
                .collect();
            refuses(ask, "order", &format!("{{{}}}", sent.join(",")), refused);
            sent.reverse();
            refuses(ask, "order", &format!("{{{}}}", sent.join(",")), refused);
            sent.rotate_left(2);
            refuses(ask, "order", &format!("{{{}}}", sent.join(",")), refused);
        }
        accepts(ask, "order", r#"{"a":1,"b":1}"#);
        refuses(
            ask,
            "nothing",
            r#"{"a":1}"#,
            &Refused::sentence("a", "argument.unknown", "Argument 'a' is not known."),
        );
        // What is injected is no argument.
        refuses(
            ask,
            "context",
            r#"{"cx":{},"n":1}"#,
            &Refused::sentence("cx", "argument.unknown", "Argument 'cx' is not known."),
        );
    }
}

/// The tool of the fixtures, its listing and its refusals.
#[cfg(all(feature = "pattern", feature = "uuid", feature = "jiff"))]
mod place_order {
    use super::*;
    use serde_json::{Value, json};
    use values::{BirthDate, CustomerId, Iban};

    thrice! {
        /// Places an order.
        fn place_order(
            /// The account to debit.
            iban: Iban,
            quantity: Quantity,
            customer: CustomerId,
            country: Country,
            delivery: Option<BirthDate> = None => Lit::None,
        ) -> String {
            let _ = customer;
            format!("{iban} {quantity} {country} {}", delivery.is_some())
        }
        fn place_order_out(
            iban: Iban, quantity: Quantity, customer: CustomerId, country: Country, delivery: Option<BirthDate> = None => Lit::None,
        ) -> Out {
            let _ = (iban, quantity, customer, country, delivery);
            Out { n: 0 }
        }
    }
    fn ask(revision: &str, tool: &str, arguments: &str) -> String {
        THRICE.ask(revision, tool, arguments)
    }

    /// A good order with some of its members changed: `null` text removes one.
    fn order(changed: &[(&str, &str)]) -> String {
        let members = [
            ("iban", r#""FR7630006000011234567890189""#),
            ("quantity", "5"),
            ("customer", r#""67e55044-10b1-426f-9247-bb680e5fe0c8""#),
            ("country", r#""FR""#),
            ("delivery", ""),
        ]
        .map(|(name, good)| {
            (
                name,
                changed
                    .iter()
                    .find(|(n, _)| *n == name)
                    .map_or(good, |(_, value)| value),
            )
        });
        let members: Vec<String> = members
            .iter()
            .filter(|(_, value)| !value.is_empty())
            .map(|(name, value)| format!(r#""{name}":{value}"#))
            .collect();
        format!("{{{}}}", members.join(","))
    }

    #[test]
    fn refusals() {
        for (name, value, code, message) in [
            (
                "iban",
                r#""FR76""#,
                "too_short",
                "The value is not a valid Iban: The value must be at least 15 characters long.",
            ),
            (
                "iban",
                &format!("\"FR76{}\"", "0".repeat(50)),
                "too_long",
                "The value is not a valid Iban: The value must be at most 34 characters long.",
            ),
            (
                "iban",
                r#""1234567890123456""#,
                "invalid_format",
                "The value is not a valid Iban: The value does not match the expected format.",
            ),
            (
                "iban",
                r#""FR7530006000011234567890189""#,
                "invalid_format",
                "The value is not a valid Iban: The value does not match the expected format.",
            ),
            (
                "iban",
                "42",
                "not_parsable",
                "Expected a JSON string for Iban but found Number.",
            ),
            (
                "quantity",
                "1001",
                "out_of_range",
                "The value is not a valid Quantity: The value must be less than or equal to 1000.",
            ),
            (
                "quantity",
                "true",
                "not_parsable",
                "Expected a JSON number for Quantity but found True.",
            ),
            (
                "quantity",
                "99999",
                "not_parsable",
                "The value is not a valid Quantity.",
            ),
            (
                "quantity",
                "3.5",
                "not_parsable",
                "The value is not a valid Quantity.",
            ),
            (
                "quantity",
                "null",
                "required",
                "Expected a JSON number for Quantity but found Null.",
            ),
            (
                "customer",
                r#""not-a-guid""#,
                "not_parsable",
                "The value is not a valid CustomerId.",
            ),
            (
                "customer",
                r#""00000000-0000-0000-0000-000000000000""#,
                "required",
                "The value is not a valid CustomerId: A customer identifier must not be empty.",
            ),
            (
                "country",
                r#""XX""#,
                "not_a_known_value",
                "The value is not a valid Country: The value is not one of the accepted values.",
            ),
            (
                "country",
                r#""FRA""#,
                "too_long",
                "The value is not a valid Country: The value must be at most 2 characters long.",
            ),
            (
                "delivery",
                r#""1850-01-01""#,
                "out_of_range",
                "The value is not a valid BirthDate: The value must be greater than or equal to 1900-01-01.",
            ),
        ] {
            let code = format!("value_object.{code}");
            refuses(
                ask,
                "place_order",
                &order(&[(name, value)]),
                &Refused::rejected(name, &code, message),
            );
            // Whatever comes behind it in the order of the parameters.
            let also = order(&[
                (name, value),
                ("delivery", if name == "delivery" { value } else { "7" }),
            ]);
            refuses(
                ask,
                "place_order",
                &also,
                &Refused::rejected(name, &code, message),
            );
        }
        accepts(ask, "place_order", &order(&[("country", r#"" fr ""#)]));
        accepts(ask, "place_order", &order(&[("delivery", "null")]));
        assert!(
            ask(
                "2024-11-05",
                "place_order",
                &order(&[("country", r#"" fr ""#)])
            )
            .contains(r#""text":"FR7630006000011234567890189 5 FR false""#)
        );
    }

    #[test]
    fn absent_and_empty_arguments_are_alike() {
        let refused = Refused::rejected("iban", "value_object.required", "A value is required.");
        refuses(ask, "place_order", "{}", &refused);
        let server = Server::new(&SET, ());
        for revision in REVISIONS {
            let message = if revision >= "2026-07-28" {
                modern(1, "tools/call", r#""name":"place_order","#)
            } else {
                legacy(1, "tools/call", r#""name":"place_order""#)
            };
            assert_eq!(
                answer(&server, &session(revision), message),
                refused.reply(revision, false)
            );
        }
    }

    #[test]
    fn listing() {
        let server = Server::new(&SET, ());
        for revision in REVISIONS {
            let message = if revision >= "2026-07-28" {
                modern(1, "tools/list", "")
            } else {
                legacy(1, "tools/list", "")
            };
            let reply: Value =
                serde_json::from_str(&answer(&server, &session(revision), message)).unwrap();
            let schema = &reply["result"]["tools"][0]["inputSchema"];
            assert_eq!(
                *schema,
                json!({
                    "type": "object",
                    "properties": {
                        "iban": {
                            "type": "string",
                            "description": "The account to debit.\n\nAn International Bank Account Number, stored in its electronic form.\n\nFormat: iban.",
                            "minLength": 15, "maxLength": 34,
                            "pattern": "^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$",
                            "examples": ["FR7630006000011234567890189"],
                        },
                        "quantity": {"type": "integer", "description": "A quantity of items.", "minimum": 0, "maximum": 1000},
                        "customer": {"type": "string", "format": "uuid", "description": "A customer's identifier."},
                        "country": {
                            "type": "string", "description": "A country that we deliver to.", "enum": ["FR", "BE", "LU"],
                            "minLength": 2, "maxLength": 2,
                        },
                        "delivery": {
                            "type": "string", "format": "date",
                            "description": "A date of birth.\n\nBetween 1900-01-01 and 2100-12-31, inclusive.",
                        },
                    },
                    "required": ["iban", "quantity", "customer", "country"],
                    "additionalProperties": false,
                })
            );
        }
    }
}

/// Checks of fields, and what is listed for defaults and for a number that is not zero.
mod fields_and_defaults {
    use super::*;
    use serde_json::json;
    use std::sync::Arc;

    mcp_types! {
        #[derive(Debug, Clone, Copy, PartialEq)]
        pub enum State { Open, #[rename("in transit")] InTransit }
        pub struct Item { pub n: u8 [check(odd)], pub code: Option<String> [check(no_x)] = None }
    }
    thrice! {
        fn item(v: Vec<Item>) { let _ = v; }
        fn item_out(v: Vec<Item>) -> Out { let _ = v; Out { n: 0 } }
    }
    mcp_tools! {
        static DEFAULTS: ToolSet<()>;
        fn defaults(
            states: Vec<State> = [State::InTransit, State::Open],
            boxed: Box<u8> = 5,
            shared: Arc<State> = State::Open,
            share: f32 [0.1..=0.7] = 0.3,
            country: Country = "FR",
            countries: Vec<Country> = ["BE"],
            /// How many steps.
            step: std::num::NonZero<i8> = -1,
        ) -> String {
            format!("{states:?} {boxed} {shared:?} {share} {country} {countries:?} {step}")
        }
    }
    fn odd(n: &u8) -> Result<(), Violation> {
        if n % 2 == 1 {
            Ok(())
        } else {
            Err(Violation::new("own.even", "The value must be odd."))
        }
    }
    fn no_x(code: &Option<String>) -> Result<(), Violation> {
        match code {
            Some(code) if code.contains('x') => Err(Violation::new("own.x", "No such letter.")),
            _ => Ok(()),
        }
    }
    fn ask(revision: &str, tool: &str, arguments: &str) -> String {
        THRICE.ask(revision, tool, arguments)
    }

    #[test]
    fn checks_of_fields() {
        accepts(
            ask,
            "item",
            r#"{"v":[{"n":1},{"n":3,"code":"a"},{"n":5,"code":null}]}"#,
        );
        for (arguments, path, code, message) in [
            (
                r#"{"v":[{"n":1},{"n":2}]}"#,
                "v[1].n",
                "own.even",
                "The value must be odd.",
            ),
            (
                r#"{"v":[{"code":"x","n":1}]}"#,
                "v[0].code",
                "own.x",
                "No such letter.",
            ),
            (
                r#"{"v":[{"code":"x","n":2}]}"#,
                "v[0].n",
                "own.even",
                "The value must be odd.",
            ),
            (
                r#"{"v":[{"n":256}]}"#,
                "v[0].n",
                "argument.out_of_range",
                "The value does not fit.",
            ),
        ] {
            refuses(
                ask,
                "item",
                arguments,
                &Refused::not_valid(path, code, message),
            );
        }
    }

    #[test]
    fn defaults_are_listed_and_used() {
        let server = Server::new(&DEFAULTS, ());
        let called = answer(
            &server,
            &session("2025-11-25"),
            fixture::call(1, "defaults", "{}"),
        );
        let reply = fixture::value(&called);
        assert_eq!(
            reply["result"]["content"][0]["text"],
            r#"[InTransit, Open] 5 Open 0.3 FR [Country("BE")] -1"#
        );
        let listed = answer(&server, &session("2025-11-25"), legacy(1, "tools/list", ""));
        let listed = fixture::value(&listed);
        let tool = listed["result"]["tools"]
            .as_array()
            .and_then(|tools| tools.iter().find(|tool| tool["name"] == "defaults"))
            .expect("the tool");
        let states = json!({"type": "string", "enum": ["Open", "in transit"]});
        let mut shared = states.clone();
        shared["default"] = json!("Open");
        let country = json!({
            "type": "string", "description": "A country that we deliver to.", "enum": ["FR", "BE", "LU"],
            "minLength": 2, "maxLength": 2,
        });
        let mut one_country = country.clone();
        one_country["default"] = json!("FR");
        assert_eq!(
            tool["inputSchema"],
            json!({
                "type": "object",
                "properties": {
                    "states": {"type": "array", "items": states, "default": ["in transit", "Open"]},
                    "boxed": {"type": "integer", "minimum": 0, "maximum": 255, "default": 5},
                    "shared": shared,
                    "share": {"type": "number", "minimum": 0.1, "maximum": 0.7, "default": 0.3},
                    "country": one_country,
                    "countries": {"type": "array", "items": country, "default": ["BE"]},
                    "step": {
                        "type": "integer", "description": "How many steps.\n\nNot zero.",
                        "minimum": -128, "maximum": 127, "default": -1,
                    },
                },
                "additionalProperties": false,
            })
        );
    }
}

/// A refusal never formats what it refuses.
mod unformatted {
    use super::*;
    use std::collections::BTreeMap;
    use std::fmt;

    mcp_types! {
        pub struct Secret { pub n: u8 }
        #[derive(PartialEq, Eq, PartialOrd, Ord)]
        pub enum Level { Low, High }
    }
    macro_rules! never_formatted {
        ($($ty:ty)*) => {$(
            impl fmt::Debug for $ty {
                fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
                    panic!("a refused value was formatted")
                }
            }
            impl fmt::Display for $ty {
                fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
                    panic!("a refused value was formatted")
                }
            }
        )*};
    }
    never_formatted! { Secret Level }

    mcp_tools! {
        static SET: ToolSet<()>;
        fn own(v: Secret [check(never)]) { let _ = v; }
        fn own_out(v: Secret [check(never)]) -> Out { let _ = v; Out { n: 0 } }
        fn level(v: Vec<Level> [check(not_these)]) { let _ = v; }
        fn level_out(v: Vec<Level> [check(not_these)]) -> Out { let _ = v; Out { n: 0 } }
        fn few(v: Vec<Secret> [items(2..)]) { let _ = v; }
        fn few_out(v: Vec<Secret> [items(2..)]) -> Out { let _ = v; Out { n: 0 } }
        fn map(v: BTreeMap<String, Secret> [check(empty)]) { let _ = v; }
        fn map_out(v: BTreeMap<String, Secret> [check(empty)]) -> Out { let _ = v; Out { n: 0 } }
    }
    fn violation() -> Violation {
        Violation::new("own.never", "Never.")
    }
    fn never(_: &Secret) -> Result<(), Violation> {
        Err(violation())
    }
    fn not_these(_: &Vec<Level>) -> Result<(), Violation> {
        Err(violation())
    }
    fn empty(map: &BTreeMap<String, Secret>) -> Result<(), Violation> {
        if map.is_empty() {
            Ok(())
        } else {
            Err(violation())
        }
    }
    fn ask(revision: &str, tool: &str, arguments: &str) -> String {
        let message = if revision >= "2026-07-28" {
            modern(
                1,
                "tools/call",
                &format!(r#""name":"{tool}","arguments":{arguments},"#),
            )
        } else {
            fixture::call(1, tool, arguments)
        };
        answer(&Server::new(&SET, ()), &session(revision), message)
    }

    #[test]
    fn by_no_rule() {
        for (tool, value) in [
            ("own", r#"{"n":1}"#),
            ("level", r#"["Low","High"]"#),
            ("map", r#"{"k":{"n":1}}"#),
        ] {
            refuses(
                ask,
                tool,
                &format!(r#"{{"v":{value}}}"#),
                &Refused::not_valid("v", "own.never", "Never."),
            );
        }
        refuses(
            ask,
            "few",
            r#"{"v":[{"n":1}]}"#,
            &Refused::not_valid(
                "v",
                "argument.too_few_items",
                "The list must have at least 2 items.",
            ),
        );
    }
}
