//! What a server takes at most, unless its author says otherwise.

/// Bytes of one message: 4 MiB.
pub const MESSAGE: usize = 4 * 1024 * 1024;
/// Nesting of arrays and objects in one message.
pub const DEPTH: u32 = 128;
/// Calls in flight at once, in one session.
pub const CALLS: usize = 256;
/// Messages in one batch.
pub const BATCH: usize = 100;
/// Entries of one page of a list.
pub const PAGE: usize = 100;
/// Resources that one session, or one subscription of 2026-07-28, hears of.
pub const SUBSCRIPTIONS: usize = 1000;

/// What a server takes at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// Bytes of one message; a longer one is answered with -32600.
    pub message: usize,
    /// Nesting of arrays and objects in one message; a deeper one is answered with -32700.
    pub depth: u32,
    /// Calls in flight at once, in one session: a shell stops reading when there are so many.
    pub calls: usize,
    /// Messages in one batch; a longer one is answered with -32600.
    pub batch: usize,
}

impl Limits {
    /// The defaults: the constants of this module.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            message: MESSAGE,
            depth: DEPTH,
            calls: CALLS,
            batch: BATCH,
        }
    }

    /// The same with another limit to the bytes of one message.
    #[must_use]
    pub const fn message(mut self, bytes: usize) -> Self {
        self.message = bytes;
        self
    }

    /// The same with another limit to nesting; more than 1024 counts as 1024.
    #[must_use]
    pub const fn depth(mut self, depth: u32) -> Self {
        self.depth = depth;
        self
    }

    /// The same with another limit to calls in flight; 0 counts as 1.
    #[must_use]
    pub const fn calls(mut self, calls: usize) -> Self {
        self.calls = calls;
        self
    }

    /// The same with another limit to the messages of a batch.
    #[must_use]
    pub const fn batch(mut self, messages: usize) -> Self {
        self.batch = messages;
        self
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self::new()
    }
}
