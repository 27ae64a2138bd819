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

use ::tokio::net::{TcpListener, TcpStream};
use ::tokio::sync::Notify;
use ::tokio::task::JoinSet;
use axum::Router;
use hyper::server::conn::http1;
use hyper::service::{Service as _, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;

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

/// Serves until `shutdown` ends; requests in flight are answered first.
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
    while connections.join_next().await.is_some() {}
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
    stream: TcpStream,
    router: Router,
    ticket: Arc<Ticket>,
    take: Take,
) -> u64 {
    // A small reply waits for nothing: the last segment goes out at once.
    let _ = stream.set_nodelay(true);
    let router = TowerToHyperService::new(router);
    let served = service_fn(|request| {
        ticket.used.store(true, Ordering::Relaxed);
        router.call(request)
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(take.idle)
        .max_buf_size(HEAD)
        .serve_connection(TokioIo::new(stream), served);
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
