//! What a resource holds.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use serde_json::{Map, Value};

use super::block::{Encoded, write_object, write_optional};
use super::error::{ResourceError, ToolError};
use super::{Form, Reply};
use crate::json::writer::string;
use crate::protocol::Revision;
use crate::types::Base64;

/// The type of text where nothing else is said.
const PLAIN: &str = "text/plain";
/// The type of bytes where nothing else is said.
const BYTES: &str = "application/octet-stream";

/// One item of what a resource holds: text or bytes.
///
/// ```
/// # use toolwright::content::Contents;
/// let page = Contents::text("<p>Hi</p>").mime("text/html").uri("docs://intro#1");
/// # let _ = page;
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Contents {
    body: Body,
    uri: Option<String>,
    mime: Option<String>,
    meta: Map<String, Value>,
}

#[derive(Clone, Debug, PartialEq)]
enum Body {
    Text(String),
    Blob(Encoded),
}

impl Contents {
    fn new(body: Body) -> Self {
        Self {
            body,
            uri: None,
            mime: None,
            meta: Map::new(),
        }
    }

    /// Text: `text/plain`, unless the declaration or [`mime`](Self::mime) says otherwise.
    pub fn text(text: impl Into<String>) -> Self {
        Self::new(Body::Text(text.into()))
    }

    /// Bytes, which travel as base64: `application/octet-stream`, unless the declaration or
    /// [`mime`](Self::mime) says otherwise.
    pub fn bytes(bytes: impl Into<Vec<u8>>) -> Self {
        Self::new(Body::Blob(Encoded::new(&bytes.into())))
    }

    /// The same under a URI of its own: a part of what was asked for. Else that is its URI.
    #[must_use]
    pub fn uri(mut self, uri: impl Into<String>) -> Self {
        self.uri = Some(uri.into());
        self
    }

    /// The same with a type.
    #[must_use]
    pub fn mime(mut self, mime: impl Into<String>) -> Self {
        self.mime = Some(mime.into());
        self
    }

    /// The same with members of `_meta`, which 2025-06-18 and later have.
    #[must_use]
    pub fn meta(mut self, meta: Map<String, Value>) -> Self {
        self.meta = meta;
        self
    }

    /// Writes the item. `mime` is what the declaration says; `ui` the members of `_meta` that
    /// it has for MCP Apps.
    pub(super) fn write(
        &self,
        uri: &str,
        mime: Option<&str>,
        ui: &str,
        revision: Revision,
        out: &mut Vec<u8>,
    ) {
        let mime = self.mime.as_deref().or(mime);
        match &self.body {
            Body::Text(text) => item(uri, mime.unwrap_or(PLAIN), "text", out, |out| {
                string(text, out);
            }),
            Body::Blob(bytes) => item(uri, mime.unwrap_or(BYTES), "blob", out, |out| {
                bytes.write(out);
            }),
        }
        let own = revision >= Revision::V2025_06_18 && !self.meta.is_empty();
        // An author who writes `ui` means it.
        if own && (ui.is_empty() || self.meta.contains_key("ui")) {
            out.extend_from_slice(b",\"_meta\":");
            write_object(&self.meta, out);
        } else if !ui.is_empty() {
            out.extend_from_slice(b",\"_meta\":{");
            out.extend_from_slice(ui.as_bytes());
            if own {
                let start = out.len();
                write_object(&self.meta, out);
                // The comma takes the place of the brace.
                out[start] = b',';
            } else {
                out.push(b'}');
            }
        }
        out.push(b'}');
    }
}

/// Writes an item but for its `_meta` and closing brace.
fn item(uri: &str, mime: &str, body: &str, out: &mut Vec<u8>, write: impl FnOnce(&mut Vec<u8>)) {
    out.extend_from_slice(b"{\"uri\":");
    string(uri, out);
    write_optional("mimeType", Some(mime), out);
    out.push(b',');
    string(body, out);
    out.push(b':');
    write(out);
}

/// Writes `"contents":[…]`, of a reply that holds some; says whether it does.
pub(crate) fn write(
    reply: &Reply,
    uri: &str,
    mime: &str,
    ui: &str,
    revision: Revision,
    out: &mut Vec<u8>,
) -> bool {
    let declared = Some(mime).filter(|mime| !mime.is_empty());
    let one = |kind: &str, mime: &str, out: &mut Vec<u8>| {
        item(uri, declared.unwrap_or(mime), kind, out, |out| {
            out.extend_from_slice(reply.body.bytes());
        });
        if !ui.is_empty() {
            out.extend_from_slice(b",\"_meta\":{");
            out.extend_from_slice(ui.as_bytes());
            out.push(b'}');
        }
        out.push(b'}');
    };
    out.extend_from_slice(b"\"contents\":[");
    match &reply.form {
        Form::Text => one("text", PLAIN, out),
        Form::Blob => one("blob", BYTES, out),
        Form::Contents(items) => {
            for (i, contents) in items.iter().enumerate() {
                if i > 0 {
                    out.push(b',');
                }
                let uri = contents.uri.as_deref().unwrap_or(uri);
                contents.write(uri, declared, ui, revision, out);
            }
        }
        _ => return false,
    }
    out.push(b']');
    true
}

/// What a resource's function can give back.
#[diagnostic::on_unimplemented(
    message = "TW0004: `{Self}` cannot be the result of a resource",
    label = "not what a resource holds",
    note = "give back text, bytes (`Vec<u8>`, `Base64`), `Contents`, `Vec<Contents>`, or a `Result<_, toolwright::ResourceError>` of one"
)]
pub trait IntoResource {
    /// Hands the value over.
    fn into_resource(self, reply: &mut Reply);
}

macro_rules! texts {
    ($($text:ty)*) => {$(
        impl IntoResource for $text {
            fn into_resource(self, reply: &mut Reply) {
                reply.body.string(&self);
                reply.form = Form::Text;
            }
        }

        impl From<$text> for Contents {
            fn from(text: $text) -> Self {
                Self::text(text)
            }
        }
    )*};
}
texts! { String &'static str Cow<'static, str> }

macro_rules! bytes {
    ($($bytes:ty)*) => {$(
        impl IntoResource for $bytes {
            fn into_resource(self, reply: &mut Reply) {
                use base64::Engine as _;
                reply.body.string(&base64::engine::general_purpose::STANDARD.encode(self));
                reply.form = Form::Blob;
            }
        }

        impl From<$bytes> for Contents {
            fn from(bytes: $bytes) -> Self {
                Self::bytes(bytes)
            }
        }
    )*};
}
bytes! { Vec<u8> &'static [u8] Base64 }
#[cfg(feature = "bytes")]
bytes! { bytes::Bytes }

impl IntoResource for Contents {
    fn into_resource(self, reply: &mut Reply) {
        reply.form = Form::Contents(alloc::vec![self]);
    }
}

impl IntoResource for Vec<Contents> {
    fn into_resource(self, reply: &mut Reply) {
        reply.form = Form::Contents(self);
    }
}

impl<T: IntoResource> IntoResource for Result<T, ResourceError> {
    fn into_resource(self, reply: &mut Reply) {
        match self {
            Ok(value) => value.into_resource(reply),
            Err(ResourceError(None)) => reply.form = Form::Missing,
            Err(ResourceError(Some(error))) => reply.refuse(error),
        }
    }
}

impl<T: IntoResource> IntoResource for Result<T, ToolError> {
    fn into_resource(self, reply: &mut Reply) {
        match self {
            Ok(value) => value.into_resource(reply),
            Err(error) => reply.refuse(error),
        }
    }
}
