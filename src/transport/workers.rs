//! The threads of the blocking shell: one that reads, and one that watches it.
//!
//! The reader takes a line, handles it, takes the next one: a lone call never crosses threads.
//! The watcher sleeps until a line is being handled, then looks every [`TICK`]. A line that
//! is still being handled then is stuck in a tool: the watcher becomes the reader, and a new
//! watcher is made. A thread that comes back from such a tool writes its reply and ends. The
//! first watcher is made when a client has been greeted.

use alloc::boxed::Box;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use core::time::Duration;
use std::io::{self, Read, Write};
use std::sync::{Mutex, PoisonError};
use std::thread::{self, Scope, Thread};

use super::block_on::{block_on, waker};
use super::lines::{Line, Lines};
use super::output::Output;
use crate::dispatch;
use crate::frame::{CallFrame, Threading, Threads};
use crate::pending::Outcome;
use crate::server::Core;
use crate::session::Session;

/// How long a call may hold up the reader, at most twice.
const TICK: Duration = Duration::from_millis(10);

/// So many ticks without a line put the watcher to sleep: waking it costs the next line a
/// system call, so it stays awake between calls that follow each other.
const QUIET: u32 = 20;

struct Shell<'s> {
    core: &'s Core,
    calls: &'s <Threads as Threading>::Calls,
    session: Session,
    input: Mutex<(Lines, Box<dyn Read + Send>)>,
    output: Arc<Output>,
    /// Odd while the reader handles a line. Whoever counts it up from there, the reader at
    /// the end of its line or the watcher, reads the next line.
    turn: AtomicU64,
    /// Calls whose threads are no longer the reader.
    stuck: AtomicUsize,
    watcher: Mutex<Option<Thread>>,
    asleep: AtomicBool,
    over: AtomicBool,
    failed: Mutex<Option<io::Error>>,
}

/// Serves until the input ends: then all calls in flight are answered first.
///
/// # Errors
///
/// The input or the output failed; calls in flight are cancelled, and have ended.
pub(super) fn serve(
    core: &Core,
    calls: &<Threads as Threading>::Calls,
    reader: Box<dyn Read + Send>,
    writer: Box<dyn Write + Send>,
) -> io::Result<()> {
    let output = Arc::new(Output::new(writer));
    let shell = Shell {
        core,
        calls,
        session: Session::new().sink(output.clone()),
        input: Mutex::new((Lines::new(core.limits.message), reader)),
        output,
        turn: AtomicU64::new(0),
        stuck: AtomicUsize::new(0),
        watcher: Mutex::new(None),
        asleep: AtomicBool::new(false),
        over: AtomicBool::new(false),
        failed: Mutex::new(None),
    };
    thread::scope(|scope| {
        shell.read(scope, false);
    });
    shell.output.flush();
    let failed = shell
        .failed
        .into_inner()
        .unwrap_or_else(PoisonError::into_inner);
    let failed = failed.or(shell.output.take_error());
    // A client that is gone does not hear it, and that is no error.
    dispatch::close(core, &shell.session, true);
    failed.map_or(Ok(()), Err)
}

