//! Blocks of content: what results of tools and messages of prompts are made of.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Map, Value};

use super::Contents;
use super::message::Role;
use crate::json::writer::{float, string, unsigned};
use crate::protocol::Revision;
use crate::types::{WriteJson, Writer};

/// One block of content.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Content {
    /// Text.
    Text(Text),
    /// A picture.
    Image(Image),
    /// Sound; 2024-11-05 has none, so there it goes out as an embedded resource.
    Audio(Audio),
    /// A resource that can be read; before 2025-06-18 it goes out as text.
    Link(ResourceLink),
    /// What a resource holds.
    Resource(EmbeddedResource),
}

/// For whom a block is, how much it matters, and how old it is.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Annotations {
    audience: Vec<Role>,
    priority: Option<f64>,
    last_modified: Option<String>,
}

impl Annotations {
    /// Nothing said.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            audience: Vec::new(),
            priority: None,
            last_modified: None,
        }
    }

    /// For whom it is; more than one call adds.
    #[must_use]
    pub fn audience(mut self, role: Role) -> Self {
        if !self.audience.contains(&role) {
            self.audience.push(role);
        }
        self
    }

    /// How much it matters: 0 is entirely optional, 1 is required; values beyond count as these.
    #[must_use]
    pub const fn priority(mut self, priority: f64) -> Self {
        self.priority = Some(priority.clamp(0.0, 1.0));
        self
    }

    /// When it was last changed, as ISO 8601 has it: `2025-01-12T15:00:58Z`.
    #[must_use]
    pub fn last_modified(mut self, instant: impl Into<String>) -> Self {
        self.last_modified = Some(instant.into());
        self
    }

    /// Writes the member with its comma, where there is anything to say.
    fn write(&self, revision: Revision, out: &mut Vec<u8>) {
        let start = out.len();
        out.extend_from_slice(b",\"annotations\":{");
        let empty = out.len();
        if !self.audience.is_empty() {
            out.extend_from_slice(b"\"audience\":[");
            for (i, role) in self.audience.iter().enumerate() {
                if i > 0 {
                    out.push(b',');
                }
                string(role.as_str(), out);
            }
            out.extend_from_slice(b"],");
        }
        // NaN passes `clamp`.
        if let Some(priority) = self.priority.filter(|priority| priority.is_finite()) {
            out.extend_from_slice(b"\"priority\":");
            float(priority, out);
            out.push(b',');
        }
        if let Some(instant) = self
            .last_modified
            .as_ref()
            .filter(|_| revision >= Revision::V2025_06_18)
        {
            out.extend_from_slice(b"\"lastModified\":");
            string(instant, out);
            out.push(b',');
        }
        if out.len() == empty {
            out.truncate(start);
        } else {
            // The brace takes the place of the last comma.
            out.pop();
            out.push(b'}');
        }
    }
}

/// What any block may carry.
#[derive(Clone, Debug, Default, PartialEq)]
struct Extra {
    annotations: Annotations,
    meta: Map<String, Value>,
}

impl Extra {
    /// Writes the members with their commas, and the block's closing brace.
    fn end(&self, revision: Revision, out: &mut Vec<u8>) {
        self.annotations.write(revision, out);
        write_meta(&self.meta, revision, out);
        out.push(b'}');
    }
}

/// Writes `_meta` with its comma, where there is any and the revision has it.
pub(super) fn write_meta(meta: &Map<String, Value>, revision: Revision, out: &mut Vec<u8>) {
    if !meta.is_empty() && revision >= Revision::V2025_06_18 {
        out.extend_from_slice(b",\"_meta\":");
        write_object(meta, out);
    }
}

/// Writes an object.
pub(super) fn write_object(object: &Map<String, Value>, out: &mut Vec<u8>) {
    let mut writer = Writer::new();
    let mut first = true;
    for (name, value) in object {
        writer.member(&mut first, name);
        value.write(&mut writer);
    }
    writer.raw(if first { "{}" } else { "}" });
    out.extend_from_slice(writer.bytes());
}

/// Bytes as they travel: base64 from when they are given, so that a program which gives none has
/// no code for them.
#[derive(Clone, PartialEq)]
pub(super) struct Encoded(String);

impl Encoded {
    pub(super) fn new(bytes: &[u8]) -> Self {
        Self(STANDARD.encode(bytes))
    }

    pub(super) fn write(&self, out: &mut Vec<u8>) {
        out.push(b'"');
        out.extend_from_slice(self.0.as_bytes());
        out.push(b'"');
    }
}

impl fmt::Debug for Encoded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Writes `,"name":"text"`, where there is one.
pub(super) fn write_optional(name: &str, text: Option<&str>, out: &mut Vec<u8>) {
    if let Some(text) = text {
        out.push(b',');
        string(name, out);
        out.push(b':');
        string(text, out);
    }
}

macro_rules! extras {
    ($($block:ident)*) => {$(
        impl $block {
            /// The same with annotations.
            #[must_use]
            pub fn annotations(mut self, annotations: Annotations) -> Self {
                self.extra.annotations = annotations;
                self
            }

            /// The same with members of `_meta`, which 2025-06-18 and later have.
            #[must_use]
            pub fn meta(mut self, meta: Map<String, Value>) -> Self {
                self.extra.meta = meta;
                self
            }
        }
    )*};
}
extras! { Text Image Audio ResourceLink EmbeddedResource }

/// Text.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Text {
    text: String,
    extra: Extra,
}

impl Text {
    /// This text.
    pub fn new(text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            extra: Extra::default(),
        }
    }
}

