//! From a message to the method that answers it.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::cell::OnceCell;

use crate::ask::AskError;
use crate::call;
use crate::content::Reply;
use crate::context::{Context, Level};
use crate::diagnostic::Diagnostic;
use crate::fetch::Fetch;
use crate::frame::{Frame, OneThread, Threading, Threads};
use crate::invoker::Args;
use crate::json::Value;
#[cfg(feature = "std")]
use crate::notifier;
use crate::pending::{Outcome, Pending};
use crate::protocol::apps::member;
use crate::protocol::envelope::{Envelope, Request, is_object};
use crate::protocol::error::Fault;
#[cfg(feature = "std")]
use crate::protocol::listen::Wanted;
use crate::protocol::lists::List;
use crate::protocol::params::Params;
use crate::protocol::{Id, Revision, batch, cancel, discover, initialize, response};
use crate::refusal::Refusal;
use crate::server::Core;
use crate::session::Session;

/// A message that was read and waits for its answer.
#[derive(Clone, Debug)]
pub struct Incoming<'m>(pub(crate) Envelope<'m>);

impl<'m> Incoming<'m> {
    /// The method of a request or a notification.
    #[must_use]
    pub fn method(&self) -> Option<&str> {
        match &self.0 {
            Envelope::Request(Request { method, .. }) | Envelope::Notification { method, .. } => {
                Some(method)
            }
            _ => None,
        }
    }

    /// The id of a request.
    #[must_use]
    pub fn id(&self) -> Option<Id<'m>> {
        match &self.0 {
            Envelope::Request(request) => Some(request.id),
            _ => None,
        }
    }

    /// The member `name` of the params, where it is a string: the tool that is called.
    #[must_use]
    pub fn name(&self) -> Option<Cow<'m, str>> {
        match &self.0 {
            Envelope::Request(request) => request.params.name.and_then(Value::string),
            _ => None,
        }
    }

    /// The id of the call that is no longer wanted, where this is `notifications/cancelled`.
    #[must_use]
    pub fn cancels(&self) -> Option<Id<'_>> {
        match &self.0 {
            Envelope::Notification { method, params } if method == "notifications/cancelled" => {
                params.request_id().and_then(Id::read)
            }
            _ => None,
        }
    }

    /// Whether it is an array of messages.
    #[must_use]
    pub fn is_batch(&self) -> bool {
        matches!(self.0, Envelope::Batch(_))
    }
}

/// A set with its state, whatever the type of that is.
#[allow(unreachable_pub, reason = "`Threading` names it, and is public")]
pub trait Calls<T: Threading + ?Sized> {
    /// Starts a call; an asynchronous one goes on as a future.
    ///
    /// `state` is the place for a state that is made for the call.
    fn start<'f>(
        &'f self,
        number: usize,
        context: &'f Context,
        state: &'f OnceCell<Box<T::Held>>,
        args: Args<'f, '_>,
        reply: &mut Reply,
    ) -> Result<Option<T::Later<'f>>, Refusal>;

    /// Whether that call is a future.
    fn is_async(&self, number: usize) -> bool;
}

/// Reads one message into a frame, which lets go of its last one.
pub(crate) fn read<'m, T: Threading>(
    core: &Core,
    message: &'m [u8],
    frame: &mut Frame<T>,
) -> Incoming<'m> {
    frame.clear();
    frame.outlined = (message.as_ptr().addr(), message.len());
    Incoming(Envelope::read(message, &core.limits, &mut frame.outline))
}

/// Answers a message that a shell has passed over because it was too long.
#[cfg(feature = "std")]
pub(crate) fn too_long(core: &Core, session: &Session, out: &mut Vec<u8>) {
    let _: Outcome<'_, Threads> = core.refuse(&Fault::TooLong, None, session, out);
}

/// Hands over the responses of a batch, which a shell does before it waits for room for the
/// rest: what is left of the batch, if there were any.
#[cfg(feature = "tokio")]
pub(crate) fn take_responses(
    core: &Core,
    calls: &<Threads as Threading>::Calls,
    message: &Incoming<'_>,
    session: &Session,
) -> Option<Vec<u8>> {
    let Envelope::Batch(text) = &message.0 else {
        return None;
    };
    if !session.revision().is_some_and(Revision::has_batches) {
        return None;
    }
    let (responses, rest) = batch::responses(text, core.limits.batch)?;
    let (mut frame, mut out) = (Frame::new(), Vec::new());
    let responses = read(core, &responses, &mut frame);
    drop(answer_threads(
        core, calls, responses, &mut frame, session, &mut out,
    ));
    debug_assert!(out.is_empty(), "there is no request");
    Some(rest)
}

