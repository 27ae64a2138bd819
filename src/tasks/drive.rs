//! Runs a call in its task, and keeps the store up to date with it.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::future::Future as _;
use core::pin::{Pin, pin};
use core::task::Poll;
use core::time::Duration;

use ::tokio::runtime::Handle;
use ::tokio::sync::oneshot;
use ::tokio::task::JoinHandle;
use ::tokio::time;

use super::store::change;
use super::{Call, Live, StoreError, Task, TaskStore};
use crate::catalog::Space;
use crate::context::Extensions;
use crate::diagnostic::Diagnostic;
use crate::dispatch;
use crate::frame::CallFrame;
use crate::pending::Outcome;
use crate::protocol::Id;
use crate::protocol::apps::member;
use crate::protocol::envelope::{spells, string};
use crate::protocol::error::Fault;
use crate::server::Core;
use crate::transport::{Served, poll_limited};

/// How long a store that has failed is left alone.
const AGAIN: Duration = Duration::from_secs(1);
/// How often a store is given what a call came to.
const TRIES: usize = 10;

/// Runs the call to its end: what its caller hears goes to `answer`.
pub(super) async fn drive(
    served: Arc<dyn Served>,
    call: Call,
    message: Vec<u8>,
    extensions: Extensions,
    limit: Option<Duration>,
    answer: oneshot::Sender<Vec<u8>>,
) {
    let (core, _) = served.parts();
    let tasks = &core.tasks;
    let task = Task::new(call.tool, tasks.ttl, tasks.poll);
    // Before anything runs: what cannot be kept does not begin.
    if let Err(error) = tasks.store.create(&task).await {
        let _ = answer.send(refused(core, &call, &error));
        return;
    }
    let live = Arc::new(Live::new(call.is_async));
    let run = run(
        Arc::clone(&served),
        message,
        extensions,
        Arc::clone(&live),
        limit,
    );
    let handle = if call.is_async {
        ::tokio::spawn(run)
    } else {
        let runtime = Handle::current();
        ::tokio::task::spawn_blocking(move || runtime.block_on(run))
    };
    Driver {
        core,
        store: &*tasks.store,
        known: task.version(),
        task,
        call,
        running: Running { live, handle },
        answer: Some(answer),
    }
    .drive()
    .await;
}

/// Why no task could be created, as the reply to the call.
fn refused(core: &Core, call: &Call, error: &StoreError) -> Vec<u8> {
    tell(core, call.tool, error);
    let mut out = Vec::new();
    if let Some(id) = Id::read(&call.id) {
        Fault::Failed(error.sentence().into()).write(Some(id), None, &mut out);
    }
    out
}

pub(super) fn tell(core: &Core, tool: &str, error: &StoreError) {
    core.tell(&Diagnostic::HiddenError {
        space: Space::Tools,
        name: tool,
        error,
    });
}

/// The call, in a frame of its own: the reply as in any other call.
async fn run(
    served: Arc<dyn Served>,
    message: Vec<u8>,
    extensions: Extensions,
    live: Arc<Live>,
    limit: Option<Duration>,
) -> Vec<u8> {
    let (core, calls) = served.parts();
    let mut frame = CallFrame::new();
    let mut out = Vec::new();
    let incoming = dispatch::read(core, &message, &mut frame);
    *frame.extensions_mut() = extensions;
    frame.context.set_task(Arc::clone(&live));
    let outcome =
        dispatch::answer_threads(core, calls, incoming, &mut frame, &live.session, &mut out);
    let Outcome::Pending(pending) = outcome else {
        return out;
    };
    let mut pending = Some(pending);
    let mut limit = pin!(limit.map(time::sleep));
    core::future::poll_fn(|cx| {
        let limit = limit.as_mut();
        poll_limited(&mut pending, cx, &mut out, || {
            if !live.is_accepted() {
                // A filter takes too long; a task may take any time.
                return limit.as_pin_mut();
            }
            if !live.is_settled() {
                live.settle();
            }
            None
        })
    })
    .await;
    out
}

/// A call that runs: dropped, it ends.
struct Running {
    live: Arc<Live>,
    handle: JoinHandle<Vec<u8>>,
}

impl Drop for Running {
    fn drop(&mut self) {
        // For a function that keeps its thread: that looks at its cancellation, or goes on.
        self.live.cancel();
        self.handle.abort();
    }
}

struct Driver<'d> {
    core: &'d Core,
    store: &'d dyn TaskStore,
    task: Task,
    /// The version of the task that was looked at last.
    known: u64,
    call: Call,
    running: Running,
    /// Where the first answer goes, while there was none.
    answer: Option<oneshot::Sender<Vec<u8>>>,
}

/// What comes next.
enum Event {
    /// The call is over; its reply.
    Ended(Vec<u8>),
    /// It is a task now, or its questions are others.
    Told,
    /// The store has another version.
    Changed(Result<(), StoreError>),
    /// Nobody waits for the first answer any more.
    Unwanted,
    /// The task has expired.
    Expired,
}

