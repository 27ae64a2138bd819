//! `char`: a string of exactly one Unicode scalar value.

use super::{Argument, DefaultFor, Input, ToolType, WriteJson, Writer};
use crate::refusal::{Broken, Refusal};
use crate::schema::{self, Lit, Rule, Schema};

/// Renders a character.
#[doc(hidden)]
pub struct CharLit;

impl CharLit {
    /// The literal.
    #[allow(
        clippy::trivially_copy_pass_by_ref,
        reason = "all literals are made from a reference"
    )]
    #[must_use]
    pub const fn of(value: &'static char) -> Lit {
        Lit::Char(*value)
    }
}

/// Renders a list of characters.
#[doc(hidden)]
pub struct CharLits;

impl CharLits {
    /// The literal.
    #[must_use]
    pub const fn of(values: &'static [char]) -> Lit {
        Lit::Chars(values)
    }
}

impl DefaultFor<char> for char {
    fn value(self) -> char {
        self
    }
}

impl ToolType for char {
    const SCHEMA: &'static Schema =
        &Schema::new(schema::Kind::String, "char").rules(&[Rule::Len(1, 1)]);
    type Const = char;
    type Render = CharLit;
    type Renders = CharLits;
}

impl<'a> Argument<'a> for char {
    fn read(input: &mut Input<'a>, rules: &[Rule]) -> Result<Self, Refusal> {
        let text = input.text(rules)?;
        let mut chars = text.chars();
        match (chars.next(), chars.next()) {
            (Some(c), None) => Ok(c),
            (None, _) => Err(Refusal::broken(Broken::TooShort(1))),
            (Some(_), Some(_)) => Err(Refusal::broken(Broken::TooLong(1))),
        }
    }
}

impl WriteJson for char {
    const WRITTEN: &'static Schema = <char as ToolType>::SCHEMA;
    const PLAIN: bool = true;

    fn write(&self, out: &mut Writer) {
        out.string(self.encode_utf8(&mut [0; 4]));
    }
}
