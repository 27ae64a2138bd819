//! Refusals of the keys of maps.

use std::collections::BTreeMap;

use toolwright::mcp_types;

use super::shapes::{DeliveryDate, Letter};
use super::values::{Country, Refused};
use super::{Out, accepts, refuses};

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
