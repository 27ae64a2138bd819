//! Batches: an array of messages, in 2025-03-26 alone.

use alloc::vec::Vec;

use super::envelope::{Envelope, Request};
use super::error::Fault;
use crate::json::Cursor;

/// The messages of a batch.
///
/// # Errors
///
/// There is none, or there are more than `limit`.
pub(crate) fn read(text: &str, limit: usize) -> Result<Vec<Envelope<'_>>, Fault<'static>> {
    let mut cursor = Cursor::new(text);
    let mut messages = Vec::new();
    cursor.enter();
    while cursor.next_item() {
        if messages.len() == limit {
            return Err(Fault::Invalid("the batch holds too many messages"));
        }
        messages.push(match Envelope::of_batch(cursor.skip()) {
            Envelope::Request(Request { id, method, .. }) if method == "initialize" => {
                Envelope::Broken {
                    id: Some(id),
                    fault: Fault::Invalid("initialize is not part of a batch"),
                }
            }
            message => message,
        });
    }
    if messages.is_empty() {
        Err(Fault::Invalid("the batch is empty"))
    } else {
        Ok(messages)
    }
}
