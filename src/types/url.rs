//! `url::Url`.

use url::Url;

use super::Writer;
use super::spelled::{Fault, Spelled, spelled};
use crate::schema::Schema;

const fn schema(schema: Schema) -> Schema {
    schema.format("uri")
}
spelled! { Url, "Url", schema, AnyLit AnyLits, lent; }

impl Spelled for Url {
    fn spell(text: &str) -> Result<Self, Fault> {
        // The crate mends what browsers mend (spaces, backslashes); the format does not.
        if crate::format::uri(text) {
            Url::parse(text).map_err(|_| Fault::Form)
        } else {
            Err(Fault::Form)
        }
    }

    fn write(&self, out: &mut Writer) {
        out.string(self.as_str());
    }
}
