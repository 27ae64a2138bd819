//! The shell on tokio: one task a call, so that calls run side by side and can be given up.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;
use core::future::Future;
use core::pin::{Pin, pin};
use core::task::Poll;
use core::time::Duration;
use std::io;
use std::sync::{Mutex, MutexGuard, PoisonError};

use ::tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _};
use ::tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore};
use ::tokio::task::JoinSet;
use ::tokio::time;

use super::limited;
use super::lines::{Line, Lines};
#[cfg(feature = "tasks")]
use crate::context::Extensions;
use crate::dispatch;
use crate::frame::CallFrame;
use crate::pending::{Outcome, Pending};
use crate::server::Server;
use crate::session::{Session, Sink};
#[cfg(feature = "tasks")]
use crate::tasks;
#[cfg(feature = "tasks")]
use crate::transport::Served;

/// So many bytes may wait for the client; beyond them nothing more is read.
const WAITING: usize = 1024 * 1024;

/// Why serving ended before its input did.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ServeError {
    /// The input failed.
    #[error("cannot read from the client")]
    Read(#[source] io::Error),
    /// The output failed.
    #[error("cannot write to the client")]
    Write(#[source] io::Error),
}

/// A server on tokio.
///
/// Every call is a task of its own, so calls run side by side: an asynchronous tool on any
/// runtime; a synchronous one holds up a worker thread, so a tool that blocks wants a runtime
/// of several threads, or `tokio::task::spawn_blocking` in its body. `ping`, lists and
/// cancellations are answered by the task that reads.
///
/// ```
/// use std::time::Duration;
/// use toolwright::transport::tokio::Shell;
/// use toolwright::{Server, mcp_tools};
///
/// mcp_tools! {
///     static WAIT: ToolSet<()>;
///
///     /// Waits.
///     async fn wait(ms: u64 [..=1000]) {
///         tokio::time::sleep(Duration::from_millis(ms)).await;
///     }
/// }
///
/// # let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
/// # runtime.block_on(async {
/// let shell = Shell::new(Server::new(&WAIT, ())).timeout(Duration::from_secs(30));
/// let (input, output) = (&b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}"[..], Vec::new());
/// shell.serve(input, output).await.unwrap();
/// # });
/// ```
pub struct Shell<S: 'static> {
    server: Arc<Server<S>>,
    timeout: Option<Duration>,
    shutdown: Option<Pin<Box<dyn Future<Output = ()> + Send>>>,
    grace: Duration,
}