/// Ends the subscriptions of a connection; `shared`: it has other messages too.
#[cfg(feature = "std")]
pub(crate) fn close(core: &Core, session: &Session, shared: bool) {
    if let Some(link) = session.link() {
        notifier::close(link, core.identity.tail(), shared);
    }
}

/// The one instance of `answer` for calls that may move between threads.
#[allow(clippy::needless_pass_by_value, reason = "a message is answered once")]
pub(crate) fn answer_threads<'f>(
    core: &'f Core,
    calls: &'f <Threads as Threading>::Calls,
    incoming: Incoming<'f>,
    frame: &'f mut Frame<Threads>,
    session: &Session,
    out: &mut Vec<u8>,
) -> Outcome<'f, Threads> {
    answer(core, calls, &incoming.0, frame, session, out)
}

/// The one instance of `answer` for calls that stay on their thread.
#[allow(clippy::needless_pass_by_value, reason = "a message is answered once")]
pub(crate) fn answer_local<'f>(
    core: &'f Core,
    calls: &'f <OneThread as Threading>::Calls,
    incoming: Incoming<'f>,
    frame: &'f mut Frame<OneThread>,
    session: &Session,
    out: &mut Vec<u8>,
) -> Outcome<'f, OneThread> {
    answer(core, calls, &incoming.0, frame, session, out)
}

/// Answers one message.
fn answer<'f, T: Threading>(
    core: &'f Core,
    calls: &'f T::Calls,
    message: &Envelope<'f>,
    frame: &'f mut Frame<T>,
    session: &Session,
    out: &mut Vec<u8>,
) -> Outcome<'f, T> {
    match message {
        Envelope::Request(read) => match request(core, calls, read, frame, session, out) {
            Ok(outcome) => outcome,
            Err(fault) => core.refuse(&fault, Some(read.id), session, out),
        },
        Envelope::Notification { method, params } => {
            core.notice(method, params, session);
            Outcome::Silent
        }
        Envelope::BadNotification { fault } => {
            core.tell(&Diagnostic::DroppedNotification {
                reason: &fault.message(),
            });
            Outcome::Silent
        }
        Envelope::Response { id, answer } => {
            let answer = answer.map_err(|error| AskError::Refused {
                code: member(error, "code").map_or(0, |code| code.parse().unwrap_or_default()),
            });
            if !id.is_some_and(|id| session.respond(id, answer)) {
                core.tell(&Diagnostic::DroppedResponse);
            }
            Outcome::Silent
        }
        Envelope::Batch(text) if session.revision().is_some_and(Revision::has_batches) => {
            match batch::read(text, core.limits.batch) {
                Ok(messages) => answer_all(core, calls, &messages, frame, session, out),
                Err(fault) => core.refuse(&fault, None, session, out),
            }
        }
        Envelope::Batch(_) => {
            let fault = Fault::Invalid("this revision of the protocol has no batches");
            core.refuse(&fault, None, session, out)
        }
        Envelope::Broken { id, fault } => core.refuse(fault, *id, session, out),
    }
}

/// Answers the messages of a batch: its asynchronous calls go on together.
fn answer_all<'f, T: Threading>(
    core: &'f Core,
    calls: &'f T::Calls,
    messages: &[Envelope<'f>],
    frame: &'f mut Frame<T>,
    session: &Session,
    out: &mut Vec<u8>,
) -> Outcome<'f, T> {
    let mut replies = Vec::new();
    let mut unfinished = Vec::new();
    frame.batch.resize_with(messages.len(), Frame::new);
    #[cfg(feature = "http")]
    for one in &mut frame.batch {
        one.context.set_own_way(frame.context.own_way());
    }
    for (message, frame) in messages.iter().zip(&mut frame.batch) {
        let start = replies.len();
        replies.push(if start == 0 { b'[' } else { b',' });
        match answer(core, calls, message, frame, session, &mut replies) {
            Outcome::Replied => continue,
            Outcome::Silent => {}
            Outcome::Pending(pending) => unfinished.extend(pending.into_single()),
        }
        replies.truncate(start);
    }
    if !unfinished.is_empty() {
        return Outcome::Pending(Pending::batch(core, unfinished, replies));
    }
    if replies.is_empty() {
        return Outcome::Silent;
    }
    out.append(&mut replies);
    out.push(b']');
    Outcome::Replied
}

