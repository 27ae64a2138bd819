//! One message and its answer: JSON, or events where something is sent before the reply.

use alloc::boxed::Box;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::borrow::Borrow;
use core::sync::atomic::Ordering;
use core::task::Poll;

use axum::body::Bytes;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, StatusCode};
use axum::response::Response;

use super::events::{self, Events};
use super::headers::{self, Takes};
use super::queue::{Loses, queue};
use super::sessions::Use;
use super::{Replying, Shared, status, within};
use crate::ask::Principal;
use crate::context::Way as WayToClient;
use crate::dispatch::{self, Incoming};
use crate::frame::CallFrame;
use crate::json::{Cursor, Kind, Value, writer};
use crate::pending::Outcome;
use crate::protocol::apps::member;
use crate::protocol::envelope::{Envelope, Request, string};
use crate::protocol::error::Fault;
use crate::protocol::meta::Meta;
use crate::protocol::params::Params;
use crate::protocol::{Id, Revision, batch};
use crate::server::Core;
use crate::session::Session;
#[cfg(feature = "tasks")]
use crate::tasks;
use crate::transport::limited;

pub(super) const PROTOCOL_VERSION: HeaderName = HeaderName::from_static("mcp-protocol-version");
const METHOD: HeaderName = HeaderName::from_static("mcp-method");
const NAME: HeaderName = HeaderName::from_static("mcp-name");

/// The method whose answer is a stream of news.
const LISTEN: &str = "subscriptions/listen";

/// Header and body do not say the same.
const MISMATCH: i64 = -32020;

/// What is known of a message before it is answered.
enum Plan {
    /// It is answered in this revision.
    Answer(Revision),
    /// A handshake: it says its revision itself.
    Shake,
    /// It is one of this session, and wants an answer or none.
    Within(Use, bool),
    /// Nothing is to be said.
    Accept,
    /// It is refused at once, with this status and body.
    Refuse(StatusCode, Vec<u8>),
}

/// Answers the message in `bytes`.
pub(super) async fn answer(shared: &Arc<Shared>, parts: Parts, bytes: Bytes) -> Response {
    let plan = {
        let (core, _) = shared.served.parts();
        let mut outline = crate::json::Outline::new();
        let message = Envelope::read(&bytes, &core.limits, &mut outline);
        plan(&message, &parts, shared)
    };
    let (revision, session) = match plan {
        Plan::Refuse(code, json) => return status(code, json),
        Plan::Accept => return status(StatusCode::ACCEPTED, Vec::new()),
        Plan::Within(session, true) => return within::answer(shared, session, parts, bytes).await,
        Plan::Within(session, false) => return within::take(shared, &session, &bytes),
        Plan::Answer(revision) => (revision, Session::agreed(revision).passing()),
        Plan::Shake => match &shared.table {
            Some(table) => return within::shake(shared, table, parts, &bytes),
            None => (Revision::HANDSHAKE, Session::new().passing()),
        },
    };
    let takes = headers::takes(&parts.headers);
    // The headers of a request in 2026-07-28 say what it says.
    let listens = parts
        .headers
        .get(METHOD)
        .is_some_and(|method| method == LISTEN);
    let (send, events) = queue(if revision.is_modern() && listens {
        Loses::Same
    } else {
        Loses::New
    });
    let session = if takes == Takes::Json {
        session
    } else {
        // A response would come as another request, and perhaps to another process.
        session.sink(send).one_way()
    };
    #[cfg(feature = "tasks")]
    let session = session.with_tasks();
    let mut call = replying(shared, bytes, session, None, parts);
    if !revision.is_modern() {
        // A client that goes away has not cancelled its call, in the older revisions.
        let task = ::tokio::spawn(call);
        call = Box::pin(async move { task.await.unwrap_or_default() });
    }
    // What comes first decides: a notification makes a stream of the answer.
    let first = core::future::poll_fn(|cx| {
        let done = call.as_mut().poll(cx);
        if let Poll::Ready(event) = events.poll_next(cx) {
            let reply = match done {
                Poll::Ready(reply) => Some(reply),
                Poll::Pending => None,
            };
            return Poll::Ready((Some(event), reply));
        }
        done.map(|reply| (None, Some(reply)))
    })
    .await;
    match first {
        (Some(event), reply) => events::response(Events {
            call,
            messages: events,
            first: Some(event),
            reply,
            over: false,
        }),
        (None, Some(reply)) => self::reply(revision, takes, reply),
        (None, None) => status(StatusCode::ACCEPTED, Vec::new()),
    }
}

