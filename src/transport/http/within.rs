//! Messages of a session: in the revisions with a handshake, where sessions are on.

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::future::Future as _;
use core::pin::pin;
use core::sync::atomic::Ordering;
use core::time::Duration;

use ::tokio::runtime::{Handle, RuntimeFlavor};
use axum::body::Bytes;
use axum::http::request::Parts;
use axum::http::{HeaderName, HeaderValue, Method, StatusCode};
use axum::response::Response;

use super::call::{self, PROTOCOL_VERSION};
use super::events::{self, Reading};
use super::headers::{self, Takes};
use super::sessions::{NoSession, Table, Use};
use super::streams::{First, Place, Reader, Streams, Way};
use super::{Shared, not_allowed, refused, status};
use crate::ask::Principal;
use crate::dispatch;
use crate::frame::CallFrame;
use crate::pending::Outcome;
use crate::protocol::Revision;
use crate::protocol::error::Fault;
use crate::session::Link;

const SESSION_ID: HeaderName = HeaderName::from_static("mcp-session-id");
const LAST_EVENT_ID: HeaderName = HeaderName::from_static("last-event-id");

/// After so long a reply becomes a stream, so that a client whose connection breaks can come
/// back for it.
const PATIENCE: Duration = Duration::from_secs(1);

const NO_SESSION: Fault<'static> = Fault::Invalid("there is no such session, or none any more");

/// A handshake: its session begins if it succeeds.
pub(super) fn shake(shared: &Shared, table: &Arc<Table>, parts: Parts, bytes: &Bytes) -> Response {
    let (core, calls) = shared.served.parts();
    let takes = headers::takes(&parts.headers);
    let entry = table.make(parts.extensions.get::<Principal>());
    let mut frame = CallFrame::new();
    let mut out = Vec::new();
    let incoming = dispatch::read(core, bytes, &mut frame);
    let id = incoming.id();
    frame.extensions_mut().insert(parts);
    let outcome =
        dispatch::answer_threads(core, calls, incoming, &mut frame, &entry.session, &mut out);
    debug_assert!(
        matches!(outcome, Outcome::Replied),
        "it is answered at once"
    );
    drop(outcome);
    let Some(revision) = entry.session.revision() else {
        return call::reply(Revision::HANDSHAKE, takes, out);
    };
    let refused = |code, fault: &Fault<'_>| {
        let mut json = Vec::new();
        fault.write(id, Some(revision), &mut json);
        status(code, json)
    };
    let session_id = match table.open(entry) {
        Ok(id) => HeaderValue::try_from(id),
        Err(NoSession::Full) => {
            let fault = Fault::Failed("There is no room for another session.".into());
            return refused(StatusCode::SERVICE_UNAVAILABLE, &fault);
        }
        Err(NoSession::NoId) => {
            let fault = Fault::Failed("There is no number for a session.".into());
            return refused(StatusCode::INTERNAL_SERVER_ERROR, &fault);
        }
    };
    let mut response = call::reply(revision, takes, out);
    if let Ok(id) = session_id {
        response.headers_mut().insert(SESSION_ID, id);
    }
    response
}

/// The session that a request names.
pub(super) fn find(shared: &Shared, parts: &Parts) -> Result<Use, (StatusCode, Fault<'static>)> {
    let id = match headers::one(&parts.headers, &SESSION_ID) {
        Ok(Some(id)) => id,
        Ok(None) => {
            let fault = Fault::Invalid("what follows the handshake needs Mcp-Session-Id");
            return Err((StatusCode::BAD_REQUEST, fault));
        }
        Err(_) => {
            let fault = Fault::Invalid("Mcp-Session-Id is there twice, or is no text");
            return Err((StatusCode::BAD_REQUEST, fault));
        }
    };
    let principal = parts.extensions.get::<Principal>();
    shared
        .table
        .as_ref()
        .and_then(|table| table.find(id, principal))
        .ok_or((StatusCode::NOT_FOUND, NO_SESSION))
}

/// Takes notifications and responses.
pub(super) fn take(shared: &Shared, session: &Use, bytes: &Bytes) -> Response {
    let (core, calls) = shared.served.parts();
    let mut frame = CallFrame::new();
    let mut out = Vec::new();
    let incoming = dispatch::read(core, bytes, &mut frame);
    let outcome = dispatch::answer_threads(
        core,
        calls,
        incoming,
        &mut frame,
        &session.session,
        &mut out,
    );
    debug_assert!(matches!(outcome, Outcome::Silent), "there is no request");
    drop(outcome);
    status(StatusCode::ACCEPTED, out)
}

