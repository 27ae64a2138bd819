//! Tests over generated texts, and what they share.

#![allow(clippy::format_push_string, reason = "short texts of a test")]

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use proptest::prelude::*;
use serde_json::{Map, Value};

use super::{
    Cursor, Integer, Kind, Malformed, Outline, check, equal, float, integer, outline, unsigned,
    writer,
};

/// A small generator of its own, so that a failing seed can be repeated.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, end: usize) -> usize {
        usize::try_from(self.next() >> 11).unwrap() % end
    }

    fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from[self.below(from.len())]
    }

    fn space(&mut self, out: &mut String) {
        if self.below(6) == 0 {
            out.push_str(self.pick(&[" ", "\n", "\t", "\r", "  ", " \n\t"]));
        }
    }

    fn string(&mut self, out: &mut String) {
        out.push('"');
        for _ in 0..self.below(5) {
            out.push_str(self.pick(&[
                "a",
                "b",
                "key",
                "\u{e9}",
                "\u{20ac}",
                "\u{1f600}",
                "\\n",
                "\\\\",
                "\\\"",
                "\\/",
                "\\u0041",
                "\\ud83d\\ude00",
                "\\u00E9",
                "[",
                "}",
                "{",
                "]",
                ",",
                ":",
                "a longer run of text",
                "\u{7f}",
                "\\b\\f\\r\\t",
            ]));
        }
        out.push('"');
    }

    fn name(&mut self, out: &mut String) {
        if self.below(3) == 0 {
            self.string(out);
        } else {
            out.push_str(self.pick(&[
                "\"params\"",
                "\"arguments\"",
                "\"_meta\"",
                "\"id\"",
                "\"method\"",
                "\"p\\u0061rams\"",
                "\"x\"",
                "\"y\"",
            ]));
        }
    }

    fn number(&mut self, out: &mut String) {
        out.push_str(self.pick(&[
            "0",
            "-0",
            "1",
            "7",
            "12",
            "-305",
            "1.5",
            "0.25",
            "1e2",
            "1E+2",
            "1e-2",
            "-1.0e0",
            "123456789012345678",
            "1234567890123456789",
            "9007199254740993.0",
            "18446744073709551615",
            "1e22",
        ]));
    }

    fn value(&mut self, depth: usize, out: &mut String) {
        match self.below(if depth == 0 { 5 } else { 10 }) {
            0 => self.number(out),
            1 | 2 => self.string(out),
            3 => out.push_str(self.pick(&["true", "false", "null"])),
            4 => out.push_str(self.pick(&["[]", "{}", "\"\"", "[ ]", "{\n}"])),
            5 | 6 => {
                out.push('[');
                self.list(depth, false, out);
                out.push(']');
            }
            _ => {
                out.push('{');
                self.list(depth, true, out);
                out.push('}');
            }
        }
    }

    fn list(&mut self, depth: usize, object: bool, out: &mut String) {
        for index in 0..self.below(5) {
            if index > 0 {
                out.push(',');
            }
            self.space(out);
            if object {
                self.name(out);
                self.space(out);
                out.push(':');
                self.space(out);
            }
            self.value(depth - 1, out);
            self.space(out);
        }
    }

    fn text(&mut self) -> String {
        let mut out = String::new();
        self.space(&mut out);
        self.value(4, &mut out);
        self.space(&mut out);
        out
    }

    fn mutate(&mut self, bytes: &mut Vec<u8>) {
        const BYTES: &[u8] = b"\"\\{}[],:0123456789.eE+-untf \n\x00\x1f\x7f\x80\xc3\xe2\xff/dDa";
        for _ in 0..=self.below(2) {
            let at = self.below(bytes.len() + 1);
            let byte = BYTES[self.below(BYTES.len())];
            match self.below(4) {
                0 => bytes.insert(at, byte),
                1 if at < bytes.len() => drop(bytes.remove(at)),
                2 => bytes.truncate(at),
                _ if at < bytes.len() => bytes[at] = byte,
                _ => bytes.push(byte),
            }
        }
    }
}

