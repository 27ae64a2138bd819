//! What a tool gives back, and how it becomes the content of a result.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

mod block;
mod error;
mod message;
mod resource;
mod result;

pub use self::block::{Annotations, Audio, Content, EmbeddedResource, Image, ResourceLink, Text};
pub use self::error::{PromptError, ResourceError, ToolError};
pub(crate) use self::message::write as write_messages;
pub use self::message::{IntoPrompt, PromptMessage, PromptResult, Role};
pub(crate) use self::resource::write as write_contents;
pub use self::resource::{Contents, IntoResource};
pub use self::result::ToolResult;

use self::error::Kind;
use crate::json;
use crate::protocol::Revision;
use crate::refusal::{Escaped, Refusal, Violation};
use crate::schema::Output;
use crate::types::{Shape, WriteJson, Writer};

/// What a call came to, before a revision gives it its shape.
///
/// Reused from call to call on one thread, so that a result needs no buffer of its own.
#[derive(Default)]
pub struct Reply {
    body: Writer,
    form: Form,
}

/// How `body` is to be understood.
#[derive(Default)]
pub(crate) enum Form {
    /// No content.
    #[default]
    Empty,
    /// One text: `body` is the JSON of the text.
    Text,
    /// One text that holds JSON: `body` is that JSON; `structured` where it may go out as it is.
    Json { structured: bool },
    /// A result of a tool, made by the author.
    Result(Box<ToolResult>),
    /// Bytes of a resource: `body` is the JSON of their base64.
    Blob,
    /// What a resource holds.
    Contents(Vec<Contents>),
    /// What a prompt says.
    Prompt(Box<PromptResult>),
    /// Suggestions, and how many there are in all.
    Values(Vec<String>, usize),
    /// There is no such resource.
    Missing,
    /// An error for the model.
    Shown(Cow<'static, str>),
    /// An error that the model does not see.
    Hidden(Box<dyn core::error::Error + Send + Sync>),
    /// A refused argument, where a filter sees the result.
    Refused(Refusal),
}

/// A number that JSON cannot hold.
#[derive(Debug)]
struct NotFinite;

impl fmt::Display for NotFinite {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the result holds a number that is not finite")
    }
}

impl core::error::Error for NotFinite {}

impl Reply {
    /// An empty reply.
    pub const fn new() -> Self {
        Self {
            body: Writer::new(),
            form: Form::Empty,
        }
    }

    /// An error for the model, in words of the library's own.
    pub(crate) fn shown(message: &'static str) -> Self {
        let mut reply = Self::new();
        reply.form = Form::Shown(message.into());
        reply
    }

    pub(crate) fn clear(&mut self) {
        self.body.clear();
        self.form = Form::Empty;
    }

    pub(crate) fn form(&self) -> &Form {
        &self.form
    }

    pub(crate) fn fail(&mut self, error: Box<dyn core::error::Error + Send + Sync>) {
        self.clear();
        self.form = Form::Hidden(error);
    }

    /// Whether this is an error result.
    #[must_use]
    pub fn is_error(&self) -> bool {
        match &self.form {
            Form::Result(result) => result.is_failed(),
            form => matches!(form, Form::Shown(_) | Form::Hidden(_) | Form::Refused(_)),
        }
    }

    /// The `_meta` member of a modern result with its comma: `tail`, and what the author adds.
    pub(crate) fn tail<'t>(&self, tail: &'t str) -> Cow<'t, str> {
        match &self.form {
            Form::Result(result) => result.tail(tail),
            _ => Cow::Borrowed(tail),
        }
    }

    /// Takes the suggestions for an argument.
    pub(crate) fn suggest(&mut self, values: Vec<String>, total: usize) {
        self.form = Form::Values(values, total);
    }

    /// Writes `"content":[…]` and what belongs beside it, without braces.
    ///
    /// `structured`: the revision has structured content and the tool lists a schema for it.
    /// `wrapped`: a value that is no object goes out as `{"result":…}`.
    pub(crate) fn write(&self, structured: Structured, revision: Revision, out: &mut Vec<u8>) {
        match &self.form {
            // The others are none of a tool's.
            Form::Empty
            | Form::Blob
            | Form::Contents(_)
            | Form::Prompt(_)
            | Form::Values(..)
            | Form::Missing => out.extend_from_slice(b"\"content\":[]"),
            Form::Text => {
                out.extend_from_slice(b"\"content\":[{\"type\":\"text\",\"text\":");
                out.extend_from_slice(self.body.bytes());
                out.extend_from_slice(b"}]");
                self.write_structured(structured, false, out);
            }
            Form::Json { structured: object } => {
                out.extend_from_slice(b"\"content\":[{\"type\":\"text\",\"text\":\"");
                json::writer::escape_bytes(self.body.bytes(), out);
                out.extend_from_slice(b"\"}]");
                self.write_structured(structured, *object, out);
            }
            Form::Result(result) => result.write(revision, out),
            Form::Shown(message) => {
                out.extend_from_slice(
                    b"\"isError\":true,\"content\":[{\"type\":\"text\",\"text\":",
                );
                json::writer::string(message, out);
                out.extend_from_slice(b"}]");
            }
            Form::Refused(refused) => refusal(refused, false, out),
            Form::Hidden(_) => {
                out.extend_from_slice(
                    b"\"isError\":true,\"content\":[{\"type\":\"text\",\"text\":\"The tool failed.\"}]",
                );
            }
        }
    }

    /// Writes the value again as structured content, where it goes out so; `object`: it is one.
    fn write_structured(&self, how: Structured, object: bool, out: &mut alloc::vec::Vec<u8>) {
        match how {
            Structured::No => {}
            Structured::Object if !object => {}
            Structured::Object | Structured::Any => {
                out.extend_from_slice(b",\"structuredContent\":");
                out.extend_from_slice(self.body.bytes());
            }
            Structured::Wrapped => {
                out.extend_from_slice(b",\"structuredContent\":{\"result\":");
                out.extend_from_slice(self.body.bytes());
                out.push(b'}');
            }
        }
    }

    pub(crate) fn refuse_argument(&mut self, refusal: Refusal) {
        self.clear();
        self.form = Form::Refused(refusal);
    }

    pub(crate) fn show(&mut self, message: &dyn fmt::Display) {
        self.clear();
        self.form = Form::Shown(alloc::format!("{message}").into());
    }

    /// Why a question has no answer, where the tool has passed that on.
    pub(crate) fn asks(&self) -> Option<crate::ask::AskError> {
        match &self.form {
            Form::Hidden(error) => error.downcast_ref().copied(),
            _ => None,
        }
    }

    /// Puts another result in the place of this one: whatever a tool could give back.
    pub fn replace(&mut self, value: impl IntoReply) {
        self.clear();
        value.into_reply(self);
    }

    /// The result as the caller reads it in the latest revision, the JSON text of an object,
    /// but for structured content: an error that is hidden stays so.
    #[must_use]
    pub fn to_json(&self) -> String {
        let mut out = alloc::vec![b'{'];
        self.write(Structured::No, Revision::V2026_07_28, &mut out);
        out.push(b'}');
        String::from_utf8(out).unwrap_or_default()
    }
}

