//! A question as a request of the server's, in the revisions with a handshake.

use alloc::boxed::Box;
use alloc::sync::Arc;
use alloc::vec::Vec;

use super::{AskError, Need};
use crate::cancellation::Token;
use crate::json::writer;
use crate::once::Once;
use crate::protocol::envelope::Id;
use crate::session::Link;

/// A request of the server's that waits for its response.
pub(crate) struct Asked {
    id: u32,
    answer: Once<Result<Box<str>, AskError>>,
}

impl Asked {
    /// Whether this is the request of that id.
    pub(crate) fn is(&self, id: Id<'_>) -> bool {
        id.json().parse() == Ok(self.id)
    }

    /// Takes the response; the first one counts.
    pub(crate) fn answer(&self, answer: Result<Box<str>, AskError>) {
        let _ = self.answer.set(answer);
    }

    pub(super) fn answered(&self) -> Option<Result<&str, AskError>> {
        self.answer
            .get()
            .map(|answer| answer.as_deref().map_err(|error| *error))
    }
}

/// Sends a question; its response comes to the call's token.
pub(super) fn send(link: &Link, token: &Token, need: Need, id: u32, params: &[u8]) -> Arc<Asked> {
    let asked = Arc::new(Asked {
        id,
        answer: Once::new(),
    });
    // Before it is sent: the response may be there before `send` comes back.
    token.ask(Arc::clone(&asked));
    let mut out = Vec::from(b"{\"jsonrpc\":\"2.0\",\"id\":");
    writer::unsigned(id.into(), &mut out);
    out.extend_from_slice(b",\"method\":");
    writer::string(need.method(), &mut out);
    out.extend_from_slice(b",\"params\":");
    out.extend_from_slice(params);
    out.push(b'}');
    link.send(&out);
    asked
}

/// Tells the client that a question needs no answer any more.
pub(super) fn withdraw(link: &Link, asked: &Asked) {
    let mut out = Vec::from(
        b"{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":",
    );
    writer::unsigned(asked.id.into(), &mut out);
    out.extend_from_slice(b"}}");
    link.send(&out);
}
