//! One text for all texts of one value: what two spellings of the same JSON have in common.

use alloc::borrow::Cow;
use alloc::vec::Vec;

use super::{Cursor, Integer, Kind, float, integer, writer};

/// Writes the value of checked text: members sorted by name, numbers and strings spelled in one
/// way, no white space. Two texts with the same value give the same bytes.
pub(crate) fn canonical(text: &str, out: &mut Vec<u8>) {
    value(&mut Cursor::new(text), out);
}

fn value(cursor: &mut Cursor<'_>, out: &mut Vec<u8>) {
    match cursor.kind() {
        Kind::Null | Kind::True | Kind::False => out.extend_from_slice(cursor.skip().as_bytes()),
        Kind::Number => {
            let token = cursor.number();
            match integer(token) {
                Integer::Fits(number) => writer::big(number, out),
                // What even a float cannot hold stays as it is spelled.
                _ if !writer::float(float(token), out) => out.extend_from_slice(token.as_bytes()),
                _ => {}
            }
        }
        Kind::String => writer::string(&cursor.string(), out),
        Kind::Array => {
            cursor.enter();
            out.push(b'[');
            while cursor.next_item() {
                value(cursor, out);
                out.push(b',');
            }
            out.push(b']');
        }
        Kind::Object => {
            cursor.enter();
            let mut members: Vec<(Cow<'_, str>, Cursor<'_>)> = Vec::new();
            while let Some(key) = cursor.next_key() {
                members.push((key.text(), cursor.clone()));
                cursor.skip();
            }
            // Stable: of two members with one name the order counts.
            members.sort_by(|a, b| a.0.cmp(&b.0));
            out.push(b'{');
            for (name, mut member) in members {
                writer::string(&name, out);
                out.push(b':');
                value(&mut member, out);
                out.push(b',');
            }
            out.push(b'}');
        }
    }
}

#[cfg(test)]
mod tests {
    use super::canonical;

    fn of(text: &str) -> alloc::vec::Vec<u8> {
        let mut out = alloc::vec::Vec::new();
        canonical(text, &mut out);
        out
    }

    #[test]
    fn one_value_one_text() {
        for (a, b) in [
            ("{}", " { } "),
            (
                r#"{"a":1,"b":[true,null]}"#,
                r#"{ "b" : [ true , null ], "\u0061" : 1.0 }"#,
            ),
            ("1e2", "100"),
            ("0.5", "5e-1"),
            ("1e400", "1e400"),
            (r#""\u00e9/""#, "\"é\\/\""),
        ] {
            assert_eq!(of(a), of(b), "{a} {b}");
        }
        for (a, b) in [
            ("{}", "[]"),
            ("1", "\"1\""),
            ("[1,2]", "[2,1]"),
            ("[[],1]", "[[1]]"),
            (r#"{"a":1,"a":2}"#, r#"{"a":2,"a":1}"#),
            ("9007199254740993", "9007199254740992"),
        ] {
            assert_ne!(of(a), of(b), "{a} {b}");
        }
    }
}
