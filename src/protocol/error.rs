//! Protocol errors: codes, sentences and their bytes.
//!
//! What of a message is echoed is decided here alone: the name of an unknown method, tool,
//! prompt or revision, escaped and cut at 64 scalar values, and the URI of a resource that is
//! not there, whole; nothing else.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use super::envelope::Id;
use super::revision::Revision;
use crate::ask::Need;
use crate::json::{self, Malformed};
use crate::refusal::{Refusal, echo};

/// Why a message is answered with an error, or would be if it were a request.
#[derive(Clone, Debug)]
pub(crate) enum Fault<'m> {
    /// It cannot be parsed.
    Parse(Malformed),
    /// It is longer than the limit.
    TooLong,
    /// It is not a request object; the sentence says why.
    Invalid(&'static str),
    /// The method is not served.
    Method(Cow<'m, str>),
    /// Its params are not as they should be; the sentence says why.
    Params(&'static str),
    /// No tool has this name.
    Tool(Cow<'m, str>),
    /// No prompt has this name.
    Prompt(Cow<'m, str>),
    /// There is no resource of this URI.
    Resource {
        uri: Cow<'m, str>,
        revision: Revision,
    },
    /// An argument of a prompt or a variable of a resource is refused.
    Argument(Refusal),
    /// A resource or a prompt failed; the sentence is its own.
    Failed(Cow<'static, str>),
    /// The revision in its `_meta` is not served.
    Revision(Cow<'m, str>),
    /// The client has not declared what the request needs, in 2026-07-28.
    Capability(Need),
    /// Addresses have to be opened first, in 2025-11-25: the JSON text of an array.
    Addresses(String),
    /// The client has not declared the extension for tasks, in 2026-07-28.
    #[cfg(feature = "tasks")]
    Tasks,
    /// There is no task of this id.
    #[cfg(feature = "tasks")]
    Task,
}

impl Fault<'_> {
    /// The JSON-RPC code.
    pub(crate) const fn code(&self) -> i32 {
        match self {
            Self::Parse(_) => -32700,
            Self::TooLong | Self::Invalid(_) => -32600,
            Self::Method(_) => -32601,
            Self::Resource { revision, .. } if !revision.is_modern() => -32002,
            Self::Params(_)
            | Self::Tool(_)
            | Self::Prompt(_)
            | Self::Resource { .. }
            | Self::Argument(_) => -32602,
            Self::Failed(_) => -32603,
            Self::Revision(_) => -32022,
            Self::Capability(_) => -32021,
            Self::Addresses(_) => -32042,
            #[cfg(feature = "tasks")]
            Self::Tasks => -32021,
            #[cfg(feature = "tasks")]
            Self::Task => -32602,
        }
    }

    /// The sentence.
    pub(crate) fn message(&self) -> Cow<'static, str> {
        match self {
            Self::Parse(Malformed::NotUtf8) => "Parse error: the message is not UTF-8".into(),
            Self::Parse(Malformed::TooDeep) => "Parse error: the message is nested too deep".into(),
            Self::Parse(Malformed::Syntax) => "Parse error: the message is not JSON".into(),
            Self::TooLong => "Invalid request: the message is too long".into(),
            Self::Invalid(why) => alloc::format!("Invalid request: {why}").into(),
            Self::Method(name) => alloc::format!("Method not found: {}", echo(name)).into(),
            Self::Params(why) => alloc::format!("Invalid params: {why}").into(),
            Self::Tool(name) => alloc::format!("Unknown tool: {}", echo(name)).into(),
            Self::Prompt(name) => alloc::format!("Unknown prompt: {}", echo(name)).into(),
            Self::Resource { .. } => "Resource not found".into(),
            Self::Argument(refusal) => alloc::format!("Invalid params: {refusal}").into(),
            Self::Failed(sentence) => sentence.clone(),
            Self::Revision(_) => "Unsupported protocol version".into(),
            #[cfg(feature = "tasks")]
            Self::Tasks => {
                "Missing required client capability: io.modelcontextprotocol/tasks".into()
            }
            #[cfg(feature = "tasks")]
            Self::Task => "Unknown task".into(),
            Self::Addresses(_) => "An address has to be opened first".into(),
            Self::Capability(need) => {
                alloc::format!("Missing required client capability: {}", need.name()).into()
            }
        }
    }

    /// Writes the whole error.
    ///
    /// `session` is the revision that the session has agreed on: the older ones know no error
    /// without an id, so there an unreadable id is `null`, as JSON-RPC has it.
    pub(crate) fn write(&self, id: Option<Id<'_>>, session: Option<Revision>, out: &mut Vec<u8>) {
        out.extend_from_slice(b"{\"jsonrpc\":\"2.0\",");
        match id {
            Some(id) => {
                out.extend_from_slice(b"\"id\":");
                id.write(out);
                out.push(b',');
            }
            None if session.is_none_or(Revision::omits_id) => {}
            None => out.extend_from_slice(b"\"id\":null,"),
        }
        out.extend_from_slice(b"\"error\":{\"code\":");
        json::writer::signed(self.code().into(), out);
        out.extend_from_slice(b",\"message\":");
        json::writer::string(&self.message(), out);
        match self {
            Self::Revision(requested) => {
                out.extend_from_slice(b",\"data\":{\"supported\":");
                Revision::write_all(out);
                out.extend_from_slice(b",\"requested\":");
                json::writer::string(&echo(requested), out);
                out.push(b'}');
            }
            Self::Capability(need) => {
                out.extend_from_slice(b",\"data\":{\"requiredCapabilities\":");
                out.extend_from_slice(need.capabilities().as_bytes());
                out.push(b'}');
            }
            #[cfg(feature = "tasks")]
            Self::Tasks => out.extend_from_slice(
                b",\"data\":{\"requiredCapabilities\":{\"extensions\":{\"io.modelcontextprotocol/tasks\":{}}}}",
            ),
            Self::Addresses(elicitations) => {
                out.extend_from_slice(b",\"data\":{\"elicitations\":");
                out.extend_from_slice(elicitations.as_bytes());
                out.push(b'}');
            }
            Self::Resource { uri, .. } => {
                out.extend_from_slice(b",\"data\":{\"uri\":");
                json::writer::string(uri, out);
                out.push(b'}');
            }
            Self::Argument(refusal) => {
                out.extend_from_slice(b",\"data\":");
                crate::content::refusal_body(refusal, out);
            }
            _ => {}
        }
        out.extend_from_slice(b"}}");
    }
}

impl Revision {
    /// Writes the names of all revisions as an array, newest first.
    pub(crate) fn write_all(out: &mut Vec<u8>) {
        for (i, revision) in Self::ALL.into_iter().enumerate() {
            out.push(if i == 0 { b'[' } else { b',' });
            json::writer::string(revision.as_str(), out);
        }
        out.push(b']');
    }
}