/// What of a JSON value goes out as structured content.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Structured {
    /// Nothing: the tool lists no schema, or the revision has no structured content.
    No,
    /// An object.
    Object,
    /// Any value, as it is.
    Any,
    /// Any value, as the member `result` of an object.
    Wrapped,
}

/// What a tool's function can give back.
#[diagnostic::on_unimplemented(
    message = "TW0004: `{Self}` cannot be the result of a tool",
    label = "not a result",
    note = "give back `()`, text, a number, a type of `mcp_types!`, content, or a `Result<_, toolwright::ToolError>` of one"
)]
pub trait IntoReply {
    /// What the listing says of it.
    const OUTPUT: Output;

    /// Hands the value over.
    fn into_reply(self, reply: &mut Reply);
}

impl IntoReply for () {
    const OUTPUT: Output = Output::Content;

    fn into_reply(self, _: &mut Reply) {}
}

impl<T: WriteJson> IntoReply for T {
    const OUTPUT: Output = match T::SHAPE {
        Shape::Value => Output::Value(T::WRITTEN),
        Shape::Object => Output::Object(T::WRITTEN),
        Shape::Nullable => Output::Nullable(T::WRITTEN),
    };

    fn into_reply(self, reply: &mut Reply) {
        self.write(&mut reply.body);
        reply.form = if T::PLAIN && !self.is_none() {
            Form::Text
        } else {
            let object = match T::SHAPE {
                Shape::Value => false,
                Shape::Object => true,
                Shape::Nullable => !self.is_none(),
            };
            Form::Json { structured: object }
        };
        reply.settle();
    }
}

impl Reply {
    /// Turns a value that JSON cannot hold into a failure of the tool.
    fn settle(&mut self) {
        if self.body.not_finite() {
            self.fail(Box::new(NotFinite));
        }
    }

    pub(crate) fn refuse(&mut self, error: ToolError) {
        self.form = match error.0 {
            Kind::Shown(message) => Form::Shown(message),
            Kind::Hidden(error) => Form::Hidden(error),
        };
    }
}

impl<T: IntoReply> IntoReply for Result<T, ToolError> {
    const OUTPUT: Output = T::OUTPUT;

    fn into_reply(self, reply: &mut Reply) {
        match self {
            Ok(value) => value.into_reply(reply),
            Err(error) => reply.refuse(error),
        }
    }
}

/// One refusal as the result of a call, without braces.
///
/// `structured`: the revision has structured content, and the tool declares no schema of its own.
pub(crate) fn refusal(refusal: &Refusal, structured: bool, out: &mut Vec<u8>) {
    // Parts of the text are repeated behind it: they are copied, escaped as they are.
    out.reserve(512);
    out.extend_from_slice(b"\"isError\":true,\"content\":[{\"type\":\"text\",\"text\":\"");
    let told = refusal.tell(&mut Escaped(out));
    out.extend_from_slice(b"\"}]");
    if structured {
        out.extend_from_slice(
            b",\"structuredContent\":{\"error\":\"invalid_argument\",\"argument\":\"",
        );
        out.extend_from_within(told.path);
        out.extend_from_slice(b"\",\"code\":\"");
        refusal.put_code(&mut Escaped(out));
        out.extend_from_slice(b"\",\"message\":\"");
        out.extend_from_within(told.message);
        out.extend_from_slice(b"\"}");
    }
}

/// A refusal as an object.
pub(crate) fn refusal_body(refusal: &Refusal, out: &mut Vec<u8>) {
    out.extend_from_slice(b"{\"error\":\"invalid_argument\",\"argument\":");
    json::writer::string(&refusal.path(), out);
    out.extend_from_slice(b",\"code\":");
    json::writer::string(&refusal.code(), out);
    out.extend_from_slice(b",\"message\":");
    json::writer::string(&refusal.message(), out);
    out.push(b'}');
}

/// A violation of a value object that a tool's body makes is an error like any other: hidden.
const _: fn(Violation) -> ToolError = <ToolError as From<Violation>>::from;
