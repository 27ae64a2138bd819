//! Equality of JSON values as JSON Schema means it.
//!
//! `const`, `enum` and `uniqueItems` compare values, not texts: `1`, `1.0` and
//! `10e-1` are the same number, `"a"` and `"\u0061"` the same string, and the
//! members of an object have no order.

use alloc::borrow::Cow;
use alloc::string::String;
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

/// Whether two of some checked texts are [`equal`]: for many values, a sort is quicker than
/// comparing each with each.
pub(crate) fn repeat(texts: &[&str]) -> bool {
    texts_repeat(texts.iter().map(|text| {
        let mut same = Vec::with_capacity(text.len());
        canonical(text, &mut same);
        Cow::Owned(String::from_utf8(same).unwrap_or_default())
    }))
}

/// Whether two of these are the same.
pub(crate) fn texts_repeat<'a>(texts: impl Iterator<Item = Cow<'a, str>>) -> bool {
    let mut entries: Vec<Entry<'_>> = texts.map(|text| Entry(text, "")).collect();
    sort(&mut entries);
    entries.windows(2).any(|pair| pair[0].0 == pair[1].0)
}

/// Writes a checked text so that values which are [`equal`] come out as the same bytes.
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

/// Sorts by names, and those of one name by their places in the text, since the last one of these
/// counts. The only sort there is: each one is kilobytes of a small program.
fn sort(entries: &mut [Entry<'_>]) {
    let place = |entry: &Entry<'_>| entry.1.as_ptr().addr();
    entries.sort_unstable_by(|a, b| a.0.cmp(&b.0).then_with(|| place(a).cmp(&place(b))));
}

/// The members of an object, each name once, in the order of the names.
fn members(mut object: Cursor<'_>) -> Vec<Entry<'_>> {
    let mut entries = Vec::new();
    object.enter();
    while let Some(key) = object.next_key() {
        entries.push(Entry(key.text(), object.skip()));
    }
    sort(&mut entries);
    entries.dedup_by(|later, earlier| {
        let again = later.0 == earlier.0;
        if again {
            earlier.1 = later.1;
        }
        again
    });
    entries
}
