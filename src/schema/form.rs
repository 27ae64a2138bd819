//! The schema of a form: a record, in the few keywords that clients know there.

use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use super::buffer::Writer;
use super::json::{self, Null, Scope};
use super::{Kind, Schema};
use crate::json::Cursor;
use crate::protocol::envelope::spells;

/// Checks that a type can be a form: a record of text, numbers, booleans and choices.
///
/// # Panics
///
/// In const evaluation, where it cannot.
pub(crate) const fn flat(schema: &Schema) {
    assert!(
        matches!(schema.kind, Kind::Record) && !schema.nullable,
        "a form is a record of `mcp_types!`: for another schema there is `Form::raw`"
    );
    let mut rest = schema.notes;
    while let [note, more @ ..] = rest {
        let simple = match note.schema.kind {
            Kind::Boolean | Kind::Integer | Kind::Number | Kind::String => true,
            Kind::Array => match note.schema.items {
                Some(items) => matches!((items.kind, items.choices), (Kind::String, [_, ..])),
                None => false,
            },
            _ => false,
        };
        assert!(
            simple,
            "the fields of a form are text, numbers, booleans, choices and lists of choices: for another schema there is `Form::raw`"
        );
        rest = more;
    }
}

/// The formats that a form's text may have.
const FORMATS: [&str; 4] = ["email", "uri", "date", "date-time"];

/// Writes the schema of a record that is [`flat`].
pub(crate) fn form(schema: &'static Schema) -> String {
    let whole = whole(schema);
    let mut out = String::from("{\"type\":\"object\"");
    let mut members = Cursor::new(&whole);
    members.enter();
    while let Some(key) = members.next_key() {
        if key.is("required") {
            out.push_str(",\"required\":");
            out.push_str(members.skip());
        } else if key.is("properties") {
            out.push_str(",\"properties\":{");
            members.enter();
            let mut first = true;
            while let Some(name) = members.next_key() {
                if !core::mem::take(&mut first) {
                    out.push(',');
                }
                put(name.raw(), &mut out);
                property(members.skip(), &mut out);
            }
            out.push('}');
        } else {
            members.skip();
        }
    }
    out.push('}');
    out
}

/// The property without what clients refuse in a form: the other formats, and `pattern`.
fn property(text: &str, out: &mut String) {
    let mut members = Cursor::new(text);
    members.enter();
    out.push('{');
    let mut first = true;
    while let Some(key) = members.next_key() {
        let value = members.skip();
        let known = match key.raw() {
            "format" => FORMATS.iter().any(|format| spells(value, format)),
            "pattern" | "examples" | "contentEncoding" => false,
            _ => true,
        };
        if known {
            if !core::mem::take(&mut first) {
                out.push(',');
            }
            put(key.raw(), out);
            out.push_str(value);
        }
    }
    out.push('}');
}

fn put(raw: &str, out: &mut String) {
    out.push('"');
    out.push_str(raw);
    out.push_str("\":");
}

/// The record's schema as it would be listed.
fn whole(schema: &'static Schema) -> String {
    let scope = Scope {
        tool: schema.name,
        headers: false,
        written: false,
    };
    let mut room = 4096;
    loop {
        let mut text: Vec<u8> = vec![0; room];
        let mut w = Writer::new(&mut text);
        json::schema(&mut w, schema, None, scope, Null::No);
        let (len, unsure) = (w.len, w.unsure);
        if len <= room && !unsure {
            text.truncate(len);
            return String::from_utf8(text).unwrap_or_default();
        }
        room = len.max(2 * room);
    }
}
