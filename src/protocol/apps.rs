//! The extension MCP Apps: whether a client negotiated it.

use super::envelope::{is_object, spells};
use crate::json::Cursor;

/// The extension's name, under `extensions` of the capabilities.
const NAME: &str = "io.modelcontextprotocol/ui";

/// What a client has to be able to show.
const MIME: &str = "text/html;profile=mcp-app";

/// Whether these capabilities of a client, the JSON text of an object, hold the extension.
pub(crate) fn negotiated(capabilities: &str) -> bool {
    let types = Some(capabilities)
        .and_then(|object| member(object, "extensions"))
        .and_then(|object| member(object, NAME))
        .and_then(|object| member(object, "mimeTypes"));
    let Some(types) = types.filter(|types| types.starts_with('[')) else {
        return false;
    };
    let mut cursor = Cursor::new(types);
    cursor.enter();
    while cursor.next_item() {
        if spells(cursor.skip(), MIME) {
            return true;
        }
    }
    false
}

/// The member of an object, if the text is one and has it; of two, the last.
pub(crate) fn member<'m>(object: &'m str, name: &str) -> Option<&'m str> {
    if !is_object(object) {
        return None;
    }
    let mut found = None;
    let mut cursor = Cursor::new(object);
    cursor.enter();
    while let Some(key) = cursor.next_key() {
        let value = cursor.skip();
        if key.is(name) {
            found = Some(value);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::negotiated;

    #[test]
    fn negotiation() {
        for (capabilities, yes) in [
            ("", false),
            ("{}", false),
            (r#"{"extensions":[]}"#, false),
            (r#"{"extensions":{"io.modelcontextprotocol/ui":{}}}"#, false),
            (
                r#"{"extensions":{"io.modelcontextprotocol/ui":{"mimeTypes":"text/html;profile=mcp-app"}}}"#,
                false,
            ),
            (
                r#"{"extensions":{"io.modelcontextprotocol/ui":{"mimeTypes":["text/html"]}}}"#,
                false,
            ),
            (
                r#"{"extensions":{"io.modelcontextprotocol/ui":{"mimeTypes":[7,"text/html;profile=mcp-app"]}}}"#,
                true,
            ),
            (
                r#"{"a":{},"extensions":{"io.modelcontextprotocol\/ui":{"mimeTypes":["text\/html;profile=mcp-app"]}}}"#,
                true,
            ),
        ] {
            assert_eq!(negotiated(capabilities), yes, "{capabilities}");
        }
    }
}
