//! What stands around a result.

use alloc::vec::Vec;

use super::envelope::Id;
use super::error::Fault;
use super::revision::Revision;
use crate::json;

/// Who may keep a list, besides the client that asked for it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Scope {
    /// Any cache, across users.
    #[default]
    Public,
    /// The client alone.
    Private,
}

/// How long a client may keep a list, and who may.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Cache {
    pub(crate) ttl_ms: u64,
    pub(crate) scope: Scope,
}

/// Writes a result: what `body` writes, in its envelope.
///
/// `body` writes members without braces; it may write none where the revision is not modern.
/// `tail` is the `_meta` member with its comma, for 2026-07-28.
///
/// # Errors
///
/// That of `body`; nothing is written then.
pub(crate) fn result(
    id: Id<'_>,
    revision: Revision,
    cache: Option<Cache>,
    tail: &str,
    out: &mut Vec<u8>,
    body: impl FnOnce(&mut Vec<u8>) -> Result<(), Fault<'static>>,
) -> Result<(), Fault<'static>> {
    let start = out.len();
    out.extend_from_slice(b"{\"jsonrpc\":\"2.0\",\"id\":");
    id.write(out);
    out.extend_from_slice(b",\"result\":{");
    if revision.is_modern() {
        out.extend_from_slice(b"\"resultType\":\"complete\",");
    }
    if let Err(fault) = body(out) {
        out.truncate(start);
        return Err(fault);
    }
    if revision.is_modern() {
        if let Some(cache) = cache {
            out.extend_from_slice(b",\"ttlMs\":");
            json::writer::unsigned(cache.ttl_ms, out);
            out.extend_from_slice(match cache.scope {
                Scope::Public => b",\"cacheScope\":\"public\"".as_slice(),
                Scope::Private => b",\"cacheScope\":\"private\"".as_slice(),
            });
        }
        out.extend_from_slice(tail.as_bytes());
    }
    out.extend_from_slice(b"}}");
    Ok(())
}