/// Looks at a message and its headers, in the order that the revisions ask for.
fn plan(message: &Envelope<'_>, parts: &Parts, shared: &Shared) -> Plan {
    let headers = &parts.headers;
    let Ok(named) = headers::one(headers, &PROTOCOL_VERSION) else {
        return refuse(None, &Fault::Invalid("MCP-Protocol-Version is there twice"));
    };
    // Without the header, nothing else says which revision it is: the one before the header.
    let legacy = named
        .map_or(Some(Revision::V2025_03_26), Revision::named)
        .filter(|revision| !revision.is_modern());
    match message {
        Envelope::Request(request) => {
            let Request {
                id,
                method,
                params,
                meta,
                ..
            } = request;
            let modern_header = named
                .and_then(Revision::named)
                .is_some_and(Revision::is_modern);
            if meta.is_modern(method) || modern_header {
                return plan_modern(*id, method, params, meta, named, headers, shared);
            }
            match legacy {
                _ if method == "initialize" => Plan::Shake,
                Some(_) if shared.table.is_some() => plan_within(Some(*id), message, parts, shared),
                Some(revision) => Plan::Answer(revision),
                None => refuse(
                    Some(*id),
                    &Fault::Revision(named.unwrap_or_default().into()),
                ),
            }
        }
        Envelope::Notification { .. } | Envelope::Response { .. }
            if shared.table.is_some()
                && named.is_some_and(|name| Revision::named(name).is_none()) =>
        {
            refuse(None, &Fault::Revision(named.unwrap_or_default().into()))
        }
        Envelope::Notification { .. } | Envelope::Response { .. } | Envelope::Batch(_)
            if shared.table.is_some() && legacy.is_some() =>
        {
            plan_within(None, message, parts, shared)
        }
        Envelope::Notification { .. } | Envelope::BadNotification { .. } => Plan::Accept,
        // Nothing was asked, so nothing waits for it.
        Envelope::Response { .. } if legacy.is_some() => Plan::Accept,
        Envelope::Response { .. } => refuse(
            None,
            &Fault::Invalid("a server asks nothing in this revision"),
        ),
        Envelope::Batch(_) if legacy == Some(Revision::V2025_03_26) => {
            Plan::Answer(Revision::V2025_03_26)
        }
        Envelope::Batch(_) => refuse(
            None,
            &Fault::Invalid("this revision of the protocol has no batches"),
        ),
        Envelope::Broken { id, fault } => refuse(*id, fault),
    }
}

/// Whether anything is to be said to a message of a session. Responses and notifications have to
/// be taken at once, in a batch too: the calls that wait for them may take up all room.
fn wants_answer(message: &Envelope<'_>, session: &Session, core: &Core) -> bool {
    let is_silent = |message: &Envelope<'_>| {
        matches!(
            message,
            Envelope::Notification { .. }
                | Envelope::BadNotification { .. }
                | Envelope::Response { .. }
        )
    };
    match message {
        Envelope::Batch(text) if session.revision().is_some_and(Revision::has_batches) => {
            let messages = batch::read(text, core.limits.batch);
            !messages.is_ok_and(|messages| messages.iter().all(is_silent))
        }
        message => !is_silent(message),
    }
}

/// Looks for the session of a message.
fn plan_within(id: Option<Id<'_>>, message: &Envelope<'_>, parts: &Parts, shared: &Shared) -> Plan {
    match within::find(shared, parts) {
        Ok(session) => {
            let (core, _) = shared.served.parts();
            let wants_answer = wants_answer(message, &session.session, core);
            Plan::Within(session, wants_answer)
        }
        Err((code, fault)) => {
            let mut json = Vec::new();
            fault.write(id, None, &mut json);
            Plan::Refuse(code, json)
        }
    }
}

/// Looks at a request of 2026-07-28: its headers mirror its body.
fn plan_modern(
    id: Id<'_>,
    method: &str,
    params: &Params<'_>,
    meta: &Meta<'_>,
    named: Option<&str>,
    headers: &HeaderMap,
    shared: &Shared,
) -> Plan {
    let Some(named) = named else {
        return mismatch(id, "MCP-Protocol-Version");
    };
    if !headers::one(headers, &METHOD).is_ok_and(|sent| sent == Some(method)) {
        return mismatch(id, "Mcp-Method");
    }
    let target = match method {
        "tools/call" | "prompts/get" => params.name.and_then(Value::string),
        "resources/read" => params.uri().and_then(string),
        #[cfg(feature = "tasks")]
        "tasks/get" | "tasks/update" | "tasks/cancel" => params.task_id().and_then(string),
        _ => None,
    };
    if let Some(target) = &target {
        let sent = headers::one(headers, &NAME);
        let sent = sent.ok().flatten().and_then(headers::decoded);
        if sent.is_none_or(|sent| sent != *target) {
            return mismatch(id, "Mcp-Name");
        }
    }
    if meta
        .protocol_version
        .and_then(string)
        .is_some_and(|version| version != named)
    {
        return mismatch(id, "MCP-Protocol-Version");
    }
    let revision = match meta.revision() {
        Ok(revision) => revision,
        Err(fault) => return refuse(Some(id), &fault),
    };
    if let (Some(tool), "tools/call") = (&target, method) {
        let (core, _) = shared.served.parts();
        if !shared
            .mirrored
            .agrees(core, tool, params.arguments, headers)
        {
            return mismatch(id, "Mcp-Param");
        }
    }
    Plan::Answer(revision)
}

