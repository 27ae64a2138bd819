//! Where there are tasks, and where there are none.

use std::collections::HashMap;

use serde_json::{Value, json};
use toolwright::{
    CallFrame, LocalFrame, LocalOutcome, LocalServer, Outcome, Server, Session, mcp_tools,
};

use super::{Client, NAME, TOOLS, client, paused, request, state, text};

mcp_tools! {
    /// Nothing here is a task.
    static PLAIN: ToolSet<()>;

    /// Greets.
    fn greet_plainly(name: String) -> String { format!("Hello, {name}!") }
}

/// The capabilities that `server/discover` announces.
async fn announced<S: Send + Sync + 'static>(server: Server<S>) -> Value {
    let mut client = Client::new(server);
    client.ask("server/discover", json!({})).await["result"]["capabilities"].take()
}

#[test]
fn the_extension_is_announced_where_a_task_tool_is() {
    paused(async {
        let capabilities = announced(Server::new(&TOOLS, state())).await;
        assert_eq!(capabilities["extensions"], json!({NAME: {}}));
        assert!(capabilities.get("tasks").is_none());
        let capabilities = announced(Server::new(&PLAIN, ())).await;
        assert!(capabilities.get("extensions").is_none());

        // Without a task tool there are no methods of tasks.
        let mut client = Client::new(Server::new(&PLAIN, ()));
        let reply = client.ask("tasks/get", json!({"taskId": "x"})).await;
        assert_eq!(reply["error"]["code"], -32601);
    });
}

#[test]
fn the_older_revisions_have_no_tasks() {
    paused(async {
        let mut client = client();
        let params = json!({"protocolVersion": "2025-11-25", "capabilities": {"extensions": {NAME: {}}, "tasks": {}}, "clientInfo": {"name": "t", "version": "1"}});
        client
            .send(&json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params}))
            .await;
        let reply = client.next().await;
        assert_eq!(reply["result"]["capabilities"], json!({"tools": {}}));
        for (tool, want) in [
            ("slow_compute", " took 1 s"),
            (
                "failing_job",
                "The tool runs as a task alone, which this connection does not allow for.",
            ),
        ] {
            let params = json!({"name": tool, "arguments": if tool == "slow_compute" { json!({"seconds": 1}) } else { json!({}) }, "task": {"ttl": 5}});
            client
                .send(&json!({"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": params}))
                .await;
            assert_eq!(text(&client.next().await["result"]), want);
        }
        client.send(&json!({"jsonrpc": "2.0", "id": 3, "method": "tasks/get", "params": {"taskId": "x"}})).await;
        assert_eq!(client.next().await["error"]["code"], -32601);
    });
}

/// One message through the core alone.
fn handled(message: &Value) -> Value {
    let server = Server::new(&TOOLS, state());
    let (mut frame, session, mut out) = (CallFrame::new(), Session::new(), Vec::new());
    let message = message.to_string();
    let outcome = server.handle(message.as_bytes(), &mut frame, &session, &mut out);
    assert!(matches!(outcome, Outcome::Replied));
    serde_json::from_slice(&out).expect("a reply")
}

#[test]
fn the_core_alone_and_the_blocking_shell_have_no_tasks() {
    let discover = request(1, "server/discover", json!({}), true);
    let get = request(2, "tasks/get", json!({"taskId": "x"}), true);
    let required = request(
        3,
        "tools/call",
        json!({"name": "failing_job", "arguments": {}}),
        true,
    );
    let optional = request(
        4,
        "tools/call",
        json!({"name": "hidden", "arguments": {}}),
        true,
    );
    assert!(
        handled(&discover)["result"]["capabilities"]
            .get("extensions")
            .is_none()
    );
    assert_eq!(handled(&get)["error"]["code"], -32601);
    let refused = "The tool runs as a task alone, which this connection does not allow for.";
    assert_eq!(text(&handled(&required)["result"]), refused);

    let lines: String = [&discover, &get, &required, &optional]
        .map(|line| format!("{line}\n"))
        .concat();
    let (reader, writer) = std::io::pipe().expect("a pipe");
    let server = Server::new(&TOOLS, state()).on_diagnostic(|_| {});
    server
        .serve(std::io::Cursor::new(lines), writer)
        .expect("served");
    let replies: HashMap<u64, Value> = std::io::read_to_string(reader)
        .expect("replies")
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).expect("a reply"))
        .map(|reply| (reply["id"].as_u64().expect("an id"), reply))
        .collect();
    assert!(
        replies[&1]["result"]["capabilities"]
            .get("extensions")
            .is_none()
    );
    assert_eq!(replies[&2]["error"]["code"], -32601);
    assert_eq!(text(&replies[&3]["result"]), refused);
    assert_eq!(replies[&4]["result"]["resultType"], "complete");
    assert_eq!(text(&replies[&4]["result"]), "The tool failed.");
}

mcp_tools! {
    static LOCAL: LocalToolSet<()>;

    /// Stays on its thread.
    #[tool(task)]
    fn local() -> &'static str { "here" }

    /// As a task alone.
    #[tool(task = required)]
    fn elsewhere() {}
}

#[test]
fn a_local_server_has_no_tasks() {
    let server = LocalServer::new(&LOCAL, ());
    let (mut frame, session) = (LocalFrame::new(), Session::new());
    for (tool, want) in [
        ("local", "here"),
        (
            "elsewhere",
            "The tool runs as a task alone, which this connection does not allow for.",
        ),
    ] {
        let message = request(1, "tools/call", json!({"name": tool}), true).to_string();
        let mut out = Vec::new();
        let outcome = server.handle(message.as_bytes(), &mut frame, &session, &mut out);
        assert!(matches!(outcome, LocalOutcome::Replied));
        let reply: Value = serde_json::from_slice(&out).expect("a reply");
        assert_eq!(text(&reply["result"]), want);
    }
}
