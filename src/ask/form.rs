//! Forms and addresses: what a person is asked through the client.

use alloc::string::String;
use alloc::vec::Vec;
use core::marker::PhantomData;

use serde_json::Value;

use super::Need;
use super::question::{Question, Sealed, text_of};
use crate::json::{self, Kind};
use crate::protocol::Revision;
use crate::protocol::apps::member;
use crate::protocol::envelope::string;
use crate::schema::{flat, form};
use crate::types::{Arena, Argument, Input, ToolType};

/// What became of a form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Elicited<T> {
    /// The person filled it in.
    Accepted(T),
    /// The person said no.
    Declined,
    /// The person closed it without a choice.
    Cancelled,
}

impl<T> Elicited<T> {
    /// What was filled in.
    pub fn accepted(self) -> Option<T> {
        match self {
            Self::Accepted(value) => Some(value),
            Self::Declined | Self::Cancelled => None,
        }
    }

    fn of(result: &str, accept: impl FnOnce(Option<&str>) -> Option<T>) -> Option<Self> {
        Some(match &*member(result, "action").and_then(string)? {
            "accept" => Self::Accepted(accept(member(result, "content"))?),
            "decline" => Self::Declined,
            "cancel" => Self::Cancelled,
            _ => return None,
        })
    }
}

/// A form for the person at the client: a message, and the fields of a record `T`.
///
/// `T` is a record of `mcp_types!` whose fields are text, numbers, booleans and choices. Its
/// answer is read and checked as an argument of that type would be; members that the record does
/// not have are passed over.
#[derive(Clone, Debug)]
pub struct Form<T = Value> {
    message: String,
    schema: String,
    answer: PhantomData<fn() -> T>,
}

impl<T: ToolType + for<'a> Argument<'a>> Form<T> {
    const FLAT: () = flat(T::SCHEMA);

    /// A form of the fields of `T`.
    pub fn new(message: impl Into<String>) -> Self {
        const { Self::FLAT };
        Self {
            message: message.into(),
            schema: form(T::SCHEMA),
            answer: PhantomData,
        }
    }
}

impl Form<Value> {
    /// A form with a schema of its own: an object whose properties are of simple types.
    ///
    /// Nothing of the answer is checked but that it is an object.
    pub fn raw(message: impl Into<String>, schema: &Value) -> Self {
        Self {
            message: message.into(),
            schema: text_of(schema),
            answer: PhantomData,
        }
    }
}

impl<T> Sealed for Form<T> {}

impl<T: ToolType + for<'a> Argument<'a>> Question for Form<T> {
    type Answer = Elicited<T>;

    fn need(&self) -> Need {
        Need::Form
    }

    fn params(&self, revision: Revision, _: &str, out: &mut Vec<u8>) {
        out.extend_from_slice(b"{");
        if revision >= Revision::V2025_11_25 {
            out.extend_from_slice(b"\"mode\":\"form\",");
        }
        out.extend_from_slice(b"\"message\":");
        json::writer::string(&self.message, out);
        out.extend_from_slice(b",\"requestedSchema\":");
        out.extend_from_slice(self.schema.as_bytes());
        out.push(b'}');
    }

    fn read(&self, result: &str) -> Option<Self::Answer> {
        Elicited::of(result, |content| {
            let arena = Arena::new();
            let mut input = Input::new(content.unwrap_or("{}"), &arena, false);
            // The schema of a form has no way to forbid other members.
            input.open = true;
            (input.kind() == Kind::Object)
                .then(|| T::read(&mut input, &[]).ok())
                .flatten()
        })
    }
}

/// An address for the person at the client: to sign in, to pay, to say what the client must not
/// see.
///
/// `Accepted(())` says that the person agreed to open it, and nothing about what came of it.
#[derive(Clone, Debug)]
pub struct Url {
    message: String,
    url: String,
}

impl Url {
    /// An address, and why to open it.
    pub fn new(message: impl Into<String>, url: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            url: url.into(),
        }
    }
}

impl Sealed for Url {}

impl Question for Url {
    type Answer = Elicited<()>;

    fn need(&self) -> Need {
        Need::Url
    }

    fn params(&self, revision: Revision, id: &str, out: &mut Vec<u8>) {
        out.extend_from_slice(b"{\"mode\":\"url\",\"message\":");
        json::writer::string(&self.message, out);
        out.extend_from_slice(b",\"url\":");
        json::writer::string(&self.url, out);
        if !revision.is_modern() {
            out.extend_from_slice(b",\"elicitationId\":");
            json::writer::string(id, out);
        }
        out.push(b'}');
    }

    fn read(&self, result: &str) -> Option<Self::Answer> {
        Elicited::of(result, |_| Some(()))
    }
}
