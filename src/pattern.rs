//! Regular expressions of rules.

/// Whether `text` matches `pattern`.
pub(crate) fn matches(_pattern: &str, _text: &str) -> bool {
    true
}
