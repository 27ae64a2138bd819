//! What a question is.

use alloc::string::String;
use alloc::vec::Vec;

use serde_json::Value;

use super::Need;
use crate::protocol::Revision;
use crate::types::{WriteJson as _, Writer};

/// Kept to this crate: a client knows no other questions.
pub trait Sealed {}

/// A question to the client: [`Form`](super::Form), [`Url`](super::Url),
/// [`Sample`](super::Sample) or [`Roots`](super::Roots).
pub trait Question: Sealed {
    /// What a usable answer is read as.
    type Answer;

    /// What the client has to be able to do.
    fn need(&self) -> Need;

    /// Writes the params, a JSON object; `id` is the question's own.
    #[doc(hidden)]
    fn params(&self, revision: Revision, id: &str, out: &mut Vec<u8>);

    /// Reads an answer, which may be any JSON: nothing where it is none to this question.
    #[doc(hidden)]
    fn read(&self, result: &str) -> Option<Self::Answer>;
}

/// The JSON text of a value, on one line for every reader.
pub(super) fn text_of(value: &Value) -> String {
    let mut writer = Writer::new();
    value.write(&mut writer);
    String::from_utf8(writer.into_bytes()).unwrap_or_default()
}
