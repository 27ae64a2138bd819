//! The listing entry of a tool, written in const evaluation.
//!
//! A macro needs three items and one expression a tool:
//!
//! ```ignore
//! const DEF: ToolDef = ..;
//! const OUT: Out<2048> = listing(&DEF);
//! static JSON: [u8; OUT.len()] = trimmed(&OUT, &DEF);
//! fragment(&JSON, &OUT) // in the table of tools
//! ```
//!
//! What it costs the compiler (rustc 1.95, `--emit=metadata`, this crate built with
//! debug assertions; 100 tools of 4 parameters, docs, 4 rules, 3 defaults, a title and
//! a hint, 678 bytes each): `OUT` 16.4 M instructions a tool, 1.6 ms; `JSON` and
//! the table another 1.9 M. A piece of text is 0.04 M (`lit`) or 0.09 M (`put`), a doc
//! line of 28 bytes 0.7 M, a schema without rules or docs 0.6 M, the rules of a parameter
//! 0.2 to 0.3 M. A statement is some thousand instructions and a named constant is looked
//! up at every call of the function it stands in, so the scanners are macros over
//! literals.

use super::buffer::{Writer, blank};
use super::complaint::{At, Complaint};
use super::fragment::{Fragment, Parts, Shape};
use super::json::{self, Scope};
use super::{Kind, Note, Output, ToolDef, check, describe, escape, name, raw};

/// An entry in the making: at most `N` bytes of it, and where its parts are.
#[derive(Clone, Copy, Debug)]
pub struct Out<const N: usize> {
    text: [u8; N],
    len: usize,
    parts: Parts,
}

impl<const N: usize> Out<N> {
    /// The bytes that the entry takes, whether or not they are all here.
    #[must_use]
    #[allow(clippy::len_without_is_empty, reason = "an entry is never empty")]
    pub const fn len(&self) -> usize {
        self.len
    }

    /// The bytes that are here.
    #[cfg(test)]
    pub(super) fn bytes(&self) -> &[u8] {
        &self.text[..self.len]
    }
}

/// A tool whose text would not fit here is refused.
pub(super) const LARGEST: usize = 1 << 18;

/// Checks a tool and writes its entry.
///
/// # Panics
///
/// Where the declaration contradicts itself; the text begins with its code (`TW0007: ..`).
#[must_use]
pub(super) const fn listing<const N: usize>(def: &ToolDef) -> Out<N> {
    let mut text = [0; N];
    let mut w = Writer::new(&mut text);
    let parts = entry(&mut w, def);
    let (len, parts) = if w.unsure {
        measured(def)
    } else {
        (w.len, parts)
    };
    assert!(
        len <= LARGEST,
        "toolwright: the listing of a tool is larger than 256 KiB"
    );
    Out { text, len, parts }
}

/// The size of an entry that repeats a paragraph behind the end of its buffer: that it
/// does can only be told from the whole text.
#[allow(clippy::large_stack_arrays, reason = "const evaluation has no stack")]
const fn measured(def: &ToolDef) -> (usize, Parts) {
    let mut text = [0; LARGEST];
    let mut w = Writer::new(&mut text);
    let parts = entry(&mut w, def);
    (w.len, parts)
}

/// The bytes of the entry, with room behind them: `L` is at least `out.len()`.
#[must_use]
pub(super) const fn padded<const N: usize, const L: usize>(out: &Out<N>, def: &ToolDef) -> [u8; L] {
    assert!(L >= out.len, "toolwright: the entry is larger");
    let mut text = [0; L];
    let mut w = Writer::new(&mut text);
    if out.len <= N {
        w.put(&out.text, 0, out.len);
    } else {
        entry(&mut w, def);
    }
    text
}

