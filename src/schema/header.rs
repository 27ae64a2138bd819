//! `#[header(..)]`: an argument that HTTP clients of 2026-07-28 mirror in `Mcp-Param-…`.
//!
//! A client drops the whole tool where one of these does not hold (specification of 2026-07-28,
//! Streamable HTTP, *Custom headers*), so each is found when the declaration is checked.

use super::buffer::blank;
use super::complaint::{At, Complaint};
use super::{Bound, Kind, Note, Presence, Property, facets};

/// What a number of JSON holds everywhere: 2^53 - 1.
const SAFE: i128 = (1 << 53) - 1;

/// Checks the header of the member at `i`, which has one.
#[track_caller]
pub(super) const fn check(
    properties: &'static [Property],
    notes: &'static [Note],
    i: usize,
    at: At<'_>,
) {
    let (property, note) = (&properties[i], &notes[i]);
    if !is_token(note.header) {
        said(at, note)
            .and(" is no header name: write letters, digits and hyphens, such as `#[header(\"Region\")]`")
            .stop();
    }
    let mut before = 0;
    while before < i {
        if is_alike(notes[before].header, note.header) {
            said(at, note)
                .and(" is the header of `")
                .and(properties[before].name)
                .and("` too: case does not tell headers apart, so write another")
                .stop();
        }
        before += 1;
    }
    if let Kind::Context | Kind::Cancellation = note.schema.kind {
        said(at, note)
            .and(" stands on what is no argument: leave it out")
            .stop();
    }
    if !blank!(note.schema.raw) {
        said(at, note)
            .and(" stands beside `#[schema(..)]`, which says all of the parameter: write `\"x-mcp-header\"` there")
            .stop();
    }
    if !matches!(
        note.schema.kind,
        Kind::String | Kind::Integer | Kind::Boolean
    ) {
        said(at, note)
            .and(" stands on `")
            .and(note.schema.name)
            .and("`: only strings, whole numbers and booleans can be in a header")
            .stop();
    }
    if note.schema.nullable && matches!(property.presence, Presence::Required) {
        said(at, note)
            .and(" stands on a parameter that lists `null`, and a header cannot say it: write `= None` behind the type")
            .stop();
    }
    if matches!(note.schema.kind, Kind::Integer) {
        let f = facets::gather(note.schema, property.rules, at);
        let safe = match (f.low, f.high) {
            (Bound::Int(low), Bound::Int(high)) => low >= -SAFE && high <= SAFE,
            _ => false,
        };
        if !safe {
            said(at, note)
                .and(" stands on `")
                .and(note.schema.name)
                .and("`, and a header carries whole numbers up to 2^53 - 1: write a range, such as `[0..=9007199254740991]`")
                .stop();
        }
    }
}

/// Refuses a header in a tool whose input schema is given as JSON, which says all of it.
#[track_caller]
pub(super) const fn none_beside_schema(tool: &str, notes: &[Note]) {
    let mut rest = notes;
    while let [note, more @ ..] = rest {
        if !blank!(note.header) {
            Complaint::new("TW0016", tool)
                .and("`#[header(\"")
                .and(note.header)
                .and("\")]` stands beside `input_schema`, which says all of the arguments: write `\"x-mcp-header\"` there")
                .stop();
        }
        rest = more;
    }
}

/// The beginning of a complaint: `#[header("Region`.
#[track_caller]
const fn said(at: At<'_>, note: &Note) -> Complaint {
    Complaint::at("TW0016", at)
        .and("`#[header(\"")
        .and(note.header)
        .and("\")]`")
}

/// Whether two names are one, whatever their case.
const fn is_alike(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let mut i = 0;
    while i < a.len() && i < b.len() && a[i].eq_ignore_ascii_case(&b[i]) {
        i += 1;
    }
    i == a.len() && i == b.len()
}

/// Whether it is a token of HTTP.
const fn is_token(text: &str) -> bool {
    let mut rest = text.as_bytes();
    while let [byte, more @ ..] = rest {
        if !matches!(byte, b'0'..=b'9' | b'a'..=b'z' | b'A'..=b'Z')
            && !matches!(
                byte,
                b'!' | b'#'
                    | b'$'
                    | b'%'
                    | b'&'
                    | b'\''
                    | b'*'
                    | b'+'
                    | b'-'
                    | b'.'
                    | b'^'
                    | b'_'
                    | b'`'
                    | b'|'
                    | b'~'
            )
        {
            return false;
        }
        rest = more;
    }
    true
}
