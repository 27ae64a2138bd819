//! `serde_json::Value`: anything.

use serde_json::Value;

use super::{Argument, Input, NoDefault, ToolType, WriteJson, Writer};
use crate::refusal::Refusal;
use crate::schema::{self, Rule, Schema};

impl ToolType for Value {
    const SCHEMA: &'static Schema = &Schema::new(schema::Kind::Any, "Value");
    type Const = NoDefault;
    type Render = ();
    type Renders = ();
}

impl<'a> Argument<'a> for Value {
    fn read(input: &mut Input<'a>, _: &[Rule]) -> Result<Self, Refusal> {
        // The text was checked; what serde_json still refuses is a number beyond f64.
        serde_json::from_str(input.cursor.skip()).map_err(|_| Refusal::does_not_fit())
    }
}

impl WriteJson for Value {
    const WRITTEN: &'static Schema = <Value as ToolType>::SCHEMA;

    fn write(&self, out: &mut Writer) {
        match self {
            Value::Null => out.raw("null"),
            Value::Bool(value) => value.write(out),
            Value::Number(number) => out.raw(&alloc::string::ToString::to_string(number)),
            Value::String(text) => out.string(text),
            Value::Array(items) => super::list::write(items.iter(), out),
            Value::Object(members) => {
                let mut first = true;
                for (name, value) in members {
                    out.member(&mut first, name);
                    value.write(out);
                }
                out.raw(if first { "{}" } else { "}" });
            }
        }
    }
}
