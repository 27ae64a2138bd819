//! The `_meta` of a request: what 2026-07-28 says in every one of them.

use alloc::borrow::Cow;
use alloc::string::String;

use super::envelope::{Id, is_object, members, string};
use super::error::Fault;
use super::revision::Revision;
use crate::json::Members;

const PREFIX: &str = "io.modelcontextprotocol/";

/// Raw JSON text of the members of `_meta`, each where it is there.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Meta<'m> {
    pub(crate) protocol_version: Option<&'m str>,
    pub(crate) client_capabilities: Option<&'m str>,
    pub(crate) client_info: Option<&'m str>,
    pub(crate) log_level: Option<&'m str>,
    pub(crate) progress_token: Option<&'m str>,
}

impl<'m> Meta<'m> {
    /// Reads the `_meta` of params; one that is no object says nothing.
    ///
    /// # Errors
    ///
    /// A member that is read here is there twice.
    pub(crate) fn read<const N: usize>(
        meta: Option<&'m str>,
        listed: Option<(&Members<N>, &'m str)>,
    ) -> Result<Self, Fault<'m>> {
        let mut read = Self::default();
        let Some(text) = meta.filter(|text| is_object(text)) else {
            return Ok(read);
        };
        let (mut twice, mut spelled) = (false, String::new());
        members(listed, text, |member| {
            let name = member.spelled(&mut spelled);
            let slot = match name.strip_prefix(PREFIX) {
                Some("protocolVersion") => &mut read.protocol_version,
                Some("clientCapabilities") => &mut read.client_capabilities,
                Some("clientInfo") => &mut read.client_info,
                Some("logLevel") => &mut read.log_level,
                None if name == "progressToken" => &mut read.progress_token,
                _ => return,
            };
            twice |= slot.replace(member.value).is_some();
        });
        if twice {
            Err(Fault::Params("a member of '_meta' is given twice"))
        } else {
            Ok(read)
        }
    }

    /// Whether the request is of the era without a handshake, whatever its values are worth.
    pub(crate) fn is_modern(&self, method: &str) -> bool {
        self.protocol_version.is_some()
            || self.client_capabilities.is_some()
            || matches!(method, "server/discover" | "subscriptions/listen")
    }

    /// Checks what every modern request has to say: the revision it is written in.
    ///
    /// The revision is looked at first, since another one may ask for other members.
    ///
    /// # Errors
    ///
    /// Something is missing, of the wrong type, or unknown.
    pub(crate) fn revision(&self) -> Result<Revision, Fault<'m>> {
        let named: Cow<'m, str> = self.protocol_version.and_then(string).ok_or(Fault::Params(
            "'_meta' needs 'io.modelcontextprotocol/protocolVersion', a string",
        ))?;
        let revision = match Revision::named(&named) {
            Some(revision) if revision.is_modern() => revision,
            // One with a handshake is reached through its handshake alone.
            _ => return Err(Fault::Revision(named)),
        };
        if !self.client_capabilities.is_some_and(is_object) {
            return Err(Fault::Params(
                "'_meta' needs 'io.modelcontextprotocol/clientCapabilities', an object",
            ));
        }
        if self
            .log_level
            .is_some_and(|level| crate::context::Level::read(level).is_none())
        {
            return Err(Fault::Params(
                "'io.modelcontextprotocol/logLevel' is not a logging level",
            ));
        }
        Ok(revision)
    }

    /// The token under which the client wants to hear of progress.
    pub(crate) fn progress_token(&self) -> Option<Id<'m>> {
        self.progress_token.and_then(Id::read)
    }
}
