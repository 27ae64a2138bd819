//! Calls: of tools, and of resources and prompts (`fetch`). Asks the filters, runs what is
//! called, writes what it came to.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::cell::OnceCell;

use crate::ask::AskError;
use crate::ask::round::{NoKey, addresses};
use crate::ask::seal::Bound;
use crate::catalog::Tool;
use crate::content::{self, Form, Reply};
use crate::context::{Context, Level};
use crate::dispatch::Calls as _;
use crate::filter::{Filtered, Passage};
use crate::frame::{Frame, Threading};
use crate::invoker::Args;
use crate::json::{Outline, Value};
use crate::panic;
#[cfg(feature = "tasks")]
use crate::panic::Failed;
use crate::pending::{Outcome, Pending, Stage, Unfinished};
use crate::protocol::envelope::{Request, is_object};
use crate::protocol::error::Fault;
use crate::protocol::params::Params;
use crate::protocol::{Id, Revision, response, tools};
use crate::refusal::Refusal;
#[cfg(feature = "tasks")]
use crate::schema::TaskSupport;
use crate::server::Core;
use crate::session::Session;
use crate::subject::Subject;
use crate::types::{Arena, Input, Members};

/// A call on its way: all that stays the same until it is answered.
pub(crate) struct Called<'f> {
    pub(crate) id: Id<'f>,
    pub(crate) revision: Revision,
    pub(crate) subject: Subject<'f>,
    pub(crate) number: usize,
    pub(crate) context: &'f Context,
    /// The JSON text of the name or URI.
    pub(crate) name: &'f str,
    /// The JSON text of the arguments.
    pub(crate) arguments: &'f str,
    /// What the client brings along from the round before; apart, since it seldom does.
    pub(crate) brought: Option<Box<Brought<'f>>>,
}

/// What a client brings along from the round before, as JSON text.
#[derive(Clone, Copy)]
pub(crate) struct Brought<'f> {
    responses: Option<&'f str>,
    state: Option<&'f str>,
}

impl<'f> Brought<'f> {
    pub(crate) fn of(params: &Params<'f>) -> Option<Box<Self>> {
        let (responses, state) = (params.input_responses(), params.request_state());
        (responses.is_some() || state.is_some()).then(|| Box::new(Self { responses, state }))
    }
}

impl<'f> Called<'f> {
    fn bound(&self) -> Bound<'f> {
        Bound {
            method: self.subject.method(),
            subject: self.name,
            arguments: self.arguments,
        }
    }

    /// The same, as filters see it.
    pub(crate) fn filtered(&self) -> Filtered<'f> {
        Filtered {
            method: self.subject.method(),
            name: self.subject.called(self.context),
            arguments: self.arguments,
            context: self.context,
        }
    }
}

/// The rest of the frame of a call, which its tool borrows from.
pub(crate) struct Room<'f, T: Threading> {
    pub(crate) arena: &'f Arena,
    outline: &'f Outline,
    /// The text of the message, where its outline lists the arguments.
    listed: Option<&'f str>,
    reply: &'f mut Reply,
    pub(crate) state: &'f OnceCell<Box<T::Held>>,
}

/// The same before the tool starts: nothing of it is shared yet, so it may change threads.
pub(crate) struct Held<'f, T: Threading> {
    arena: &'f mut Arena,
    outline: &'f Outline,
    /// The text of the message, where its outline lists the arguments.
    listed: Option<&'f str>,
    reply: &'f mut Reply,
    state: &'f mut OnceCell<Box<T::Held>>,
}

impl<'f, T: Threading> Held<'f, T> {
    pub(crate) fn share(self) -> Room<'f, T> {
        Room {
            arena: self.arena,
            outline: self.outline,
            listed: self.listed,
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
        id, params, listed, ..
    } = request;
    let text = params.name;
    let Some(name) = text.and_then(Value::string) else {
        return Err(Fault::Params("tools/call needs 'name', a string"));
    };
    let Some((number, tool)) = core.find_tool(&name) else {
        return Err(Fault::Tool(name));
    };
    let arguments = params.arguments.unwrap_or("{}");
    if !is_object(arguments) {
        return Err(Fault::Params("'arguments' is an object"));
    }
    let (id, outlined) = (*id, frame.outlined);
    #[cfg(feature = "tasks")]
    if tool.task == TaskSupport::Required {
        frame.context.set_runs_tasks(session.runs_tasks());
    }
    let (context, mut held) = enter(core, frame, request, revision, session, tool.attentive);
    let called = Called {
        id,
        revision,
        subject: Subject::Tool(tool),
        number,
        context,
        name: text.map_or("", |text| text.json),
        arguments,
        brought: Brought::of(params),
    };
    // An outline of another message would give other arguments.
    held.listed = listed.filter(|text| outlined == (text.as_ptr().addr(), text.len()));
    launch(core, calls, called, held, out)
}

