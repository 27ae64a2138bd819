//! What the declaration of a resource or a prompt must not contradict.

use super::buffer::{Writer, blank};
use super::complaint::{At, Complaint};
use super::item::{APP, ItemDef, ItemKind};
use super::template::{self, Place};
use super::{Kind, Lit, Presence, check, item_text, name, raw};

/// All that can be wrong, without writing any text.
pub(super) const fn declaration(def: &ItemDef) {
    let mut none = [];
    let mut w = Writer::new(&mut none);
    if matches!(def.kind, ItemKind::Prompt) || blank!(def.meta.name) {
        name::write(&mut w, &item_text::named(def));
    }
    if !blank!(def.meta.meta) {
        let at = At {
            tool: def.function,
            member: "_meta",
        };
        raw::object(&mut w, def.meta.meta, "`meta`", at);
    }
    check::fields(def.function, def.params, def.notes);
    let mut i = 0;
    while i < def.params.len() {
        readable(def, i);
        i += 1;
    }
    if matches!(def.kind, ItemKind::Resource) {
        uri(def);
        apps(def);
        match def.meta.priority {
            Some(priority) if !(priority >= 0.0 && priority <= 1.0) => {
                about(def).and("`priority` is from 0 to 1").stop();
            }
            _ => {}
        }
    }
}

/// A fault of a declaration: ``TW0012: resource `docket://{id}`: ``.
const fn about(def: &ItemDef) -> Complaint {
    match def.kind {
        ItemKind::Resource => Complaint::bare("TW0012")
            .and("resource `")
            .and(def.meta.uri),
        ItemKind::Prompt => Complaint::bare("TW0012").and("prompt `").and(def.function),
    }
    .and("`: ")
}

const fn member(def: &ItemDef, i: usize) -> Complaint {
    about(def).and("`").and(def.params[i].name).and("`: ")
}

/// Whether a parameter can be read from text.
const fn readable(def: &ItemDef, i: usize) {
    let (property, note) = (&def.params[i], &def.notes[i]);
    match note.schema.kind {
        Kind::Boolean | Kind::Integer | Kind::Number | Kind::String => {}
        Kind::Context | Kind::Cancellation => return,
        Kind::Any | Kind::Array | Kind::Map | Kind::Record => member(def, i)
            .and(note.schema.name)
            .and(" cannot be read from text: take text, a number, a boolean, an enumeration or a value object")
            .stop(),
    }
    if !blank!(note.header) || !blank!(note.schema.raw) {
        member(def, i)
            .and("`#[header(..)]` and `#[schema(..)]` are for parameters of tools")
            .stop();
    }
    if matches!(def.kind, ItemKind::Prompt) {
        return;
    }
    match template::place(def.meta.uri, property.name) {
        Place::Nowhere => member(def, i)
            .and("the template has no variable of this name: write `{")
            .and(property.name)
            .and("}`, or take the parameter away")
            .stop(),
        Place::Path
            if !matches!(property.presence, Presence::Required)
                || !matches!(note.default, Lit::Absent) =>
        {
            member(def, i)
                .and("only a variable of `{?..}` can be absent: take the `Option` or the default away, or move it there")
                .stop()
        }
        Place::Twice => member(def, i)
            .and("the template names this variable twice")
            .stop(),
        Place::Path | Place::Query => {}
    }
}

/// The URI by itself, and its variables against the parameters.
const fn uri(def: &ItemDef) {
    let uri = def.meta.uri;
    if blank!(uri) {
        Complaint::bare("TW0012")
            .and("resource `")
            .and(def.function)
            .and("`: it has no URI: write `#[resource(\"scheme://..\")]`")
            .stop();
    }
    let fault = template::fault(uri);
    if !blank!(fault) {
        about(def).and(fault).stop();
    }
    let text = uri.as_bytes();
    let mut at = 0;
    while at < text.len() {
        let (from, to, end) = match template::part(text, at) {
            Ok((template::Part::Variable { from, to, .. }, end)) => (from, to, end),
            Ok((template::Part::Query { from, to }, end)) => (from, to, end),
            Ok((template::Part::Literal { .. }, end)) => (0, 0, end),
            Err(_) => return,
        };
        let mut begin = from;
        while begin < to {
            let end = template::name(text, begin, to);
            variable(def, uri.split_at(end).0.split_at(begin).1);
            begin = end + 1;
        }
        at = end;
    }
}

const fn variable(def: &ItemDef, name: &str) {
    let mut i = 0;
    while i < def.params.len() {
        if check::same(def.params[i].name, name)
            && !matches!(def.params[i].presence, Presence::Injected)
        {
            return;
        }
        i += 1;
    }
    about(def)
        .and("no parameter is named like the variable `")
        .and(name)
        .and("`: add one, or take the variable away")
        .stop();
}

/// A resource of MCP Apps has one type, and what it asks of its host is its alone.
const fn apps(def: &ItemDef) {
    if def.is_ui() {
        if !check::same(def.mime(), APP) {
            about(def)
                .and("a `ui://` resource is of the type `text/html;profile=mcp-app`: leave `mime` out")
                .stop();
        }
    } else if !def.meta.ui.is_none() {
        about(def)
            .and("`csp`, `permissions`, `domain` and `prefers_border` are for `ui://` resources")
            .stop();
    }
}
