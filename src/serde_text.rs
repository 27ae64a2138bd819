//! `serde` for the types of `mcp_types!`: through the same reader and writer as a call.
//!
//! One truth costs a detour: a value passes through JSON text, whatever the format is. For
//! JSON itself that is one more pass; for other formats also a conversion.

use alloc::string::{String, ToString};

use serde::de::{Deserializer, Error as _};
use serde::ser::{Error as _, Serializer};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::json;
use crate::limits;
use crate::types::{Arena, Argument, Input, WriteJson, Writer};

/// Writes a value through its own writer.
///
/// # Errors
///
/// The serializer's, or a number that is not finite.
pub fn serialize<T: WriteJson, S: Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error> {
    let mut writer = Writer::new();
    value.write(&mut writer);
    if writer.not_finite() {
        return Err(S::Error::custom("a number is not finite"));
    }
    let text = String::from_utf8(writer.into_bytes()).map_err(S::Error::custom)?;
    let value: Value = serde_json::from_str(&text).map_err(S::Error::custom)?;
    value.serialize(serializer)
}

/// Reads a value through its own reader.
///
/// # Errors
///
/// The deserializer's, or the refusal in the words that a model would read.
pub fn deserialize<'de, T: for<'a> Argument<'a>, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
    let value = Value::deserialize(deserializer)?;
    from_text(&value.to_string()).map_err(D::Error::custom)
}

fn from_text<T: for<'a> Argument<'a>>(text: &str) -> Result<T, String> {
    let text = json::check(text.as_bytes(), limits::DEPTH).map_err(|_| "nested too deep".to_string())?;
    let arena = Arena::new();
    T::read(&mut Input::new(text, &arena, false), &[]).map_err(|refusal| {
        if refusal.path().is_empty() { refusal.message() } else { refusal.to_string() }
    })
}