/// Answers requests.
pub(super) async fn answer(
    shared: &Arc<Shared>,
    session: Use,
    parts: Parts,
    mut bytes: Bytes,
) -> Response {
    if bytes.trim_ascii_start().starts_with(b"[") {
        let (core, calls) = shared.served.parts();
        let batch = dispatch::read(core, &bytes, &mut CallFrame::new());
        if let Some(rest) = dispatch::take_responses(core, calls, &batch, &session.session) {
            bytes = rest.into();
        }
    }
    let Ok(room) = Arc::clone(&session.room).acquire_owned().await else {
        return refused(StatusCode::NOT_FOUND, &NO_SESSION);
    };
    let revision = session.session.revision().unwrap_or(Revision::HANDSHAKE);
    let takes = headers::takes(&parts.headers);
    let takes_events = takes != Takes::Json;
    let primed = takes_events && revision >= Revision::V2025_11_25;
    let streams = Arc::clone(&session.streams);
    let number = streams.begin(primed);
    let at_once = (takes == Takes::Events).then(|| streams.open(number));
    let link = takes_events.then(|| {
        let way = Way {
            streams: Arc::clone(&streams),
            number,
        };
        Link::beside(&session.session, Arc::new(way), has_threads())
    });
    let way = Some((link, takes_events));
    let core_session = Arc::clone(&session.session);
    let reply = call::replying(shared, bytes, core_session, way, parts);
    let mut finish = Finish {
        streams: Arc::clone(&streams),
        number,
        reply: Vec::new(),
    };
    // A client that goes away has not cancelled its call.
    ::tokio::spawn(async move {
        finish.reply = reply.await;
        drop(finish);
        drop(room);
    });
    if let Some(reader) = at_once.flatten() {
        return read(shared, session, reader, primed);
    }
    let mut waiting = Waiting {
        streams: &streams,
        number,
        is_over: false,
    };
    let mut patience = pin!(primed.then(|| ::tokio::time::sleep(PATIENCE)));
    let first = core::future::poll_fn(|cx| {
        let late = match patience.as_mut().as_pin_mut() {
            Some(patience) => patience.poll(cx).is_ready(),
            None => false,
        };
        streams.poll_first(number, late, cx)
    })
    .await;
    waiting.is_over = true;
    match first {
        First::Reply(reply) => call::reply(revision, takes, reply),
        First::Stream(reader) => read(shared, session, reader, primed),
    }
}

/// A call of a session has ended, or was dropped: its stream does too.
struct Finish {
    streams: Arc<Streams>,
    number: u32,
    reply: Vec<u8>,
}

impl Drop for Finish {
    fn drop(&mut self) {
        self.streams
            .finish(self.number, core::mem::take(&mut self.reply));
    }
}

/// A client waits for what its request is answered with.
struct Waiting<'s> {
    streams: &'s Streams,
    number: u32,
    is_over: bool,
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        if !self.is_over {
            self.streams.abandon(self.number);
        }
    }
}

/// Whether other tasks go on while a tool holds up its thread.
fn has_threads() -> bool {
    Handle::try_current()
        .is_ok_and(|runtime| runtime.runtime_flavor() == RuntimeFlavor::MultiThread)
}

/// Another method than `POST`: `GET` reads a stream, `DELETE` ends the session.
pub(super) fn other(shared: &Shared, parts: &Parts) -> Response {
    let Some(table) = &shared.table else {
        return not_allowed("POST");
    };
    let version = headers::one(&parts.headers, &PROTOCOL_VERSION);
    let named = version.map(|version| version.map(Revision::named));
    let is_modern = matches!(named, Ok(Some(Some(revision))) if revision.is_modern());
    if is_modern || !matches!(parts.method, Method::GET | Method::DELETE) {
        return not_allowed(if is_modern {
            "POST"
        } else {
            "GET, POST, DELETE"
        });
    }
    if !matches!(named, Ok(None | Some(Some(_)))) {
        let fault = Fault::Invalid("MCP-Protocol-Version is not one that is known");
        return refused(StatusCode::BAD_REQUEST, &fault);
    }
    let session = match find(shared, parts) {
        Ok(session) => session,
        Err((code, fault)) => return refused(code, &fault),
    };
    if parts.method == Method::DELETE {
        if let Ok(Some(id)) = headers::one(&parts.headers, &SESSION_ID) {
            table.close(id);
        }
        return status(StatusCode::NO_CONTENT, Vec::new());
    }
    get(shared, session, parts)
}

/// Opens the session's own stream, or goes on with the one that the client has lost.
fn get(shared: &Shared, session: Use, parts: &Parts) -> Response {
    if headers::takes(&parts.headers) == Takes::Json {
        return status(StatusCode::NOT_ACCEPTABLE, Vec::new());
    }
    let (reader, is_new) = match headers::one(&parts.headers, &LAST_EVENT_ID) {
        Ok(None) => (session.streams.open_own(), true),
        Ok(Some(id)) => {
            let place = Place::read(id);
            (place.and_then(|place| session.streams.resume(place)), false)
        }
        Err(_) => (None, false),
    };
    let Some(reader) = reader else {
        let fault = Fault::Invalid("nothing is known of an event of this Last-Event-ID");
        return refused(StatusCode::BAD_REQUEST, &fault);
    };
    if shared.closing.load(Ordering::SeqCst) {
        session.streams.end_own();
    }
    let revision = session.session.revision();
    let primed = is_new && revision.is_some_and(|revision| revision >= Revision::V2025_11_25);
    read(shared, session, reader, primed)
}

/// A response of the events of one stream.
fn read(shared: &Shared, session: Use, reader: Reader, primed: bool) -> Response {
    let retry = shared
        .table
        .as_ref()
        .map_or(0, |table| table.settings.retry_time().as_millis());
    events::response(Reading {
        session,
        priming: primed.then(|| reader.place.priming(retry)),
        reader,
    })
}
