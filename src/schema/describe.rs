//! The description of a property.

use super::buffer::{Writer, blank};
use super::facets::Facets;
use super::{Bound, Kind, Note, Schema, bound, doc, escape};

/// Writes the `description` member, where there is anything to say: the property's own
/// text, its type's, the bounds of a value that travels as text, and a format that is
/// not checked; each once.
///
/// `first` is whether no member stands before it.
pub(super) const fn member(
    w: &mut Writer<'_>,
    schema: &Schema,
    note: Option<&Note>,
    facets: &Facets,
    first: bool,
) {
    let silent = match note {
        Some(note) => matches!(note.docs, []) && blank!(note.description),
        None => true,
    };
    let text = facets.sentences && matches!(schema.kind, Kind::String);
    if silent && !text && !facets.not_zero && matches!(schema.docs, []) {
        return;
    }
    let before = w.len;
    if first {
        w.lit(b"\"description\":\"");
    } else {
        w.lit(b",\"description\":\"");
    }
    let start = w.len;
    if let Some(note) = note {
        own(w, note.description, note.docs);
    }
    if (schema.value_object || w.len == start) && matches!(schema.docs, [_, ..]) {
        let part = begin(w, start);
        doc::docs(w, schema.docs);
        finish(w, start, part);
    }
    if facets.not_zero {
        let part = begin(w, start);
        w.lit(b"Not zero.");
        finish(w, start, part);
    }
    if text {
        sentence(w, start, facets.low, facets.high);
        let mut i = 0;
        while i < 2 {
            sentence(w, start, facets.spans[i].0, facets.spans[i].1);
            i += 1;
        }
        if !blank!(facets.named) {
            let part = begin(w, start);
            w.lit(b"Format: ");
            escape::string(w, facets.named);
            w.lit(b".");
            finish(w, start, part);
        }
    }
    if w.len == start {
        w.len = before;
    } else {
        w.lit(b"\"");
    }
}

/// Writes an explicit description, else doc lines.
pub(super) const fn own(w: &mut Writer<'_>, description: &str, docs: &[&str]) {
    if blank!(description) {
        doc::docs(w, docs);
    } else {
        escape::string(w, description);
    }
}

const fn sentence(w: &mut Writer<'_>, start: usize, low: Bound, high: Bound) {
    if matches!((low, high), (Bound::None, Bound::None)) {
        return;
    }
    let part = begin(w, start);
    match (low, high) {
        (low, Bound::None) => {
            w.lit(b"At least ");
            bound::write(w, low);
            w.lit(b".");
        }
        (Bound::None, high) => {
            w.lit(b"At most ");
            bound::write(w, high);
            w.lit(b".");
        }
        (low, high) => {
            w.lit(b"Between ");
            bound::write(w, low);
            w.lit(b" and ");
            bound::write(w, high);
            w.lit(b", inclusive.");
        }
    }
    finish(w, start, part);
}

/// Begins a further part; gives where it stands.
const fn begin(w: &mut Writer<'_>, start: usize) -> usize {
    if w.len != start {
        w.lit(b"\\n\\n");
    }
    w.len
}

/// Ends a part: where it is empty, or stands already, it goes again.
const fn finish(w: &mut Writer<'_>, start: usize, part: usize) {
    if part == start {
        return;
    }
    if w.len == part {
        w.len = part - 4;
    } else {
        w.once(start, part, 4);
    }
}
