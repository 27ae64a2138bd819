//! A broken rule of a value object, with its code and its sentence.

use alloc::borrow::Cow;
use core::fmt;

use super::Broken;

/// A rule that a value breaks, with the code and the sentence that answer it.
///
/// Made by the readers for every rule of a declaration, and by the author's own
/// `check` functions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    code: Cow<'static, str>,
    message: Cow<'static, str>,
}

impl Violation {
    /// A violation with a code and a sentence of the author's own.
    ///
    /// The sentence goes to the model: it should name the rule, and must not hold the value.
    pub fn new(code: impl Into<Cow<'static, str>>, message: impl Into<Cow<'static, str>>) -> Self {
        Self {
            code: code.into(),
            message: message.into(),
        }
    }

    /// `value_object.required`: there is no value where one has to be.
    pub fn required(message: impl Into<Cow<'static, str>>) -> Self {
        Self::new("value_object.required", message)
    }

    /// `value_object.not_parsable`: the text is no such value.
    pub fn not_parsable(message: impl Into<Cow<'static, str>>) -> Self {
        Self::new("value_object.not_parsable", message)
    }

    /// `value_object.too_short`: fewer characters than `least`.
    pub fn too_short(least: u32) -> Self {
        Self::new(
            "value_object.too_short",
            alloc::format!("{}", Broken::TooShort(least)),
        )
    }

    /// `value_object.too_long`: more characters than `most`.
    pub fn too_long(most: u32) -> Self {
        Self::new(
            "value_object.too_long",
            alloc::format!("{}", Broken::TooLong(most)),
        )
    }

    /// `value_object.invalid_format`: the text has another form than it should.
    pub fn invalid_format() -> Self {
        Self::new(
            "value_object.invalid_format",
            alloc::format!("{}", Broken::Format),
        )
    }

    /// `value_object.out_of_range`: the value lies outside its bounds.
    pub fn out_of_range(message: impl Into<Cow<'static, str>>) -> Self {
        Self::new("value_object.out_of_range", message)
    }

    /// `value_object.not_a_known_value`: not one of the accepted values.
    pub fn not_a_known_value() -> Self {
        Self::new(
            "value_object.not_a_known_value",
            alloc::format!("{}", Broken::NotKnown),
        )
    }

    /// The code, such as `value_object.out_of_range`.
    pub fn code(&self) -> &str {
        &self.code
    }

    /// The sentence.
    pub fn message(&self) -> &str {
        &self.message
    }
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl core::error::Error for Violation {}
