//! A schema as JSON: only the keywords of the dialect, always in its order.

use super::buffer::{Writer, blank, bytes};
use super::complaint::{At, Complaint};
use super::facets::{self, Facets};
use super::{
    Kind, Lit, Note, Presence, Property, Rule, Schema, bound, check, describe, escape, number, raw,
};

/// What the schemas of one listing share.
#[derive(Clone, Copy)]
pub(super) struct Scope<'a> {
    pub(super) tool: &'a str,
    /// Whether `x-mcp-header` is written.
    pub(super) headers: bool,
    /// Whether members are listed as they are written: defaults are for readers.
    pub(super) written: bool,
}

/// Whether `null` is a value too.
#[derive(Clone, Copy)]
pub(super) enum Null {
    /// Whatever the type says.
    OfType,
    Yes,
    No,
}

/// Writes `"properties":{..}`, `required` and `additionalProperties`.
pub(super) const fn members(
    w: &mut Writer<'_>,
    properties: &'static [Property],
    notes: &'static [Note],
    scope: Scope<'_>,
) {
    assert!(
        properties.len() == notes.len(),
        "toolwright: properties and notes are not as many"
    );
    w.lit(b"\"properties\":{");
    // One bit for the last characters of each name: those that share a bit are compared.
    let mut seen = 0u128;
    let mut required = 0;
    let mut first = true;
    let mut injected = [false; 2];
    let mut i = 0;
    while i < notes.len() {
        let (property, mut note) = (&properties[i], &notes[i]);
        let as_written;
        if scope.written {
            as_written = note.written();
            note = &as_written;
        }
        i += 1;
        if let kind @ (Kind::Context | Kind::Cancellation) = note.schema.kind {
            let which = matches!(kind, Kind::Context) as usize;
            if injected[which] {
                check::injected_twice(
                    kind,
                    At {
                        what: "tool",
                        tool: scope.tool,
                        member: property.name,
                    },
                );
            }
            injected[which] = true;
            continue;
        }
        if matches!(property.presence, Presence::Injected) {
            continue;
        }
        let bit = match bytes!(property.name) {
            [.., a, b] => (*a ^ (*b << 1)) & 127,
            [a] => *a & 127,
            [] => 0,
        };
        if seen >> bit & 1 != 0 {
            check::distinct(
                properties,
                i - 1,
                At {
                    what: "tool",
                    tool: scope.tool,
                    member: property.name,
                },
            );
        }
        seen |= 1 << bit;
        if matches!(property.presence, Presence::Required) {
            required += 1;
        }
        if first {
            w.lit(b"\"");
        } else {
            w.lit(b",\"");
        }
        first = false;
        escape::string(w, property.name);
        w.lit(b"\":");
        schema(w, note.schema, Some((property, note)), scope, Null::OfType);
    }
    w.lit(b"}");
    if required != 0 {
        w.lit(b",\"required\":[");
        let mut first = true;
        let mut i = 0;
        while i < properties.len() {
            if matches!(properties[i].presence, Presence::Required) {
                if first {
                    w.lit(b"\"");
                } else {
                    w.lit(b",\"");
                }
                first = false;
                escape::string(w, properties[i].name);
                w.lit(b"\"");
            }
            i += 1;
        }
        w.lit(b"]");
    }
    w.lit(b",\"additionalProperties\":false");
}

