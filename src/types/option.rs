//! `Option`: `null` is a value, and with `= None` an absent member is one too.

use super::default::NoneLit;
use super::{Argument, Input, OnlyNone, Shape, ToolType, WriteJson, Writer};
use crate::json::Kind;
use crate::refusal::Refusal;
use crate::schema::{Rule, Schema};

impl<T: ToolType> ToolType for Option<T> {
    const SCHEMA: &'static Schema = &nullable(T::SCHEMA);
    type Const = Option<OnlyNone>;
    type Render = NoneLit;
    type Renders = ();
}

const fn nullable(inner: &Schema) -> Schema {
    assert!(
        !inner.nullable,
        "TW0003: `Option<Option<T>>` cannot be told apart on the wire: write `Option<T>`"
    );
    Schema {
        nullable: true,
        ..*inner
    }
}

impl<'a, T: Argument<'a>> Argument<'a> for Option<T> {
    fn read(input: &mut Input<'a>, rules: &[Rule]) -> Result<Self, Refusal> {
        if input.kind() == Kind::Null {
            input.cursor.skip();
            return Ok(None);
        }
        T::read(input, rules).map(Some)
    }

    fn absent(near: Option<&str>) -> Refusal {
        T::absent(near)
    }
}

impl<T: WriteJson> WriteJson for Option<T> {
    const WRITTEN: &'static Schema = &nullable(T::WRITTEN);
    const SHAPE: Shape = match T::SHAPE {
        Shape::Value => Shape::Value,
        Shape::Object | Shape::Nullable => Shape::Nullable,
    };
    const PLAIN: bool = T::PLAIN;

    fn write(&self, out: &mut Writer) {
        match self {
            Some(value) => value.write(out),
            None => out.raw("null"),
        }
    }

    fn is_none(&self) -> bool {
        self.is_none()
    }
}
