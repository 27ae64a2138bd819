//! Results of every kind.

use toolwright::content::{Audio, Content, Contents, EmbeddedResource, Image};
use toolwright::{ToolError, mcp_tools};

use super::State;

/// A picture of one red dot.
pub static DOT: &[u8] = include_bytes!("dot.png");
/// A short tone.
static BEEP: &[u8] = include_bytes!("beep.wav");

mcp_tools! {
    /// Everything that the protocol has, for clients and suites to try out.
    #[server(name = "conformance")]
    pub static CONTENT: ToolSet<State>;

    /// Gives a text.
    #[tool(read_only)]
    fn test_simple_text() -> &'static str {
        "This is a simple text response for testing."
    }

    /// Gives a picture.
    #[tool(read_only)]
    fn test_image_content() -> Image {
        Image::new(DOT, "image/png")
    }

    /// Gives a sound.
    #[tool(read_only)]
    fn test_audio_content() -> Audio {
        Audio::new(BEEP, "audio/wav")
    }

    /// Gives what a resource holds.
    #[tool(read_only)]
    fn test_embedded_resource() -> EmbeddedResource {
        let text = Contents::text("This is an embedded resource content.").mime("text/plain");
        EmbeddedResource::new("test://embedded-resource", text)
    }

    /// Gives several blocks of different kinds.
    #[tool(read_only)]
    fn test_multiple_content_types() -> Vec<Content> {
        let json = Contents::text(r#"{"test":"data","value":123}"#).mime("application/json");
        vec![
            "Multiple content types test:".into(),
            Image::new(DOT, "image/png").into(),
            EmbeddedResource::new("test://mixed-content-resource", json).into(),
        ]
    }

    /// Fails, and says so to the model.
    #[tool(read_only)]
    fn test_error_handling() -> Result<(), ToolError> {
        Err(ToolError::shown("This tool intentionally returns an error for testing"))
    }

    /// Takes an address and a way to reach somebody, by a schema that is passed on as it stands.
    #[tool(read_only, input_schema = r##"{
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "$defs": {
            "address": {
                "$anchor": "addressDef",
                "type": "object",
                "properties": { "street": { "type": "string" }, "city": { "type": "string" } }
            }
        },
        "properties": {
            "name": { "type": "string" },
            "address": { "$ref": "#/$defs/address" },
            "contactMethod": { "type": "string", "enum": ["phone", "email"] },
            "phone": { "type": "string" },
            "email": { "type": "string" }
        },
        "allOf": [{ "anyOf": [{ "required": ["phone"] }, { "required": ["email"] }] }],
        "if": {
            "properties": { "contactMethod": { "const": "phone" } },
            "required": ["contactMethod"]
        },
        "then": { "required": ["phone"] },
        "else": { "required": ["email"] },
        "additionalProperties": false
    }"##)]
    fn json_schema_2020_12_tool(contact: serde_json::Value) -> String {
        // With a schema of one's own, checking is one's own as well.
        format!("JSON Schema 2020-12 tool called with: {contact}")
    }

    /// Gives back a value that HTTP clients of 2026-07-28 send in a header as well.
    #[tool(read_only)]
    fn test_custom_header(
        /// Any text.
        #[header("Value")] value: String,
    ) -> String {
        value
    }
}
