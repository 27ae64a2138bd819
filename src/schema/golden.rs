//! Whole listings, byte for byte.
#![allow(
    clippy::items_after_statements,
    clippy::too_many_lines,
    clippy::inconsistent_struct_constructor,
    reason = "tables of cases, with their data beside them"
)]

use super::listing::{fragment, listing, padded};
use super::samples::{
    BASE, BIRTH, BOOL, COUNTRY, DATE, F64, I64, IBAN, LINE, QUANTITY, R26, STATE, STRING, STRINGS,
    U32, U128, fragment_of, note, plain, prop, property, shown, to,
};
use super::*;
use alloc::vec::Vec;
use std::string::{String, ToString};
use std::{format, vec};

#[test]
fn every_shape() {
    assert_eq!(plain(BOOL), r#"{"type":"boolean"}"#);
    assert_eq!(plain(BOOL.nullable()), r#"{"type":["boolean","null"]}"#);
    assert_eq!(plain(F64), r#"{"type":"number"}"#);
    assert_eq!(plain(I64.nullable()), r#"{"type":["integer","null"]}"#);
    assert_eq!(
        plain(U32),
        r#"{"type":"integer","minimum":0,"maximum":4294967295}"#
    );
    assert_eq!(plain(U32.bounds("")), plain(U32));
    assert_eq!(
        plain(U128),
        r#"{"type":"string","pattern":"^(?:0|[1-9][0-9]*)$"}"#
    );
    assert_eq!(plain(DATE), r#"{"type":"string","format":"date"}"#);
    assert_eq!(
        plain(STATE),
        r#"{"type":"string","description":"Where it stands.","enum":["open","shipped_out"]}"#
    );
    assert_eq!(
        property(STATE.nullable(), vec![], vec![" Mine."], Lit::Absent),
        r#"{"type":["string","null"],"description":"Mine.","enum":["open","shipped_out",null]}"#
    );
    assert_eq!(
        property(STATE.nullable(), vec![], vec![], Lit::None),
        r#"{"type":"string","description":"Where it stands.","enum":["open","shipped_out"]}"#
    );
    let mut bytes = STRING;
    bytes.encoding = "base64";
    assert_eq!(
        plain(bytes),
        r#"{"type":"string","contentEncoding":"base64"}"#
    );
    assert_eq!(
        plain(
            Schema::new(Kind::Array, "[u32; 2]")
                .items(&U32)
                .rules(&[Rule::Items(2, 2)])
        ),
        r#"{"type":"array","items":{"type":"integer","minimum":0,"maximum":4294967295},"minItems":2,"maxItems":2}"#
    );
    assert_eq!(
        plain(
            Schema::new(Kind::Map, "BTreeMap<String, u32>")
                .items(&U32)
                .nullable()
        ),
        r#"{"type":["object","null"],"additionalProperties":{"type":"integer","minimum":0,"maximum":4294967295}}"#
    );
    let mut map = Schema::new(Kind::Map, "HashMap<Country, bool>").items(&BOOL);
    map.keys = Some(&COUNTRY);
    assert_eq!(
        plain(map),
        r#"{"type":"object","additionalProperties":{"type":"boolean"},"propertyNames":{"type":"string","description":"A country that we deliver to.","enum":["FR","BE","LU"],"minLength":2,"maxLength":2}}"#
    );
    assert_eq!(plain(Schema::new(Kind::Any, "Value")), "{}");
    assert_eq!(
        property(
            Schema::new(Kind::Any, "Value"),
            vec![],
            vec![" What."],
            Lit::Absent
        ),
        r#"{"description":"What."}"#
    );
    let mut empty = Schema::new(Kind::Record, "Empty");
    assert_eq!(
        plain(empty),
        r#"{"type":"object","properties":{},"additionalProperties":false}"#
    );
    empty.raw = "\n { \"$defs\": {\"a\": [\"x \\\" } \", 1 ,2]}, \"$ref\":\"#/$defs/a\"}\n";
    assert_eq!(
        property(empty, vec![], vec![" Not written."], Lit::Absent),
        r##"{"$defs":{"a":["x \" } ",1,2]},"$ref":"#/$defs/a"}"##
    );
    assert_eq!(
        plain(Schema::new(Kind::Array, "Vec<Line>").items(&LINE)),
        r#"{"type":"array","items":{"type":"object","description":"One line.","properties":{"qty":{"type":"integer","description":"A quantity of items.","minimum":0,"maximum":1000},"note":{"type":"string","description":"A note."},"tags":{"type":"array","items":{"type":"string"},"maxItems":3,"uniqueItems":true,"default":["a","b\"c"]}},"required":["qty"],"additionalProperties":false}}"#
    );
}

#[test]
fn fixtures() {
    assert_eq!(
        property(IBAN, vec![], vec![" The account to debit."], Lit::Absent),
        r#"{"type":"string","description":"The account to debit.\n\nAn International Bank Account Number, stored in its electronic form.\n\nFormat: iban.","minLength":15,"maxLength":34,"pattern":"^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$","examples":["FR7630006000011234567890189"]}"#
    );
    assert_eq!(
        plain(QUANTITY),
        r#"{"type":"integer","description":"A quantity of items.","minimum":0,"maximum":1000}"#
    );
    assert_eq!(
        plain(COUNTRY),
        r#"{"type":"string","description":"A country that we deliver to.","enum":["FR","BE","LU"],"minLength":2,"maxLength":2}"#
    );
    assert_eq!(
        property(
            BIRTH.nullable(),
            vec![],
            vec![" A date of birth."],
            Lit::None
        ),
        r#"{"type":"string","format":"date","description":"A date of birth.\n\nBetween 1900-01-01 and 2100-12-31, inclusive."}"#
    );
}

#[test]
fn rules_of_a_parameter() {
    let one = |schema, rule| property(schema, vec![rule], vec![], Lit::Absent);
    assert_eq!(
        one(U32, Rule::Range(Bound::Int(1), Bound::Int(100))),
        r#"{"type":"integer","minimum":1,"maximum":100}"#
    );
    assert_eq!(
        one(U32, Rule::Range(Bound::Int(1), Bound::None)),
        r#"{"type":"integer","minimum":1,"maximum":4294967295}"#
    );
    assert_eq!(
        one(F64, Rule::Range(Bound::Float(0.5), Bound::Float(1e300))),
        r#"{"type":"number","minimum":0.5,"maximum":1e300}"#
    );
    assert_eq!(
        one(STRING, Rule::Len(1, 200)),
        r#"{"type":"string","minLength":1,"maxLength":200}"#
    );
    assert_eq!(
        one(STRING, Rule::format("email")),
        r#"{"type":"string","format":"email"}"#
    );
    assert_eq!(
        one(STRING, Rule::format("slug")),
        r#"{"type":"string","description":"Format: slug."}"#
    );
    assert_eq!(
        one(STRING.nullable(), Rule::OneOf(&["a"])),
        r#"{"type":["string","null"],"enum":["a",null]}"#
    );
    assert_eq!(
        one(STATE, Rule::OneOf(&["open"])),
        r#"{"type":"string","description":"Where it stands.","enum":["open"]}"#
    );
    assert_eq!(
        one(STRING.value_object(), Rule::AllowEmpty),
        r#"{"type":"string"}"#
    );
    assert_eq!(
        plain(STRING.value_object()),
        r#"{"type":"string","minLength":1}"#
    );
    assert_eq!(
        one(U128, Rule::Range(Bound::Int(5), Bound::Uint(u128::MAX))),
        r#"{"type":"string","description":"Between 5 and 340282366920938463463374607431768211455, inclusive.","pattern":"^(?:0|[1-9][0-9]*)$"}"#
    );
    assert_eq!(
        one(DATE, Rule::Range(Bound::Text("2000-01-01"), Bound::None)),
        r#"{"type":"string","format":"date","description":"At least 2000-01-01."}"#
    );
    assert_eq!(
        one(BIRTH, Rule::Range(Bound::None, Bound::Text("2000-01-01"))),
        r#"{"type":"string","format":"date","description":"A date of birth.\n\nBetween 1900-01-01 and 2100-12-31, inclusive.\n\nAt most 2000-01-01."}"#
    );
    assert_eq!(
        one(I64, Rule::Example("5")),
        r#"{"type":"integer","examples":[5]}"#
    );
}

#[test]
fn defaults() {
    let one = |schema: Schema, lit| {
        let text = property(schema, vec![], vec![], lit);
        text.split_once("\"default\":")
            .unwrap()
            .1
            .strip_suffix('}')
            .unwrap()
            .to_string()
    };
    let list = |schema: &'static Schema| Schema::new(Kind::Array, "Vec").items(schema);
    assert_eq!(one(BOOL, Lit::Bool(true)), "true");
    assert_eq!(one(U32, Lit::Int(20)), "20");
    assert_eq!(one(U128, Lit::IntText(-20)), "\"-20\"");
    assert_eq!(
        one(U128, Lit::UintText(u128::MAX)),
        "\"340282366920938463463374607431768211455\""
    );
    assert_eq!(one(F64, Lit::Float(-0.5)), "-0.5");
    assert_eq!(one(STRING, Lit::Char('"')), "\"\\\"\"");
    assert_eq!(one(STRING, Lit::Text("a\nb")), "\"a\\nb\"");
    assert_eq!(one(list(&BOOL), Lit::Empty), "[]");
    assert_eq!(one(list(&BOOL), Lit::Bools(&[true, false])), "[true,false]");
    assert_eq!(one(list(&I64), Lit::Ints(Ints::I16(&[-1, 2]))), "[-1,2]");
    assert_eq!(one(list(&F64), Lit::Floats(&[0.1, 2.0])), "[0.1,2]");
    assert_eq!(one(list(&F64), Lit::Floats32(&[0.1, 2.0])), "[0.1,2]");
    assert_eq!(
        one(list(&STRING), Lit::Chars(&['a', '\\'])),
        r#"["a","\\"]"#
    );
    assert_eq!(one(list(&STRING), Lit::Texts(&["a", ""])), r#"["a",""]"#);
}

/// A tool with every member that there is.
fn everything() -> ToolDef {
    let mut meta = ToolMeta::new();
    meta.title = "All \"of\" it";
    meta.read_only = Some(true);
    meta.destructive = Some(false);
    meta.idempotent = Some(true);
    meta.open_world = Some(false);
    meta.structured = true;
    meta.meta = "{ \"vendor/x\": 1 }";
    meta.icon = "https://example.org/i.png";
    meta.ui = "ui://set/view.html";
    meta.visibility = &["model", "app"];
    meta.task = super::TaskSupport::Optional;
    const REGION: Note = Note {
        header: "Region",
        ..note(&STRING, &[" Where."], Lit::Absent)
    };
    const NOTES: &[Note] = &[note(&CONTEXT, &[], Lit::Absent), REGION];
    const PARAMS: &[Property] = &[
        prop("cx", &[], Presence::Injected),
        prop("region", &[], Presence::Required),
    ];
    const CONTEXT: Schema = Schema::new(Kind::Context, "Context");
    ToolDef {
        function: "doEverythingAsync",
        docs: &[" Does it."],
        meta,
        params: PARAMS,
        notes: NOTES,
        output: Output::Value(&STRINGS),
    }
}

#[test]
fn every_revision_of_everything() {
    let def = everything();
    let name = r#"{"name":"do_everything""#;
    let title = r#","title":"All \"of\" it""#;
    let text = r#","description":"Does it.""#;
    let input = |header: &str| {
        format!(
            r#","inputSchema":{{"type":"object","properties":{{"region":{{"type":"string","description":"Where."{header}}}}},"required":["region"],"additionalProperties":false}}"#
        )
    };
    let plain = input("");
    let headed = input(r#","x-mcp-header":"Region""#);
    let list = r#"{"type":"array","items":{"type":"string"}}"#;
    let natural = format!(r#","outputSchema":{list}"#);
    let wrapped = format!(
        r#","outputSchema":{{"type":"object","properties":{{"result":{list}}},"required":["result"],"additionalProperties":false}}"#
    );
    let hints = r#""readOnlyHint":true,"destructiveHint":false,"idempotentHint":true,"openWorldHint":false}"#;
    let icons = r#","icons":[{"src":"https://example.org/i.png"}]"#;
    let execution = r#","execution":{"taskSupport":"optional"}"#;
    let meta = r#","_meta":{"vendor/x":1}"#;
    let ui = r#"{"ui":{"resourceUri":"ui://set/view.html","visibility":["model","app"]},"ui/resourceUri":"ui://set/view.html""#;
    let none = format!(",\"_meta\":{ui}}}");
    let both = format!(",\"_meta\":{ui},\"vendor/x\":1}}");
    for apps in [false, true] {
        for tasks in [false, true] {
            let show = |revision| {
                shown(
                    &def,
                    Audience {
                        revision,
                        tasks,
                        apps,
                    },
                )
            };
            let early = if apps { &*none } else { "" };
            let late = if apps { &*both } else { meta };
            let run = if tasks { execution } else { "" };
            assert_eq!(show(0), format!("{name}{text}{plain}{early}}}"));
            assert_eq!(
                show(1),
                format!(
                    r#"{name}{text}{plain},"annotations":{{"title":"All \"of\" it",{hints}{early}}}"#
                )
            );
            assert_eq!(
                show(2),
                format!("{name}{title}{text}{plain}{wrapped},\"annotations\":{{{hints}{late}}}")
            );
            assert_eq!(
                show(3),
                format!(
                    "{name}{title}{text}{plain}{wrapped},\"annotations\":{{{hints}{icons}{run}{late}}}"
                )
            );
            assert_eq!(
                show(4),
                format!(
                    "{name}{title}{text}{headed}{natural},\"annotations\":{{{hints}{icons}{late}}}"
                )
            );
        }
    }
    assert!(fragment_of(&def).has_apps());
}

#[test]
fn one_member_alone() {
    let input = r#","inputSchema":{"type":"object","properties":{},"additionalProperties":false}"#;
    let bare = format!(r#"{{"name":"t"{input}}}"#);
    for revision in 0..5 {
        assert_eq!(shown(&BASE, to(revision)), bare);
    }
    let mut def = BASE;
    def.meta.title = "T";
    assert_eq!(shown(&def, to(0)), bare);
    assert_eq!(
        shown(&def, to(1)),
        format!(r#"{{"name":"t"{input},"annotations":{{"title":"T"}}}}"#)
    );
    for revision in 2..5 {
        assert_eq!(
            shown(&def, to(revision)),
            format!(r#"{{"name":"t","title":"T"{input}}}"#)
        );
    }
    let mut def = BASE;
    def.meta.read_only = Some(true);
    assert_eq!(shown(&def, to(0)), bare);
    for revision in 1..5 {
        assert_eq!(
            shown(&def, to(revision)),
            format!(r#"{{"name":"t"{input},"annotations":{{"readOnlyHint":true}}}}"#)
        );
    }
    let mut def = BASE;
    def.meta.meta = "{ }";
    assert_eq!(shown(&def, to(4)), bare);
    def.meta.task = super::TaskSupport::Required;
    for revision in 0..5 {
        let shows = shown(
            &def,
            Audience {
                revision,
                tasks: true,
                apps: true,
            },
        );
        let task = r#","execution":{"taskSupport":"required"}"#;
        assert_eq!(
            shows,
            format!(
                r#"{{"name":"t"{input}{}}}"#,
                if revision == 3 { task } else { "" }
            )
        );
    }
    let mut def = BASE;
    def.meta.visibility = &["app"];
    assert_eq!(
        shown(
            &def,
            Audience {
                apps: true,
                ..to(0)
            }
        ),
        format!(r#"{{"name":"t"{input},"_meta":{{"ui":{{"visibility":["app"]}}}}}}"#)
    );
    let mut def = BASE;
    def.meta.input_schema = r#"{"type":"object", "oneOf":[]}"#;
    def.meta.description = "Given `as is`.";
    assert_eq!(
        shown(&def, R26),
        r#"{"name":"t","description":"Given `as is`.","inputSchema":{"type":"object","oneOf":[]}}"#
    );
}

#[test]
fn outputs() {
    let part = |output, meta: ToolMeta, revision| {
        let all = shown(
            &ToolDef {
                output,
                meta,
                ..BASE
            },
            to(revision),
        );
        all.split_once(",\"outputSchema\":")
            .map_or(String::new(), |(_, s)| {
                s.strip_suffix('}').unwrap().to_string()
            })
    };
    let plain = ToolMeta::new();
    let structured = ToolMeta {
        structured: true,
        ..plain
    };
    let nullable = ToolMeta {
        nullable_output: true,
        ..plain
    };
    let members = r#""properties":{"qty""#;
    for revision in 0..5 {
        assert_eq!(part(Output::Content, structured, revision), "");
        assert_eq!(part(Output::Value(&STRING), plain, revision), "");
        assert_eq!(part(Output::Nullable(&LINE), plain, revision), "");
        let object = part(Output::Object(&LINE), plain, revision);
        assert!(if revision < 2 {
            object.is_empty()
        } else {
            object.contains(members)
        });
        let maybe = part(Output::Nullable(&LINE), nullable, revision);
        match revision {
            0 | 1 => assert_eq!(maybe, ""),
            2 | 3 => assert!(maybe.starts_with(&format!(
                r#"{{"type":"object","description":"One line.",{members}"#
            ))),
            _ => {
                assert!(
                    maybe.starts_with(r#"{"type":["object","null"],"description":"One line.""#)
                );
            }
        }
    }
    assert_eq!(
        part(Output::Value(&STATE), structured, 4),
        r#"{"type":"string","description":"Where it stands.","enum":["open","shipped_out"]}"#
    );
}

#[test]
fn a_long_entry_is_written_at_its_size() {
    const DEF: ToolDef = ToolDef {
        docs: &[" One.", "", " Two of it.", "", " Three."],
        notes: &[note(&LONG, &[" One.", "", " Two."], Lit::Absent)],
        params: &[prop("p", &[], Presence::Required)],
        ..BASE
    };
    const LONG: Schema = STRING.docs(&[" Two."]).value_object();
    const SMALL: Out<16> = listing(&DEF);
    const LARGE: Out<2048> = listing(&DEF);
    static A: [u8; SMALL.len()] = padded(&SMALL, &DEF);
    static B: [u8; LARGE.len()] = padded(&LARGE, &DEF);
    assert_eq!(A, B);
    let mut all = Vec::new();
    fragment(&A, &SMALL).write(R26, &mut all);
    assert_eq!(
        String::from_utf8(all).unwrap(),
        r#"{"name":"t","description":"One.\n\nTwo of it.\n\nThree.","inputSchema":{"type":"object","properties":{"p":{"type":"string","description":"One.\n\nTwo.","minLength":1}},"required":["p"],"additionalProperties":false}}"#
    );
}