/// Answers one request: its era first, then its revision, then its method.
fn request<'f, T: Threading>(
    core: &'f Core,
    calls: &'f T::Calls,
    request: &Request<'f>,
    frame: &'f mut Frame<T>,
    session: &Session,
    out: &mut Vec<u8>,
) -> Result<Outcome<'f, T>, Fault<'f>> {
    let Request {
        id, params, meta, ..
    } = request;
    let id = *id;
    let method = &*request.method;
    let tail = core.identity.tail();
    let revision = if meta.is_modern(method) {
        meta.revision()?
    } else if method == "initialize" {
        let revision = initialize::negotiate(params)?;
        let object =
            |json: Option<&'f str>| json.filter(|json| is_object(json)).unwrap_or_default();
        session.shake(
            revision,
            object(params.client_info()),
            object(params.capabilities()),
        );
        response::result(id, revision, None, tail, out, |out| {
            initialize::write(core, revision, session, out);
            Ok(())
        })?;
        return Ok(Outcome::Replied);
    } else {
        match session.revision() {
            Some(revision) => {
                #[cfg(feature = "std")]
                core.attach(session);
                revision
            }
            None if method == "ping" => Revision::HANDSHAKE,
            None => return Err(UNINTRODUCED),
        }
    };
    let facts = core.facts();
    let fetch = Fetch {
        core,
        calls,
        request,
        revision,
        session,
    };
    match method {
        "ping" if !revision.is_modern() => {
            response::result(id, revision, None, tail, out, |_| Ok(()))?;
        }
        "server/discover" if revision.is_modern() => {
            response::result(id, revision, Some(core.cache), tail, out, |out| {
                discover::write(core, revision, session, out);
                Ok(())
            })?;
        }
        "logging/setLevel" if !revision.is_modern() && core.logs(revision, session) => {
            let level = params.level().and_then(Level::read);
            session.set_log_level(level.ok_or(Fault::Params("'level' is not a logging level"))?);
            response::result(id, revision, None, tail, out, |_| Ok(()))?;
        }
        #[cfg(feature = "std")]
        "subscriptions/listen" if core.changing || core.subscriptions => {
            let Some(link) = session.link() else {
                return Err(Fault::Method(request.method.clone()));
            };
            let mut wanted = Wanted::read(params.notifications())?;
            for (wanted, announced) in wanted.lists.iter_mut().zip(core.announced()) {
                *wanted &= announced;
            }
            if !core.subscriptions {
                wanted.uris.clear();
            }
            notifier::listen(&core.hub, link, id, wanted, core.limits.calls)?;
            return Ok(Outcome::Silent);
        }
        "tools/list" if facts.tools => fetch.list(List::Tools, out)?,
        "resources/list" if facts.resources => fetch.list(List::Resources, out)?,
        "resources/templates/list" if facts.resources => fetch.list(List::Templates, out)?,
        "prompts/list" if facts.prompts => fetch.list(List::Prompts, out)?,
        "tools/call" if facts.tools => {
            return call::call(core, calls, request, revision, frame, session, out);
        }
        "resources/read" if facts.resources => return fetch.resource(frame, out),
        #[cfg(feature = "std")]
        "resources/subscribe" | "resources/unsubscribe"
            if facts.resources && core.subscriptions && !revision.is_modern() =>
        {
            fetch.subscribe(method == "resources/subscribe", out)?;
        }
        "prompts/get" if facts.prompts => return fetch.prompt(frame, out),
        "completion/complete" if facts.completions => return fetch.complete(frame, out),
        _ => return Err(Fault::Method(request.method.clone())),
    }
    Ok(Outcome::Replied)
}

const UNINTRODUCED: Fault<'static> = Fault::Params(
    "the client has not said its protocol version: send initialize, or the '_meta' of 2026-07-28 with every request",
);

impl Core {
    /// Answers a request that could be read with an error, and tells of it.
    pub(crate) fn write_fault(&self, fault: &Fault<'_>, id: Id<'_>, out: &mut Vec<u8>) {
        fault.write(Some(id), None, out);
        self.tell(&Diagnostic::Refused {
            code: fault.code(),
            message: &fault.message(),
        });
    }

    /// Answers with an error, and tells of it.
    fn refuse<'f, T: Threading>(
        &self,
        fault: &Fault<'_>,
        id: Option<Id<'_>>,
        session: &Session,
        out: &mut Vec<u8>,
    ) -> Outcome<'f, T> {
        fault.write(id, session.revision(), out);
        self.tell(&Diagnostic::Refused {
            code: fault.code(),
            message: &fault.message(),
        });
        Outcome::Replied
    }

    /// Takes a notification.
    fn notice(&self, method: &str, params: &Params<'_>, session: &Session) {
        match method {
            "notifications/cancelled" => cancel::cancel(params, session),
            #[cfg(feature = "std")]
            "notifications/initialized" => self.attach(session),
            // Nothing depends on them.
            #[cfg(not(feature = "std"))]
            "notifications/initialized" => {}
            "notifications/progress" | "notifications/roots/list_changed" => {}
            _ => {
                let reason = Fault::Method(method.into()).message();
                self.tell(&Diagnostic::DroppedNotification { reason: &reason });
            }
        }
    }
}
