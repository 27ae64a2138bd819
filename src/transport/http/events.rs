//! Answers that are streams of events.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::convert::Infallible;
use core::future::Future as _;
use core::pin::Pin;
use core::task::{Context, Poll, ready};
use core::time::Duration;

use ::tokio::time::{Instant, Sleep};
use axum::body::{Body, Bytes};
use axum::http::{HeaderName, HeaderValue, header};
use axum::response::Response;
use futures_core::Stream;

use super::Replying;
use super::queue::Messages;
use super::sessions::Use;
use super::streams::Reader;

/// So long a stream may be silent: what stands between keeps it open, and a client that
/// vanished without a word is noticed.
const SILENCE: Duration = Duration::from_secs(15);

/// A response of events.
pub(super) fn response(
    events: impl Stream<Item = Result<Bytes, Infallible>> + Send + Unpin + 'static,
) -> Response {
    typed(Body::from_stream(Alive {
        events,
        silence: Box::pin(::tokio::time::sleep(SILENCE)),
    }))
}

/// A response of one event: a reply before which nothing was sent.
pub(super) fn lone(reply: &[u8]) -> Response {
    typed(Body::from(event(reply)))
}

fn typed(body: Body) -> Response {
    let mut response = Response::new(body);
    let headers = response.headers_mut();
    headers.insert(
        header::CONTENT_TYPE,
        HeaderValue::from_static("text/event-stream"),
    );
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    // Proxies that gather a response before they pass it on would hold everything up.
    headers.insert(
        HeaderName::from_static("x-accel-buffering"),
        HeaderValue::from_static("no"),
    );
    response
}

/// Events, and a comment where there were none for long.
struct Alive<E> {
    events: E,
    silence: Pin<Box<Sleep>>,
}

impl<E: Stream<Item = Result<Bytes, Infallible>> + Unpin> Stream for Alive<E> {
    type Item = Result<Bytes, Infallible>;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let polled = Pin::new(&mut self.events).poll_next(cx);
        let event = if polled.is_ready() {
            ready!(polled)
        } else {
            ready!(self.silence.as_mut().poll(cx));
            Some(Ok(Bytes::from_static(b":\n\n")))
        };
        self.silence.as_mut().reset(Instant::now() + SILENCE);
        Poll::Ready(event)
    }
}

/// Notifications, then the reply, each as an event. Dropped, it drops the call.
pub(super) struct Events {
    pub(super) call: Replying,
    pub(super) messages: Messages,
    pub(super) first: Option<Vec<u8>>,
    pub(super) reply: Option<Vec<u8>>,
    pub(super) over: bool,
}

impl Stream for Events {
    type Item = Result<Bytes, Infallible>;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let this = &mut *self;
        if this.over {
            return Poll::Ready(None);
        }
        if let Some(first) = this.first.take() {
            return Poll::Ready(Some(Ok(event(&first))));
        }
        if this.reply.is_none() {
            if let Poll::Ready(reply) = this.call.as_mut().poll(cx) {
                this.reply = Some(reply);
            }
        }
        if let Poll::Ready(message) = this.messages.poll_next(cx) {
            return Poll::Ready(Some(Ok(event(&message))));
        }
        match this.reply.take() {
            Some(reply) => {
                this.over = true;
                if reply.is_empty() {
                    Poll::Ready(None)
                } else {
                    Poll::Ready(Some(Ok(event(&reply))))
                }
            }
            None => Poll::Pending,
        }
    }
}

/// One message as one event; a message holds no line feed.
fn event(message: &[u8]) -> Bytes {
    let mut event = Vec::with_capacity(message.len() + 24);
    event.extend_from_slice(b"event: message\ndata: ");
    event.extend_from_slice(message);
    event.extend_from_slice(b"\n\n");
    event.into()
}

/// A stream of a session, read by one client. Dropped, it drops nothing but the reader.
pub(super) struct Reading {
    /// Its session does not expire meanwhile.
    pub(super) session: Use,
    pub(super) reader: Reader,
    /// What gives the client an id to come back with.
    pub(super) priming: Option<Bytes>,
}

impl Stream for Reading {
    type Item = Result<Bytes, Infallible>;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let Self {
            session,
            reader,
            priming,
        } = &mut *self;
        if let Some(priming) = priming.take() {
            return Poll::Ready(Some(Ok(priming)));
        }
        session
            .streams
            .poll_next(reader, cx)
            .map(|next| next.map(Ok))
    }
}
