//! `tools/call`: finds the tool, asks the filters, runs the tool, writes what it came to.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::cell::{Cell, OnceCell};

use crate::ask::AskError;
use crate::ask::round::NoKey;
use crate::ask::seal::Bound;
use crate::catalog::Tool;
use crate::content::{self, Form, Reply};
use crate::context::{Context, Level};
use crate::diagnostic::Diagnostic;
use crate::dispatch::{Calls as _, Request};
use crate::filter::{Filtered, Passage};
use crate::frame::{Frame, Threading};
use crate::invoker::Args;
use crate::json::Outline;
use crate::panic::{self, Failed, Panicked};
use crate::pending::{Outcome, Pending, Stage, Unfinished};
use crate::protocol::envelope::{is_object, string};
use crate::protocol::error::Fault;
use crate::protocol::{Id, Revision, response, tools};
use crate::refusal::Refusal;
use crate::server::Core;
use crate::session::Session;
use crate::types::{Arena, Input, Members};

const METHOD: &str = "tools/call";

/// A call on its way: all that stays the same until it is answered.
pub(crate) struct Called<'f> {
    pub(crate) id: Id<'f>,
    pub(crate) revision: Revision,
    pub(crate) tool: &'static Tool,
    number: usize,
    pub(crate) context: &'f Context,
    /// The JSON text of the name.
    name: &'f str,
    arguments: &'f str,
    /// The text of the message, where its outline lists the arguments.
    listed: Option<&'f str>,
    responses: Option<&'f str>,
    state: Option<&'f str>,
}

impl<'f> Called<'f> {
    fn bound(&self) -> Bound<'f> {
        Bound {
            method: METHOD,
            subject: self.name,
            arguments: self.arguments,
        }
    }

    /// The same, as filters see it.
    pub(crate) fn filtered(&self) -> Filtered<'f> {
        Filtered {
            method: METHOD,
            name: self.tool.name,
            arguments: self.arguments,
            context: self.context,
        }
    }
}

/// The rest of the frame of a call, which its tool borrows from.
pub(crate) struct Room<'f, T: Threading> {
    arena: &'f Arena,
    outline: &'f Outline,
    reply: &'f Cell<Reply>,
    state: &'f OnceCell<Box<T::Held>>,
}

/// The same before the tool starts: nothing of it is shared yet, so it may change threads.
pub(crate) struct Held<'f, T: Threading> {
    arena: &'f mut Arena,
    outline: &'f Outline,
    reply: &'f mut Cell<Reply>,
    state: &'f mut OnceCell<Box<T::Held>>,
}

impl<'f, T: Threading> Held<'f, T> {
    pub(crate) fn share(self) -> Room<'f, T> {
        Room {
            arena: self.arena,
            outline: self.outline,
            reply: self.reply,
            state: self.state,
        }
    }
}

/// Calls a tool.
pub(crate) fn call<'f, T: Threading>(
    core: &'f Core,
    calls: &'f T::Calls,
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
    let text = params.name;
    let name = text
        .and_then(string)
        .ok_or(Fault::Params("tools/call needs 'name', a string"))?;
    let Some((number, tool)) = core.catalog.find(&name) else {
        return Err(Fault::Tool(name));
    };
    let arguments = params.arguments.unwrap_or("{}");
    if !is_object(arguments) {
        return Err(Fault::Params("'arguments' is an object"));
    }

    let Frame {
        outline,
        outlined,
        arena,
        context,
        reply,
        state,
        ..
    } = frame;
    context.begin(id, revision, meta, session);
    if core.logging && !revision.is_modern() {
        context.set_log_level(Some(session.log_level().unwrap_or(Level::Info)));
    } else if !core.logging {
        context.set_log_level(None);
    }
    if context.wants_messages() || tool.attentive || !core.filters.is_empty() {
        context.connect(session.connection());
    }

    let called = Called {
        id,
        revision,
        tool,
        number,
        context,
        name: text.unwrap_or_default(),
        arguments,
        // An outline of another message would give other arguments.
        listed: listed.filter(|text| *outlined == (text.as_ptr().addr(), text.len())),
        responses: params.input_responses,
        state: params.request_state,
    };
    let held = Held {
        arena,
        outline,
        reply,
        state,
    };
    if !core.filters.is_empty() {
        match core.before(&called) {
            Passage::Through => {}
            Passage::Answered { at, mut reply } => {
                return Ok(core.settle(&called, at, &mut reply, out));
            }
            Passage::Waiting(waiting) => {
                let stage = Stage::Filters(Box::new((waiting, held, calls)));
                return Ok(Outcome::Pending(Pending::single(
                    core,
                    Unfinished { stage, called },
                )));
            }
        }
    }
    match start(core, calls, &called, &held.share(), out)? {
        Started::Later(later) => {
            let stage = Stage::Tool(later);
            let call = Unfinished { stage, called };
            Ok(Outcome::Pending(Pending::single(core, call)))
        }
        Started::Replied => Ok(Outcome::Replied),
        Started::Silent => Ok(Outcome::Silent),
    }
}

/// What became of a tool's start.
pub(crate) enum Started<L> {
    Later(L),
    Replied,
    Silent,
}