/// The entry as the server lists it: `bytes` are those of [`trimmed`].
///
/// # Panics
///
/// Where `bytes` have another size than the entry.
#[must_use]
pub(super) const fn fragment<const N: usize>(bytes: &'static [u8], out: &Out<N>) -> Fragment {
    assert!(
        bytes.len() == out.len,
        "toolwright: the bytes are another entry's"
    );
    Fragment {
        bytes,
        parts: out.parts,
    }
}

/// The entry of a declaration that is made at run time.
pub(super) fn made(def: &ToolDef) -> Fragment {
    let mut text = alloc::vec![0; LARGEST];
    let mut w = Writer::new(&mut text);
    let parts = entry(&mut w, def);
    let len = w.len;
    assert!(
        len <= LARGEST,
        "toolwright: the listing of a tool is larger than 256 KiB"
    );
    text.truncate(len);
    Fragment {
        bytes: text.leak(),
        parts,
    }
}

#[allow(
    clippy::cast_possible_truncation,
    clippy::too_many_lines,
    reason = "an entry is below 256 KiB; its members stand in their order"
)]
pub(super) const fn entry(w: &mut Writer<'_>, def: &ToolDef) -> Parts {
    let meta = &def.meta;
    let tool = if blank!(meta.name) {
        def.function
    } else {
        meta.name
    };
    check::tool(def, tool);
    w.lit(b"{\"name\":\"");
    name::write(w, def);
    w.lit(b"\"");
    let name = w.len as u32;
    if !blank!(meta.title) {
        w.lit(b",\"title\":\"");
        escape::string(w, meta.title);
        w.lit(b"\"");
    }
    let title = w.len as u32;
    description(w, def);
    let description = w.len as u32;
    input(
        w,
        def,
        Scope {
            tool,
            headers: true,
            written: false,
        },
    );
    let input_end = w.len as u32;
    let shape = output(
        w,
        def,
        Scope {
            tool,
            headers: false,
            written: true,
        },
    );
    let output = w.len as u32;
    annotations(w, def);
    let annotations = w.len as u32;
    if !blank!(meta.icon) {
        w.lit(b",\"icons\":[{\"src\":\"");
        escape::string(w, meta.icon);
        w.lit(b"\"}]");
    }
    let icons = w.len as u32;
    if !blank!(meta.meta) {
        w.lit(b",\"_meta\":");
        if !raw::object(
            w,
            meta.meta,
            "`meta`",
            At {
                what: "tool",
                tool,
                member: "_meta",
            },
        ) {
            w.len = icons as usize;
        }
    }
    let meta_end = w.len as u32;
    w.lit(b"}");
    let headers = blank!(meta.input_schema) && headers(def.notes);
    if headers {
        input(
            w,
            def,
            Scope {
                tool,
                headers: false,
                written: false,
            },
        );
    }
    let plain = w.len as u32;
    apps(w, def);
    let apps = w.len as u32;
    let same_since = if headers || !matches!(shape, Shape::Same) {
        4
    } else if icons > annotations {
        3
    } else if title > name || output > input_end || meta_end > icons {
        2
    } else if annotations > output {
        1
    } else {
        0
    };
    Parts {
        name,
        title,
        description,
        input: input_end,
        output,
        annotations,
        icons,
        meta: meta_end,
        plain,
        apps,
        shape,
        task: meta.task as u8,
        same_since,
    }
}

const fn description(w: &mut Writer<'_>, def: &ToolDef) {
    let before = w.len;
    w.lit(b",\"description\":\"");
    let start = w.len;
    describe::own(w, def.meta.description, def.docs);
    if w.len == start {
        w.len = before;
    } else {
        w.lit(b"\"");
    }
}

const fn input(w: &mut Writer<'_>, def: &ToolDef, scope: Scope<'_>) {
    if blank!(def.meta.input_schema) {
        w.lit(b",\"inputSchema\":{\"type\":\"object\",");
        json::members(w, def.params, def.notes, scope);
        w.lit(b"}");
    } else {
        w.lit(b",\"inputSchema\":");
        let at = At {
            what: "tool",
            tool: scope.tool,
            member: "input_schema",
        };
        raw::object(w, def.meta.input_schema, "it", at);
    }
}

