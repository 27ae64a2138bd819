//! One request of the SDK's and its answer, by way of the bytes of a message and its reply.

use alloc::format;
use alloc::string::ToString as _;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::future::Future as _;
use core::pin::pin;
use core::task::Poll;
use core::time::Duration;

use ::rmcp::model::{ErrorData, ServerNotification, Tool};
use ::rmcp::service::{RequestContext, RoleServer, SubscriptionContext};
use ::tokio::sync::mpsc;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::connection::Connection;
use super::relay::{Relay, Way};
use crate::ask::Principal;
use crate::dispatch;
use crate::frame::CallFrame;
use crate::pending::Outcome;
use crate::protocol::Revision;
use crate::protocol::tools::audience;
use crate::session::Session;
#[cfg(feature = "tasks")]
use crate::tasks;
use crate::transport::{Served, limited};

/// What a request goes through.
pub(super) struct Exchange<'a> {
    pub(super) served: &'a Arc<dyn Served>,
    pub(super) connection: &'a Connection,
    pub(super) timeout: Option<Duration>,
}

impl Exchange<'_> {
    /// Sends a request through the core, and what its call sends before the reply to the client.
    pub(super) async fn run<P: Serialize>(
        self,
        method: &str,
        params: Option<P>,
        context: RequestContext<RoleServer>,
    ) -> Result<Value, ErrorData> {
        let message = request(method, params, &context)?;
        reply(&self.answer(message, &context).await?)
    }

    async fn answer(
        self,
        message: Vec<u8>,
        context: &RequestContext<RoleServer>,
    ) -> Result<Vec<u8>, ErrorData> {
        let (core, calls) = self.served.parts();
        let (way, messages) = mpsc::unbounded_channel();
        let session = self.connection.session(Way(way), context)?;
        let mut relay = Relay::new(messages, &context.peer);
        let mut frame = CallFrame::new();
        let mut out = Vec::new();
        let incoming = dispatch::read(core, &message, &mut frame);
        let id = incoming.id();
        if let Some(principal) = context.extensions.get::<Principal>() {
            frame.extensions_mut().insert(principal.clone());
        }
        frame.extensions_mut().insert(context.clone());
        #[cfg(feature = "tasks")]
        if let Some(wanted) = tasks::wanted(core, calls, &incoming, &session) {
            let extensions = core::mem::take(frame.extensions_mut());
            let (served, message) = (Arc::clone(self.served), message.clone());
            return Ok(tasks::answer(served, wanted, message, extensions, self.timeout).await);
        }
        let outcome =
            dispatch::answer_threads(core, calls, incoming, &mut frame, &session, &mut out);
        let mut pending = match outcome {
            Outcome::Pending(pending) => Some(pending),
            Outcome::Replied | Outcome::Silent => None,
        };
        let mut cancelled = pin!(context.ct.cancelled());
        let mut wanted = true;
        let mut limit = pin!(self.timeout.map(::tokio::time::sleep));
        core::future::poll_fn(|cx| {
            if wanted && cancelled.as_mut().poll(cx).is_ready() {
                wanted = false;
                if let Some(id) = id {
                    session.cancel(id);
                }
            }
            let limit = limit.as_mut();
            let over = limited::poll(&mut pending, cx, &mut out, || limit.as_pin_mut());
            // What was sent before the reply goes out before it.
            let sent = relay.poll(cx, |answer| respond(&**self.served, &session, answer));
            if over.is_ready() { sent } else { Poll::Pending }
        })
        .await;
        Ok(out)
    }
}

/// Hands the client's answer to a question over to the call that asked it.
fn respond(served: &dyn Served, session: &Session, message: &[u8]) {
    let (core, calls) = served.parts();
    let mut frame = CallFrame::new();
    let incoming = dispatch::read(core, message, &mut frame);
    let outcome =
        dispatch::answer_threads(core, calls, incoming, &mut frame, session, &mut Vec::new());
    debug_assert!(matches!(outcome, Outcome::Silent));
    drop(outcome);
}

