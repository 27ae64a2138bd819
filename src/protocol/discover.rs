//! `server/discover`: what a client of 2026-07-28 asks instead of a handshake.

use alloc::vec::Vec;

use super::revision::Revision;
use crate::server::Core;
use crate::session::Session;

/// Writes the members of the result; who the server is stands in its `_meta`.
pub(crate) fn write(core: &Core, revision: Revision, session: &Session, out: &mut Vec<u8>) {
    out.extend_from_slice(b"\"supportedVersions\":");
    Revision::write_all(out);
    out.extend_from_slice(b",\"capabilities\":");
    core.write_capabilities(revision, session, out);
    core.identity.write_instructions(out);
}
