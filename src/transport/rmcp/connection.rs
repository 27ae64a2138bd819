//! What the requests of one connection share.

use alloc::sync::Arc;
use alloc::vec::Vec;
use std::sync::{Mutex, PoisonError};

use ::rmcp::model::ErrorData;
use ::rmcp::service::{Peer, RequestContext, RoleServer};
use ::tokio::sync::mpsc;
use serde_json::Value;

use super::exchange::{self, broken};
use super::relay::{self, Way};
use crate::dispatch;
use crate::frame::CallFrame;
use crate::pending::Outcome;
use crate::protocol::Revision;
use crate::session::Session;
use crate::transport::Served;

/// The log level that a client of a handshake asked for, and what it wants to be told of
/// changes. Calls have sessions of their own, so that what they send goes out with them.
pub(super) struct Connection {
    session: Session,
    /// What it is told, until something sends it on.
    told: Mutex<Option<mpsc::UnboundedReceiver<Vec<u8>>>>,
}

impl Default for Connection {
    fn default() -> Self {
        let (send, told) = mpsc::unbounded_channel();
        let session = Session::new().sink(Arc::new(Way(send))).one_way();
        #[cfg(feature = "tasks")]
        let session = session.with_tasks();
        Self {
            session,
            told: Mutex::new(Some(told)),
        }
    }
}

impl Connection {
    /// Sends a request that is about the connection through the core.
    pub(super) fn handle(
        &self,
        served: &dyn Served,
        method: &str,
        params: Value,
    ) -> Result<Value, ErrorData> {
        let message = exchange::message(Some(Value::from(0)), method, Some(params));
        exchange::reply(&self.answer(served, &message))
    }

    fn answer(&self, served: &dyn Served, message: &[u8]) -> Vec<u8> {
        let (core, calls) = served.parts();
        let mut frame = CallFrame::new();
        let mut out = Vec::new();
        let incoming = dispatch::read(core, message, &mut frame);
        let outcome =
            dispatch::answer_threads(core, calls, incoming, &mut frame, &self.session, &mut out);
        // Nothing that is about a connection takes its time.
        debug_assert!(!matches!(outcome, Outcome::Pending(_)));
        drop(outcome);
        out
    }

    /// From here on the client of a handshake is told of changes.
    pub(super) fn attach(&self, served: &dyn Served, peer: &Peer<RoleServer>) {
        let message = exchange::message(None, "notifications/initialized", None);
        let reply = self.answer(served, &message);
        debug_assert!(reply.is_empty());
        self.tell(peer);
    }

    /// Has what the connection is told sent to the client, for as long as both are there.
    fn tell(&self, peer: &Peer<RoleServer>) {
        let told = self
            .told
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take();
        if let Some(told) = told {
            ::tokio::spawn(relay::tell(told, peer.clone()));
        }
    }

    /// The same as [`handle`](Self::handle), for a client that may have shaken hands elsewhere:
    /// with another process, behind a transport without sessions.
    pub(super) fn handle_for(
        &self,
        served: &dyn Served,
        method: &str,
        params: Value,
        context: &RequestContext<RoleServer>,
    ) -> Result<Value, ErrorData> {
        if self.session.revision().is_none() {
            introduce(&self.session, context)?;
        }
        let result = self.handle(served, method, params);
        self.tell(&context.peer);
        result
    }

    /// A session for one request, which sends on its `way` what comes before the reply.
    pub(super) fn session(
        &self,
        way: Way,
        context: &RequestContext<RoleServer>,
    ) -> Result<Session, ErrorData> {
        let session = Session::new().sink(Arc::new(way)).unblocking();
        #[cfg(feature = "tasks")]
        let session = session.with_tasks();
        introduce(&session, context)?;
        if let Some(level) = self.session.log_level() {
            session.set_log_level(level);
        }
        Ok(session)
    }
}

/// Tells a session what the SDK knows of the client. A client of 2026-07-28 says it in every
/// request.
fn introduce(session: &Session, context: &RequestContext<RoleServer>) -> Result<(), ErrorData> {
    let version = context.protocol_version();
    let revision = version.and_then(|version| Revision::named(version.as_str()));
    let Some(revision) = revision.filter(|revision| !revision.is_modern()) else {
        return Ok(());
    };
    let info = serde_json::to_string(&context.client_info()).map_err(broken)?;
    let capabilities = serde_json::to_string(&context.client_capabilities()).map_err(broken)?;
    let object = |json: &str| json.starts_with('{');
    session.shake(
        revision,
        Some(&*info).filter(|json| object(json)).unwrap_or_default(),
        Some(&*capabilities)
            .filter(|json| object(json))
            .unwrap_or_default(),
    );
    Ok(())
}