/// Whether a parameter, or a field of one, is mirrored in a header.
const fn headers(notes: &[Note]) -> bool {
    let mut rest = notes;
    while let [note, more @ ..] = rest {
        if !blank!(note.header) || headers(note.schema.notes) {
            return true;
        }
        rest = more;
    }
    false
}

const fn output(w: &mut Writer<'_>, def: &ToolDef, scope: Scope<'_>) -> Shape {
    let (schema, shape) = match def.output {
        Output::Value(schema) if def.meta.structured => (schema, Shape::Wrapped),
        Output::Object(schema) => (schema, Shape::Same),
        Output::Nullable(schema) if def.meta.nullable_output => (schema, Shape::Nullable),
        Output::Content | Output::Value(_) | Output::Nullable(_) => return Shape::Same,
    };
    w.lit(b",\"outputSchema\":");
    if matches!(shape, Shape::Nullable) {
        if !matches!(schema.kind, Kind::Record | Kind::Map) || !blank!(schema.raw) {
            Complaint::new("TW0004", scope.tool)
                .and("`nullable_output` is for an `Option` of a record or a map: leave it out")
                .stop();
        }
        json::schema(w, schema, None, scope, json::Null::Yes);
    } else if matches!(shape, Shape::Same) {
        json::schema(w, schema, None, scope, json::Null::No);
    } else {
        json::schema(w, schema, None, scope, json::Null::OfType);
    }
    shape
}

const fn annotations(w: &mut Writer<'_>, def: &ToolDef) {
    let before = w.len;
    w.lit(b",\"annotations\":{");
    let start = w.len;
    match def.meta.read_only {
        Some(true) => w.lit(b"\"readOnlyHint\":true,"),
        Some(false) => w.lit(b"\"readOnlyHint\":false,"),
        None => {}
    }
    match def.meta.destructive {
        Some(true) => w.lit(b"\"destructiveHint\":true,"),
        Some(false) => w.lit(b"\"destructiveHint\":false,"),
        None => {}
    }
    match def.meta.idempotent {
        Some(true) => w.lit(b"\"idempotentHint\":true,"),
        Some(false) => w.lit(b"\"idempotentHint\":false,"),
        None => {}
    }
    match def.meta.open_world {
        Some(true) => w.lit(b"\"openWorldHint\":true,"),
        Some(false) => w.lit(b"\"openWorldHint\":false,"),
        None => {}
    }
    if w.len == start {
        w.len = before;
    } else {
        // The brace takes the place of the last comma.
        w.len -= 1;
        w.lit(b"}");
    }
}

/// The members of `_meta` that MCP Apps defines; the flat one is for hosts from before it.
const fn apps(w: &mut Writer<'_>, def: &ToolDef) {
    let meta = &def.meta;
    if blank!(meta.ui) && matches!(meta.visibility, []) {
        return;
    }
    w.lit(b"\"ui\":{");
    if !blank!(meta.ui) {
        w.lit(b"\"resourceUri\":\"");
        escape::string(w, meta.ui);
        w.lit(b"\"");
    }
    let mut rest = meta.visibility;
    if matches!(rest, [_, ..]) {
        if !blank!(meta.ui) {
            w.lit(b",");
        }
        w.lit(b"\"visibility\":[");
        while let [who, more @ ..] = rest {
            w.lit(b"\"");
            escape::string(w, who);
            w.lit(b"\"");
            if matches!(more, [_, ..]) {
                w.lit(b",");
            }
            rest = more;
        }
        w.lit(b"]");
    }
    w.lit(b"}");
    if !blank!(meta.ui) {
        w.lit(b",\"ui/resourceUri\":\"");
        escape::string(w, meta.ui);
        w.lit(b"\"");
    }
}
