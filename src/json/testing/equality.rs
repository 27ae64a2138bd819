//! Equality as JSON Schema means it.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use serde_json::{Map, Value};

use super::super::{Cursor, Kind, canonical, check, equal};
use super::numbers::reference;
use super::{CASES, Random};

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
        let text = |json: &str| {
            let mut text = Vec::new();
            canonical(json, &mut text);
            text
        };
        assert_eq!(text(&a) == text(&b), expected, "{a} {b}");
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
