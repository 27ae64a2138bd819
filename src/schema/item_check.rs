//! What the declaration of a resource or a prompt must not contradict.

use super::buffer::{Writer, blank};
use super::complaint::{At, Complaint};
use super::item::{APP, ItemDef, ItemKind};
use super::template::{self, Place};
use super::{Kind, Lit, Presence, check, item_text, name, raw};

/// All that can be wrong, without writing any text.
#[track_caller]
pub(super) const fn declaration(def: &ItemDef) {
    let mut none = [];
    let mut w = Writer::new(&mut none);
    if matches!(def.kind, ItemKind::Prompt) || blank!(def.meta.name) {
        name::write(&mut w, &item_text::named(def));
    }
    if !blank!(def.meta.meta) {
        let at = At {
            what: def.kind.noun(),
            tool: def.function,
            member: "_meta",
        };
        raw::object(&mut w, def.meta.meta, "`meta`", at);
    }
    if matches!(def.kind, ItemKind::Resource) {
        uri(def);
    }
    check::members(def.kind.noun(), def.function, def.params, def.notes);
    let mut i = 0;
    while i < def.params.len() {
        readable(def, i);
        i += 1;
    }
    if matches!(def.kind, ItemKind::Resource) {
        variables(def);
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
#[track_caller]
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

/// The URI by itself.
#[track_caller]
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
}

/// Whether every variable has its parameter.
#[track_caller]
const fn variables(def: &ItemDef) {
    let uri = def.meta.uri;
    let text = uri.as_bytes();
    let mut at = 0;
    while at < text.len() {
        let (from, to, end) = match template::part(text, at) {
            Ok((
                template::Part::Variable { from, to, .. } | template::Part::Query { from, to },
                end,
            )) => (from, to, end),
            Ok((template::Part::Literal { .. }, end)) => (0, 0, end),
            Err(_) => return,
        };
        let mut begin = from;
        while begin < to {
            let end = template::name(text, begin, to);
            variable(def, text.split_at(end).0.split_at(begin).1);
            begin = end + 1;
        }
        at = end;
    }
}

#[track_caller]
const fn variable(def: &ItemDef, name: &[u8]) {
    let Ok(name) = core::str::from_utf8(name) else {
        return;
    };
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
#[track_caller]
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

#[cfg(test)]
mod tests {
    use std::panic::catch_unwind;
    use std::string::String;

    use super::super::{ItemMeta, Note, Property, Rule, Schema, UiMeta};
    use super::*;
    use crate::types::ToolType;

    /// A parameter of this type, as it is declared without a default or with `None`.
    fn parameter(name: &'static str, schema: &'static Schema, default: Lit) -> (Property, Note) {
        let property = Property {
            name,
            rules: &[] as &[Rule],
            presence: match default {
                Lit::Absent if !schema.nullable => Presence::Required,
                Lit::Absent | Lit::None => Presence::Optional,
                _ => Presence::Defaulted,
            },
        };
        let note = Note {
            written: None,
            schema,
            docs: &[],
            description: "",
            default,
            header: "",
        };
        (property, note)
    }

    fn refused(def: &ItemDef) -> String {
        match catch_unwind(|| declaration(def)) {
            Ok(()) => String::new(),
            Err(panic) => panic
                .downcast_ref::<String>()
                .cloned()
                .or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).into()))
                .unwrap_or_default(),
        }
    }

    fn resource(uri: &'static str, parameters: &[(Property, Note)]) -> ItemDef {
        let mut meta = ItemMeta::new();
        meta.uri = uri;
        let properties: std::vec::Vec<_> = parameters.iter().map(|p| p.0).collect();
        let notes: std::vec::Vec<_> = parameters.iter().map(|p| p.1).collect();
        ItemDef {
            kind: ItemKind::Resource,
            function: "f",
            docs: &[],
            meta,
            params: properties.leak(),
            notes: notes.leak(),
        }
    }

    #[test]
    fn templates_and_parameters() {
        let text = String::SCHEMA;
        let maybe = Option::<u32>::SCHEMA;
        let id = parameter("id", text, Lit::Absent);
        for (uri, parameters, want) in [
            ("x://{id}", &[id][..], ""),
            ("x://{?id}", &[id], ""),
            ("x://{?id}", &[parameter("id", maybe, Lit::Absent)], ""),
            ("x://{?id}", &[parameter("id", maybe, Lit::None)], ""),
            ("x://{?id}", &[parameter("id", text, Lit::Text("a"))], ""),
            ("x://a", &[], ""),
            ("", &[], "TW0012: resource `f`: it has no URI"),
            ("a", &[], "TW0012: resource `a`: it has no scheme"),
            (
                "x://{id",
                &[id],
                "TW0012: resource `x://{id`: a `{` is not closed",
            ),
            (
                "x://{id}",
                &[],
                "TW0012: resource `x://{id}`: no parameter is named like the variable `id`",
            ),
            (
                "x://a",
                &[id],
                "TW0012: resource `x://a`: `id`: the template has no variable",
            ),
            (
                "x://{id}",
                &[parameter("id", maybe, Lit::Absent)],
                "TW0012: resource `x://{id}`: `id`: only a variable of `{?..}` can be absent",
            ),
            (
                "x://{id}",
                &[parameter("id", text, Lit::Text("a"))],
                "TW0012: resource `x://{id}`: `id`: only a variable of `{?..}` can be absent",
            ),
            (
                "x://{id}/{id}",
                &[id],
                "TW0012: resource `x://{id}/{id}`: `id`: the template names this variable twice",
            ),
            (
                "x://{id}",
                &[parameter("id", std::vec::Vec::<u8>::SCHEMA, Lit::Absent)],
                "TW0012: resource `x://{id}`: `id`: ",
            ),
            (
                "x://{id}",
                &[parameter("id", serde_json::Value::SCHEMA, Lit::Absent)],
                "TW0012: resource `x://{id}`: `id`: ",
            ),
            ("x://{id}", &[id, id], "TW0013"),
        ] {
            let got = refused(&resource(uri, parameters));
            assert!(
                got.starts_with(want) && got.is_empty() == want.is_empty(),
                "{uri}: {got}"
            );
        }
    }

    #[test]
    fn keys() {
        let with = |uri, change: fn(&mut ItemMeta)| {
            let mut def = resource(uri, &[]);
            change(&mut def.meta);
            refused(&def)
        };
        for (uri, change, want) in [
            ("ui://a", (|_| {}) as fn(&mut ItemMeta), ""),
            ("ui://a", |m| m.mime = "text/html;profile=mcp-app", ""),
            (
                "ui://a",
                |m| m.mime = "text/html",
                "a `ui://` resource is of the type",
            ),
            ("ui://a", |m| m.ui.domain = "d", ""),
            ("x://a", |m| m.ui.domain = "d", "are for `ui://` resources"),
            (
                "x://a",
                |m| {
                    m.ui = UiMeta {
                        prefers_border: Some(false),
                        ..UiMeta::NONE
                    }
                },
                "are for `ui://` resources",
            ),
            ("x://a", |m| m.priority = Some(1.0), ""),
            (
                "x://a",
                |m| m.priority = Some(1.5),
                "`priority` is from 0 to 1",
            ),
            (
                "x://a",
                |m| m.priority = Some(f64::NAN),
                "`priority` is from 0 to 1",
            ),
            ("x://a", |m| m.meta = "[]", "TW0017"),
            ("x://a", |m| m.name = "Any name, é", ""),
        ] {
            let got = with(uri, change);
            assert!(
                got.contains(want) && got.is_empty() == want.is_empty(),
                "{uri}: {got}"
            );
        }
        let mut prompt = resource("", &[]);
        prompt.kind = ItemKind::Prompt;
        assert_eq!(refused(&prompt), "");
        prompt.meta.name = "a name";
        assert!(refused(&prompt).starts_with("TW0001"));
    }
}
