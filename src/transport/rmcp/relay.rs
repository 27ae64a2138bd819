//! What a call sends to the client before its reply, by way of the SDK's peer.

use alloc::boxed::Box;
use alloc::string::ToString as _;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::future::Future;
use core::pin::Pin;
use core::task::{Context, Poll};
use std::sync::OnceLock;

use ::rmcp::model::{
    CancelledNotification, CancelledNotificationParam, CustomRequest, ErrorData, RequestId,
    ServerNotification,
};
use ::rmcp::service::{Peer, PeerRequestOptions, RoleServer, ServiceError};
use ::tokio::sync::mpsc;
use serde_json::{Value, json};

use crate::session::Sink;

/// The way of notifications and requests to what sends them.
pub(super) struct Way(pub(super) mpsc::UnboundedSender<Vec<u8>>);

impl Sink for Way {
    fn send(&self, message: &[u8]) {
        // The client may be gone.
        let _ = self.0.send(message.into());
    }
}

/// Sends notifications on until there will be none any more.
pub(super) async fn tell(mut told: mpsc::UnboundedReceiver<Vec<u8>>, peer: Peer<RoleServer>) {
    while let Some(message) = told.recv().await {
        let Ok(notification) = serde_json::from_slice(&message) else {
            continue;
        };
        if peer.send_notification(notification).await.is_err() {
            return;
        }
    }
}

type Doing<'p, T> = Pin<Box<dyn Future<Output = T> + Send + 'p>>;

/// A question that the client has not answered.
struct Question<'p> {
    /// The id that the core knows it by.
    id: Value,
    /// The id that the client knows it by, once it was sent.
    sent: Arc<OnceLock<RequestId>>,
    /// Its response as a message.
    response: Doing<'p, Vec<u8>>,
}

/// Sends on what one call sends: notifications one by one, questions side by side.
pub(super) struct Relay<'p> {
    messages: mpsc::UnboundedReceiver<Vec<u8>>,
    peer: &'p Peer<RoleServer>,
    notifying: Option<Doing<'p, Result<(), ServiceError>>>,
    questions: Vec<Question<'p>>,
}

impl<'p> Relay<'p> {
    pub(super) fn new(
        messages: mpsc::UnboundedReceiver<Vec<u8>>,
        peer: &'p Peer<RoleServer>,
    ) -> Self {
        Self {
            messages,
            peer,
            notifying: None,
            questions: Vec::new(),
        }
    }

    /// Ready once there is nothing to be sent; questions may still be open then. Responses go to
    /// `respond`.
    pub(super) fn poll(
        &mut self,
        cx: &mut Context<'_>,
        mut respond: impl FnMut(&[u8]),
    ) -> Poll<()> {
        let sent = self.poll_messages(cx);
        self.questions.retain_mut(|question| {
            let response = question.response.as_mut().poll(cx);
            if let Poll::Ready(message) = &response {
                respond(message);
            }
            response.is_pending()
        });
        sent
    }

    fn poll_messages(&mut self, cx: &mut Context<'_>) -> Poll<()> {
        loop {
            if let Some(notifying) = &mut self.notifying {
                // Where the client is gone, there is nobody to be told of it.
                if notifying.as_mut().poll(cx).is_pending() {
                    return Poll::Pending;
                }
                self.notifying = None;
            }
            match self.messages.poll_recv(cx) {
                Poll::Ready(Some(message)) => self.take(&message),
                Poll::Ready(None) | Poll::Pending => return Poll::Ready(()),
            }
        }
    }

    fn take(&mut self, message: &[u8]) {
        let Ok(mut message) = serde_json::from_slice::<Value>(message) else {
            return;
        };
        let method = message["method"].as_str().unwrap_or_default();
        if let Some(id) = message.get("id") {
            let request = CustomRequest::new(method, message.get("params").cloned());
            let (id, sent) = (id.clone(), Arc::new(OnceLock::new()));
            self.questions.push(Question {
                response: Box::pin(ask(self.peer, id.clone(), request, Arc::clone(&sent))),
                id,
                sent,
            });
            return;
        }
        match method {
            // The connection itself is told.
            "notifications/tools/list_changed"
            | "notifications/prompts/list_changed"
            | "notifications/resources/list_changed" => {}
            "notifications/cancelled" => self.withdraw(&message["params"]),
            _ => {
                if let Ok(notification) = serde_json::from_value(message.take()) {
                    self.notify(notification);
                }
            }
        }
    }

    /// A question needs no answer any more: the client knows it by another id.
    fn withdraw(&mut self, params: &Value) {
        let id = &params["requestId"];
        let Some(place) = self.questions.iter().position(|asked| asked.id == *id) else {
            return;
        };
        let question = self.questions.swap_remove(place);
        if let Some(id) = question.sent.get() {
            let reason = params["reason"].as_str().map(Into::into);
            let params = CancelledNotificationParam::new(Some(id.clone()), reason);
            self.notify(CancelledNotification::new(params).into());
        }
    }

    fn notify(&mut self, notification: ServerNotification) {
        self.notifying = Some(Box::pin(self.peer.send_notification(notification)));
    }
}

/// Asks the client; gives the response as a message, under the id that the core knows.
async fn ask(
    peer: &Peer<RoleServer>,
    id: Value,
    request: CustomRequest,
    sent: Arc<OnceLock<RequestId>>,
) -> Vec<u8> {
    let answer = async {
        let options = PeerRequestOptions::no_options();
        let handle = peer
            .send_cancellable_request(request.into(), options)
            .await?;
        let _ = sent.set(handle.id.clone());
        handle.await_response().await
    };
    let response = match answer.await {
        Ok(result) => json!({"jsonrpc": "2.0", "id": id, "result": result}),
        Err(error) => {
            let error = match error {
                ServiceError::McpError(error) => error,
                error => ErrorData::internal_error(error.to_string(), None),
            };
            json!({"jsonrpc": "2.0", "id": id, "error": error})
        }
    };
    response.to_string().into()
}