/// Makes the context that of this request. `attentive`: what is called asks for it.
pub(crate) fn enter<'f, T: Threading>(
    core: &Core,
    frame: &'f mut Frame<T>,
    request: &Request<'_>,
    revision: Revision,
    session: &Session,
    attentive: bool,
) -> (&'f Context, Held<'f, T>) {
    let Frame {
        outline,
        arena,
        context,
        reply,
        state,
        ..
    } = frame;
    context.begin(request.id, revision, &request.meta, session);
    if !core.logs(revision, session) {
        context.set_log_level(None);
    } else if !revision.is_modern() {
        context.set_log_level(Some(session.log_level().unwrap_or(Level::Info)));
    }
    if context.wants_messages() || attentive || !core.filters.is_empty() {
        context.connect(session);
    }
    let held = Held {
        arena,
        outline,
        listed: None,
        reply,
        state,
    };
    (context, held)
}

/// Asks the filters, then runs what is called.
pub(crate) fn launch<'f, T: Threading>(
    core: &'f Core,
    calls: &'f T::Calls,
    called: Called<'f>,
    held: Held<'f, T>,
    out: &mut Vec<u8>,
) -> Result<Outcome<'f, T>, Fault<'f>> {
    if !core.filters.is_empty() {
        match core.before(&called) {
            Passage::Through => {}
            Passage::Answered { at, mut reply } => {
                return Ok(if core.conclude(&called, at, &mut reply, out) {
                    Outcome::Replied
                } else {
                    Outcome::Silent
                });
            }
            Passage::Waiting(waiting) => {
                let stage = Stage::Filters(Box::new((waiting, held, calls)));
                let call = Unfinished { stage, called };
                return Ok(Outcome::Pending(Pending::single(core, call)));
            }
        }
    }
    match start(core, calls, &called, held.share(), out)? {
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
    room: Room<'f, T>,
    out: &mut Vec<u8>,
) -> Result<Started<T::Later<'f>>, Fault<'static>> {
    if let Some(brought) = called
        .brought
        .as_deref()
        .filter(|_| called.revision.is_modern())
    {
        let Brought { responses, state } = *brought;
        core.resume(called.context, &called.bound(), responses, state)?;
    }
    #[cfg(feature = "tasks")]
    if let Some(mut reply) = out_of_task(called)? {
        let replied = core.conclude(called, core.filters.len(), &mut reply, out);
        return Ok(if replied {
            Started::Replied
        } else {
            Started::Silent
        });
    }
    let Room {
        arena,
        outline,
        listed,
        reply,
        state,
    } = room;
    reply.clear();
    let mut input;
    let members = match &called.subject {
        Subject::Tool(tool) => {
            // The set that declares it says whether they are read leniently.
            input = Input::new(called.arguments, arena, false);
            if tool.whole {
                Members::whole(&mut input, tool.params)
            } else if let Some(text) = listed {
                Members::listed(&mut input, tool.params, &outline.arguments, text)
            } else {
                input.cursor.enter();
                Members::new(&mut input, tool.params)
            }
        }
        subject => {
            input = Input::new(arena.cow(subject.texts()), arena, true);
            input.cursor.enter();
            Members::new(&mut input, subject.params())
        }
    };
    let args = Args::new(members, called.context);
    let started = panic::guard(|| calls.start(called.number, called.context, state, args, reply));
    match started {
        Ok(Ok(Some(later))) => return Ok(Started::Later(later)),
        Ok(Ok(None)) => {}
        Ok(Err(refusal)) => reply.refuse_argument(refusal),
        Err(panic) => *reply = core.panicked(&called.subject, &panic),
    }
    let replied = core.conclude(called, core.filters.len(), reply, out);
    Ok(if replied {
        Started::Replied
    } else {
        Started::Silent
    })
}

/// What a call of a tool comes to that runs in a task alone, and is in none.
///
/// # Errors
///
/// The client could have had a task, and has not said that it knows them.
#[cfg(feature = "tasks")]
fn out_of_task(called: &Called<'_>) -> Result<Option<Reply>, Fault<'static>> {
    match called.subject {
        Subject::Tool(tool) if tool.task == TaskSupport::Required => {}
        _ => return Ok(None),
    }
    if called.context.task().is_some() {
        Ok(None)
    } else if called.revision.is_modern() && called.context.runs_tasks() {
        called.context.cancellation().token.finish();
        Err(Fault::Tasks)
    } else {
        Ok(Some(Reply::shown(
            "The tool runs as a task alone, which this connection does not allow for.",
        )))
    }
}

impl Core {
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
        if reply.asks() == Some(AskError::Unanswered) {
            if let Some(end) = called.context.round().end() {
                end(self, called, out);
                return true;
            }
        }
        if passed > 0 {
            let after = || self.filters.after(called.filtered(), passed, reply);
            if let Err(panic) = panic::guard(after) {
                *reply = self.panicked(&called.subject, &panic);
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
                reply: Box::new(self.panicked(&called.subject, &panic)),
            }
        })
    }

    /// Ends a round with its questions; in 2025-11-25, with the addresses to open.
    pub(crate) fn ask(&self, called: &Called<'_>, out: &mut Vec<u8>) {
        if !called.revision.is_modern() {
            let fault = Fault::Addresses(addresses(called.context));
            return self.write_fault(&fault, called.id, out);
        }
        let round = self.write_round(called.id, called.context, &called.bound(), out);
        if let Err(NoKey) = round {
            let mut reply = Reply::new();
            reply.fail(Box::new(NoKey));
            self.write_reply(called, &reply, out);
        }
    }

    /// Writes what a call came to, and tells of an error that its caller does not see.
    fn write_reply(&self, called: &Called<'_>, reply: &Reply, out: &mut Vec<u8>) {
        if let Some(error) = reply.asks() {
            return self.write_unasked(called, error, out);
        }
        #[cfg(feature = "tasks")]
        if let (Form::Hidden(error), Some(task)) = (reply.form(), called.context.task()) {
            if error.is::<Failed>() && task.is_accepted() {
                // It has been told of already.
                return Fault::Failed("The tool failed.".into()).write(Some(called.id), None, out);
            }
        }
        match (reply.form(), &called.subject) {
            (Form::Refused(refusal), Subject::Tool(tool)) => {
                self.write_refusal(called, tool, refusal, out);
            }
            (Form::Refused(refusal), _) => {
                let fault = Fault::Argument(refusal.clone());
                self.write_fault(&fault, called.id, out);
            }
            _ => self.write_outcome(called.id, called.revision, &called.subject, reply, out),
        }
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

    /// Writes what a call of a tool came to.
    pub(crate) fn write_tool(
        &self,
        id: Id<'_>,
        revision: Revision,
        tool: &Tool,
        reply: &Reply,
        out: &mut Vec<u8>,
    ) {
        let tail = reply.tail(self.identity.tail());
        write_call(id, revision, &tail, out, |out| {
            reply.write(tools::structured(tool.result, revision), revision, out);
        });
    }

    /// Writes the refusal of an argument. A declared schema would not allow its structured body.
    fn write_refusal(
        &self,
        called: &Called<'_>,
        tool: &Tool,
        refusal: &Refusal,
        out: &mut Vec<u8>,
    ) {
        let structured = called.revision.has_structured() && !tool.result.is_listed();
        let tail = self.identity.tail();
        write_call(called.id, called.revision, tail, out, |out| {
            content::refusal(refusal, structured, out);
        });
    }
}

/// Writes the result of a call, whose body has no error.
fn write_call(
    id: Id<'_>,
    revision: Revision,
    tail: &str,
    out: &mut Vec<u8>,
    body: impl FnOnce(&mut Vec<u8>),
) {
    let _ = response::result(id, revision, None, tail, out, |out| {
        body(out);
        Ok(())
    });
}
