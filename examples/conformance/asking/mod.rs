//! Questions to the client: to the person in front of it, and to its model.

pub mod rounds;

use serde_json::{Value, json};
use toolwright::ask::{Elicited, Form, Sample};
use toolwright::{Context, ToolError, mcp_tools, mcp_types};

use super::State;

mcp_types! {
    /// Who somebody is to a computer.
    struct Account {
        /// The name to log in with.
        username: String,
        /// The address for mail.
        email: String,
    }

    /// A form with an answer for every field.
    struct Profile {
        /// A name.
        name: String = "John Doe",
        /// An age in years.
        age: u8 = 30,
        /// A score in per cent.
        score: f64 = 95.5,
        /// Where the account stands.
        status: Status = Status::Active,
        /// Whether somebody has looked at it.
        verified: bool = true,
    }

    /// Where an account stands.
    #[camel_case]
    enum Status { Active, Inactive, Pending }
}

mcp_tools! {
    pub static ASKING: ToolSet<State>;

    /// Has the client's model answer.
    async fn test_sampling(
        cx: &Context,
        /// What to ask the model.
        prompt: String,
    ) -> Result<String, ToolError> {
        let sampled = cx.sample(Sample::new(prompt, 100)).await?;
        Ok(format!("LLM response: {}", sampled.text()))
    }

    /// Asks for an account.
    async fn test_elicitation(
        cx: &Context,
        /// What to tell the person who is asked.
        message: String,
    ) -> Result<String, ToolError> {
        Ok(match cx.elicit(Form::<Account>::new(message)).await? {
            Elicited::Accepted(Account { username, email }) => {
                format!("User response: accept, {username} <{email}>")
            }
            Elicited::Declined => "User response: decline".into(),
            Elicited::Cancelled => "User response: cancel".into(),
        })
    }

    /// Asks for a profile whose fields all have a default.
    async fn test_elicitation_sep1034_defaults(cx: &Context) -> Result<String, ToolError> {
        let form = Form::<Profile>::new("Is this profile right?");
        Ok(match cx.elicit(form).await? {
            Elicited::Accepted(profile) => {
                format!("Elicitation completed: {}", serde_json::to_string(&profile)?)
            }
            Elicited::Declined | Elicited::Cancelled => "Elicitation completed: no profile".into(),
        })
    }

    /// Asks for choices in all the ways that a form can ask for one.
    async fn test_elicitation_sep1330_enums(cx: &Context) -> Result<String, ToolError> {
        // Titles of choices are not in the types: so the schema is given as JSON.
        let form = Form::raw("Choose.", &choices());
        Ok(match cx.elicit(form).await? {
            Elicited::Accepted(chosen) => format!("Elicitation completed: {chosen}"),
            Elicited::Declined | Elicited::Cancelled => "Elicitation completed: no choice".into(),
        })
    }
}

fn choices() -> Value {
    let titled = json!([
        { "const": "value1", "title": "First Option" },
        { "const": "value2", "title": "Second Option" },
        { "const": "value3", "title": "Third Option" },
    ]);
    json!({
        "type": "object",
        "properties": {
            "untitledSingle": { "type": "string", "enum": ["option1", "option2", "option3"] },
            "titledSingle": { "type": "string", "oneOf": titled },
            "legacyEnum": {
                "type": "string",
                "enum": ["opt1", "opt2", "opt3"],
                "enumNames": ["Option One", "Option Two", "Option Three"],
            },
            "untitledMulti": {
                "type": "array",
                "items": { "type": "string", "enum": ["option1", "option2", "option3"] },
            },
            "titledMulti": { "type": "array", "items": { "anyOf": titled } },
        },
    })
}
