//! Tasks of sets that are merged, projected, added or made at run time.

use std::sync::Arc;
use std::time::Duration;

use serde_json::json;
use toolwright::ask::Form;
use toolwright::invoker::{Call, finish, later, put, take};
use toolwright::made::MadeTool;
use toolwright::tasks::TaskSupport;
use toolwright::{Cancellation, Context, Server, ToolError, ToolSet, mcp_tools, project};

use super::{Client, Named, accepted, awake, text};

/// Part of an application.
pub struct Part(u32);

/// All of it.
pub struct Whole(Part);

mcp_tools! {
    static PART: ToolSet<Part>;

    /// Holds its thread.
    #[tool(task)]
    fn hold(&self, cancellation: &Cancellation) -> u32 {
        while !cancellation.is_cancelled() {
            std::thread::sleep(Duration::from_millis(1));
        }
        self.0
    }

    /// Asks first.
    #[tool(task)]
    async fn first(&self, cx: &Context) -> Result<u32, ToolError> {
        cx.ask("name", Form::<Named>::new("Who?")).up_front().await?;
        Ok(self.0)
    }
}

mcp_tools! {
    static OWN: ToolSet<Whole>;

    /// Greets.
    fn hello() -> &'static str { "hello" }
}

static PROJECTED: ToolSet<Whole> = project!(PART, |whole: &Whole| &whole.0);
static MERGED: ToolSet<Whole> = ToolSet::merge(&[&OWN, &PROJECTED]);

/// A function of the set holds its own thread, and a future is not one: this runtime has but
/// one for both.
async fn holds_and_asks(client: &mut Client) {
    let id = client.begin("hold", json!({})).await;
    assert_eq!(client.get(&id).await["status"], "working");
    client.ask("tasks/cancel", json!({"taskId": id})).await;
    let reply = client.call("first", json!({})).await;
    assert_eq!(reply["result"]["resultType"], "input_required", "{reply}");
    let params = json!({
        "name": "first",
        "inputResponses": {"name": accepted("Ann")},
        "requestState": reply["result"]["requestState"],
    });
    let reply = client.ask("tools/call", params).await;
    let id = reply["result"]["taskId"].as_str().expect("an id");
    assert_eq!(text(&client.until(id, "completed").await["result"]), "5");
}

#[test]
fn merged_and_projected_sets_have_tasks() {
    awake(async {
        let mut client = Client::new(Server::new(&MERGED, Whole(Part(5))));
        holds_and_asks(&mut client).await;
    });
}

#[test]
fn sets_that_are_added_have_tasks() {
    awake(async {
        let server = Arc::new(Server::new(&OWN, Whole(Part(5))));
        let mut client = Client::new(Arc::clone(&server));
        let reply = client.ask("tasks/get", json!({"taskId": "x"})).await;
        assert_eq!(reply["error"]["code"], -32601);
        server.add(&PROJECTED).expect("its names are its own");
        holds_and_asks(&mut client).await;
    });
}

#[test]
fn tools_that_are_made_at_run_time_have_tasks() {
    awake(async {
        let ask = Call::<Part>::made_async(|source, mut args| {
            let cx: &Context = take(&mut args)?;
            finish(args)?;
            Ok(Box::pin(later(source.get().first(cx))))
        });
        let hold = Call::<Part>::made(|source, mut args, reply| {
            let cx: &Context = take(&mut args)?;
            finish(args)?;
            put(source.get().hold(cx.cancellation()), reply);
            Ok(())
        });
        let set = ToolSet::<Part>::made(
            "made",
            vec![
                MadeTool::new("first")
                    .task(TaskSupport::Optional)
                    .entry(ask),
                MadeTool::new("hold")
                    .task(TaskSupport::Required)
                    .entry(hold),
            ],
        );
        let mut client = Client::new(Server::new(set, Part(5)));
        holds_and_asks(&mut client).await;
    });
}
