//! `notifications/cancelled`: the client no longer wants an answer.

use super::envelope::Id;
use super::params::Params;
use crate::session::Session;

/// Marks the call in flight that is meant; one that is over, unknown or unreadable is none.
pub(crate) fn cancel(params: &Params<'_>, session: &Session) {
    if let Some(id) = params.request_id().and_then(Id::read) {
        session.cancel(id);
    }
}