impl<S: Send + Sync + 'static> Shell<S> {
    /// A shell around a server.
    pub fn new(server: impl Into<Arc<Server<S>>>) -> Self {
        Self {
            server: server.into(),
            timeout: None,
            shutdown: None,
            grace: Duration::from_secs(10),
        }
    }

    /// How long an asynchronous call may take; then its future is dropped, and it is answered
    /// with an error: `The tool did not answer in time.` No limit if nothing is said.
    ///
    /// A synchronous tool cannot be interrupted, and is not held to it.
    #[must_use]
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.timeout = Some(timeout);
        self
    }

    /// Serving ends when this future does, as if the input had ended.
    #[must_use]
    pub fn shutdown(mut self, signal: impl Future<Output = ()> + Send + 'static) -> Self {
        self.shutdown = Some(Box::pin(signal));
        self
    }

    /// How long calls in flight may go on after [`shutdown`](Self::shutdown): 10 seconds if
    /// nothing is said. Then their futures are dropped, without a reply.
    #[must_use]
    pub fn grace(mut self, grace: Duration) -> Self {
        self.grace = grace;
        self
    }

    /// Serves one client over stdin and stdout, until stdin ends.
    ///
    /// # Errors
    ///
    /// As [`serve`](Self::serve).
    pub async fn serve_stdio(self) -> Result<(), ServeError> {
        self.serve(::tokio::io::stdin(), ::tokio::io::stdout())
            .await
    }

    /// Serves one client over two streams of lines, until the input ends; calls in flight are
    /// answered first.
    ///
    /// With as many calls in flight as [`Limits::calls`](crate::Limits) says, or with more than
    /// 1 MiB of replies that the client has not taken, nothing more is read; what calls tell on
    /// their way, their progress and their logs, is dropped then.
    ///
    /// # Errors
    ///
    /// A stream failed; the futures of calls in flight are dropped.
    pub async fn serve(
        self,
        input: impl AsyncRead + Send + Unpin + 'static,
        output: impl AsyncWrite + Send + Unpin + 'static,
    ) -> Result<(), ServeError> {
        let way_out = Arc::new(Output::default());
        let (core, _) = self.server.parts();
        let limits = core.limits;
        let mut connection = Connection {
            session: Arc::new(connection(way_out.clone())),
            server: self.server,
            timeout: self.timeout,
            output: way_out.clone(),
            wanted: Arc::default(),
            room: Arc::new(Semaphore::new(limits.calls.max(1))),
            tasks: JoinSet::new(),
        };
        let mut writing = pin!(way_out.write(output));
        let mut reading =
            pin!(connection.read(Lines::new(limits.message), input, self.shutdown, self.grace));
        let mut done: Option<Result<(), ServeError>> = None;
        core::future::poll_fn(|cx| {
            if done.is_none() {
                if let Poll::Ready(end) = reading.as_mut().poll(cx) {
                    way_out.close();
                    done = Some(end.map_err(ServeError::Read));
                }
            }
            match writing.as_mut().poll(cx) {
                Poll::Ready(Err(error)) => Poll::Ready(Err(ServeError::Write(error))),
                Poll::Ready(Ok(())) => Poll::Ready(done.take().unwrap_or(Ok(()))),
                Poll::Pending => Poll::Pending,
            }
        })
        .await
    }
}

impl<S> fmt::Debug for Shell<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Shell")
            .field("server", &self.server)
            .field("timeout", &self.timeout)
            .finish_non_exhaustive()
    }
}

fn connection(way_out: Arc<Output>) -> Session {
    let session = Session::new().sink(way_out);
    #[cfg(feature = "tasks")]
    let session = session.with_tasks();
    session
}

/// Calls by their ids, each with what tells its task that it is no longer wanted. An id that a
/// client gives twice is that of both.
type Wanted = Arc<Mutex<Vec<(String, Arc<Notify>)>>>;

struct Connection<S: 'static> {
    server: Arc<Server<S>>,
    session: Arc<Session>,
    timeout: Option<Duration>,
    output: Arc<Output>,
    wanted: Wanted,
    room: Arc<Semaphore>,
    /// Dropped, it ends them all.
    tasks: JoinSet<()>,
}