/// Also runs the readers over text that may be anything.
fn agrees(bytes: &[u8], out: &mut Outline) -> bool {
    let ours = check(bytes, 120);
    assert_eq!(outline(bytes, 120, out), ours, "{}", bytes.escape_ascii());
    let theirs = serde_json::from_slice::<Value>(bytes);
    match (&ours, &theirs) {
        (Ok(_), Err(error)) => assert!(
            // The only thing it has against a text beyond its grammar.
            error.to_string().starts_with("number out of range"),
            "{} {error}",
            bytes.escape_ascii()
        ),
        (Err(fault), Ok(_)) => panic!("{fault:?} {}", bytes.escape_ascii()),
        _ => {}
    }
    if let (Err(Malformed::NotUtf8), Ok(_)) = (ours, core::str::from_utf8(bytes)) {
        panic!("{}", bytes.escape_ascii());
    }
    if let Ok(text) = core::str::from_utf8(bytes) {
        if let Ok(value) = theirs {
            let mut cursor = Cursor::new(text);
            assert_eq!(
                cursor.clone().skip(),
                text.trim_matches([' ', '\t', '\n', '\r'])
            );
            assert_eq!(read(&mut cursor), value, "{text}");
            naive(text, out);
            return true;
        } else if ours.is_err() {
            wander(text);
        }
    }
    false
}

/// Everything through the cursor.
fn read(cursor: &mut Cursor<'_>) -> Value {
    match cursor.kind() {
        Kind::Null | Kind::True | Kind::False => serde_json::from_str(cursor.skip()).unwrap(),
        Kind::Number => serde_json::from_str(cursor.number()).unwrap(),
        Kind::String => Value::String(cursor.string().into_owned()),
        Kind::Array => {
            cursor.enter();
            let mut items = Vec::new();
            while cursor.next_item() {
                let raw = cursor.clone().skip();
                items.push(read(cursor));
                assert_eq!(
                    serde_json::from_str::<Value>(raw).unwrap(),
                    *items.last().unwrap()
                );
            }
            Value::Array(items)
        }
        Kind::Object => {
            cursor.enter();
            let mut members = Map::new();
            while let Some(key) = cursor.next_key() {
                assert!(key.is(&key.text()));
                assert_eq!(key.escaped(), key.raw().contains('\\'));
                members.insert(key.text().into_owned(), read(cursor));
            }
            Value::Object(members)
        }
    }
}

/// Unchecked text: any answer, but an end to it.
fn wander(text: &str) {
    let mut cursor = Cursor::new(text);
    let mut steps = 0;
    cursor.enter();
    while cursor.next_item() {
        match steps % 4 {
            0 => drop(cursor.skip()),
            1 => drop(cursor.string()),
            2 => drop(cursor.number()),
            _ => cursor.enter(),
        }
        steps += 1;
        assert!(steps <= text.len() + 1);
    }
    cursor = Cursor::new(text);
    cursor.enter();
    while let Some(key) = cursor.next_key() {
        drop(key.text());
        cursor.skip();
        steps += 1;
        assert!(steps <= 2 * text.len() + 2);
    }
    let _ = equal(text, "[{\"a\":[1]}]");
    let _ = (integer(text), unsigned(text), float(text));
}

/// The members of an object by the cursor: raw names, raw values.
fn walk(text: &str) -> Vec<(Cow<'_, str>, bool, &str)> {
    let mut cursor = Cursor::new(text);
    let mut all = Vec::new();
    if cursor.kind() == Kind::Object {
        cursor.enter();
        while let Some(key) = cursor.next_key() {
            all.push((Cow::Borrowed(key.raw()), key.escaped(), cursor.skip()));
        }
    }
    all
}

fn listed<const N: usize>(members: &super::Members<N>, text: &str, object: Option<&str>) {
    let object = object.filter(|text| text.starts_with('{'));
    assert_eq!(members.present, object.is_some());
    let expected = object.map(walk).unwrap_or_default();
    assert_eq!(members.overflow, expected.len() > N);
    assert_eq!(members.len(), expected.len().min(N));
    assert_eq!(members.is_empty(), expected.is_empty());
    for (index, member) in members.iter(text).enumerate() {
        assert_eq!(members.get(index, text), Some(member));
        let (key, escaped, value) = &expected[index];
        assert_eq!(member.key, *key);
        assert_eq!(member.escaped, *escaped);
        assert_eq!(member.value, *value);
        let plain = value.starts_with('"') && !value.contains('\\');
        assert_eq!(member.plain, plain, "{value}");
        let spelled = serde_json::from_str::<String>(value).ok();
        assert_eq!(member.content().string().as_deref(), spelled.as_deref());
        let mut cursor = member.content().cursor();
        assert_eq!(cursor.skip(), *value);
        assert!(
            member
                .name()
                .is(&serde_json::from_str::<String>(&format!("\"{key}\"")).unwrap())
        );
    }
    assert_eq!(members.get(members.len(), text), None);
}

