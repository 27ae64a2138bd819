//! Where the words of a refusal go: into text, or into a JSON string.

use alloc::string::String;
use alloc::vec::Vec;

use crate::json;

/// Where the words of a refusal go.
pub(crate) trait Text {
    /// Appends.
    fn put(&mut self, text: &str);
    /// Appends what needs no escape in JSON.
    fn plain(&mut self, text: &str);
    /// Appends a number.
    fn number(&mut self, number: u64);
    /// How many bytes are there.
    fn len(&self) -> usize;
}

impl Text for String {
    fn put(&mut self, text: &str) {
        self.push_str(text);
    }

    fn plain(&mut self, text: &str) {
        self.push_str(text);
    }

    fn number(&mut self, number: u64) {
        json::writer::digits(number, |digits| self.push_str(digits));
    }

    fn len(&self) -> usize {
        self.len()
    }
}

/// The words as the content of a JSON string.
pub(crate) struct Escaped<'o>(pub(crate) &'o mut Vec<u8>);

impl Text for Escaped<'_> {
    fn put(&mut self, text: &str) {
        json::writer::escape(text, self.0);
    }

    fn plain(&mut self, text: &str) {
        self.0.extend_from_slice(text.as_bytes());
    }

    fn number(&mut self, number: u64) {
        json::writer::unsigned(number, self.0);
    }

    fn len(&self) -> usize {
        self.0.len()
    }
}
