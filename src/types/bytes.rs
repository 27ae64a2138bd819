//! Bytes: base64 in the standard alphabet, padded.

use alloc::vec::Vec;
use core::ops::Deref;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use super::Writer;
use super::spelled::{Fault, Spelled, spelled};
use crate::schema::Schema;

/// Bytes that travel as base64: standard alphabet, padded, nothing else accepted.
///
/// `Vec<u8>` is an array of integers on the wire; this is what most tools want instead.
///
/// ```
/// use toolwright::{Base64, mcp_types};
///
/// mcp_types! {
///     #[derive(Debug, PartialEq)]
///     pub struct File { pub content: Base64 }
/// }
///
/// let file: File = serde_json::from_str(r#"{"content":"aGk="}"#).unwrap();
/// assert_eq!(*file.content, *b"hi");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Base64(Vec<u8>);

impl Base64 {
    /// These bytes.
    #[must_use]
    pub const fn new(bytes: Vec<u8>) -> Self {
        Self(bytes)
    }

    /// The bytes, taken out.
    #[must_use]
    pub fn into_bytes(self) -> Vec<u8> {
        self.0
    }
}

impl Deref for Base64 {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.0
    }
}

impl AsRef<[u8]> for Base64 {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

impl From<Vec<u8>> for Base64 {
    fn from(bytes: Vec<u8>) -> Self {
        Self(bytes)
    }
}

impl From<Base64> for Vec<u8> {
    fn from(bytes: Base64) -> Self {
        bytes.0
    }
}

/// Whether a text has the form of base64: the last bits are left to the reader.
pub(super) const fn is_base64(text: &[u8]) -> bool {
    let mut rest = text;
    if rest.len() % 4 != 0 {
        return false;
    }
    if let [head @ .., b'=', b'='] | [head @ .., b'='] = rest {
        rest = head;
    }
    while let [byte, more @ ..] = rest {
        if !byte.is_ascii_alphanumeric() && *byte != b'+' && *byte != b'/' {
            return false;
        }
        rest = more;
    }
    true
}

const fn schema(mut schema: Schema) -> Schema {
    schema.encoding = "base64";
    schema
}
spelled! { Base64, "Base64", schema, Base64Lit Base64Lits, lent; }

impl Spelled for Base64 {
    fn spell(text: &str) -> Result<Self, Fault> {
        STANDARD.decode(text).map(Self).map_err(|_| Fault::Form)
    }

    fn write(&self, out: &mut Writer) {
        out.string(&STANDARD.encode(&self.0));
    }
}

#[cfg(feature = "bytes")]
mod shared {
    use bytes::Bytes;

    use super::{Fault, STANDARD, Spelled, Writer, schema, spelled};
    use base64::Engine as _;

    spelled! { Bytes, "Bytes", schema, Base64Lit Base64Lits, lent; }

    impl Spelled for Bytes {
        fn spell(text: &str) -> Result<Self, Fault> {
            STANDARD
                .decode(text)
                .map(Self::from)
                .map_err(|_| Fault::Form)
        }

        fn write(&self, out: &mut Writer) {
            out.string(&STANDARD.encode(self));
        }
    }
}