impl<S: Send + Sync + 'static> Connection<S> {
    /// Reads until the input ends, or the signal comes; then waits for the calls in flight.
    async fn read(
        &mut self,
        mut lines: Lines,
        mut input: impl AsyncRead + Unpin,
        mut shutdown: Option<Pin<Box<dyn Future<Output = ()> + Send>>>,
        grace: Duration,
    ) -> io::Result<()> {
        let mut frame = CallFrame::new();
        let (mut line, mut out) = (Vec::new(), Vec::new());
        let stopped = loop {
            match lines.take(&mut line) {
                Line::Whole => self.handle(&mut line, &mut frame, &mut out).await,
                Line::TooLong => {
                    let (core, _) = self.server.parts();
                    dispatch::too_long(core, &self.session, &mut out);
                    self.output.send_line(&mut out);
                }
                Line::End => break false,
                Line::Wanting => {
                    self.output.drained().await;
                    while self.tasks.try_join_next().is_some() {}
                    let mut read = pin!(input.read(lines.room()));
                    let more = core::future::poll_fn(|cx| {
                        if let Some(signal) = &mut shutdown {
                            if signal.as_mut().poll(cx).is_ready() {
                                return Poll::Ready(None);
                            }
                        }
                        read.as_mut().poll(cx).map(Some)
                    })
                    .await;
                    match more {
                        Some(read) => lines.filled(read?),
                        None => break true,
                    }
                }
            }
        };
        self.session.hang_up();
        let drain = async { while self.tasks.join_next().await.is_some() {} };
        if stopped {
            let _ = time::timeout(grace, drain).await;
        } else {
            drain.await;
        }
        let (core, _) = self.server.parts();
        dispatch::close(core, &self.session, true);
        Ok(())
    }

    /// Handles one message: what can take its time in a task of its own, all else here.
    async fn handle(&mut self, line: &mut Vec<u8>, frame: &mut CallFrame, out: &mut Vec<u8>) {
        let incoming = self.server.read(line, frame);
        let takes_time = incoming.is_batch()
            || matches!(
                incoming.method(),
                Some(
                    "tools/call"
                        | "resources/read"
                        | "prompts/get"
                        | "completion/complete"
                        | "tasks/get"
                        | "tasks/update"
                        | "tasks/cancel"
                )
            );
        if !takes_time {
            if let Some(id) = incoming.cancels() {
                for (_, call) in self.wanted().iter().filter(|(call, _)| call == id.json()) {
                    call.notify_one();
                }
            }
            let outcome = self.server.answer(incoming, frame, &self.session, out);
            if let Outcome::Pending(mut pending) = outcome {
                core::future::poll_fn(|cx| pending.poll_into(cx, out)).await;
            }
            self.output.send_line(out);
            return;
        }
        let id = incoming.id().map(|id| String::from(id.json()));
        let (core, calls) = self.server.parts();
        if let Some(rest) = dispatch::take_responses(core, calls, &incoming, &self.session) {
            *line = rest;
            if line.is_empty() {
                return;
            }
        }
        // Nothing more is read while there is no room: the client has to wait.
        let Ok(room) = Arc::clone(&self.room).acquire_owned().await else {
            return;
        };
        let unwanted = Arc::new(Notify::new());
        if let Some(id) = id {
            self.wanted().push((id, unwanted.clone()));
        }
        let call = CallTask {
            server: self.server.clone(),
            session: self.session.clone(),
            output: self.output.clone(),
            timeout: self.timeout,
            entry: Entry {
                unwanted,
                wanted: self.wanted.clone(),
            },
            _room: room,
        };
        self.tasks.spawn(call.run(core::mem::take(line)));
    }

    fn wanted(&self) -> MutexGuard<'_, Vec<(String, Arc<Notify>)>> {
        self.wanted.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Takes a call off the list of those that can be cancelled, however its task ends.
struct Entry {
    unwanted: Arc<Notify>,
    wanted: Wanted,
}

impl Drop for Entry {
    fn drop(&mut self) {
        let mut wanted = self.wanted.lock().unwrap_or_else(PoisonError::into_inner);
        // Those that began last are likely to end first.
        let place = wanted
            .iter()
            .rposition(|(_, call)| Arc::ptr_eq(call, &self.unwanted));
        if let Some(place) = place {
            wanted.swap_remove(place);
        }
    }
}

struct CallTask<S: 'static> {
    server: Arc<Server<S>>,
    session: Arc<Session>,
    output: Arc<Output>,
    timeout: Option<Duration>,
    entry: Entry,
    _room: OwnedSemaphorePermit,
}