impl<'s> Shell<'s> {
    /// Makes a watcher. Where the system has no thread left there is none, and calls that are
    /// stuck hold up the others until one comes back.
    fn hire<'scope>(&'scope self, scope: &'scope Scope<'scope, 's>) {
        // Locked until the watcher is known here: it may be woken as soon as it is there.
        let mut place = self.watcher.lock().unwrap_or_else(PoisonError::into_inner);
        let made = thread::Builder::new()
            .name("toolwright".into())
            .spawn_scoped(scope, || self.watch(scope));
        *place = made.ok().map(|handle| handle.thread().clone());
    }

    fn wake_watcher(&self) {
        if let Some(watcher) = &*self.watcher.lock().unwrap_or_else(PoisonError::into_inner) {
            watcher.unpark();
        }
    }

    /// Watches the reader until it is stuck, then reads.
    fn watch<'scope>(&'scope self, scope: &'scope Scope<'scope, 's>) {
        let (mut seen, mut quiet) = (self.turn.load(Ordering::SeqCst), 0);
        loop {
            thread::park_timeout(TICK);
            if self.over.load(Ordering::SeqCst) {
                return;
            }
            let turn = self.turn.load(Ordering::SeqCst);
            if turn != seen {
                (seen, quiet) = (turn, 0);
            } else if turn % 2 == 1 {
                if self.take_over(turn) {
                    self.hire(scope);
                    self.output.flush();
                    return self.read(scope, true);
                }
            } else {
                quiet += 1;
                if quiet >= QUIET {
                    self.sleep();
                    (seen, quiet) = (self.turn.load(Ordering::SeqCst), 0);
                }
            }
        }
    }

    /// Sleeps until a line is being handled, or a little less.
    fn sleep(&self) {
        self.asleep.store(true, Ordering::SeqCst);
        // The reader looks at `asleep` after it has counted: one of the two sees the other.
        if self.turn.load(Ordering::SeqCst) % 2 == 0 && !self.over.load(Ordering::SeqCst) {
            thread::park();
        }
        self.asleep.store(false, Ordering::SeqCst);
    }

    /// Makes the watcher the reader, unless the limit of calls in flight is reached: this
    /// call, those that are stuck already, and the next one.
    fn take_over(&self, turn: u64) -> bool {
        if self.stuck.load(Ordering::SeqCst) + 2 > self.core.limits.calls {
            return false;
        }
        self.stuck.fetch_add(1, Ordering::SeqCst);
        let taken = self
            .turn
            .compare_exchange(turn, turn + 1, Ordering::SeqCst, Ordering::SeqCst)
            .is_ok();
        if !taken {
            self.stuck.fetch_sub(1, Ordering::SeqCst);
        }
        taken
    }

    /// Reads line after line, until the end or until another thread does. `watched`: there is a
    /// watcher, or none can be had.
    fn read<'scope>(&'scope self, scope: &'scope Scope<'scope, 's>, mut watched: bool) {
        let mut frame = CallFrame::new();
        let (mut line, mut out) = (Vec::new(), Vec::new());
        let waker = waker();
        loop {
            let taken = match self.next(&mut line) {
                Ok(Line::End) => return self.end(None),
                Ok(taken) => taken,
                Err(error) => return self.end(Some(error)),
            };
            let turn = self.turn.load(Ordering::SeqCst) + 1;
            self.turn.store(turn, Ordering::SeqCst);
            if self.asleep.load(Ordering::SeqCst) && self.asleep.swap(false, Ordering::SeqCst) {
                self.wake_watcher();
            }
            if taken == Line::Whole {
                let incoming = dispatch::read(self.core, &line, &mut frame);
                // A client waits for the answer to its greeting, which runs nothing that could
                // be stuck: the watcher is made after it.
                if !watched && !matches!(incoming.method(), Some("initialize" | "server/discover"))
                {
                    self.hire(scope);
                    watched = true;
                }
                let (session, calls) = (&self.session, self.calls);
                match dispatch::answer_threads(
                    self.core, calls, incoming, &mut frame, session, &mut out,
                ) {
                    Outcome::Pending(pending) => block_on(pending, &waker, &mut out),
                    Outcome::Replied | Outcome::Silent => {}
                }
                frame.clear();
            } else {
                dispatch::too_long(self.core, &self.session, &mut out);
            }
            if !out.is_empty() {
                out.push(b'\n');
            }
            let reader = self
                .turn
                .compare_exchange(turn, turn + 1, Ordering::SeqCst, Ordering::SeqCst)
                .is_ok();
            let mut open = out.is_empty() || self.output.gather(&mut out);
            if !reader {
                // Another thread reads, and may wait for input: nobody else would write this.
                open = self.output.flush();
                self.stuck.fetch_sub(1, Ordering::SeqCst);
            }
            if !open {
                return self.end(None);
            }
            if !reader {
                return self.stand_in(scope);
            }
        }
    }

    /// The next line, or one that was too long, or the end; what was gathered goes out before
    /// the input is waited for.
    fn next(&self, line: &mut Vec<u8>) -> io::Result<Line> {
        let mut input = self.input.lock().unwrap_or_else(PoisonError::into_inner);
        let (lines, reader) = &mut *input;
        loop {
            if self.over.load(Ordering::SeqCst) {
                return Ok(Line::End);
            }
            match lines.take(line) {
                Line::Wanting if !self.output.flush() => return Ok(Line::End),
                Line::Wanting => lines.read(reader)?,
                taken => return Ok(taken),
            }
        }
    }

    /// Watches, where nobody does.
    fn stand_in<'scope>(&'scope self, scope: &'scope Scope<'scope, 's>) {
        {
            let mut place = self.watcher.lock().unwrap_or_else(PoisonError::into_inner);
            if place.is_some() {
                return;
            }
            *place = Some(thread::current());
        }
        self.watch(scope);
    }

    /// Nothing is read any more.
    fn end(&self, error: Option<io::Error>) {
        self.session.hang_up();
        if let Some(error) = error {
            let mut place = self.failed.lock().unwrap_or_else(PoisonError::into_inner);
            place.get_or_insert(error);
            drop(place);
            self.session.cancel_all();
        }
        if !self.output.flush() {
            self.session.cancel_all();
        }
        self.over.store(true, Ordering::SeqCst);
        self.wake_watcher();
    }
}
