//! Compared with a validator that was written by others.
//!
//! Where we differ on purpose:
//!
//! * `email`: `Name <a@b.example>` is refused: it is a header's mailbox, not the address
//!   that RFC 5321 and JSON Schema mean.
//! * `hostname`: what an `xn--` label decodes to is not looked at: it takes tables of Unicode.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::engine;

pub(super) const FORMATS: [&str; 9] = [
    "date",
    "date-time",
    "duration",
    "email",
    "uri",
    "uuid",
    "ipv4",
    "ipv6",
    "hostname",
];

pub(super) fn validator(format: &str) -> jsonschema::Validator {
    let schema = serde_json::json!({"type": "string", "format": format});
    jsonschema::options()
        .with_draft(jsonschema::Draft::Draft202012)
        .should_validate_formats(true)
        .build(&schema)
        .unwrap()
}

fn validators() -> Vec<(&'static str, jsonschema::Validator)> {
    FORMATS
        .iter()
        .map(|format| (*format, validator(format)))
        .collect()
}

pub(super) fn differs_on_purpose(format: &str, text: &str) -> bool {
    match format {
        "email" => text.contains(" <") || text.contains("xn--"),
        "hostname" => text.contains("xn--"),
        _ => false,
    }
}

/// Texts on every edge of every format: each is tried as every one of them.
const TEXTS: &[&str] = &[
    "",
    " ",
    "2026-01-31",
    "2024-02-29",
    "2023-02-29",
    "1900-02-29",
    "2000-02-29",
    "2026-13-01",
    "2026-00-01",
    "2026-01-00",
    "2026-01-32",
    "2026-04-31",
    "0000-01-01",
    "9999-12-31",
    "2026-1-01",
    "02026-01-01",
    "2026-01-31 ",
    "2026/01/31",
    "٢٠٢٦-01-31",
    "2026-01-31T00:00:00Z",
    "2026-01-31t23:59:59.123456789012z",
    "2026-01-31T24:00:00Z",
    "2026-01-31T23:60:00Z",
    "2026-01-31T23:59:60Z",
    "2026-01-31T22:59:60Z",
    "2026-01-31T23:59:61Z",
    "2026-01-31T00:59:60+01:00",
    "2026-01-31T18:59:60-05:00",
    "2026-01-31T00:00:00+24:00",
    "2026-01-31T00:00:00+23:59",
    "2026-01-31T00:00:00+00:60",
    "2026-01-31T00:00:00",
    "2026-01-31T00:00Z",
    "2026-01-31T00:00:00.Z",
    "2026-01-31 00:00:00Z",
    "2026-01-31T00:00:00,5Z",
    "2026-01-31T00:00:00+0100",
    "2026-01-31T00:00:00+1:00",
    "P",
    "PT",
    "P1D",
    "P1W",
    "P1W1D",
    "P1Y",
    "P1Y2M3D",
    "P1Y3D",
    "PT1H5S",
    "PT1H0M5S",
    "PT5M",
    "P1DT",
    "PT0.5S",
    "P1.5D",
    "p1d",
    "-P1D",
    "P1DT1H",
    "PT1M1H",
    "P1M1Y",
    "PT1S1S",
    "P99999999999999999999999D",
    "P1WT1H",
    "P1D1W",
    "PT1D",
    "P1H",
    "a@b",
    "a@b.example",
    "a.b@c.example",
    ".a@b.example",
    "a.@b.example",
    "a..b@c.example",
    "a@b@c.example",
    "\"a b\"@c.example",
    "\"a@b\"@c.example",
    "\"\"@c.example",
    "\"a\\\"b\"@c.example",
    "\"a\"b\"@c.example",
    "\"a\\@c.example",
    "\"@c.example",
    "a@[127.0.0.1]",
    "a@[IPv6:::1]",
    "a@[ipv6:::1]",
    "a@[::1]",
    "a@[127.0.0.256]",
    "a@[IPv6:1]",
    "a@-b.example",
    "a@b-.example",
    "a@b_c.example",
    "a@b.example.",
    "é@b.example",
    "a@é.example",
    "a b@c.example",
    "a@",
    "@b",
    "a+b=c@d.example",
    "a(b)@c.example",
    "\"\t\"@b.example",
    "\"é\"@b.example",
    "Name <a@b.example>",
    "<a@b.example>",
    "http://a",
    "http://a/b?c#d",
    "http:",
    "http:a",
    "http:@/a.aa:0#",
    "http://",
    ":a",
    "1http://a",
    "a+b-c.d:x",
    "//a",
    "a",
    "http://a b",
    "http://a/%41",
    "http://a/%4",
    "http://a/%zz",
    "http://[::1]",
    "http://[::1]:80/",
    "http://[::1",
    "http://[v1.a]",
    "http://[v1.]",
    "http://[vg.a]",
    "http://[::1%25en0]",
    "http://[1]",
    "http://a:80",
    "http://a:b",
    "http://a:",
    "http://u:p@a",
    "http://u@v@a",
    "http://a#b#c",
    "http://a?b?c",
    "http://a/[b]",
    "http://a/é",
    "http://a\\b",
    "mailto:a@b.example",
    "urn:x:y",
    "http://a/{b}",
    "http://a|b",
    "http://a/\"",
    "http://[::1]x",
    "http://:80",
    "http:///a",
    "data:,a b",
    "http://%41/",
    "http://[::ffff:1.2.3.4]",
    "http://u[::1]",
    "http://u@[::1]:",
    "00000000-0000-0000-0000-000000000000",
    "2EB8AA08-AA98-11EA-B4AA-73B441D16380",
    "2eb8aa08-aa98-11ea-b4aa73b441d16380",
    "2eb8aa08aa9811eab4aa73b441d16380",
    "{2eb8aa08-aa98-11ea-b4aa-73b441d16380}",
    "2eb8aa08-aa98-11ea-b4aa-73b441d1638g",
    "urn:uuid:2eb8aa08-aa98-11ea-b4aa-73b441d16380",
    "127.0.0.1",
    "127.0.0.01",
    "127.0.0",
    "256.0.0.1",
    "0.0.0.0",
    "1.2.3.4.5",
    "1.2.3.4/8",
    " 1.2.3.4",
    "0x7f.1",
    "::",
    "::1",
    "1::1::1",
    "12345::",
    "::ffff:1.2.3.4",
    "fe80::1%en0",
    "1:2:3:4:5:6:7:8",
    "1:2:3:4:5:6:7",
    "1:2:3:4:5:6:7:8:9",
    "::1/64",
    "[::1]",
    "g::",
    "localhost",
    "a.b",
    "a..b",
    ".a",
    "a.",
    "-a",
    "a-",
    "a_b",
    "ab--cd",
    "xn--x",
    "a b",
    "A.B",
    "1.2",
    "café",
    "a.b-c.d",
];

