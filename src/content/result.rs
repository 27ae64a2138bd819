//! What a tool gives back where it builds the content itself.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

use serde_json::{Map, Value};

use super::block::{
    Audio, Content, EmbeddedResource, Image, ResourceLink, Text, write_meta, write_object,
};
use super::{Form, IntoReply, Reply};
use crate::protocol::Revision;
use crate::schema::Output;
use crate::types::{WriteJson, Writer};

/// The full result of a tool.
///
/// ```
/// # use toolwright::content::{Image, ToolResult};
/// # let png = vec![0x89];
/// let result = ToolResult::new()
///     .content("A chart of the last week.")
///     .content(Image::new(png, "image/png"))
///     .structured(serde_json::json!({"days": 7}));
/// # let _ = result;
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ToolResult {
    content: Vec<Content>,
    structured: Option<Value>,
    meta: Map<String, Value>,
    failed: bool,
}

impl ToolResult {
    /// Nothing yet.
    #[must_use]
    pub fn new() -> Self {
        Self {
            content: Vec::new(),
            structured: None,
            meta: Map::new(),
            failed: false,
        }
    }

    /// The same with one more block.
    #[must_use]
    pub fn content(mut self, block: impl Into<Content>) -> Self {
        self.content.push(block.into());
        self
    }

    /// The same with structured content, beside the blocks that say the same to a model.
    ///
    /// 2025-06-18 and 2025-11-25 take an object alone, so there anything else is left out;
    /// earlier revisions have none.
    #[must_use]
    pub fn structured(mut self, value: impl Into<Value>) -> Self {
        self.structured = Some(value.into());
        self
    }

    /// The same with members of `_meta`: for the client, not for the model.
    #[must_use]
    pub fn meta(mut self, meta: Map<String, Value>) -> Self {
        self.meta = meta;
        self
    }

    /// The same as an error, which the model reads and may mend.
    #[must_use]
    pub const fn failed(mut self) -> Self {
        self.failed = true;
        self
    }

    /// Whether it is an error.
    pub(super) const fn is_failed(&self) -> bool {
        self.failed
    }

    /// Writes the members, without braces. `_meta` is the server's in 2026-07-28: see
    /// [`tail`](Self::tail).
    pub(super) fn write(&self, revision: Revision, out: &mut Vec<u8>) {
        if self.failed {
            out.extend_from_slice(b"\"isError\":true,");
        }
        out.extend_from_slice(b"\"content\":[");
        for (i, block) in self.content.iter().enumerate() {
            if i > 0 {
                out.push(b',');
            }
            block.write(revision, out);
        }
        out.push(b']');
        if let Some(value) = &self.structured {
            let fits = revision.is_modern() || revision.has_structured() && value.is_object();
            if fits {
                let mut writer = Writer::new();
                value.write(&mut writer);
                out.extend_from_slice(b",\"structuredContent\":");
                out.extend_from_slice(writer.bytes());
            }
        }
        if !revision.is_modern() {
            write_meta(&self.meta, revision, out);
        }
    }

    /// The `_meta` member of 2026-07-28 with its comma: `tail`, which is the server's own, and
    /// these members.
    pub(super) fn tail<'t>(&self, tail: &'t str) -> Cow<'t, str> {
        let Some(open) = tail.strip_suffix('}').filter(|_| !self.meta.is_empty()) else {
            return Cow::Borrowed(tail);
        };
        let mut whole = Vec::from(open.as_bytes());
        let start = whole.len();
        write_object(&self.meta, &mut whole);
        // The comma takes the place of the brace.
        whole[start] = b',';
        Cow::Owned(String::from_utf8(whole).unwrap_or_default())
    }
}

impl From<Vec<Content>> for ToolResult {
    fn from(content: Vec<Content>) -> Self {
        Self {
            content,
            ..Self::new()
        }
    }
}

macro_rules! replies {
    ($($block:ident)*) => {$(
        impl IntoReply for $block {
            const OUTPUT: Output = Output::Content;

            fn into_reply(self, reply: &mut Reply) {
                ToolResult::new().content(self).into_reply(reply);
            }
        }
    )*};
}
replies! { Content Text Image Audio ResourceLink EmbeddedResource }

impl IntoReply for Vec<Content> {
    const OUTPUT: Output = Output::Content;

    fn into_reply(self, reply: &mut Reply) {
        ToolResult::from(self).into_reply(reply);
    }
}

impl IntoReply for ToolResult {
    const OUTPUT: Output = Output::Content;

    fn into_reply(self, reply: &mut Reply) {
        reply.form = Form::Result(Box::new(self));
    }
}
