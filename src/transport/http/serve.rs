//! A listener and its connections: how many there are, and how long they may say nothing.
//!
//! `axum::serve` would do but for that: it waits for ever for the head of a request, and takes
//! any number of connections.

use alloc::collections::BTreeMap;
use alloc::sync::Arc;
use core::future::Future;
use core::pin::pin;
use core::sync::atomic::{AtomicBool, Ordering};
use core::task::Poll;
use core::time::Duration;
use std::io;

use ::tokio::io::{AsyncRead, AsyncWrite};
use ::tokio::net::{TcpListener, TcpStream};
use ::tokio::sync::Notify;
use ::tokio::task::JoinSet;
use axum::Router;
use hyper::server::conn::http1;
use hyper::service::{Service as _, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;

use super::patient::Patient;

/// After so long the next connection is asked to make room, or a full system is tried again.
const PAUSE: Duration = Duration::from_millis(50);

/// So many bytes a head may have, and are kept for a connection.
const HEAD: usize = 64 * 1024;

/// What a listener takes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Take {
    pub(super) connections: usize,
    /// From the end of an answer, or the beginning, to the end of the next head.
    pub(super) idle: Duration,
    /// How long a client may take nothing of what it is sent.
    pub(super) write: Duration,
    /// How long requests in flight may go on after the shutdown.
    pub(super) grace: Duration,
}

/// What a connection is known by.
#[derive(Default)]
struct Ticket {
    /// It is asked to go.
    leave: Notify,
    /// It has brought a request, so it cannot just be cut.
    used: AtomicBool,
}

/// What a listener waits for.
enum Event {
    Accepted(io::Result<TcpStream>),
    /// The connection of this number is over.
    Closed(Option<u64>),
    /// It has waited long enough for one to be so.
    Full,
    Shutdown,
}

/// Serves until `shutdown` ends; requests in flight are answered first, but those that take longer
/// than the grace are dropped, with their connections.
///
/// # Errors
///
/// The socket does not listen.
pub(super) async fn serve(
    listener: TcpListener,
    router: Router,
    take: Take,
    shutdown: impl Future<Output = ()>,
) -> io::Result<()> {
    let mut shutdown = pin!(shutdown);
    let mut connections = JoinSet::new();
    // Those that were not asked to go yet, the eldest first.
    let mut staying = BTreeMap::new();
    let (mut last, mut is_full) = (0_u64, false);
    loop {
        let full = is_full || connections.len() >= take.connections.max(1);
        if full {
            ask_eldest(&mut staying);
        }
        let mut pause = pin!(full.then(|| ::tokio::time::sleep(PAUSE)));
        let event = core::future::poll_fn(|cx| {
            if shutdown.as_mut().poll(cx).is_ready() {
                return Poll::Ready(Event::Shutdown);
            }
            if let Poll::Ready(Some(closed)) = connections.poll_join_next(cx) {
                return Poll::Ready(Event::Closed(closed.ok()));
            }
            match pause.as_mut().as_pin_mut() {
                Some(pause) => pause.poll(cx).map(|()| Event::Full),
                None => listener
                    .poll_accept(cx)
                    .map(|accepted| Event::Accepted(accepted.map(|(stream, _)| stream))),
            }
        })
        .await;
        is_full = false;
        match event {
            Event::Accepted(Ok(stream)) => {
                // A small reply waits for nothing: the last segment goes out at once.
                let _ = stream.set_nodelay(true);
                last += 1;
                let ticket = Arc::new(Ticket::default());
                connections.spawn(connection(
                    last,
                    stream,
                    router.clone(),
                    ticket.clone(),
                    take,
                ));
                staying.insert(last, ticket);
            }
            // It does not listen, and never will.
            Event::Accepted(Err(error)) if error.kind() == io::ErrorKind::InvalidInput => {
                return Err(error);
            }
            // The client is gone already; or the system has no room, such as no descriptor.
            Event::Accepted(Err(error)) => {
                is_full = !matches!(
                    error.kind(),
                    io::ErrorKind::ConnectionAborted
                        | io::ErrorKind::ConnectionReset
                        | io::ErrorKind::ConnectionRefused
                        | io::ErrorKind::Interrupted
                );
            }
            Event::Closed(number) => {
                if let Some(number) = number {
                    staying.remove(&number);
                }
            }
            Event::Full => {}
            Event::Shutdown => break,
        }
    }
    drop(listener);
    for ticket in staying.values() {
        ticket.leave.notify_one();
    }
    let answered = async { while connections.join_next().await.is_some() {} };
    if ::tokio::time::timeout(take.grace, answered).await.is_err() {
        connections.shutdown().await;
    }
    Ok(())
}

