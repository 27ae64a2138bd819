//! Messages from a stream of bytes: a message is a line.

use alloc::vec::Vec;
use core::mem;

/// The longest message that is taken, in bytes.
pub(crate) const LONGEST: usize = 2048;

/// Collects bytes until a message is whole.
#[derive(Debug, Default)]
pub struct Lines {
    line: Vec<u8>,
}

impl Lines {
    /// Takes a byte, and gives the message that it ends.
    pub fn push(&mut self, byte: u8) -> Option<Vec<u8>> {
        if byte == b'\n' {
            return Some(mem::take(&mut self.line));
        }
        // One byte over the limit is kept, so that the server sees that it is too long.
        if self.line.len() <= LONGEST {
            self.line.push(byte);
        }
        None
    }
}
