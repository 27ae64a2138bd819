//! Resources and prompts.

use toolwright::content::{Contents, EmbeddedResource, Image, PromptMessage};
use toolwright::mcp_tools;

use super::State;
use super::content::DOT;

mcp_tools! {
    pub static TEXTS: ToolSet<State>;

    /// A text that never changes.
    #[resource("test://static-text", name = "Static text", mime = "text/plain")]
    fn static_text() -> &'static str {
        "This is the content of the static text resource."
    }

    /// A picture that never changes.
    #[resource("test://static-binary", name = "Static binary", mime = "image/png")]
    fn static_binary() -> Vec<u8> {
        DOT.to_vec()
    }

    /// A text to subscribe to.
    #[resource("test://watched-resource", name = "Watched resource", mime = "text/plain")]
    fn watched_resource() -> &'static str {
        "This is the content of the watched resource."
    }

    /// The data of an id.
    #[resource("test://template/{id}/data", name = "Data by id", mime = "application/json")]
    fn template_data(id: String) -> String {
        serde_json::json!({ "id": id, "templateTest": true, "data": format!("Data for ID: {id}") }).to_string()
    }

    /// One message.
    #[prompt]
    fn test_simple_prompt() -> &'static str {
        "This is a simple prompt for testing."
    }

    /// One message with two arguments in it.
    #[prompt]
    fn test_prompt_with_arguments(
        /// The first one.
        #[complete(words)] arg1: String,
        /// The second one.
        arg2: String,
    ) -> String {
        format!("Prompt with arguments: arg1='{arg1}', arg2='{arg2}'")
    }

    /// A message that holds a resource, and one about it.
    #[prompt]
    fn test_prompt_with_embedded_resource(
        /// Which resource.
        #[rename("resourceUri")] uri: String,
    ) -> Vec<PromptMessage> {
        let text = Contents::text("Embedded resource content for testing.").mime("text/plain");
        vec![
            PromptMessage::user(EmbeddedResource::new(uri, text)),
            PromptMessage::user("Please process the embedded resource above."),
        ]
    }

    /// A message that holds a picture, and one about it.
    #[prompt]
    fn test_prompt_with_image() -> Vec<PromptMessage> {
        vec![
            PromptMessage::user(Image::new(DOT, "image/png")),
            PromptMessage::user("Please look at the picture above."),
        ]
    }
}

/// The words that begin as what was typed.
fn words(typed: &str) -> Vec<&'static str> {
    ["paris", "park", "party", "test", "testing"]
        .into_iter()
        .filter(|word| word.starts_with(typed))
        .collect()
}
