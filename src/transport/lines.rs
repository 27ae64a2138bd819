//! Lines out of a byte stream.

use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;
use std::io::{self, BufRead as _, ErrorKind, Read};

/// Bytes that are read at once, where a line is no longer than that.
const PIECE: usize = 64 * 1024;

/// A buffer that grew beyond this for one long line does not stay so.
const LARGE: usize = 16 * PIECE;

/// Lines out of a byte stream.
pub(super) struct Lines {
    reader: Box<dyn Read + Send>,
    buffer: Vec<u8>,
    /// What of the buffer was read and not taken yet.
    unread: Range<usize>,
    /// Where the search for the end of the next line goes on.
    searched: usize,
    limit: usize,
    /// The line at hand is too long: its bytes are passed over.
    skipping: bool,
    /// Nothing was taken yet, so a byte order mark may come.
    first: bool,
    ended: bool,
}

/// What was taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Line {
    /// A line: its bytes without white space around them; there are some.
    Whole,
    /// One that was longer than the limit, and was passed over.
    TooLong,
    /// None: more has to be read first.
    Wanting,
    /// None: the stream has ended.
    End,
}

impl Lines {
    pub(super) fn new(reader: Box<dyn Read + Send>, limit: usize) -> Self {
        Self {
            reader,
            buffer: vec![0; PIECE],
            unread: 0..0,
            searched: 0,
            limit,
            skipping: false,
            first: true,
            ended: false,
        }
    }

    /// Takes the next line of what was read so far into `line`. Empty lines are passed over.
    ///
    /// The bytes are copied, so that the next line can be taken while this one is worked on:
    /// to share the buffer would cost a short line more than its copy.
    pub(super) fn take(&mut self, line: &mut Vec<u8>) -> Line {
        line.clear();
        line.shrink_to(LARGE);
        loop {
            let rest = self
                .buffer
                .get(self.searched..self.unread.end)
                .unwrap_or_default();
            // Of all searches in `std`, this one alone looks at more than a byte at a time.
            let passed = { rest }.skip_until(b'\n').unwrap_or_default();
            let found = passed > 0 && rest.get(passed - 1) == Some(&b'\n');
            let end = self.searched + passed;
            let range = self.unread.start..end;
            self.searched = end;
            if !found && !self.ended {
                // The carriage return of the line's end is no byte of the message.
                self.skipping |= range.len() > self.limit + 1;
                if self.skipping {
                    self.unread.start = end;
                }
                return Line::Wanting;
            }
            self.unread.start = end;
            if core::mem::take(&mut self.skipping) {
                return Line::TooLong;
            }
            let mut bytes = self.buffer.get(range).unwrap_or_default();
            if core::mem::take(&mut self.first) {
                bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
            }
            let bytes = bytes.trim_ascii();
            if bytes.len() > self.limit {
                return Line::TooLong;
            }
            if !bytes.is_empty() {
                line.extend_from_slice(bytes);
                return Line::Whole;
            }
            // A last line without a line feed is a line; behind it there is none.
            if !found {
                return Line::End;
            }
        }
    }

    /// Reads more; what was read and not taken stays.
    ///
    /// # Errors
    ///
    /// That of the reader.
    pub(super) fn read(&mut self) -> io::Result<()> {
        let kept = self.unread.len();
        if self.unread.start > 0 {
            self.buffer.copy_within(self.unread.clone(), 0);
            self.searched -= self.unread.start;
            self.unread = 0..kept;
        }
        if kept == self.buffer.len() {
            self.buffer.resize(2 * kept, 0);
        } else if self.buffer.len() > LARGE && kept < PIECE {
            self.buffer.truncate(PIECE);
            self.buffer.shrink_to(PIECE);
        }
        loop {
            match self
                .reader
                .read(self.buffer.get_mut(kept..).unwrap_or_default())
            {
                Ok(0) => self.ended = true,
                Ok(read) => self.unread.end += read,
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            }
            return Ok(());
        }
    }
}
