//! What is JSON, and where the members of a request lie.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use serde_json::{Map, Value};

use super::super::{
    Cursor, Kind, Malformed, Members, Outline, check, equal, float, integer, outline, unsigned,
};
use super::{CASES, Random};

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

fn listed<const N: usize>(members: &Members<N>, text: &str, object: Option<&str>) {
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
