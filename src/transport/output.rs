//! Replies on their way out: gathered, and written in one go.

use alloc::boxed::Box;
use alloc::vec::Vec;
use std::io::{self, Write};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::session::Sink;

/// So many bytes are gathered at most before they are written.
const ENOUGH: usize = 32 * 1024;

/// The way out, shared by all that write to it.
pub(super) struct Output(Mutex<State>);

struct State {
    writer: Box<dyn Write + Send>,
    gathered: Vec<u8>,
    /// The first error: nothing is written after it.
    failed: Option<io::Error>,
}

impl Output {
    pub(super) fn new(writer: Box<dyn Write + Send>) -> Self {
        Self(Mutex::new(State {
            writer,
            gathered: Vec::new(),
            failed: None,
        }))
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes whole lines; they go out with the next flush, or at once when there are many.
    ///
    /// `lines` is empty afterwards. Says whether the way out is still open.
    pub(super) fn gather(&self, lines: &mut Vec<u8>) -> bool {
        let mut state = self.lock();
        if state.gathered.is_empty() {
            core::mem::swap(&mut state.gathered, lines);
        } else {
            state.gathered.append(lines);
        }
        if state.gathered.len() >= ENOUGH {
            state.flush()
        } else {
            state.failed.is_none()
        }
    }

    /// Writes what was gathered. Says whether the way out is still open.
    pub(super) fn flush(&self) -> bool {
        self.lock().flush()
    }

    /// The error that closed the way out, if one did.
    pub(super) fn take_error(&self) -> Option<io::Error> {
        self.lock().failed.take()
    }
}

impl State {
    fn flush(&mut self) -> bool {
        if self.failed.is_none() && !self.gathered.is_empty() {
            let written = self
                .writer
                .write_all(&self.gathered)
                .and_then(|()| self.writer.flush());
            self.failed = written.err();
        }
        // One long list is no reason to keep so much room.
        if self.gathered.capacity() > 16 * ENOUGH {
            self.gathered = Vec::new();
        }
        self.gathered.clear();
        self.failed.is_none()
    }
}

impl Sink for Output {
    /// Goes out at once: the client waits for news, and the reply may be far off.
    fn send(&self, message: &[u8]) {
        let mut state = self.lock();
        state.gathered.extend_from_slice(message);
        state.gathered.push(b'\n');
        state.flush();
    }
}