/// Asks one connection to make room: the eldest goes when it has been answered.
fn ask_eldest(staying: &mut BTreeMap<u64, Arc<Ticket>>) {
    if let Some((_, ticket)) = staying.pop_first() {
        ticket.leave.notify_one();
    }
}

/// Serves one connection: its number.
async fn connection(
    number: u64,
    stream: impl AsyncRead + AsyncWrite + Unpin,
    router: Router,
    ticket: Arc<Ticket>,
    take: Take,
) -> u64 {
    let router = TowerToHyperService::new(router);
    let served = service_fn(|request| {
        ticket.used.store(true, Ordering::Relaxed);
        router.call(request)
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(take.idle)
        .max_buf_size(HEAD)
        .serve_connection(TokioIo::new(Patient::new(stream, take.write)), served);
    let mut connection = pin!(connection);
    let mut leave = pin!(ticket.leave.notified());
    let mut is_asked = false;
    core::future::poll_fn(|cx| {
        if !is_asked && leave.as_mut().poll(cx).is_ready() {
            is_asked = true;
            if !ticket.used.load(Ordering::Relaxed) {
                return Poll::Ready(());
            }
            connection.as_mut().graceful_shutdown();
        }
        // What a client does wrong is its own affair.
        connection.as_mut().poll(cx).map(drop)
    })
    .await;
    number
}

#[cfg(test)]
mod tests {
    use alloc::string::String;
    use alloc::sync::Arc;
    use alloc::vec::Vec;
    use core::pin::Pin;
    use core::task::{Context, Poll};
    use core::time::Duration;
    use std::io::{self, IoSlice};

    use ::tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
    use axum::Router;
    use axum::body::Bytes;
    use axum::routing::post;

    use super::{Take, Ticket, connection};
    use crate::lock::Lock;

    /// A client that sends a request; keeps each write for itself.
    struct Recorder {
        request: &'static [u8],
        writes: Arc<Lock<Vec<Vec<u8>>>>,
    }

    impl AsyncRead for Recorder {
        fn poll_read(
            mut self: Pin<&mut Self>,
            _: &mut Context<'_>,
            buf: &mut ReadBuf<'_>,
        ) -> Poll<io::Result<()>> {
            let request = core::mem::take(&mut self.request);
            if request.is_empty() {
                return Poll::Pending;
            }
            buf.put_slice(request);
            Poll::Ready(Ok(()))
        }
    }

    impl AsyncWrite for Recorder {
        fn poll_write(
            self: Pin<&mut Self>,
            _: &mut Context<'_>,
            bytes: &[u8],
        ) -> Poll<io::Result<usize>> {
            self.writes.with(|writes| writes.push(bytes.into()));
            Poll::Ready(Ok(bytes.len()))
        }

        fn poll_write_vectored(
            self: Pin<&mut Self>,
            cx: &mut Context<'_>,
            parts: &[IoSlice<'_>],
        ) -> Poll<io::Result<usize>> {
            let parts: Vec<&[u8]> = parts.iter().map(|part| &**part).collect();
            self.poll_write(cx, &parts.concat())
        }

        fn is_write_vectored(&self) -> bool {
            true
        }

        fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
            Poll::Ready(Ok(()))
        }

        fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
            Poll::Ready(Ok(()))
        }
    }

    #[::tokio::test]
    async fn head_and_body_are_one_write() {
        for size in [2, 500, 20_000, 1 << 20] {
            let answer = async move || Bytes::from(alloc::vec![b'x'; size]);
            let writes = Arc::default();
            let client = Recorder {
                request: b"POST / HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n",
                writes: Arc::clone(&writes),
            };
            let take = Take {
                connections: 1,
                idle: Duration::from_secs(1),
                write: Duration::from_secs(1),
                grace: Duration::from_secs(1),
            };
            let router = Router::new().route("/", post(answer));
            connection(1, client, router, Arc::new(Ticket::default()), take).await;
            let writes = writes.with(core::mem::take);
            assert_eq!(writes.len(), 1, "{size} bytes: {:?}", writes.len());
            let text = String::from_utf8_lossy(&writes[0]);
            let (head, body) = text.split_once("\r\n\r\n").expect("a head");
            assert!(head.starts_with("HTTP/1.1 200 "), "{head}");
            assert_eq!(body.len(), size);
        }
    }
}