macro_rules! media {
    ($($(#[$doc:meta])* $block:ident)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq)]
        pub struct $block {
            data: Encoded,
            mime: String,
            extra: Extra,
        }

        impl $block {
            /// These bytes, of this type; they travel as base64.
            pub fn new(data: impl Into<Vec<u8>>, mime: impl Into<String>) -> Self {
                Self { data: Encoded::new(&data.into()), mime: mime.into(), extra: Extra::default() }
            }
        }
    )*};
}
media! {
    /// A picture.
    Image
    /// Sound.
    Audio
}

/// A resource that can be read, without what it holds.
#[derive(Clone, Debug, PartialEq)]
pub struct ResourceLink {
    uri: String,
    name: String,
    title: Option<String>,
    description: Option<String>,
    mime: Option<String>,
    size: Option<u64>,
    icon: Option<String>,
    extra: Extra,
}

impl ResourceLink {
    /// The resource of this URI and name.
    pub fn new(uri: impl Into<String>, name: impl Into<String>) -> Self {
        Self {
            uri: uri.into(),
            name: name.into(),
            title: None,
            description: None,
            mime: None,
            size: None,
            icon: None,
            extra: Extra::default(),
        }
    }

    /// The same with a name for people.
    #[must_use]
    pub fn title(mut self, title: impl Into<String>) -> Self {
        self.title = Some(title.into());
        self
    }

    /// The same with a description.
    #[must_use]
    pub fn description(mut self, description: impl Into<String>) -> Self {
        self.description = Some(description.into());
        self
    }

    /// The same with a type.
    #[must_use]
    pub fn mime(mut self, mime: impl Into<String>) -> Self {
        self.mime = Some(mime.into());
        self
    }

    /// The same with a size in bytes.
    #[must_use]
    pub const fn size(mut self, bytes: u64) -> Self {
        self.size = Some(bytes);
        self
    }

    /// The same with an icon: an `https:` or `data:` URI.
    #[must_use]
    pub fn icon(mut self, source: impl Into<String>) -> Self {
        self.icon = Some(source.into());
        self
    }

    fn write(&self, revision: Revision, out: &mut Vec<u8>) {
        if revision < Revision::V2025_06_18 {
            let name = self.title.as_ref().unwrap_or(&self.name);
            out.extend_from_slice(b"{\"type\":\"text\",\"text\":");
            string(&alloc::format!("{name}: {}", self.uri), out);
        } else {
            out.extend_from_slice(b"{\"type\":\"resource_link\",\"uri\":");
            string(&self.uri, out);
            write_optional("name", Some(&self.name), out);
            write_optional("title", self.title.as_deref(), out);
            write_optional("description", self.description.as_deref(), out);
            write_optional("mimeType", self.mime.as_deref(), out);
            if let Some(size) = self.size {
                out.extend_from_slice(b",\"size\":");
                unsigned(size, out);
            }
            if let Some(icon) = self
                .icon
                .as_ref()
                .filter(|_| revision >= Revision::V2025_11_25)
            {
                out.extend_from_slice(b",\"icons\":[{\"src\":");
                string(icon, out);
                out.extend_from_slice(b"}]");
            }
        }
        self.extra.end(revision, out);
    }
}

/// What a resource holds, as a block.
#[derive(Clone, Debug, PartialEq)]
pub struct EmbeddedResource {
    uri: String,
    contents: Contents,
    extra: Extra,
}

impl EmbeddedResource {
    /// What the resource of this URI holds.
    ///
    /// A URI in the contents is passed over: this one counts.
    pub fn new(uri: impl Into<String>, contents: impl Into<Contents>) -> Self {
        Self {
            uri: uri.into(),
            contents: contents.into(),
            extra: Extra::default(),
        }
    }
}

impl Content {
    /// Writes the block as this revision has it.
    pub(super) fn write(&self, revision: Revision, out: &mut Vec<u8>) {
        let media = |kind: &str, data: &Encoded, mime: &str, out: &mut Vec<u8>| {
            out.extend_from_slice(b"{\"type\":\"");
            out.extend_from_slice(kind.as_bytes());
            out.extend_from_slice(b"\",\"data\":");
            data.write(out);
            write_optional("mimeType", Some(mime), out);
        };
        match self {
            Self::Text(text) => {
                out.extend_from_slice(b"{\"type\":\"text\",\"text\":");
                string(&text.text, out);
                text.extra.end(revision, out);
            }
            Self::Image(image) => {
                media("image", &image.data, &image.mime, out);
                image.extra.end(revision, out);
            }
            Self::Audio(audio) if revision < Revision::V2025_03_26 => {
                out.extend_from_slice(
                    b"{\"type\":\"resource\",\"resource\":{\"uri\":\"embedded:audio\"",
                );
                write_optional("mimeType", Some(&audio.mime), out);
                out.extend_from_slice(b",\"blob\":");
                audio.data.write(out);
                out.push(b'}');
                audio.extra.end(revision, out);
            }
            Self::Audio(audio) => {
                media("audio", &audio.data, &audio.mime, out);
                audio.extra.end(revision, out);
            }
            Self::Link(link) => link.write(revision, out),
            Self::Resource(resource) => {
                out.extend_from_slice(b"{\"type\":\"resource\",\"resource\":");
                resource
                    .contents
                    .write(&resource.uri, None, "", revision, out);
                resource.extra.end(revision, out);
            }
        }
    }
}

macro_rules! blocks {
    ($($variant:ident($block:ident))*) => {$(
        impl From<$block> for Content {
            fn from(block: $block) -> Self {
                Self::$variant(block)
            }
        }
    )*};
}
blocks! { Text(Text) Image(Image) Audio(Audio) Link(ResourceLink) Resource(EmbeddedResource) }

macro_rules! texts {
    ($($text:ty)*) => {$(
        impl From<$text> for Content {
            fn from(text: $text) -> Self {
                Self::Text(Text::new(text))
            }
        }
    )*};
}
texts! { String &str }
