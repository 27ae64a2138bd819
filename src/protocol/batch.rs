//! Batches: an array of messages, in 2025-03-26 alone.

use alloc::vec::Vec;

use super::envelope::{Envelope, Request};
use super::error::Fault;
use crate::json::Cursor;

/// The responses of a batch of no more than `limit` messages, as a batch, if there are any; and
/// one of what is left without them, which is empty where nothing is.
///
/// They have to be taken at once: the requests beside them may wait for room that is taken by the
/// calls which wait for them.
#[cfg(feature = "tokio")]
pub(crate) fn responses(text: &str, limit: usize) -> Option<(Vec<u8>, Vec<u8>)> {
    let (mut responses, mut rest) = (Vec::new(), Vec::new());
    let mut cursor = Cursor::new(text);
    cursor.enter();
    let mut count = 0;
    while cursor.next_item() {
        count += 1;
        if count > limit {
            return None;
        }
        let message = cursor.skip();
        let part = match Envelope::of_batch(message) {
            Envelope::Response { .. } => &mut responses,
            _ => &mut rest,
        };
        part.push(if part.is_empty() { b'[' } else { b',' });
        part.extend_from_slice(message.as_bytes());
    }
    for part in [&mut responses, &mut rest] {
        if !part.is_empty() {
            part.push(b']');
        }
    }
    (!responses.is_empty()).then_some((responses, rest))
}

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
            // It has none; over HTTP its headers say what it says, and a batch has one head for
            // all: what stands between would see another request.
            Envelope::Request(Request {
                id, method, meta, ..
            }) if meta.is_modern(&method) => Envelope::Broken {
                id: Some(id),
                fault: Fault::Invalid("a request of 2026-07-28 is not part of a batch"),
            },
            message => message,
        });
    }
    if messages.is_empty() {
        Err(Fault::Invalid("the batch is empty"))
    } else {
        Ok(messages)
    }
}
