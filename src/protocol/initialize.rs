//! The handshake of the revisions up to 2025-11-25.

use alloc::vec::Vec;

use super::envelope::string;
use super::error::Fault;
use super::params::Params;
use super::revision::Revision;
use crate::json;
use crate::server::Core;
use crate::session::Session;

/// The revision that a handshake comes to.
///
/// The one asked for where it has a handshake, the newest that has one otherwise: to ask for
/// an unknown one is no error.
///
/// # Errors
///
/// None is asked for.
pub(crate) fn negotiate(params: &Params<'_>) -> Result<Revision, Fault<'static>> {
    let asked = params
        .protocol_version()
        .and_then(string)
        .ok_or(Fault::Params(
            "initialize needs 'protocolVersion', a string",
        ))?;
    Ok(Revision::named(&asked)
        .filter(|revision| !revision.is_modern())
        .unwrap_or(Revision::HANDSHAKE))
}

/// Writes the members of the result.
pub(crate) fn write(core: &Core, revision: Revision, session: &Session, out: &mut Vec<u8>) {
    out.extend_from_slice(b"\"protocolVersion\":");
    json::writer::string(revision.as_str(), out);
    out.extend_from_slice(b",\"capabilities\":");
    core.write_capabilities(revision, session, out);
    out.extend_from_slice(b",\"serverInfo\":");
    core.identity.write(revision, out);
    core.identity.write_instructions(out);
}
