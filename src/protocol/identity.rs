//! Who the server is.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use super::revision::Revision;
use crate::catalog::SetMeta;
use crate::json;

/// What the server says of itself; a set's header serves where the author says nothing.
#[derive(Clone, Debug)]
pub(crate) struct Identity {
    pub(crate) name: Cow<'static, str>,
    pub(crate) version: Cow<'static, str>,
    pub(crate) title: Cow<'static, str>,
    pub(crate) instructions: Cow<'static, str>,
    icon: &'static str,
    /// The `_meta` member of a modern result, with its comma.
    tail: String,
}

impl Identity {
    /// What a set's header says, and what stands for the rest: name and version of its crate.
    pub(crate) fn new(meta: &SetMeta) -> Self {
        let first = |said: &[&'static str]| said.iter().copied().find(|said| !said.is_empty());
        let module = meta.module.split("::").next().unwrap_or_default();
        let mut identity = Self {
            name: first(&[meta.name, meta.crate_name, module])
                .unwrap_or("toolwright")
                .into(),
            version: first(&[meta.version, meta.crate_version])
                .unwrap_or("0.0.0")
                .into(),
            title: meta.title.into(),
            instructions: instructions(meta.docs),
            icon: meta.icon,
            tail: String::new(),
        };
        identity.settle();
        identity
    }

    /// Makes ready again what is made from the rest.
    pub(crate) fn settle(&mut self) {
        let mut tail = Vec::from(b",\"_meta\":{\"io.modelcontextprotocol/serverInfo\":");
        self.write(Revision::V2026_07_28, &mut tail);
        tail.push(b'}');
        self.tail = String::from_utf8(tail).unwrap_or_default();
    }

    /// The `_meta` member of a modern result, with its comma.
    pub(crate) fn tail(&self) -> &str {
        &self.tail
    }

    /// Writes the `Implementation` object.
    pub(crate) fn write(&self, revision: Revision, out: &mut Vec<u8>) {
        out.extend_from_slice(b"{\"name\":");
        json::writer::string(&self.name, out);
        if !self.title.is_empty() && revision >= Revision::V2025_06_18 {
            out.extend_from_slice(b",\"title\":");
            json::writer::string(&self.title, out);
        }
        out.extend_from_slice(b",\"version\":");
        json::writer::string(&self.version, out);
        if !self.icon.is_empty() && revision >= Revision::V2025_11_25 {
            out.extend_from_slice(b",\"icons\":[{\"src\":");
            json::writer::string(self.icon, out);
            out.extend_from_slice(b"}]");
        }
        out.push(b'}');
    }

    /// Writes the instructions as a member with its comma, where there are any.
    pub(crate) fn write_instructions(&self, out: &mut Vec<u8>) {
        if !self.instructions.is_empty() {
            out.extend_from_slice(b",\"instructions\":");
            json::writer::string(&self.instructions, out);
        }
    }
}

/// Doc lines as text: the space that `///` leaves at their beginning is none of the author's.
fn instructions(docs: &'static [&'static str]) -> Cow<'static, str> {
    let strip = |line: &'static str| line.strip_prefix(' ').unwrap_or(line).trim_end();
    match docs {
        [] => "".into(),
        [line] => strip(line).into(),
        lines => {
            let mut text = String::new();
            for line in lines {
                text.push_str(strip(line));
                text.push('\n');
            }
            text.truncate(text.trim_end().len());
            text.into()
        }
    }
}
