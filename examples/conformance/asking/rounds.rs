//! Questions under names, which are their keys in 2026-07-28: there the call ends with its
//! questions, and the tool runs again, from its start, with the answers.

use std::sync::atomic::Ordering;

use toolwright::ask::{Elicited, Form, Need, Roots, Sample};
use toolwright::{Context, PromptError, ToolError, mcp_tools, mcp_types};

use super::super::State;

mcp_types! {
    /// Who somebody is.
    pub struct Person {
        /// The name.
        name: String,
    }

    /// A yes or a no.
    pub struct Confirmation {
        /// Whether to go on.
        ok: bool,
    }

    /// What a prompt is about.
    pub struct Background {
        /// What to keep in mind.
        context: String,
    }

    /// A colour.
    pub struct Favourite {
        /// Any colour.
        color: String,
    }
}

pub fn name_form() -> Form<Person> {
    Form::new("What is your name?")
}

fn ok_form() -> Form<Confirmation> {
    Form::new("Go on?")
}

fn capital() -> Sample {
    Sample::new("What is the capital of France?", 100)
}

pub fn greeting(person: Elicited<Person>) -> String {
    person.accepted().map_or_else(
        || "Hello, whoever you are!".into(),
        |person| format!("Hello, {}!", person.name),
    )
}

mcp_tools! {
    pub static ROUNDS: ToolSet<State>;

    /// Asks for a name.
    async fn test_input_required_result_elicitation(cx: &Context) -> Result<String, ToolError> {
        Ok(greeting(cx.ask("user_name", name_form()).await?))
    }

    /// Has the client's model say what it knows.
    async fn test_input_required_result_sampling(cx: &Context) -> Result<String, ToolError> {
        Ok(cx.ask("capital_question", capital()).await?.text())
    }

    /// Asks for the folders that the client works in.
    async fn test_input_required_result_list_roots(cx: &Context) -> Result<Vec<String>, ToolError> {
        let roots = cx.ask("client_roots", Roots).await?;
        Ok(roots.into_iter().map(|root| root.uri).collect())
    }

    /// Gives a ticket in the first round, which the last one still knows.
    async fn test_input_required_result_request_state(&self, cx: &Context) -> Result<String, ToolError> {
        let ticket = cx.once("ticket", || self.tickets.fetch_add(1, Ordering::Relaxed))?;
        cx.ask("confirm", ok_form()).await?;
        Ok(format!("state-ok: ticket {ticket}"))
    }

    /// Asks three things at once.
    async fn test_input_required_result_multiple_inputs(cx: &Context) -> Result<String, ToolError> {
        let (person, greeted, roots) = tokio::join!(
            cx.ask("user_name", name_form()),
            cx.ask("greeting", Sample::new("Greet somebody.", 50)),
            cx.ask("client_roots", Roots),
        );
        let (person, greeted, roots) = (greeting(person?), greeted?.text(), roots?.len());
        Ok(format!("{person} {greeted} There are {roots} roots."))
    }

    /// Asks two things, one after the other.
    async fn test_input_required_result_multi_round(cx: &Context) -> Result<String, ToolError> {
        let person = greeting(cx.ask("step1", name_form()).await?);
        let favourite = cx.ask("step2", Form::<Favourite>::new("What is your favourite color?")).await?;
        let color = favourite.accepted().map_or_else(|| "no color".into(), |favourite| favourite.color);
        Ok(format!("{person} You like {color}."))
    }

    /// Asks for a confirmation; what travels with the client is under a seal, as in all of these.
    async fn test_input_required_result_tampered_state(&self, cx: &Context) -> Result<String, ToolError> {
        let ticket = cx.once("ticket", || self.tickets.fetch_add(1, Ordering::Relaxed))?;
        cx.ask("confirm", ok_form()).await?;
        Ok(format!("The state is whole: ticket {ticket}"))
    }

    /// Asks only what the client can answer.
    async fn test_input_required_result_capabilities(cx: &Context) -> Result<String, ToolError> {
        if cx.can(Need::Form) {
            return Ok(greeting(cx.ask("user_name", name_form()).await?));
        }
        if cx.can(Need::Sampling) {
            return Ok(cx.ask("capital_question", capital()).await?.text());
        }
        Ok("There is nobody to ask.".into())
    }

    /// Needs the client's model, and says so to a client that has none to lend.
    async fn test_missing_capability(cx: &Context) -> Result<String, ToolError> {
        Ok(cx.sample(capital()).await?.text())
    }

    /// Tells how far it is, then asks for a name.
    async fn test_streaming_elicitation(cx: &Context) -> Result<String, ToolError> {
        cx.progress(1.0, Some(2.0), None);
        Ok(greeting(cx.elicit(name_form()).await?))
    }

    /// Writes a prompt for what it is told.
    #[prompt]
    async fn test_input_required_result_prompt(cx: &Context) -> Result<String, PromptError> {
        let form = Form::<Background>::new("What should the prompt take into account?");
        let background = cx.ask("user_context", form).await?.accepted();
        let context = background.map_or_else(|| "nothing".into(), |background| background.context);
        Ok(format!("Answer with this in mind: {context}"))
    }
}