impl Driver<'_> {
    async fn drive(mut self) {
        let expiry = self.task.ttl().map(time::sleep);
        let mut expiry = pin!(expiry);
        loop {
            let event = self.next(expiry.as_mut()).await;
            let goes_on = match event {
                Event::Ended(reply) => return self.end(reply).await,
                Event::Told => self.look().await,
                Event::Changed(Ok(())) => {
                    let read = self.store.read(self.task.id()).await;
                    self.take(read).await
                }
                Event::Changed(Err(error)) => self.take(Err(error)).await,
                Event::Unwanted | Event::Expired => {
                    return self.forget().await;
                }
            };
            if !goes_on {
                return;
            }
        }
    }

    async fn next(&mut self, mut expiry: Pin<&mut Option<time::Sleep>>) -> Event {
        let Self {
            store,
            task,
            known,
            running,
            answer,
            ..
        } = self;
        let mut told = pin!(running.live.told.notified());
        let mut changed = store.changed(task.id(), *known);
        let handle = &mut running.handle;
        core::future::poll_fn(|cx| {
            if let Poll::Ready(ended) = Pin::new(&mut *handle).poll(cx) {
                return Poll::Ready(Event::Ended(ended.unwrap_or_default()));
            }
            if told.as_mut().poll(cx).is_ready() {
                return Poll::Ready(Event::Told);
            }
            if let Poll::Ready(changed) = changed.as_mut().poll(cx) {
                return Poll::Ready(Event::Changed(changed));
            }
            if let Some(answer) = answer {
                if answer.poll_closed(cx).is_ready() {
                    return Poll::Ready(Event::Unwanted);
                }
            }
            match expiry.as_mut().as_pin_mut() {
                Some(expiry) => expiry.poll(cx).map(|()| Event::Expired),
                None => Poll::Pending,
            }
        })
        .await
    }

    /// Looks at what the call has become. Says whether it goes on.
    async fn look(&mut self) -> bool {
        if self.running.live.is_settled() && !self.announce().await {
            return false;
        }
        let open = self.running.live.open();
        let changed = change(self.store, self.task.id(), |task| task.ask(&open)).await;
        self.take(changed).await
    }

    /// Takes what the store has. Says whether the call goes on.
    async fn take(&mut self, read: Result<Option<Task>, StoreError>) -> bool {
        match read {
            Ok(Some(task)) if !task.status().is_over() => {
                self.known = task.version();
                self.running.live.answer(&task.answers);
                true
            }
            Ok(_) => false,
            Err(error) => {
                tell(self.core, self.call.tool, &error);
                // Another look, but not at once: the store would be asked again and again.
                time::sleep(AGAIN).await;
                self.running.live.told.notify_one();
                true
            }
        }
    }

    /// Tells the caller that its call is a task. Says whether anybody heard it.
    async fn announce(&mut self) -> bool {
        let Some(answer) = self.answer.take() else {
            return true;
        };
        let principal = self.running.live.principal();
        if !principal.is_empty() {
            let bind = |task: &mut Task| {
                task.principal = principal.into();
                true
            };
            if let Err(error) = change(self.store, self.task.id(), bind).await {
                let _ = answer.send(refused(self.core, &self.call, &error));
                self.forget().await;
                return false;
            }
        }
        let mut out = Vec::from(&b"{\"jsonrpc\":\"2.0\",\"id\":"[..]);
        if let Some(id) = Id::read(&self.call.id) {
            id.write(&mut out);
        }
        out.extend_from_slice(b",\"result\":{\"resultType\":\"task\",");
        self.task.write(&mut out);
        out.extend_from_slice(self.core.identity.tail().as_bytes());
        out.extend_from_slice(b"}}");
        let heard = answer.send(out).is_ok();
        if !heard {
            self.forget().await;
        }
        heard
    }

    /// Nobody will ask for it.
    async fn forget(&mut self) {
        if let Err(error) = self.store.remove(self.task.id()).await {
            tell(self.core, self.call.tool, &error);
        }
    }

    /// The call is over, with this reply.
    async fn end(&mut self, reply: Vec<u8>) {
        let reply = String::from_utf8(reply).unwrap_or_default();
        let asks = member(&reply, "result")
            .and_then(|result| member(result, "resultType"))
            .is_some_and(|kind| spells(kind, "input_required"));
        if !self.running.live.is_accepted() || asks && self.answer.is_some() {
            // It never became a task: a filter or an argument stood against it, or its
            // client is to be asked first.
            self.forget().await;
            if let Some(answer) = self.answer.take() {
                let _ = answer.send(reply.into_bytes());
            }
            return;
        }
        if !self.announce().await {
            return;
        }
        let outcome = outcome(&reply);
        for _ in 0..TRIES {
            match change(self.store, self.task.id(), |task| task.end(&outcome)).await {
                Ok(_) => return,
                Err(error) => tell(self.core, self.call.tool, &error),
            }
            time::sleep(AGAIN).await;
        }
    }
}

/// What a reply says: its result, or its error with the sentence of that.
fn outcome(reply: &str) -> Result<Arc<str>, (Arc<str>, String)> {
    if let Some(result) = member(reply, "result") {
        return Ok(result.into());
    }
    let error =
        member(reply, "error").unwrap_or("{\"code\":-32603,\"message\":\"The tool failed.\"}");
    let message = member(error, "message").and_then(string);
    Err((error.into(), message.unwrap_or_default().into_owned()))
}

/// Boxed where it is spawned; named here, so that it is seen to move between threads.
const _: () = {
    const fn send<T: Send>() {}
    send::<Box<Driver<'_>>>();
};