impl<S: Send + Sync + 'static> CallTask<S> {
    async fn run(self, line: Vec<u8>) {
        let mut frame = CallFrame::new();
        let mut out = Vec::new();
        let incoming = self.server.read(&line, &mut frame);
        #[cfg(feature = "tasks")]
        {
            let (core, calls) = self.server.parts();
            if let Some(wanted) = tasks::wanted(core, calls, &incoming, &self.session) {
                drop(incoming);
                return self.answer_task(wanted, line).await;
            }
        }
        match self
            .server
            .answer(incoming, &mut frame, &self.session, &mut out)
        {
            Outcome::Silent => {}
            Outcome::Replied => self.output.send_line(&mut out),
            Outcome::Pending(pending) => {
                if self.finish(pending, &mut out).await {
                    self.output.send_line(&mut out);
                }
            }
        }
    }

    /// Answers a message that is about a task, unless it is cancelled before.
    #[cfg(feature = "tasks")]
    async fn answer_task(&self, wanted: tasks::Wanted, line: Vec<u8>) {
        let server: Arc<dyn Served> = self.server.clone();
        let answer = tasks::answer(server, wanted, line, Extensions::new(), self.timeout);
        let (mut answer, mut unwanted) = (pin!(answer), pin!(self.entry.unwanted.notified()));
        let reply = core::future::poll_fn(|cx| match unwanted.as_mut().poll(cx) {
            Poll::Ready(()) => Poll::Ready(None),
            Poll::Pending => answer.as_mut().poll(cx).map(Some),
        });
        if let Some(mut reply) = reply.await {
            self.output.send_line(&mut reply);
        }
    }

    /// Drives a call to its end, its time limit or its cancellation; says whether there is a reply.
    async fn finish(&self, pending: Pending<'_>, out: &mut Vec<u8>) -> bool {
        let mut pending = Some(pending);
        let mut unwanted = pin!(self.entry.unwanted.notified());
        let mut limit = pin!(self.timeout.map(time::sleep));
        core::future::poll_fn(|cx| {
            if unwanted.as_mut().poll(cx).is_ready() {
                // Dropped here: nothing of the call goes on.
                pending = None;
                return Poll::Ready(false);
            }
            let limit = limit.as_mut();
            limited::poll(&mut pending, cx, out, || limit.as_pin_mut())
        })
        .await
    }
}

/// Replies and notifications on their way out, in the order in which they came.
#[derive(Default)]
struct Output {
    state: Mutex<Gathered>,
    /// There is something to write, or nothing will come any more.
    more: Notify,
    /// Something was written.
    less: Notify,
}

#[derive(Default)]
struct Gathered {
    bytes: Vec<u8>,
    closed: bool,
}

impl Output {
    fn lock(&self) -> MutexGuard<'_, Gathered> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes one message, if there is one; `line` is empty afterwards.
    fn send_line(&self, line: &mut Vec<u8>) {
        if line.is_empty() {
            return;
        }
        line.push(b'\n');
        self.lock().bytes.append(line);
        self.more.notify_one();
    }

    fn close(&self) {
        self.lock().closed = true;
        self.more.notify_one();
    }

    /// Waits until the client has taken enough.
    async fn drained(&self) {
        while self.lock().bytes.len() > WAITING {
            self.less.notified().await;
        }
    }

    /// Writes what comes, until it is closed.
    async fn write(&self, mut output: impl AsyncWrite + Unpin) -> io::Result<()> {
        let mut bytes = Vec::new();
        loop {
            let closed = {
                let mut state = self.lock();
                core::mem::swap(&mut state.bytes, &mut bytes);
                state.closed
            };
            self.less.notify_one();
            if bytes.is_empty() {
                if closed {
                    return output.flush().await;
                }
                self.more.notified().await;
                continue;
            }
            output.write_all(&bytes).await?;
            output.flush().await?;
            bytes.clear();
        }
    }
}

impl Sink for Output {
    fn send(&self, message: &[u8]) {
        let mut state = self.lock();
        state.bytes.extend_from_slice(message);
        state.bytes.push(b'\n');
        drop(state);
        self.more.notify_one();
    }

    fn tell(&self, message: &[u8]) {
        if self.lock().bytes.len() <= WAITING {
            self.send(message);
        }
    }
}
