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