/// Writes the schema of a type, or of a property of the type.
pub(super) const fn schema(
    w: &mut Writer<'_>,
    schema: &'static Schema,
    of: Option<(&Property, &Note)>,
    scope: Scope<'_>,
    null: Null,
) {
    let (own, note, at): (&'static [Rule], _, _) = match of {
        Some((property, note)) => (
            property.rules,
            Some(note),
            At {
                what: "tool",
                tool: scope.tool,
                member: property.name,
            },
        ),
        None => (
            &[],
            None,
            At {
                what: "tool",
                tool: scope.tool,
                member: schema.name,
            },
        ),
    };
    if !blank!(schema.raw) {
        raw::object(w, schema.raw, "the schema", at);
        return;
    }
    let default = match note {
        Some(note) => note.default,
        None => Lit::Absent,
    };
    let nullable = match null {
        Null::OfType => schema.nullable && !matches!(default, Lit::None),
        Null::Yes => true,
        Null::No => false,
    };
    // Most types have no rule, or ready text for those they have.
    let ready = matches!(own, []) && !blank!(schema.bounds);
    let ruled = matches!(schema.rules, [_, ..])
        || matches!(own, [_, ..])
        || schema.value_object
        || matches!(schema.choices, [_, ..]);
    let f = if ruled && !(ready && matches!(default, Lit::Absent | Lit::None)) {
        let f = facets::gather(schema, own, at);
        if matches!(f.one_of, [_, ..]) || !blank!(f.example) {
            check::known(schema, &f, at);
        }
        f
    } else {
        Facets {
            format: schema.format,
            ..Facets::NONE
        }
    };
    head(w, schema.kind, nullable);
    if !blank!(f.format) {
        w.lit(b",\"format\":\"");
        escape::string(w, f.format);
        w.lit(b"\"");
    }
    describe::member(w, schema, note, &f, matches!(schema.kind, Kind::Any));
    if ready {
        w.text(schema.bounds);
    } else if ruled {
        facet_keywords(w, schema, &f, nullable);
    }
    shape(w, schema, &f, scope);
    if !matches!(default, Lit::Absent | Lit::None) {
        check::default(default, schema, &f, at);
        w.lit(b",\"default\":");
        literal(w, default);
    }
    if !blank!(f.example) {
        w.lit(b",\"examples\":[");
        example(w, schema.kind, f.example, at);
        w.lit(b"]");
    }
    if let (Kind::Map, Some(keys)) = (schema.kind, schema.keys) {
        w.lit(b",\"propertyNames\":");
        self::schema(w, keys, None, scope, Null::OfType);
    }
    if let (true, Some(note)) = (scope.headers, note) {
        if !blank!(note.header) {
            w.lit(b",\"x-mcp-header\":\"");
            escape::string(w, note.header);
            w.lit(b"\"");
        }
    }
    w.lit(b"}");
}

/// The brace and the `type` keyword.
const fn head(w: &mut Writer<'_>, kind: Kind, nullable: bool) {
    match (kind, nullable) {
        (Kind::Boolean, false) => w.lit(b"{\"type\":\"boolean\""),
        (Kind::Boolean, true) => w.lit(b"{\"type\":[\"boolean\",\"null\"]"),
        (Kind::Integer, false) => w.lit(b"{\"type\":\"integer\""),
        (Kind::Integer, true) => w.lit(b"{\"type\":[\"integer\",\"null\"]"),
        (Kind::Number, false) => w.lit(b"{\"type\":\"number\""),
        (Kind::Number, true) => w.lit(b"{\"type\":[\"number\",\"null\"]"),
        (Kind::String, false) => w.lit(b"{\"type\":\"string\""),
        (Kind::String, true) => w.lit(b"{\"type\":[\"string\",\"null\"]"),
        (Kind::Array, false) => w.lit(b"{\"type\":\"array\""),
        (Kind::Array, true) => w.lit(b"{\"type\":[\"array\",\"null\"]"),
        (Kind::Map | Kind::Record, false) => w.lit(b"{\"type\":\"object\""),
        (Kind::Map | Kind::Record, true) => w.lit(b"{\"type\":[\"object\",\"null\"]"),
        (Kind::Any | Kind::Context | Kind::Cancellation, _) => w.lit(b"{"),
    }
}

/// `enum` to `contentEncoding`.
const fn facet_keywords(w: &mut Writer<'_>, schema: &Schema, f: &Facets, nullable: bool) {
    let mut rest = f.one_of;
    if matches!(rest, [_, ..]) {
        w.lit(b",\"enum\":[\"");
        while let [value, more @ ..] = rest {
            escape::string(w, value);
            if matches!(more, []) {
                w.lit(b"\"");
            } else {
                w.lit(b"\",\"");
            }
            rest = more;
        }
        if nullable {
            w.lit(b",null");
        }
        w.lit(b"]");
    }
    if let Kind::Integer | Kind::Number = schema.kind {
        if bound::is_some(f.low) {
            w.lit(b",\"minimum\":");
            bound::write(w, f.low);
        }
        if bound::is_some(f.high) {
            w.lit(b",\"maximum\":");
            bound::write(w, f.high);
        }
    }
    if f.shortest != 0 {
        w.lit(b",\"minLength\":");
        number::int(w, f.shortest as i128);
    }
    if f.longest != !0 {
        w.lit(b",\"maxLength\":");
        number::int(w, f.longest as i128);
    }
    if !blank!(f.pattern) {
        w.lit(b",\"pattern\":\"");
        escape::string(w, f.pattern);
        w.lit(b"\"");
    }
}

