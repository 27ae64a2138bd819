//! What a call is of, and how what it came to is written.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::vec::Vec;

use crate::catalog::{Prompt, Resource, Space, Tool};
use crate::content::{Form, Reply, write_contents, write_messages};
use crate::context::Context;
use crate::diagnostic::Diagnostic;
use crate::panic::{Failed, Panicked};
use crate::protocol::error::Fault;
use crate::protocol::response::Cache;
use crate::protocol::{Id, Revision, Scope, response};
use crate::schema::Property;
use crate::server::Core;

/// What a call is of.
pub(crate) enum Subject<'f> {
    /// A tool.
    Tool(&'static Tool),
    /// A resource, under this URI; its variables as the JSON text of an object.
    Resource(&'static Resource, Cow<'f, str>, Cow<'f, str>),
    /// A prompt; its arguments as the JSON text of an object.
    Prompt(&'static Prompt, Cow<'f, str>),
}

impl<'f> Subject<'f> {
    /// What it is, and how it is declared: a URI that a client sent is not told.
    pub(crate) fn named(&self) -> (Space, &'static str) {
        match self {
            Self::Tool(tool) => (Space::Tools, tool.name),
            Self::Resource(resource, ..) => (Space::Resources, resource.uri),
            Self::Prompt(prompt, _) => (Space::Prompts, prompt.name),
        }
    }

    /// What its caller reads where it takes too long.
    pub(crate) const fn late(&self) -> &'static str {
        match self {
            Self::Tool(_) => "The tool did not answer in time.",
            Self::Resource(..) => "The resource did not answer in time.",
            Self::Prompt(..) => "The prompt did not answer in time.",
        }
    }

    /// The method that calls it.
    pub(crate) const fn method(&self) -> &'static str {
        match self {
            Self::Tool(_) => "tools/call",
            Self::Resource(..) => "resources/read",
            Self::Prompt(..) => "prompts/get",
        }
    }

    /// The name or URI that was asked for; the context keeps a URI that was spelled with escapes.
    pub(crate) fn called(&self, context: &'f Context) -> &'f str {
        match self {
            Self::Tool(tool) => tool.name,
            Self::Resource(_, Cow::Borrowed(uri), _) => uri,
            Self::Resource(..) => context.target(),
            Self::Prompt(prompt, _) => prompt.name,
        }
    }

    /// The arguments of what reads text, as the JSON text of an object.
    pub(crate) fn texts(&self) -> Cow<'f, str> {
        match self {
            Self::Tool(_) => Cow::Borrowed("{}"),
            Self::Resource(.., texts) | Self::Prompt(_, texts) => texts.clone(),
        }
    }

    /// Whether it asks for its context or its cancellation.
    pub(crate) fn is_attentive(&self) -> bool {
        match self {
            Self::Tool(tool) => tool.attentive,
            _ => crate::catalog::attentive(self.params()),
        }
    }

    /// How its arguments are read.
    pub(crate) fn params(&self) -> &'static [Property] {
        match self {
            Self::Tool(tool) => tool.params,
            Self::Resource(resource, ..) => resource.params,
            Self::Prompt(prompt, _) => prompt.params,
        }
    }
}

impl Core {
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
            self.write_tool(id, revision, tool, reply, out);
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
            Subject::Resource(_, uri, _) if matches!(reply.form(), Form::Missing) => {
                Err(Fault::Resource {
                    uri: Cow::Borrowed(uri),
                    revision,
                })
            }
            Subject::Resource(resource, uri, _) => {
                let ui = resource.entry.get().ui();
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
