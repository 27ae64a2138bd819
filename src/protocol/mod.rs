//! Messages, revisions and methods: what is on the wire. Pure: bytes in, bytes out.

pub(crate) mod apps;
pub(crate) mod batch;
pub(crate) mod cancel;
pub(crate) mod discover;
pub(crate) mod envelope;
pub(crate) mod error;
pub(crate) mod identity;
pub(crate) mod initialize;
#[cfg(feature = "std")]
pub(crate) mod listen;
pub(crate) mod lists;
pub(crate) mod meta;
pub(crate) mod page;
pub(crate) mod params;
pub(crate) mod response;
mod revision;
pub(crate) mod tools;
pub(crate) mod uri;

pub use self::envelope::Id;
pub use self::response::Scope;
pub use self::revision::Revision;
