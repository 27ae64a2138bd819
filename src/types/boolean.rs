//! `bool`: `true` or `false` and nothing else.

use super::{Argument, DefaultFor, Input, ToolType, WriteJson, Writer};
use crate::json::Kind;
use crate::refusal::Refusal;
use crate::schema::{self, Lit, Rule, Schema};

const SCHEMA: &Schema = &Schema::new(schema::Kind::Boolean, "bool");

/// Renders a boolean.
#[doc(hidden)]
pub struct BoolLit;

impl BoolLit {
    /// The literal.
    #[allow(
        clippy::trivially_copy_pass_by_ref,
        reason = "all literals are made from a reference"
    )]
    #[must_use]
    pub const fn of(value: &'static bool) -> Lit {
        Lit::Bool(*value)
    }
}

/// Renders a list of booleans.
#[doc(hidden)]
pub struct BoolLits;

impl BoolLits {
    /// The literal.
    #[must_use]
    pub const fn of(values: &'static [bool]) -> Lit {
        Lit::Bools(values)
    }
}

impl DefaultFor<bool> for bool {
    fn value(self) -> bool {
        self
    }
}

impl ToolType for bool {
    const SCHEMA: &'static Schema = SCHEMA;
    type Const = bool;
    type Render = BoolLit;
    type Renders = BoolLits;
}

impl<'a> Argument<'a> for bool {
    fn read(input: &mut Input<'a>, _: &[Rule]) -> Result<Self, Refusal> {
        match input.kind() {
            Kind::True => {
                input.cursor.skip();
                Ok(true)
            }
            Kind::False => {
                input.cursor.skip();
                Ok(false)
            }
            found => input
                .spelled(
                    "bool",
                    |kind| matches!(kind, Kind::True | Kind::False),
                    |input| Self::read(input, &[]),
                )
                .unwrap_or_else(|| Err(Refusal::expected("a boolean", found))),
        }
    }
}

impl WriteJson for bool {
    const WRITTEN: &'static Schema = SCHEMA;

    fn write(&self, out: &mut Writer) {
        out.raw(if *self { "true" } else { "false" });
    }
}
