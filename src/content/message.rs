//! What a prompt says.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

use super::block::Content;
use super::error::ToolError;
use super::{Form, Reply};
use crate::json::writer::string;
use crate::protocol::Revision;

/// Who speaks, or for whom something is: the protocol knows these two and no `system`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// The person.
    User,
    /// The model.
    Assistant,
}

impl Role {
    /// The name on the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::User => "user",
            Self::Assistant => "assistant",
        }
    }
}

/// One message of a prompt: who speaks, and one block of content.
#[derive(Clone, Debug, PartialEq)]
pub struct PromptMessage {
    role: Role,
    content: Content,
}

impl PromptMessage {
    /// A message of this role.
    pub fn new(role: Role, content: impl Into<Content>) -> Self {
        Self {
            role,
            content: content.into(),
        }
    }

    /// The person says this.
    pub fn user(content: impl Into<Content>) -> Self {
        Self::new(Role::User, content)
    }

    /// The model says this.
    pub fn assistant(content: impl Into<Content>) -> Self {
        Self::new(Role::Assistant, content)
    }

    fn write(&self, revision: Revision, out: &mut Vec<u8>) {
        open(self.role, out);
        self.content.write(revision, out);
        out.push(b'}');
    }
}

/// Writes the beginning of a message, up to its content.
fn open(role: Role, out: &mut Vec<u8>) {
    out.extend_from_slice(b"{\"role\":\"");
    out.extend_from_slice(role.as_str().as_bytes());
    out.extend_from_slice(b"\",\"content\":");
}

/// The full result of a prompt.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PromptResult {
    description: Option<String>,
    messages: Vec<PromptMessage>,
}

impl PromptResult {
    /// These messages.
    #[must_use]
    pub const fn new(messages: Vec<PromptMessage>) -> Self {
        Self {
            description: None,
            messages,
        }
    }

    /// The same with a description of what was made.
    #[must_use]
    pub fn description(mut self, description: impl Into<String>) -> Self {
        self.description = Some(description.into());
        self
    }
}

/// Writes `"messages":[…]` and what belongs beside it; says whether the reply holds any.
pub(crate) fn write(reply: &Reply, revision: Revision, out: &mut Vec<u8>) -> bool {
    match &reply.form {
        Form::Text => {
            out.extend_from_slice(b"\"messages\":[");
            open(Role::User, out);
            out.extend_from_slice(b"{\"type\":\"text\",\"text\":");
            out.extend_from_slice(reply.body.bytes());
            out.extend_from_slice(b"}}]");
        }
        Form::Prompt(result) => {
            if let Some(description) = &result.description {
                out.extend_from_slice(b"\"description\":");
                string(description, out);
                out.push(b',');
            }
            out.extend_from_slice(b"\"messages\":[");
            for (i, message) in result.messages.iter().enumerate() {
                if i > 0 {
                    out.push(b',');
                }
                message.write(revision, out);
            }
            out.push(b']');
        }
        _ => return false,
    }
    true
}

/// What a prompt's function can give back.
#[diagnostic::on_unimplemented(
    message = "TW0004: `{Self}` cannot be the result of a prompt",
    label = "not what a prompt says",
    note = "give back text (one message of the user), `PromptMessage`, `Vec<PromptMessage>`, `PromptResult`, or a `Result<_, toolwright::PromptError>` of one"
)]
pub trait IntoPrompt {
    /// Hands the value over.
    fn into_prompt(self, reply: &mut Reply);
}

macro_rules! texts {
    ($($text:ty)*) => {$(
        impl IntoPrompt for $text {
            fn into_prompt(self, reply: &mut Reply) {
                reply.body.string(&self);
                reply.form = Form::Text;
            }
        }
    )*};
}
texts! { String &'static str Cow<'static, str> }

impl IntoPrompt for PromptMessage {
    fn into_prompt(self, reply: &mut Reply) {
        alloc::vec![self].into_prompt(reply);
    }
}

impl IntoPrompt for Vec<PromptMessage> {
    fn into_prompt(self, reply: &mut Reply) {
        PromptResult::new(self).into_prompt(reply);
    }
}

impl IntoPrompt for PromptResult {
    fn into_prompt(self, reply: &mut Reply) {
        reply.form = Form::Prompt(Box::new(self));
    }
}

impl<T: IntoPrompt> IntoPrompt for Result<T, ToolError> {
    fn into_prompt(self, reply: &mut Reply) {
        match self {
            Ok(value) => value.into_prompt(reply),
            Err(error) => reply.refuse(error),
        }
    }
}