/// Serves a subscription until its client or the server ends it.
pub(super) async fn listen(
    served: &dyn Served,
    context: &SubscriptionContext,
) -> Result<(), ErrorData> {
    let (core, calls) = served.parts();
    let (way, mut messages) = mpsc::unbounded_channel();
    let session = Session::new().sink(Arc::new(Way(way))).one_way();
    let mut params = Map::new();
    params.insert("notifications".into(), value(context.accepted())?);
    let message = request(
        "subscriptions/listen",
        Some(params),
        context.request_context(),
    )?;
    let mut out = Vec::new();
    let mut frame = CallFrame::new();
    let incoming = dispatch::read(core, &message, &mut frame);
    drop(dispatch::answer_threads(
        core, calls, incoming, &mut frame, &session, &mut out,
    ));
    if !out.is_empty() {
        return reply(&out).map(|_| ());
    }
    let mut over = pin!(context.cancelled());
    loop {
        let next = core::future::poll_fn(|cx| {
            if over.as_mut().poll(cx).is_ready() {
                return Poll::Ready(None);
            }
            if let Poll::Ready(message) = messages.poll_recv(cx) {
                return Poll::Ready(message);
            }
            session.poll_listening(cx).map(|()| None)
        });
        let Some(message) = next.await else {
            return Ok(());
        };
        // The SDK has acknowledged the subscription itself, and ends it with a result of its own.
        let Ok(told) = serde_json::from_slice::<ServerNotification>(&message) else {
            continue;
        };
        if matches!(
            told,
            ServerNotification::SubscriptionsAcknowledgedNotification(_)
                | ServerNotification::CancelledNotification(_)
                | ServerNotification::CustomNotification(_)
        ) {
            continue;
        }
        if context.sink().send(told).await.is_err() {
            return Ok(());
        }
    }
}

/// A tool as the SDK has it: what it compares headers of HTTP with.
pub(super) fn tool(served: &dyn Served, name: &str) -> Option<Tool> {
    let (core, _) = served.parts();
    let (_, tool) = core.find_tool(name)?;
    let mut listing = Vec::new();
    tool.entry
        .get()
        .write(audience(Revision::V2026_07_28, false), &mut listing);
    serde_json::from_slice(&listing).ok()
}

/// A request as a message. The SDK keeps `_meta` apart from the parameters.
fn request<P: Serialize>(
    method: &str,
    params: Option<P>,
    context: &RequestContext<RoleServer>,
) -> Result<Vec<u8>, ErrorData> {
    let mut params = params.map(|params| value(&params)).transpose()?;
    let meta = &context.meta.0.0;
    if !meta.is_empty() {
        let params = params.get_or_insert_with(|| Value::Object(Map::new()));
        if let Value::Object(params) = params {
            params.insert("_meta".into(), Value::Object(meta.clone()));
        }
    }
    Ok(message(Some(value(&context.id)?), method, params))
}

/// A message of the client's: a notification where it has no id.
pub(super) fn message(id: Option<Value>, method: &str, params: Option<Value>) -> Vec<u8> {
    let mut message = Map::new();
    message.insert("jsonrpc".into(), "2.0".into());
    message.insert("method".into(), method.into());
    if let Some(id) = id {
        message.insert("id".into(), id);
    }
    if let Some(params) = params {
        message.insert("params".into(), params);
    }
    Value::Object(message).to_string().into()
}

/// The result of a reply, or its error.
pub(super) fn reply(reply: &[u8]) -> Result<Value, ErrorData> {
    if reply.is_empty() {
        // The call was cancelled: the SDK drops this.
        return Err(ErrorData::internal_error(
            "The request was cancelled.",
            None,
        ));
    }
    let mut reply: Value = serde_json::from_slice(reply).map_err(broken)?;
    match reply.get_mut("error").map(Value::take) {
        Some(error) => Err(serde_json::from_value(error).map_err(broken)?),
        None => Ok(reply["result"].take()),
    }
}

/// A part of the SDK's model as JSON.
pub(super) fn value(part: &impl Serialize) -> Result<Value, ErrorData> {
    serde_json::to_value(part).map_err(broken)
}

/// A result in the SDK's model.
pub(super) fn fits<R: DeserializeOwned>(result: Value) -> Result<R, ErrorData> {
    serde_json::from_value(result).map_err(broken)
}

/// Something is no part of the SDK's model.
pub(super) fn broken(error: impl core::fmt::Display) -> ErrorData {
    let message = format!("The message does not fit the model of the SDK: {error}");
    ErrorData::internal_error(message, None)
}
