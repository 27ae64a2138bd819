//! What a call is of, and how what it came to is written.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::vec::Vec;

use crate::cancellation::Token;
use crate::catalog::{Prompt, Resource, Space, Tool};
use crate::content::{Form, Reply, write_contents, write_messages};
use crate::diagnostic::Diagnostic;
use crate::frame::Threading;
use crate::panic::{Failed, Panicked};
use crate::pending::Outcome;
use crate::protocol::error::Fault;
use crate::protocol::response::Cache;
use crate::protocol::{Id, Revision, Scope, response};
use crate::schema::Property;
use crate::server::Core;

/// What a call is of.
pub(crate) enum Subject<'f> {
    /// A tool.
    Tool(&'static Tool),
    /// A resource, under this URI.
    Resource(&'static Resource, Cow<'f, str>),
    /// A prompt.
    Prompt(&'static Prompt),
}

impl Subject<'_> {
    /// What it is, and how it is declared: a URI that a client sent is not told.
    pub(crate) fn named(&self) -> (Space, &'static str) {
        match self {
            Self::Tool(tool) => (Space::Tools, tool.name),
            Self::Resource(resource, _) => (Space::Resources, resource.uri),
            Self::Prompt(prompt) => (Space::Prompts, prompt.name),
        }
    }

    /// What its caller reads where it takes too long.
    pub(crate) const fn late(&self) -> &'static str {
        match self {
            Self::Tool(_) => "The tool did not answer in time.",
            Self::Resource(..) => "The resource did not answer in time.",
            Self::Prompt(_) => "The prompt did not answer in time.",
        }
    }

    /// How its arguments are read.
    pub(crate) fn params(&self) -> &'static [Property] {
        match self {
            Self::Tool(tool) => tool.params,
            Self::Resource(resource, _) => resource.params,
            Self::Prompt(prompt) => prompt.params,
        }
    }
}

impl Core {
    /// Writes the reply of a synchronous call, unless it was cancelled.
    pub(crate) fn settle<'f, T: Threading>(
        &self,
        token: &Token,
        id: Id<'_>,
        revision: Revision,
        subject: &Subject<'_>,
        reply: &Reply,
        out: &mut Vec<u8>,
    ) -> Outcome<'f, T> {
        if token.finish() {
            return Outcome::Silent;
        }
        self.write_outcome(id, revision, subject, reply, out);
        Outcome::Replied
    }

    /// Writes what a call came to, and tells of an error that its caller does not see.
    pub(crate) fn write_outcome(
        &self,
        id: Id<'_>,
        revision: Revision,
        subject: &Subject<'_>,
        reply: &Reply,
        out: &mut Vec<u8>,
    ) {
        if let Form::Hidden(error) = reply.form() {
            if !error.is::<Failed>() {
                let (space, name) = subject.named();
                self.tell(&Diagnostic::HiddenError {
                    space,
                    name,
                    error: &**error,
                });
            }
        }
        if let Subject::Tool(tool) = subject {
            self.write_reply(id, revision, tool, reply, out);
        } else if let Err(fault) = self.write_item(id, revision, subject, reply, out) {
            if !matches!(reply.form(), Form::Hidden(_)) {
                self.tell(&Diagnostic::Refused {
                    code: fault.code(),
                    message: &fault.message(),
                });
            }
            fault.write(Some(id), None, out);
        }
    }

    /// Writes what a resource holds, or what a prompt says.
    fn write_item<'r>(
        &self,
        id: Id<'_>,
        revision: Revision,
        subject: &'r Subject<'_>,
        reply: &Reply,
        out: &mut Vec<u8>,
    ) -> Result<(), Fault<'r>> {
        let failed = match (reply.form(), subject) {
            (Form::Shown(message), _) => message.clone(),
            (_, Subject::Resource(..)) => "The resource failed.".into(),
            _ => "The prompt failed.".into(),
        };
        let tail = self.identity.tail();
        match subject {
            Subject::Resource(_, uri) if matches!(reply.form(), Form::Missing) => {
                Err(Fault::Resource {
                    uri: Cow::Borrowed(uri),
                    revision,
                })
            }
            Subject::Resource(resource, uri) => {
                let ui = (resource.entry)().ui();
                let cache = Cache {
                    ttl_ms: 0,
                    scope: Scope::Private,
                };
                response::result(id, revision, Some(cache), tail, out, |out| {
                    if write_contents(reply, uri, resource.mime, ui, revision, out) {
                        Ok(())
                    } else {
                        Err(Fault::Failed(failed))
                    }
                })
            }
            _ => response::result(id, revision, None, tail, out, |out| {
                if write_messages(reply, revision, out) {
                    Ok(())
                } else {
                    Err(Fault::Failed(failed))
                }
            }),
        }
    }

    /// Tells of a panic; what its caller reads is that the tool failed.
    pub(crate) fn panicked(&self, subject: &Subject<'_>, panic: &Panicked) -> Reply {
        let (space, name) = subject.named();
        self.tell(&Diagnostic::Panic {
            space,
            name,
            message: panic.message(),
        });
        let mut reply = Reply::new();
        reply.fail(Box::new(Failed));
        reply
    }
}