/// A header does not say what the body says.
fn mismatch(id: Id<'_>, header: &str) -> Plan {
    let mut json = Vec::from(&b"{\"jsonrpc\":\"2.0\",\"id\":"[..]);
    id.write(&mut json);
    json.extend_from_slice(b",\"error\":{\"code\":");
    writer::signed(MISMATCH, &mut json);
    json.extend_from_slice(b",\"message\":");
    let text = alloc::format!("The header {header} does not say what the body says");
    writer::string(&text, &mut json);
    json.extend_from_slice(b"}}");
    Plan::Refuse(StatusCode::BAD_REQUEST, json)
}

fn refuse(id: Option<Id<'_>>, fault: &Fault<'_>) -> Plan {
    let mut json = Vec::new();
    fault.write(id, None, &mut json);
    Plan::Refuse(StatusCode::BAD_REQUEST, json)
}

/// The reply to one message, as a future that owns all it needs; `way`: where its calls have
/// another way to the client than the session.
pub(super) fn replying(
    shared: &Arc<Shared>,
    bytes: Bytes,
    session: impl Borrow<Session> + Send + Sync + 'static,
    way: Option<WayToClient>,
    parts: Parts,
) -> Replying {
    let shared = Arc::clone(shared);
    Box::pin(async move {
        let session = session.borrow();
        let timeout = shared.timeout;
        let (core, calls) = shared.served.parts();
        let mut frame = CallFrame::new();
        let mut out = Vec::new();
        let incoming = dispatch::read(core, &bytes, &mut frame);
        if let Some(principal) = parts.extensions.get::<Principal>() {
            frame.extensions_mut().insert(principal.clone());
        }
        frame.extensions_mut().insert(parts);
        #[cfg(feature = "tasks")]
        if let Some(wanted) = tasks::wanted(core, calls, &incoming, session) {
            let extensions = core::mem::take(frame.extensions_mut());
            let (served, message) = (Arc::clone(&shared.served), bytes.to_vec());
            return tasks::answer(served, wanted, message, extensions, timeout).await;
        }
        let may_block = way.as_ref().is_some_and(|way| may_block(way, session))
            && calls_something(core, &incoming);
        frame.context.set_own_way(way);
        let answer =
            || dispatch::answer_threads(core, calls, incoming, &mut frame, session, &mut out);
        let outcome = if may_block {
            ::tokio::task::block_in_place(answer)
        } else {
            answer()
        };
        match outcome {
            // A subscription is open until the client goes away, or the server ends it.
            Outcome::Silent => {
                // One that began while all were ended was not seen by what ended them.
                if shared.closing.load(Ordering::SeqCst) {
                    dispatch::close(core, session, false);
                }
                core::future::poll_fn(|cx| session.poll_listening(cx)).await;
            }
            Outcome::Replied => {}
            Outcome::Pending(pending) => {
                let mut pending = Some(pending);
                let mut limit = core::pin::pin!(timeout.map(::tokio::time::sleep));
                core::future::poll_fn(|cx| {
                    let limit = limit.as_mut();
                    limited::poll(&mut pending, cx, &mut out, || limit.as_pin_mut())
                })
                .await;
            }
        }
        out
    })
}

/// Whether a tool may hold up its thread until the client answers: then other tasks have to go
/// on elsewhere, that which sends the question first of all.
fn may_block((link, _): &WayToClient, session: &Session) -> bool {
    link.as_ref().is_some_and(|link| link.is_blocking())
        && session.client().is_some_and(|client| {
            ["elicitation", "sampling", "roots"]
                .iter()
                .any(|name| member(&client.capabilities, name).is_some())
        })
}

/// Whether a message calls something that may ask.
fn calls_something(core: &Core, message: &Incoming<'_>) -> bool {
    match message.method() {
        Some("tools/call") if core.filters.is_empty() => message
            .name()
            .and_then(|name| core.find_tool(&name))
            .is_some_and(|(_, tool)| tool.attentive),
        Some("tools/call" | "prompts/get" | "resources/read") => true,
        _ => message.is_batch(),
    }
}

/// One reply as one JSON object, or as one event for a client that wants that rather; its error
/// decides the status.
pub(super) fn reply(revision: Revision, takes: Takes, reply: Vec<u8>) -> Response {
    if reply.is_empty() {
        return status(StatusCode::ACCEPTED, reply);
    }
    let code = match error_code(&reply) {
        Some(-32700 | -32600) => StatusCode::BAD_REQUEST,
        Some(-32601) if revision.is_modern() => StatusCode::NOT_FOUND,
        Some(-32022..=-32020) if revision.is_modern() => StatusCode::BAD_REQUEST,
        _ if takes == Takes::Events => return events::lone(&reply),
        _ => StatusCode::OK,
    };
    status(code, reply)
}

/// The code of a reply that is an error.
fn error_code(reply: &[u8]) -> Option<i64> {
    let text = core::str::from_utf8(reply).ok()?;
    let mut cursor = Cursor::new(text);
    if cursor.kind() != Kind::Object {
        return None;
    }
    cursor.enter();
    while let Some(key) = cursor.next_key() {
        if key.is("result") {
            return None;
        }
        if key.is("error") {
            cursor.enter();
            cursor.next_key()?;
            return cursor.number().parse().ok();
        }
        cursor.skip();
    }
    None
}