/// Reads the arguments and starts the tool, behind the filters.
///
/// # Errors
///
/// What the client brought along from an earlier round is not of this call.
pub(crate) fn start<'f, T: Threading>(
    core: &'f Core,
    calls: &'f T::Calls,
    called: &Called<'f>,
    room: &Room<'f, T>,
    out: &mut Vec<u8>,
) -> Result<Started<T::Later<'f>>, Fault<'static>> {
    let tool = called.tool;
    if called.revision.is_modern() && (called.responses.is_some() || called.state.is_some()) {
        core.resume(
            called.context,
            &called.bound(),
            called.responses,
            called.state,
        )?;
    }
    let mut reply = room.reply.take();
    reply.clear();
    let lenient = core.catalog.is_lenient(called.number);
    let mut input = Input::new(called.arguments, room.arena, lenient);
    let members = if tool.whole {
        Members::whole(&mut input, tool.params)
    } else if let Some(text) = called.listed {
        Members::listed(&mut input, tool.params, &room.outline.arguments, text)
    } else {
        input.cursor.enter();
        Members::new(&mut input, tool.params)
    };
    let args = Args::new(members, called.context);
    let started =
        panic::guard(|| calls.start(called.number, called.context, room.state, args, &mut reply));
    let replied = match started {
        Ok(Ok(Some(later))) => {
            room.reply.set(reply);
            return Ok(Started::Later(later));
        }
        Ok(Ok(None)) => core.conclude(called, core.filters.len(), &mut reply, out),
        Ok(Err(refusal)) if core.filters.is_empty() => {
            let silent = called.context.cancellation().token.finish();
            if !silent {
                core.write_refusal(called, &refusal, out);
            }
            !silent
        }
        Ok(Err(refusal)) => {
            reply.refuse_argument(refusal);
            core.conclude(called, core.filters.len(), &mut reply, out)
        }
        Err(panic) => {
            reply = core.panicked(tool, &panic);
            core.conclude(called, core.filters.len(), &mut reply, out)
        }
    };
    room.reply.set(reply);
    Ok(if replied {
        Started::Replied
    } else {
        Started::Silent
    })
}

impl Core {
    /// Writes the reply of a synchronous call, unless it was cancelled.
    fn settle<'f, T: Threading>(
        &self,
        called: &Called<'_>,
        passed: usize,
        reply: &mut Reply,
        out: &mut Vec<u8>,
    ) -> Outcome<'f, T> {
        if self.conclude(called, passed, reply, out) {
            Outcome::Replied
        } else {
            Outcome::Silent
        }
    }

    /// Writes what a call came to, unless it was cancelled, after the `passed` filters that it
    /// came through have seen it. Says whether there is a reply.
    pub(crate) fn conclude(
        &self,
        called: &Called<'_>,
        passed: usize,
        reply: &mut Reply,
        out: &mut Vec<u8>,
    ) -> bool {
        if called.context.cancellation().token.finish() {
            return false;
        }
        if reply.asks() == Some(AskError::Unanswered) && called.context.round().is_open() {
            self.ask(called, out);
            return true;
        }
        if passed > 0 {
            let after = || self.filters.after(called.filtered(), passed, reply);
            if let Err(panic) = panic::guard(after) {
                *reply = self.panicked(called.tool, &panic);
            }
        }
        self.write_reply(called, reply, out);
        true
    }

    /// Asks the filters; one that panics has denied the call.
    fn before<'f>(&'f self, called: &Called<'f>) -> Passage<'f> {
        panic::guard(|| self.filters.before(called.filtered())).unwrap_or_else(|panic| {
            Passage::Answered {
                at: 0,
                reply: Box::new(self.panicked(called.tool, &panic)),
            }
        })
    }

    /// Ends a round with its questions.
    pub(crate) fn ask(&self, called: &Called<'_>, out: &mut Vec<u8>) {
        let round = self.write_round(called.id, called.context, &called.bound(), out);
        if let Err(NoKey) = round {
            let mut reply = Reply::new();
            reply.fail(Box::new(NoKey));
            self.write_reply(called, &reply, out);
        }
    }

    /// Writes what a call came to, and tells of an error that its caller does not see.
    fn write_reply(&self, called: &Called<'_>, reply: &Reply, out: &mut Vec<u8>) {
        match reply.form() {
            Form::Hidden(error) => {
                if let Some(error) = error.downcast_ref::<AskError>() {
                    return self.write_unasked(called, *error, out);
                }
                if !error.is::<Failed>() {
                    self.tell(&Diagnostic::HiddenError {
                        tool: called.tool.name,
                        error: &**error,
                    });
                }
            }
            Form::Refused(refusal) => return self.write_refusal(called, refusal, out),
            _ => {}
        }
        let structured = tools::structured(called.tool.result, called.revision);
        self.write_call(called, out, |out| reply.write(structured, out));
    }

    /// Writes why a question has no answer, where the tool has passed that on.
    fn write_unasked(&self, called: &Called<'_>, error: AskError, out: &mut Vec<u8>) {
        match error {
            AskError::Unsupported(need) if called.revision.is_modern() => {
                self.write_fault(&Fault::Capability(need), called.id, out);
            }
            _ => {
                let mut reply = Reply::new();
                reply.show(&error);
                self.write_reply(called, &reply, out);
            }
        }
    }

    /// Writes the refusal of an argument. A declared schema would not allow its structured body.
    fn write_refusal(&self, called: &Called<'_>, refusal: &Refusal, out: &mut Vec<u8>) {
        let structured = called.revision.has_structured() && !called.tool.result.is_listed();
        self.write_call(called, out, |out| {
            content::refusal(refusal, structured, out);
        });
    }

    fn write_call(&self, called: &Called<'_>, out: &mut Vec<u8>, body: impl FnOnce(&mut Vec<u8>)) {
        let (id, revision, tail) = (called.id, called.revision, self.identity.tail());
        // The body of a call has no error.
        let _ = response::result(id, revision, None, tail, out, |out| {
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