fn naive(text: &str, out: &Outline) {
    let whole = text.trim_matches([' ', '\t', '\n', '\r']);
    assert_eq!(out.top, Cursor::new(text).kind());
    let last = |all: &[(Cow<'_, str>, bool, &str)], name: &str| {
        let mut found = all.iter().filter(|(key, ..)| key == name);
        let again = found.clone().count() > 1;
        (
            found.next_back().map(|(.., value)| String::from(*value)),
            again,
        )
    };
    let root = walk(whole);
    let (params, mut irregular) = last(&root, "params");
    let inner = params.as_deref().map(walk).unwrap_or_default();
    let (arguments, again) = last(&inner, "arguments");
    irregular |= again;
    let (meta, again) = last(&inner, "_meta");
    irregular |= again;
    irregular |= root.iter().chain(&inner).any(|(_, escaped, _)| *escaped);
    for name in ["jsonrpc", "id", "method"] {
        irregular |= last(&root, name).1;
    }
    irregular |= last(&inner, "name").1;
    if !irregular {
        let known = |list: &[(Cow<'_, str>, bool, &str)], name| {
            last(list, name).0.as_deref().map(String::from)
        };
        let (marks, text) = (&out.known, text);
        for (mark, name) in [
            (marks.jsonrpc, "jsonrpc"),
            (marks.id, "id"),
            (marks.method, "method"),
            (marks.params, "params"),
        ] {
            if !out.root.overflow {
                let found = out.root.known(mark, text).map(|value| value.json.into());
                assert_eq!(found, known(&root, name), "{text}");
            }
        }
        for (mark, name) in [
            (marks.name, "name"),
            (marks.arguments, "arguments"),
            (marks.meta, "_meta"),
        ] {
            if !out.params.overflow {
                let found = out.params.known(mark, text).map(|value| value.json.into());
                assert_eq!(found, known(&inner, name), "{text}");
            }
        }
    }
    // One hidden by a later `params` may be irregular as well.
    if irregular {
        assert!(out.irregular, "{text}");
    } else {
        assert!(!out.irregular, "{text}");
    }
    listed(&out.root, text, Some(whole));
    listed(&out.params, text, params.as_deref());
    listed(&out.arguments, text, arguments.as_deref());
    listed(&out.meta, text, meta.as_deref());
}

#[test]
fn agrees_with_serde_json() {
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    let mut out = Outline::new();
    let (mut cases, mut good) = (0_u32, 0_u32);
    for _ in 0..CASES / 10 {
        let text = random.text();
        assert!(agrees(text.as_bytes(), &mut out), "{text}");
        for _ in 0..7 {
            let mut bytes = Vec::from(text.as_bytes());
            random.mutate(&mut bytes);
            good += u32::from(agrees(&bytes, &mut out));
            cases += 1;
        }
    }
    for _ in 0..CASES / 5 {
        let bytes: Vec<u8> = (0..random.below(24))
            .map(|_| match random.below(3) {
                0 => random.next().to_le_bytes()[0],
                _ => b"\"\\{}[],:01.e-ut "[random.below(16)],
            })
            .collect();
        agrees(&bytes, &mut out);
    }
    assert!(good > cases / 20 && good < cases / 2);
}

/// Few enough for an unoptimised run; optimised it is a million.
const CASES: u32 = if cfg!(debug_assertions) {
    300_000
} else {
    1_000_000
};

#[test]
fn grammar_edges() {
    for good in [
        "0",
        "-0",
        "-0.0e-0",
        "1E+5",
        " 1\r\n",
        "\"\"",
        "[]",
        "{}",
        "[[],{}]",
        "null",
        r#""\ud800\udc00""#,
        r#""\uDBFF\uDFFF""#,
        r#""\uFFFF\u0000""#,
        "1e400",
        "\"\u{7f}\u{80}\u{2028}\"",
        "{\"a\":1,\"a\":2}",
        "\"0123456789abcdef\"",
    ] {
        assert_eq!(check(good.as_bytes(), 8), Ok(good));
    }
    for bad in [
        "",
        " ",
        "NaN",
        "Infinity",
        "-Infinity",
        "+1",
        "01",
        "-01",
        ".5",
        "1.",
        "0x10",
        "-",
        "1e",
        "1e+",
        "1.e1",
        "[1,]",
        "{\"a\":1,}",
        "[,1]",
        "{,}",
        "[1 2]",
        "[",
        "{",
        "]",
        "[}",
        "{]",
        "[1}",
        "{\"a\":1]",
        "{\"a\"}",
        "{\"a\":}",
        "{1:1}",
        "{\"a\" 1}",
        "\"",
        "\"a",
        "\"\\",
        "\"\\\"",
        "\"\\x\"",
        "\"\\u12\"",
        "\"\\u12g4\"",
        "\"\n\"",
        "\"\0\"",
        "'a'",
        "tru",
        "truex",
        "nul",
        "1 2",
        "{}{}",
        "\u{feff}1",
        "\u{a0}1",
        "1,",
        "//\n1",
        "\"\\U0041\"",
        "[\"a\":1]",
        "\x0b1",
        r#""\ud800""#,
        r#""\udc00""#,
        r#""\ud800\ud800""#,
        r#""\ud800\n""#,
        r#""\ud800A""#,
        r#""\ud800\u0041""#,
        r#""\udc00\ud800""#,
        r#""\u+123""#,
        r#""\ud800\u""#,
        r#""\ud800\"#,
        "\"0123456789abcde\u{1f}f\"",
        "-a",
        "--1",
    ] {
        assert_eq!(check(bad.as_bytes(), 8), Err(Malformed::Syntax), "{bad}");
    }
    for bytes in [&b"\"\xff\""[..], b"\"\xed\xa0\x80\"", b"\xc3", b"[\xc0\x80"] {
        assert_eq!(check(bytes, 8), Err(Malformed::NotUtf8));
    }
}

#[test]
fn every_length_of_string() {
    for length in 0..70 {
        let plain = "x".repeat(length);
        for (end, good) in [("\"", true), ("\\n\"", true), ("", false), ("\n\"", false)] {
            let text = format!("\"{plain}{end}");
            assert_eq!(check(text.as_bytes(), 1).is_ok(), good, "{text}");
            let padded = format!("[{text}, \"a string behind it\"]");
            assert_eq!(check(padded.as_bytes(), 1).is_ok(), good, "{padded}");
        }
    }
}

#[test]
fn depth_edges() {
    let nest = |open: &str, close: &str, depth: usize| {
        format!("{}{}", open.repeat(depth), close.repeat(depth))
    };
    let mut out = Outline::new();
    let mut both = |text: &str, limit| {
        let result = check(text.as_bytes(), limit).map(drop);
        assert_eq!(outline(text.as_bytes(), limit, &mut out).map(drop), result);
        result
    };
    for limit in [0_u32, 1, 2, 63, 64, 65, 128, 1023, 1024, 5000] {
        let fits = limit.min(1024) as usize;
        for (open, close) in [("[", "]"), ("{\"params\":", "}"), ("{\"a\":", "}")] {
            let inner = |depth: usize| {
                if open == "[" {
                    nest(open, close, depth)
                } else {
                    format!("{}1{}", open.repeat(depth), close.repeat(depth))
                }
            };
            if fits > 0 {
                assert_eq!(both(&inner(fits), limit), Ok(()));
            }
            assert_eq!(both(&inner(fits + 1), limit), Err(Malformed::TooDeep));
        }
        assert_eq!(both("1", limit), Ok(()));
    }
    assert_eq!(both(&"[".repeat(1_000_000), 128), Err(Malformed::TooDeep));
    assert_eq!(both("[[]]", 2), Ok(()));
    assert_eq!(both("[[]]", 1), Err(Malformed::TooDeep));
    let request = r#"{"params":{"arguments":{"a":[[1]]},"_meta":{}}}"#;
    assert_eq!(both(request, 5), Ok(()));
    assert_eq!(both(request, 4), Err(Malformed::TooDeep));
    assert_eq!(both(request, 2), Err(Malformed::TooDeep));
    // Kinds of the outer containers survive more than one word of them.
    let mixed = "[{\"a\":".repeat(500) + "0" + &"}]".repeat(500);
    assert_eq!(both(&mixed, 1024), Ok(()));
    assert_eq!(
        both(&mixed.replace("}]}]}]", "}]]}}]"), 1024),
        Err(Malformed::Syntax)
    );
}

#[test]
fn outline_of_a_request() {
    let line = br#" {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"t","arguments":{"q":"x y","\u0071":[1, 2]},"_meta":{"progressToken":5}}} "#;
    let mut out = Outline::new();
    let text = outline(line, 8, &mut out).unwrap();
    assert!(out.complete() && out.top == Kind::Object);
    assert_eq!(out.root.len(), 4);
    let names: Vec<_> = out.params.iter(text).map(|member| member.key).collect();
    assert_eq!(names, ["name", "arguments", "_meta"]);
    let second = out.arguments.get(1, text).unwrap();
    assert_eq!(
        (second.key, second.escaped, second.value),
        ("\\u0071", true, "[1, 2]")
    );
    assert_eq!(out.meta.get(0, text).unwrap().value, "5");
    // A later message leaves nothing of an earlier one.
    outline(b"{\"params\":[1]}", 8, &mut out).unwrap();
    assert!(out.complete() && !out.params.present && out.arguments.is_empty());
    for odd in [
        r#"{"p\u0061rams":{}}"#,
        r#"{"params":{"argu\u006dents":{}}}"#,
        r#"{"params":{},"params":{}}"#,
        r#"{"id":1,"id":1}"#,
        r#"{"method":"a","jsonrpc":"2.0","method":"b"}"#,
        r#"{"params":{"name":"a","name":"b"}}"#,
        r#"{"params":1,"params":{"arguments":{}}}"#,
        r#"{"params":{"arguments":1,"arguments":{}}}"#,
        r#"{"params":{"_meta":{"a":1},"_meta":2}}"#,
    ] {
        let text = outline(odd.as_bytes(), 8, &mut out).unwrap();
        assert!(out.irregular && !out.complete(), "{odd}");
        naive(text, &out);
    }
    let many: Vec<String> = (0..30).map(|n| format!("\"k{n}\":{n}")).collect();
    let many = many.join(",");
    let full =
        format!("{{{many},\"params\":{{{many},\"arguments\":{{{many}}},\"_meta\":{{{many}}}}}}}");
    let text = outline(full.as_bytes(), 8, &mut out).unwrap();
    naive(text, &out);
    assert!(out.arguments.overflow && !out.complete() && !out.irregular);
}

#[test]
fn separators_and_strings_of_the_cursor() {
    let mut cursor = Cursor::new(" { \"a\\u0062\" : [ 1 , \"x\" , \"\\n\" ] , \"c\" : -1.5e3 } ");
    assert_eq!(cursor.kind(), Kind::Object);
    cursor.enter();
    let key = cursor.next_key().unwrap();
    assert!(key.is("ab") && !key.is("a") && key.escaped() && key.raw() == "a\\u0062");
    cursor.enter();
    assert!(cursor.next_item());
    assert_eq!(cursor.number(), "1");
    assert!(cursor.next_item());
    assert!(matches!(cursor.string(), Cow::Borrowed("x")));
    assert!(cursor.next_item());
    assert_eq!(cursor.clone().raw_string(), ("\\n", true));
    assert_eq!(cursor.string(), "\n");
    assert!(!cursor.next_item());
    assert!(cursor.next_key().unwrap().is("c"));
    assert_eq!(cursor.number(), "-1.5e3");
    assert!(cursor.next_key().is_none());
}

#[test]
fn every_scalar_value_survives_the_writer() {
    let mut out = Vec::new();
    for char in (0..=0x10_FFFF).filter_map(char::from_u32) {
        let mut buffer = [0; 4];
        let text = &*char.encode_utf8(&mut buffer);
        out.clear();
        writer::string(text, &mut out);
        let json = core::str::from_utf8(&out).unwrap();
        assert!(!json.contains(['\n', '\r', '\u{85}', '\u{2028}', '\u{2029}']));
        assert_eq!(check(&out, 0), Ok(json));
        assert_eq!(Cursor::new(json).string(), text);
        if !matches!(char, '\u{85}' | '\u{2028}' | '\u{2029}') {
            if u32::from(char) < 0x3000 {
                assert_eq!(json, serde_json::to_string(text).unwrap());
            } else {
                assert_eq!(&json[1..json.len() - 1], text);
            }
        }
    }
}

#[test]
fn writer_finds_specials_at_every_place() {
    let mut out = Vec::new();
    for length in 0..40 {
        for place in 0..=length {
            for special in [
                "\"", "\\", "\0", "\u{1f}", "\u{85}", "\u{2028}", "\u{2029}", "\u{201c}", "\u{a9}",
                "\u{100}",
            ] {
                let text = "x".repeat(place) + special + &"\u{20ac}y".repeat(length - place);
                out.clear();
                writer::string(&text, &mut out);
                let json = core::str::from_utf8(&out).unwrap();
                assert_eq!(serde_json::from_str::<String>(json).unwrap(), text);
                assert!(!json.contains(['\u{85}', '\u{2028}', '\u{2029}']));
                let grown = json.contains('\\');
                assert_eq!(grown, !matches!(special, "\u{201c}" | "\u{a9}" | "\u{100}"));
            }
        }
    }
}

fn written(write: impl FnOnce(&mut Vec<u8>)) -> String {
    let mut out = Vec::from(*b"x");
    write(&mut out);
    String::from_utf8(out.split_off(1)).unwrap()
}

#[test]
fn integers_not_huge_by_exponent() {
    for (token, value) in [
        ("3", 3),
        ("3.0", 3),
        ("1e2", 100),
        ("1.5e1", 15),
        ("-0", 0),
        ("-0.0e9", 0),
        ("100e-2", 1),
        ("0e999999999999999999999999999999999999999999", 0),
        ("9007199254740993.0", 9_007_199_254_740_993),
        ("0.001e3", 1),
        ("-12.50E+1", -125),
        ("170141183460469231731687303715884105727", i128::MAX),
        ("-170141183460469231731687303715884105728", i128::MIN),
        ("-17014118346046923173168730371588410572.8e1", i128::MIN),
        ("000", 0),
    ] {
        assert_eq!(integer(token), Integer::Fits(value), "{token}");
        assert_eq!(unsigned(token), u128::try_from(value).ok(), "{token}");
    }
    for token in [
        "1e400",
        "-1e400",
        "1e99999999999999999999999999999999999999999999",
        "170141183460469231731687303715884105728",
        "1e9223372036854775807",
        "-170141183460469231731687303715884105729",
        "1.7e38000",
    ] {
        assert_eq!(integer(token), Integer::Huge, "{token}");
    }
    for token in [
        "1.5",
        "1e-1",
        "-0.1",
        "1e-99999999999999999999999999999999999999999999",
        "123.4e0",
        "1234e-3",
        "0.1e0",
        "9007199254740992.5",
    ] {
        assert_eq!(integer(token), Integer::Fraction, "{token}");
        assert_eq!(unsigned(token), None);
    }
    assert_eq!(
        unsigned("340282366920938463463374607431768211455"),
        Some(u128::MAX)
    );
    assert_eq!(unsigned("340282366920938463463374607431768211456"), None);
    assert_eq!(
        unsigned("34028236692093846346337460743176821145.50e1"),
        Some(u128::MAX)
    );
    let long = format!("1{}e-{}", "0".repeat(100_000), 100_000);
    assert_eq!(integer(&long), Integer::Fits(1));
    assert!(float("1e400").is_infinite());
    assert!((float("-2.5e1") + 25.0).abs() < f64::EPSILON);
}

/// A number as its sign, all its digits and the power of ten of the last.
fn reference(token: &str) -> (bool, String, i64) {
    let (mantissa, exponent) = token.split_once(['e', 'E']).unwrap_or((token, "0"));
    let exponent: i64 = exponent.parse().unwrap();
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let negative = whole.starts_with('-');
    let digits = format!("{}{fraction}", whole.trim_start_matches('-'));
    let mut power = exponent - i64::try_from(fraction.len()).unwrap();
    let digits = digits.trim_start_matches('0');
    let short = digits.trim_end_matches('0');
    power += i64::try_from(digits.len() - short.len()).unwrap();
    if short.is_empty() {
        return (false, String::new(), 0);
    }
    (negative, String::from(short), power)
}

fn reference_integer(token: &str) -> Integer {
    let (negative, digits, power) = reference(token);
    if power < 0 {
        return Integer::Fraction;
    }
    if power > 60 {
        return Integer::Huge;
    }
    let plain = format!(
        "{}0{digits}{}",
        if negative { "-" } else { "" },
        "0".repeat(usize::try_from(power).unwrap())
    );
    plain.parse().map_or(Integer::Huge, Integer::Fits)
}

/// Equality over a tree whose numbers are still text.
fn reference_equal(a: &str, b: &str) -> bool {
    fn tree(cursor: &mut Cursor<'_>) -> Value {
        match cursor.kind() {
            Kind::Number => {
                let (negative, digits, power) = reference(cursor.number());
                serde_json::json!({"": [negative, digits, power]})
            }
            Kind::Array => {
                cursor.enter();
                let mut items = Vec::new();
                while cursor.next_item() {
                    items.push(tree(cursor));
                }
                Value::Array(items)
            }
            Kind::Object => {
                cursor.enter();
                let mut members = Map::new();
                while let Some(key) = cursor.next_key() {
                    members.insert(format!("k{}", key.text()), tree(cursor));
                }
                Value::Object(members)
            }
            _ => serde_json::from_str(cursor.skip()).unwrap(),
        }
    }
    tree(&mut Cursor::new(a)) == tree(&mut Cursor::new(b))
}

/// The same value in another spelling.
fn respell(random: &mut Random, value: &Value, out: &mut String) {
    random.space(out);
    match value {
        Value::Array(items) => {
            out.push('[');
            for (index, item) in items.iter().enumerate() {
                out.push_str(if index > 0 { "," } else { "" });
                respell(random, item, out);
            }
            out.push(']');
        }
        Value::Object(members) => {
            let mut members: Vec<_> = members.iter().collect();
            for at in (1..members.len()).rev() {
                members.swap(at, random.below(at + 1));
            }
            out.push('{');
            for (index, (name, item)) in members.into_iter().enumerate() {
                out.push_str(if index > 0 { "," } else { "" });
                respell(random, &Value::String(name.clone()), out);
                out.push(':');
                respell(random, item, out);
            }
            out.push('}');
        }
        Value::String(text) => {
            out.push('"');
            for char in text.chars() {
                if random.below(3) == 0 || char < ' ' || matches!(char, '"' | '\\') {
                    for unit in char.encode_utf16(&mut [0; 2]) {
                        out.push_str(&format!("\\u{unit:04x}"));
                    }
                } else {
                    out.push(char);
                }
            }
            out.push('"');
        }
        Value::Number(number) if number.as_u64().is_some_and(|n| n > 0) => match random.below(3) {
            0 => out.push_str(&format!("{number}.00")),
            1 => out.push_str(&format!("{number}00e-2")),
            _ => out.push_str(&number.to_string()),
        },
        _ => out.push_str(&value.to_string()),
    }
    random.space(out);
}

#[test]
fn equality_agrees() {
    let mut random = Random(77);
    let mut same = 0;
    for _ in 0..CASES / 50 {
        let (mut a, mut b) = (String::new(), String::new());
        random.value(2, &mut a);
        random.value(2, &mut b);
        let expected = reference_equal(&a, &b);
        same += u32::from(expected);
        assert_eq!(equal(&a, &b), expected, "{a} {b}");
        assert_eq!(equal(&b, &a), expected, "{a} {b}");
        let value: Value = serde_json::from_str(&a).unwrap();
        let (mut c, mut d) = (String::new(), String::new());
        respell(&mut random, &value, &mut c);
        respell(&mut random, &value, &mut d);
        check(c.as_bytes(), 9).unwrap();
        assert!(equal(&c, &d), "{c} {d}");
    }
    assert!(same > 50);
    for (a, b) in [
        ("1", "1.0"),
        ("1", "10e-1"),
        ("0", "-0.0e5"),
        ("[1,{}]", "[1e0,{ }]"),
        ("\"\\u0061\"", "\"a\""),
        ("{\"a\":1,\"b\":2}", "{\"b\":2.0,\"\\u0061\":1}"),
        ("{\"a\":1,\"a\":2}", "{\"a\":2}"),
        ("1e100", "10e99"),
        (
            "1e40000000000000000000000000000000000000",
            "1E+040000000000000000000000000000000000000",
        ),
    ] {
        assert!(equal(a, b) && equal(b, a), "{a} {b}");
    }
    for (a, b) in [
        ("1", "-1"),
        ("9007199254740993", "9007199254740992.0"),
        ("1", "\"1\""),
        ("true", "1"),
        ("true", "false"),
        ("[1,2]", "[2,1]"),
        ("[1]", "[1,1]"),
        ("{}", "[]"),
        ("{\"a\":1}", "{\"b\":1}"),
        ("{\"a\":1}", "{\"a\":1,\"b\":1}"),
        ("1e400", "1e401"),
        ("0.1", "0.10000000000000000001"),
        ("null", "0"),
        ("12", "1.2"),
    ] {
        assert!(!equal(a, b) && !equal(b, a), "{a} {b}");
    }
}

proptest! {
    #[test]
    fn integer_by_reference(
        token in "-?(0|[1-9][0-9]{0,45})(\\.[0-9]{1,30}|\\.0{1,5})?([eE][+-]?[0-9]{1,2})?",
    ) {
        prop_assert_eq!(integer(&token), reference_integer(&token));
        if let Integer::Fits(value) = integer(&token) {
            prop_assert_eq!(unsigned(&token), u128::try_from(value).ok());
        }
        let value: f64 = token.parse().unwrap();
        prop_assert_eq!(float(&token).to_bits(), value.to_bits());
    }

    #[test]
    fn short_integer_by_reference(token in "-?(0|[1-9][0-9]{0,3})(\\.[0-9]{1,3})?([eE][+-]?[0-9])?") {
        prop_assert_eq!(integer(&token), reference_integer(&token));
    }

    #[test]
    fn integers_written(value: i128, shift in 0_u32..128) {
        let value = value >> shift;
        let small = i64::try_from(value >> 64).unwrap();
        prop_assert_eq!(written(|out| writer::big(value, out)), value.to_string());
        prop_assert_eq!(written(|out| writer::ubig(value.cast_unsigned(), out)), value.cast_unsigned().to_string());
        prop_assert_eq!(written(|out| writer::signed(small, out)), small.to_string());
        prop_assert_eq!(written(|out| writer::unsigned(small.cast_unsigned(), out)), small.cast_unsigned().to_string());
        prop_assert_eq!(integer(&value.to_string()), Integer::Fits(value));
    }

    #[test]
    fn floats_written(bits: u64, short: u32) {
        let (double, single) = (f64::from_bits(bits), f32::from_bits(short));
        let text = written(|out| assert_eq!(writer::float(double, out), double.is_finite()));
        if double.is_finite() {
            prop_assert_eq!(&text, &serde_json::to_string(&double).unwrap());
            prop_assert_eq!(float(&text).to_bits(), bits);
        } else {
            prop_assert_eq!(text, "");
        }
        let text = written(|out| assert_eq!(writer::float32(single, out), single.is_finite()));
        if single.is_finite() {
            prop_assert_eq!(text, serde_json::to_string(&single).unwrap());
        } else {
            prop_assert_eq!(text, "");
        }
    }

    #[test]
    fn strings_written(text: String) {
        let json = written(|out| writer::string(&text, out));
        prop_assert_eq!(check(json.as_bytes(), 0), Ok(json.as_str()));
        prop_assert_eq!(Cursor::new(&json).string(), text.as_str());
        let mut parts = String::from("\"");
        parts.push_str(&written(|out| writer::escape(&text, out)));
        parts.push('"');
        prop_assert_eq!(parts, json);
    }
}

#[test]
fn limits_written() {
    assert_eq!(
        written(|out| writer::big(i128::MIN, out)),
        i128::MIN.to_string()
    );
    assert_eq!(
        written(|out| writer::ubig(u128::MAX, out)),
        u128::MAX.to_string()
    );
    assert_eq!(
        written(|out| writer::signed(i64::MIN, out)),
        i64::MIN.to_string()
    );
    assert_eq!(
        written(|out| writer::unsigned(u64::MAX, out)),
        u64::MAX.to_string()
    );
    assert_eq!(written(|out| writer::unsigned(0, out)), "0");
}
