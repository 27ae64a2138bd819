//! Calls that say something while they run.

use std::time::Duration;

use tokio::time::sleep;
use toolwright::context::Level;
use toolwright::{Context, mcp_tools};

use super::State;

/// How long a step takes.
const STEP: Duration = Duration::from_millis(50);

mcp_tools! {
    pub static RUNNING: ToolSet<State>;

    /// Tells how far it is, if the client asks for that.
    #[tool(read_only)]
    async fn test_tool_with_progress(cx: &Context) -> &'static str {
        for done in [0.0, 50.0] {
            cx.progress(done, Some(100.0), None);
            sleep(STEP).await;
        }
        cx.progress(100.0, Some(100.0), None);
        "All 100 steps are done."
    }

    /// Logs what it does.
    #[tool(read_only)]
    async fn test_tool_with_logging(cx: &Context) -> &'static str {
        cx.log(Level::Info, None, "Tool execution started");
        sleep(STEP).await;
        cx.log(Level::Info, None, "Tool processing data");
        sleep(STEP).await;
        cx.log(Level::Info, None, "Tool execution completed");
        "Three messages were logged."
    }

    /// Lets the client go while it works: over HTTP, it comes back for the result.
    #[tool(read_only)]
    async fn test_reconnection(cx: &Context) -> &'static str {
        cx.close_stream();
        sleep(STEP).await;
        "This is what you came back for."
    }

    /// Logs one line, for a client that wants any.
    #[tool(read_only)]
    fn test_logging_tool(cx: &Context) -> &'static str {
        cx.log(Level::Info, Some("conformance"), "The tool was called");
        "The tool was called."
    }
}
