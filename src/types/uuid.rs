//! `uuid::Uuid`: five groups of hexadecimal digits.

use uuid::Uuid;

use super::Writer;
use super::spelled::{Fault, Spelled, spelled};
use crate::schema::Schema;

const fn schema(schema: Schema) -> Schema {
    schema.format("uuid")
}
spelled! { Uuid, "Uuid", schema, UuidLit UuidLits, copied; }

impl Spelled for Uuid {
    fn spell(text: &str) -> Result<Self, Fault> {
        // The crate reads more forms (braces, no hyphens, URNs) than the format is.
        if crate::format::uuid(text.as_bytes()) {
            Uuid::try_parse(text).map_err(|_| Fault::Form)
        } else {
            Err(Fault::Form)
        }
    }

    fn write(&self, out: &mut Writer) {
        let mut text = Uuid::encode_buffer();
        out.string(self.hyphenated().encode_lower(&mut text));
    }
}
