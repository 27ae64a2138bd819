//! Equality of JSON values as JSON Schema means it.
//!
//! `const`, `enum` and `uniqueItems` compare values, not texts: `1`, `1.0` and
//! `10e-1` are the same number, `"a"` and `"\u0061"` the same string, and the
//! members of an object have no order.

use alloc::borrow::Cow;
use alloc::vec::Vec;

use super::number::{self, same};
use super::reader::{Cursor, Kind};

/// Whether two checked texts are the same JSON value.
///
/// Numbers are compared by exact value. Of members with the same name the last
/// one counts.
#[must_use]
pub fn equal(a: &str, b: &str) -> bool {
    // The same text is the same value, and by far the usual case.
    if a == b {
        return true;
    }
    let (mut a, mut b) = (Cursor::new(a), Cursor::new(b));
    let kind = a.kind();
    if kind != b.kind() {
        return false;
    }
    match kind {
        Kind::Null | Kind::True | Kind::False => true,
        Kind::Number => same(a.number(), b.number()),
        Kind::String => a.string() == b.string(),
        Kind::Array => items(a, b),
        Kind::Object => members(a) == members(b),
    }
}

fn items(mut a: Cursor<'_>, mut b: Cursor<'_>) -> bool {
    a.enter();
    b.enter();
    loop {
        let more = a.next_item();
        if more != b.next_item() {
            return false;
        }
        if !more {
            return true;
        }
        if !equal(a.skip(), b.skip()) {
            return false;
        }
    }
}

/// Writes a checked text so that values which are [`equal`] come out as the same bytes: for
/// many values, a sort of these is quicker than comparing each with each.
pub(crate) fn canonical(text: &str, out: &mut Vec<u8>) {
    let mut cursor = Cursor::new(text);
    match cursor.kind() {
        Kind::Null | Kind::True | Kind::False => out.extend_from_slice(text.trim().as_bytes()),
        Kind::Number => number::canonical(cursor.number(), out),
        Kind::String => super::writer::string(&cursor.string(), out),
        Kind::Array => {
            out.push(b'[');
            cursor.enter();
            while cursor.next_item() {
                canonical(cursor.skip(), out);
                out.push(b',');
            }
            out.push(b']');
        }
        Kind::Object => {
            out.push(b'{');
            for Entry(name, value) in members(cursor) {
                super::writer::string(&name, out);
                canonical(value, out);
                out.push(b',');
            }
            out.push(b'}');
        }
    }
}

/// A member whose comparison is that of its name and value.
struct Entry<'a>(Cow<'a, str>, &'a str);

impl PartialEq for Entry<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0 && equal(self.1, other.1)
    }
}

/// The members of an object, each name once, in the order of the names.
fn members(mut object: Cursor<'_>) -> Vec<Entry<'_>> {
    let mut entries = Vec::new();
    object.enter();
    while let Some(key) = object.next_key() {
        entries.push(Entry(key.text(), object.skip()));
    }
    // The sort keeps the order of equal names, and the last one must stay.
    entries.sort_by(|a, b| a.0.cmp(&b.0));
    entries.dedup_by(|later, earlier| {
        let again = later.0 == earlier.0;
        if again {
            earlier.1 = later.1;
        }
        again
    });
    entries
}