#[test]
fn a_validator_agrees_on_the_edges() {
    let long = [
        "a".repeat(63),
        "a".repeat(64),
        format!("{}.example", ["a"; 123].join(".")),
        ["ab"; 85].join("."),
    ];
    let long_local = [
        format!("{}@b.example", "a".repeat(64)),
        format!("{}@b.example", "a".repeat(65)),
    ];
    let texts = TEXTS
        .iter()
        .map(|text| String::from(*text))
        .chain(long)
        .chain(long_local);
    let mut wrong = Vec::new();
    let validators = validators();
    for text in texts {
        for (format, validator) in &validators {
            let expected = validator.is_valid(&serde_json::Value::String(text.clone()));
            if expected != engine(format)(&text) && !differs_on_purpose(format, &text) {
                wrong.push(format!("{format} {text:?}: expected {expected}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn a_validator_agrees_on_changed_texts() {
    let mut seed = 0x5DEE_CE66_D1CE_5EED_u64;
    let mut below = |n: usize| {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        usize::try_from(seed >> 32).unwrap() % n
    };
    let pieces: Vec<char> = "0123456789-:.TZtzPYMDWHS+@[]\"\\/?#%avxé _<>"
        .chars()
        .collect();
    let validators = validators();
    let mut wrong = Vec::new();
    for _ in 0..40_000 {
        let mut text: Vec<char> = TEXTS[below(TEXTS.len())].chars().collect();
        for _ in 0..=below(2) {
            let at = below(text.len() + 1);
            match below(3) {
                0 => text.insert(at, pieces[below(pieces.len())]),
                1 if at < text.len() => text[at] = pieces[below(pieces.len())],
                _ if at < text.len() => {
                    text.remove(at);
                }
                _ => {}
            }
        }
        let text: String = text.into_iter().collect();
        for (format, validator) in &validators {
            let expected = validator.is_valid(&serde_json::Value::String(text.clone()));
            if expected != engine(format)(&text) && !differs_on_purpose(format, &text) {
                wrong.push(format!("{format} {text:?}: expected {expected}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{:#?}", &wrong[..wrong.len().min(30)]);
}

#[test]
fn what_differs_on_purpose() {
    assert!(!engine("email")("Name <a@b.example>"));
    assert!(engine("hostname")("xn--0"));
    assert!(engine("iban")("anything"));
}
