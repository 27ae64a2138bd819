//! Schemas to test with, the tools that have them, and what is listed of these.

use super::listing::{fragment, listing};
use super::*;
use alloc::vec::Vec;
use std::string::{String, ToString};
use std::vec;

pub(super) const fn note(
    schema: &'static Schema,
    docs: &'static [&'static str],
    default: Lit,
) -> Note {
    Note {
        written: None,
        schema,
        docs,
        description: "",
        default,
        header: "",
    }
}

pub(super) const fn prop(
    name: &'static str,
    rules: &'static [Rule],
    presence: Presence,
) -> Property {
    Property {
        name,
        rules,
        presence,
    }
}

pub(super) const BASE: ToolDef = ToolDef {
    function: "t",
    docs: &[],
    meta: ToolMeta::new(),
    params: &[],
    notes: &[],
    output: Output::Content,
};

pub(super) const R26: Audience = Audience {
    revision: 4,
    tasks: false,
    apps: false,
};

pub(super) fn to(revision: u8) -> Audience {
    Audience { revision, ..R26 }
}

pub(super) fn fragment_of(def: &ToolDef) -> Fragment {
    // `padded` needs the size as a constant; the long way round stands in for it here.
    let out = listing::<65536>(def);
    assert_eq!(listing::<64>(def).len(), out.len());
    let bytes = out.bytes().to_vec();
    fragment(bytes.leak(), &out)
}

pub(super) fn shown(def: &ToolDef, to: Audience) -> String {
    let fragment = fragment_of(def);
    let mut all = Vec::new();
    fragment.write(to, &mut all);
    let text = String::from_utf8(all).unwrap();
    let value: serde_json::Value =
        serde_json::from_str(&text).unwrap_or_else(|e| panic!("{e}: {text}"));
    assert_eq!(value["name"].as_str().unwrap().as_bytes(), fragment.name());
    text
}

/// The schema of the one parameter `p`.
pub(super) fn property(
    schema: Schema,
    rules: Vec<Rule>,
    docs: Vec<&'static str>,
    default: Lit,
) -> String {
    let presence = match default {
        Lit::Absent => Presence::Required,
        Lit::None => Presence::Optional,
        _ => Presence::Defaulted,
    };
    let schema: &'static Schema = std::boxed::Box::leak(std::boxed::Box::new(schema));
    let def = ToolDef {
        params: vec![prop("p", rules.leak(), presence)].leak(),
        notes: vec![note(schema, docs.leak(), default)].leak(),
        ..BASE
    };
    let all = shown(&def, R26);
    let head = r#"{"name":"t","inputSchema":{"type":"object","properties":{"p":"#;
    let tail = if presence == Presence::Required {
        r#"},"required":["p"],"additionalProperties":false}}"#
    } else {
        r#"},"additionalProperties":false}}"#
    };
    all.strip_prefix(head)
        .unwrap_or_else(|| panic!("{all}"))
        .strip_suffix(tail)
        .unwrap_or_else(|| panic!("{all}"))
        .to_string()
}

pub(super) fn plain(schema: Schema) -> String {
    property(schema, vec![], vec![], Lit::Absent)
}

pub(super) const BOOL: Schema = Schema::new(Kind::Boolean, "bool");
pub(super) const STRING: Schema = Schema::new(Kind::String, "String");
pub(super) const F64: Schema = Schema::new(Kind::Number, "f64");
pub(super) const I64: Schema = Schema::new(Kind::Integer, "i64");
pub(super) const U32: Schema = Schema::new(Kind::Integer, "u32")
    .rules(&[Rule::Range(Bound::Int(0), Bound::Int(u32::MAX as i128))])
    .bounds(",\"minimum\":0,\"maximum\":4294967295");
pub(super) const U128: Schema =
    Schema::new(Kind::String, "u128").rules(&[Rule::Pattern("^(?:0|[1-9][0-9]*)$", |_| true)]);
pub(super) const DATE: Schema = Schema::new(Kind::String, "Date").format("date");
pub(super) const IBAN: Schema = Schema::new(Kind::String, "Iban")
    .rules(&[
        Rule::Len(15, 34),
        Rule::Pattern("^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$", |_| true),
        Rule::format("iban"),
        Rule::Example("FR7630006000011234567890189"),
    ])
    .docs(&[" An International Bank Account Number, stored in its electronic form."])
    .value_object();
pub(super) const QUANTITY: Schema = Schema::new(Kind::Integer, "Quantity")
    .rules(&[Rule::Range(Bound::Int(0), Bound::Int(1000))])
    .docs(&[" A quantity of items."])
    .value_object();
pub(super) const COUNTRY: Schema = Schema::new(Kind::String, "Country")
    .rules(&[
        Rule::Trim,
        Rule::UPPERCASE,
        Rule::Len(2, 2),
        Rule::OneOf(&["FR", "BE", "LU"]),
    ])
    .docs(&[" A country that we deliver to."])
    .value_object();
pub(super) const BIRTH: Schema = DATE
    .rules(&[Rule::Range(
        Bound::Text("1900-01-01"),
        Bound::Text("2100-12-31"),
    )])
    .docs(&[" A date of birth."])
    .value_object();
pub(super) const STATE: Schema = {
    let mut schema = Schema::new(Kind::String, "State").docs(&[" Where it stands."]);
    schema.choices = &["open", "shipped_out"];
    schema
};
pub(super) const LINE: Schema = {
    let mut schema = Schema::new(Kind::Record, "Line").docs(&[" One line."]);
    schema.fields = &[
        prop("qty", &[], Presence::Required),
        prop("note", &[], Presence::Optional),
        prop(
            "tags",
            &[Rule::Items(0, 3), Rule::Unique],
            Presence::Defaulted,
        ),
    ];
    schema.notes = &[
        note(&QUANTITY, &[], Lit::Absent),
        note(&OPTIONAL, &[" A note."], Lit::None),
        note(&STRINGS, &[], Lit::Texts(&["a", "b\"c"])),
    ];
    schema
};
pub(super) const OPTIONAL: Schema = STRING.nullable();
pub(super) const STRINGS: Schema = Schema::new(Kind::Array, "Vec<String>").items(&STRING);
