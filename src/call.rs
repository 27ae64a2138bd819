//! `tools/call`: finds the tool, runs it, writes what it came to.

use alloc::sync::Arc;
use alloc::vec::Vec;

use crate::catalog::Tool;
use crate::content::{self, Reply};
use crate::context::{Context, Level};
use crate::dispatch::{Calls, Request};
use crate::frame::{Frame, Threading};
use crate::invoker::Args;
use crate::panic;
use crate::pending::{Outcome, Pending, Unfinished};
use crate::protocol::envelope::{is_object, string};
use crate::protocol::error::Fault;
use crate::protocol::{Id, Revision, response, tools};
use crate::refusal::Refusal;
use crate::schema::Presence;
use crate::server::Core;
use crate::session::Session;
use crate::subject::Subject;
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
        id, params, listed, ..
    } = request;
    let id = *id;
    let name = params
        .name
        .and_then(string)
        .ok_or(Fault::Params("tools/call needs 'name', a string"))?;
    let Some((number, tool)) = core.find_tool(&name) else {
        return Err(Fault::Tool(name));
    };
    let arguments = params.arguments.unwrap_or("{}");
    if !is_object(arguments) {
        return Err(Fault::Params("'arguments' is an object"));
    }

    enter(core, &mut frame.context, request, revision, session);
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
                subject: Subject::Tool(tool),
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
        Ok(Ok(None)) => core.settle(token, id, revision, &Subject::Tool(tool), &reply, out),
        Err(panic) => {
            reply = core.panicked(&Subject::Tool(tool), &panic);
            core.settle(token, id, revision, &Subject::Tool(tool), &reply, out)
        }
    };
    frame.reply.set(reply);
    Ok(outcome)
}

/// Makes the context that of this request.
pub(crate) fn enter(
    core: &Core,
    context: &mut Context,
    request: &Request<'_>,
    revision: Revision,
    session: &Session,
) {
    context.begin(request.id, revision, &request.meta, session);
    if core.logging && !revision.is_modern() {
        context.set_log_level(Some(session.log_level().unwrap_or(Level::Info)));
    } else if !core.logging {
        context.set_log_level(None);
    }
    if context.wants_messages() {
        context.connect(session.connection());
    }
}

impl Core {
    /// Writes what a call of a tool came to.
    pub(crate) fn write_reply(
        &self,
        id: Id<'_>,
        revision: Revision,
        tool: &Tool,
        reply: &Reply,
        out: &mut Vec<u8>,
    ) {
        let tail = reply.tail(self.identity.tail());
        self.write_call(id, revision, &tail, out, |out| {
            reply.write(tools::structured(tool.result, revision), revision, out);
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
        let tail = self.identity.tail();
        self.write_call(id, revision, tail, out, |out| {
            content::refusal(refusal, structured, out);
        });
    }

    fn write_call(
        &self,
        id: Id<'_>,
        revision: Revision,
        tail: &str,
        out: &mut Vec<u8>,
        body: impl FnOnce(&mut Vec<u8>),
    ) {
        // The body of a call has no error.
        let _ = response::result(id, revision, None, tail, out, |out| {
            body(out);
            Ok(())
        });
    }
}
