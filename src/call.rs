//! `tools/call`: finds the tool, runs it, writes what it came to.

use alloc::boxed::Box;
use alloc::sync::Arc;
use alloc::vec::Vec;

use crate::cancellation::Token;
use crate::catalog::Tool;
use crate::content::{self, Form, Reply};
use crate::context::Level;
use crate::diagnostic::Diagnostic;
use crate::dispatch::Calls;
use crate::frame::{Frame, Threading};
use crate::invoker::Args;
use crate::panic::{self, Failed, Panicked};
use crate::pending::{Outcome, Pending, Unfinished};
use crate::protocol::envelope::{Request, is_object, string};
use crate::protocol::error::Fault;
use crate::protocol::{Id, Revision, response, tools};
use crate::refusal::Refusal;
use crate::schema::Presence;
use crate::server::Core;
use crate::session::Session;
use crate::types::{Input, Members};

/// Calls a tool.
pub(crate) fn call<'f, T: Threading>(
    core: &'f Core,
    calls: &'f dyn Calls<T>,
    request: &Request<'f>,
    revision: Revision,
    frame: &'f mut Frame<T>,
    session: &Session,
    out: &mut Vec<u8>,
) -> Result<Outcome<'f, T>, Fault<'f>> {
    let Request {
        id,
        params,
        meta,
        listed,
        ..
    } = request;
    let id = *id;
    let name = params
        .name
        .and_then(string)
        .ok_or(Fault::Params("tools/call needs 'name', a string"))?;
    let Some((number, tool)) = core.catalog.find(&name) else {
        return Err(Fault::Tool(name));
    };
    let arguments = params.arguments.unwrap_or("{}");
    if !is_object(arguments) {
        return Err(Fault::Params("'arguments' is an object"));
    }

    let context = &mut frame.context;
    context.begin(id, revision, meta, session);
    if core.logging && !revision.is_modern() {
        context.set_log_level(Some(session.log_level().unwrap_or(Level::Info)));
    } else if !core.logging {
        context.set_log_level(None);
    }
    if context.wants_messages() {
        context.connect(session.connection());
    }

    let frame: &'f Frame<T> = frame;
    let token = &frame.context.cancellation().token;
    let mut reply = frame.reply.take();
    reply.clear();
    let mut input = Input::new(arguments, &frame.arena, core.catalog.is_lenient(number));
    // An outline of another message would give other arguments.
    let listed = listed.filter(|text| frame.outlined == (text.as_ptr().addr(), text.len()));
    let members = if tool.whole {
        Members::whole(&mut input, tool.params)
    } else if let Some(text) = listed {
        Members::listed(&mut input, tool.params, &frame.outline.arguments, text)
    } else {
        input.cursor.enter();
        Members::new(&mut input, tool.params)
    };
    let args = Args::new(members, &frame.context);
    let started = panic::guard(|| calls.start(number, frame, args, &mut reply));
    let outcome = match started {
        Ok(Ok(Some(later))) => {
            let attentive = tool
                .params
                .iter()
                .any(|param| param.presence == Presence::Injected);
            let call = Unfinished {
                later: Some(later),
                id,
                revision,
                tool,
                token: Arc::clone(token),
                attentive,
            };
            Outcome::Pending(Pending::single(core, call))
        }
        Ok(Err(refusal)) => {
            if token.finish() {
                Outcome::Silent
            } else {
                core.write_refusal(id, revision, tool, &refusal, out);
                Outcome::Replied
            }
        }
        Ok(Ok(None)) => core.settle(token, id, revision, tool, &reply, out),
        Err(panic) => {
            reply = core.panicked(tool, &panic);
            core.settle(token, id, revision, tool, &reply, out)
        }
    };
    frame.reply.set(reply);
    Ok(outcome)
}

impl Core {
    /// Writes the reply of a synchronous call, unless it was cancelled.
    fn settle<'f, T: Threading>(
        &self,
        token: &Token,
        id: Id<'_>,
        revision: Revision,
        tool: &Tool,
        reply: &Reply,
        out: &mut Vec<u8>,
    ) -> Outcome<'f, T> {
        if token.finish() {
            return Outcome::Silent;
        }
        self.write_reply(id, revision, tool, reply, out);
        Outcome::Replied
    }

    /// Writes what a call came to, and tells of an error that its caller does not see.
    pub(crate) fn write_reply(
        &self,
        id: Id<'_>,
        revision: Revision,
        tool: &Tool,
        reply: &Reply,
        out: &mut Vec<u8>,
    ) {
        if let Form::Hidden(error) = reply.form() {
            if !error.is::<Failed>() {
                self.tell(&Diagnostic::HiddenError {
                    tool: tool.name,
                    error: &**error,
                });
            }
        }
        self.write_call(id, revision, out, |out| {
            reply.write(tools::structured(tool.result, revision), out);
        });
    }

    /// Writes the refusal of an argument. A declared schema would not allow its structured body.
    fn write_refusal(
        &self,
        id: Id<'_>,
        revision: Revision,
        tool: &Tool,
        refusal: &Refusal,
        out: &mut Vec<u8>,
    ) {
        let structured = revision.has_structured() && !tool.result.is_listed();
        self.write_call(id, revision, out, |out| {
            content::refusal(refusal, structured, out);
        });
    }

    fn write_call(
        &self,
        id: Id<'_>,
        revision: Revision,
        out: &mut Vec<u8>,
        body: impl FnOnce(&mut Vec<u8>),
    ) {
        // The body of a call has no error.
        let _ = response::result(id, revision, None, self.identity.tail(), out, |out| {
            body(out);
            Ok(())
        });
    }

    /// Tells of a panic; what its caller reads is that the tool failed.
    pub(crate) fn panicked(&self, tool: &Tool, panic: &Panicked) -> Reply {
        self.tell(&Diagnostic::Panic {
            tool: tool.name,
            message: panic.message(),
        });
        let mut reply = Reply::new();
        reply.fail(Box::new(Failed));
        reply
    }
}