/// `contentEncoding` to `additionalProperties`.
const fn shape(w: &mut Writer<'_>, schema: &'static Schema, f: &Facets, scope: Scope<'_>) {
    match schema.kind {
        Kind::String if !blank!(schema.encoding) => {
            w.lit(b",\"contentEncoding\":\"");
            escape::string(w, schema.encoding);
            w.lit(b"\"");
        }
        Kind::Array => {
            w.lit(b",\"items\":");
            match schema.items {
                Some(items) => self::schema(w, items, None, scope, Null::OfType),
                None => w.lit(b"{}"),
            }
            if f.fewest != 0 {
                w.lit(b",\"minItems\":");
                number::int(w, f.fewest as i128);
            }
            if f.most != !0 {
                w.lit(b",\"maxItems\":");
                number::int(w, f.most as i128);
            }
            if f.unique {
                w.lit(b",\"uniqueItems\":true");
            }
        }
        Kind::Map => {
            w.lit(b",\"additionalProperties\":");
            match schema.items {
                Some(items) => self::schema(w, items, None, scope, Null::OfType),
                None => w.lit(b"{}"),
            }
        }
        Kind::Record => {
            w.lit(b",");
            members(w, schema.fields, schema.notes, scope);
        }
        _ => {}
    }
}

/// Writes a default in wire form.
pub(super) const fn literal(w: &mut Writer<'_>, value: Lit) {
    match value {
        Lit::Absent | Lit::None => {}
        Lit::Bool(true) => w.lit(b"true"),
        Lit::Bool(false) => w.lit(b"false"),
        Lit::Int(value) => number::int(w, value),
        Lit::IntText(value) => {
            w.lit(b"\"");
            number::int(w, value);
            w.lit(b"\"");
        }
        Lit::UintText(value) => {
            w.lit(b"\"");
            number::uint(w, value);
            w.lit(b"\"");
        }
        Lit::Float(value) => number::float(w, value),
        Lit::Char(value) => {
            let mut text = [0; 4];
            w.lit(b"\"");
            escape::string(w, value.encode_utf8(&mut text));
            w.lit(b"\"");
        }
        Lit::Text(value) => {
            w.lit(b"\"");
            escape::string(w, value);
            w.lit(b"\"");
        }
        list => {
            w.lit(b"[");
            let count = check::count(list);
            let mut i = 0;
            while i < count {
                if i != 0 {
                    w.lit(b",");
                }
                match list {
                    Lit::Floats32(list) => number::float32(w, list[i]),
                    list => literal(w, check::item(list, i)),
                }
                i += 1;
            }
            w.lit(b"]");
        }
    }
}

/// Writes an example: a string, or a number or truth value as it is written.
const fn example(w: &mut Writer<'_>, kind: Kind, text: &str, at: At<'_>) {
    let plain = match kind {
        Kind::String => {
            w.lit(b"\"");
            escape::string(w, text);
            w.lit(b"\"");
            return;
        }
        Kind::Boolean => matches!(text.as_bytes(), b"true" | b"false"),
        Kind::Integer | Kind::Number => numeric(text.as_bytes(), matches!(kind, Kind::Number)),
        _ => false,
    };
    if !plain {
        Complaint::at("TW0015", at)
            .and("the example \"")
            .and(text)
            .and("\" is not a value of the type: write one that is, as JSON has it")
            .stop();
    }
    w.text(text);
}

/// Whether a text is a number of JSON.
const fn numeric(text: &[u8], fraction: bool) -> bool {
    let ([b'-', rest @ ..] | rest) = text;
    let mut rest = rest;
    match rest {
        [b'0', b'0'..=b'9', ..] => return false,
        [b'0'..=b'9', more @ ..] => rest = more,
        _ => return false,
    }
    while let [b'0'..=b'9', more @ ..] = rest {
        rest = more;
    }
    if !fraction {
        return matches!(rest, []);
    }
    if let [b'.', b'0'..=b'9', more @ ..] = rest {
        rest = more;
        while let [b'0'..=b'9', more @ ..] = rest {
            rest = more;
        }
    }
    if let [b'e' | b'E', b'+' | b'-', b'0'..=b'9', more @ ..]
    | [b'e' | b'E', b'0'..=b'9', more @ ..] = rest
    {
        rest = more;
        while let [b'0'..=b'9', more @ ..] = rest {
            rest = more;
        }
    }
    matches!(rest, [])
}
