//! Calls that a client need not wait for: where it knows tasks, it gets an id at once, and asks
//! later what became of it.

use std::time::Duration;

use tokio::time::sleep;
use toolwright::ask::{Elicited, Form};
use toolwright::{Context, ToolError, mcp_tools, mcp_types};

use super::State;
use super::asking::rounds::{greeting, name_form};

mcp_types! {
    /// A yes or a no.
    struct Confirmation {
        /// Whether to delete it.
        confirm: bool,
    }
}

fn delete_form(filename: &str) -> Form<Confirmation> {
    Form::new(format!("Delete {filename}?"))
}

mcp_tools! {
    pub static JOBS: ToolSet<State>;

    /// Greets; never a task.
    #[tool(read_only)]
    fn greet(
        /// Whom to greet.
        name: String,
    ) -> String {
        format!("Hello, {name}!")
    }

    /// Computes for so many seconds. Dropped at its `.await` when it is cancelled.
    #[tool(read_only, task)]
    async fn slow_compute(
        /// How long it takes.
        seconds: u8 [..=60],
        /// What it is called.
        label: String = "computation",
    ) -> String {
        sleep(Duration::from_secs(seconds.into())).await;
        format!("{label} took {seconds} s.")
    }

    /// Fails after a second, for clients that know tasks alone.
    #[tool(task = required)]
    async fn failing_job() -> Result<(), ToolError> {
        sleep(Duration::from_secs(1)).await;
        Err(ToolError::shown("The job has failed."))
    }

    /// Breaks down, as a program with a mistake in it does.
    #[tool(task)]
    async fn protocol_error_job() {
        panic!("this job panics to show what becomes of its task");
    }

    /// Asks before it deletes.
    #[tool(task)]
    async fn confirm_delete(
        cx: &Context,
        /// What to delete.
        filename: String,
    ) -> Result<String, ToolError> {
        let answer = cx.elicit(delete_form(&filename)).await?;
        Ok(match answer {
            Elicited::Accepted(Confirmation { confirm: true }) => format!("{filename} was deleted."),
            _ => format!("{filename} was kept."),
        })
    }

    /// Asks two things at once, which may be answered one at a time.
    #[tool(task)]
    async fn multi_input(cx: &Context) -> Result<String, ToolError> {
        let (first, second) = tokio::join!(cx.ask("first", name_form()), cx.ask("second", name_form()));
        Ok(format!("{} {}", greeting(first?), greeting(second?)))
    }

    /// Asks for a name first, then becomes a task that greets.
    #[tool(task = required)]
    async fn test_tool_with_task(cx: &Context) -> Result<String, ToolError> {
        // In a round of its own: there is no task yet that the answer could belong to.
        let person = cx.ask("user_name", name_form()).up_front().await?;
        sleep(Duration::from_millis(200)).await;
        Ok(greeting(person))
    }
}
