//! The blocking shell: messages as lines, over stdin and stdout or any other streams.

use alloc::boxed::Box;
use alloc::vec::Vec;
use std::io::{self, Read, Write};

use super::block_on::{block_on, waker};
use super::lines::{Line, Lines};
use super::output::Output;
use super::workers;
use crate::dispatch;
use crate::frame::LocalFrame;
use crate::pending::Outcome;
use crate::server::{LocalServer, Server};
use crate::session::Session;

impl<S: Send + Sync + 'static> Server<S> {
    /// Serves one client over stdin and stdout, until stdin ends.
    ///
    /// Nothing but messages may go to stdout while this runs: a tool has stderr to print on.
    /// Otherwise as [`serve`](Self::serve).
    ///
    /// # Errors
    ///
    /// As [`serve`](Self::serve).
    pub fn serve_stdio(&self) -> io::Result<()> {
        self.serve(io::stdin(), io::stdout())
    }

    /// Serves one client over two streams of lines, until the input ends; calls in flight are
    /// answered first.
    ///
    /// A message is handled on the thread that read it. A tool that runs for more than some
    /// 10 ms keeps its thread, and another one reads on: so `ping`, lists, cancellations and
    /// other calls are answered while tools run, each call on a thread of its own, as many as
    /// [`Limits::calls`](crate::Limits) says; with so many in flight nothing more is read. An
    /// asynchronous tool is driven on the thread of its call, without a runtime: what it waits
    /// for has to work without one.
    ///
    /// # Errors
    ///
    /// A stream failed. Calls in flight are cancelled then, and waited for.
    pub fn serve(
        &self,
        input: impl Read + Send + 'static,
        output: impl Write + Send + 'static,
    ) -> io::Result<()> {
        let (core, calls) = self.parts();
        workers::serve(core, calls, Box::new(input), Box::new(output))
    }
}

impl<S: 'static> LocalServer<S> {
    /// Serves one client over stdin and stdout, until stdin ends. As [`serve`](Self::serve).
    ///
    /// # Errors
    ///
    /// As [`serve`](Self::serve).
    pub fn serve_stdio(&self) -> io::Result<()> {
        self.serve(io::stdin(), io::stdout())
    }

    /// Serves one client over two streams of lines, until the input ends, on this thread alone:
    /// while a tool runs nothing else is answered, `ping` and cancellations included.
    ///
    /// # Errors
    ///
    /// A stream failed.
    pub fn serve(
        &self,
        input: impl Read + Send + 'static,
        output: impl Write + Send + 'static,
    ) -> io::Result<()> {
        let (core, calls) = self.parts();
        let output = alloc::sync::Arc::new(Output::new(Box::new(output)));
        // Nothing is read while a tool runs: no response could come.
        let session = Session::new().sink(output.clone()).one_way();
        let mut input = input;
        let mut lines = Lines::new(core.limits.message);
        let mut frame = LocalFrame::new();
        let (mut line, mut out) = (Vec::new(), Vec::new());
        let waker = waker();
        loop {
            match lines.take(&mut line) {
                Line::Whole => {
                    let incoming = dispatch::read(core, &line, &mut frame);
                    match dispatch::answer_local(
                        core, calls, incoming, &mut frame, &session, &mut out,
                    ) {
                        Outcome::Pending(pending) => block_on(pending, &waker, &mut out),
                        Outcome::Replied | Outcome::Silent => {}
                    }
                    frame.clear();
                }
                Line::TooLong => dispatch::too_long(core, &session, &mut out),
                Line::Wanting => {
                    if !output.flush() {
                        break;
                    }
                    lines.read(&mut input)?;
                }
                Line::End => break,
            }
            if !out.is_empty() {
                out.push(b'\n');
                if !output.gather(&mut out) {
                    break;
                }
            }
        }
        output.flush();
        let failed = output.take_error();
        // A client that is gone does not hear it, and that is no error.
        dispatch::close(core, &session, true);
        failed.map_or(Ok(()), Err)
    }
}
