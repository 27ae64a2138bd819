//! What a client has to be able to do, and why a question has no answer.

use core::fmt;

use crate::protocol::Revision;
use crate::protocol::apps::member;
use crate::protocol::envelope::is_object;

/// What a client has to be able to do for a question: a capability that it declares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Need {
    /// To show a form.
    Form,
    /// To open an address.
    Url,
    /// To have its model write something.
    Sampling,
    /// To list the folders it works in.
    Roots,
}

impl Need {
    /// The capability's name, for people.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Form => "elicitation",
            Self::Url => "elicitation (url mode)",
            Self::Sampling => "sampling",
            Self::Roots => "roots",
        }
    }

    /// The capabilities that a client would declare for it: the JSON text of an object.
    #[must_use]
    pub const fn capabilities(self) -> &'static str {
        match self {
            Self::Form => r#"{"elicitation":{"form":{}}}"#,
            Self::Url => r#"{"elicitation":{"url":{}}}"#,
            Self::Sampling => r#"{"sampling":{}}"#,
            Self::Roots => r#"{"roots":{}}"#,
        }
    }

    /// The method of the question.
    pub(crate) const fn method(self) -> &'static str {
        match self {
            Self::Form | Self::Url => "elicitation/create",
            Self::Sampling => "sampling/createMessage",
            Self::Roots => "roots/list",
        }
    }

    /// What a question without a name is called.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Self::Form | Self::Url => "elicitation",
            Self::Sampling => "sampling",
            Self::Roots => "roots",
        }
    }

    /// Whether these capabilities of a client, the JSON text of an object, hold it.
    pub(crate) fn is_met(self, capabilities: &str, revision: Revision) -> bool {
        let has = |name| member(capabilities, name).filter(|json| is_object(json));
        match self {
            // Without a mode, a client means forms.
            Self::Form => {
                revision >= Revision::V2025_06_18
                    && has("elicitation").is_some_and(|modes| {
                        member(modes, "form").is_some() || member(modes, "url").is_none()
                    })
            }
            Self::Url => {
                revision >= Revision::V2025_11_25
                    && has("elicitation").is_some_and(|modes| member(modes, "url").is_some())
            }
            Self::Sampling => has("sampling").is_some(),
            Self::Roots => has("roots").is_some(),
        }
    }
}

/// Why a question has no answer.
///
/// A tool passes it on with `?`, as any error. Unlike other errors it is not hidden then: the
/// model reads its sentence, which holds nothing that the client sent. In 2026-07-28
/// [`Unsupported`](Self::Unsupported) becomes the error -32021 that names the capability, and
/// [`Unanswered`](Self::Unanswered) the question itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum AskError {
    /// The client has not declared the capability.
    Unsupported(Need),
    /// There is no way to the client and back: the shell has none.
    NoWay,
    /// The client answered with an error.
    Refused {
        /// The code of the error.
        code: i64,
    },
    /// The client's answer is not one to the question. In 2026-07-28 it is asked again instead;
    /// in a task, up to 15 times.
    Unusable,
    /// The client has given up the call.
    Cancelled,
    /// The client has to be asked first: the tool ends here, and runs again with the answer.
    /// From [`Ask::wait`](super::Ask::wait) alone, in 2026-07-28.
    Unanswered,
}

impl fmt::Display for AskError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unsupported(need) => write!(
                f,
                "The tool has to ask the client, which has not declared the capability '{}'.",
                need.name()
            ),
            Self::NoWay => f.write_str(
                "The tool has to ask the client, which this connection does not allow for.",
            ),
            Self::Refused { code } => {
                write!(
                    f,
                    "The client refused a question of the tool (error {code})."
                )
            }
            Self::Unusable => {
                f.write_str("The client's answer to a question of the tool cannot be used.")
            }
            Self::Cancelled => f.write_str("The call was cancelled."),
            Self::Unanswered => f.write_str("The client has not answered yet."),
        }
    }
}

impl core::error::Error for AskError {}
