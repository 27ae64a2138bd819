//! Tasks over HTTP, as raw requests over a loopback connection.
#![cfg(all(feature = "tasks", feature = "http"))]

#[path = "common/http.rs"]
mod client;

use std::net::SocketAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use axum::http::request::Parts;
use serde_json::{Value, json};
use toolwright::filter::Verdict;
use toolwright::transport::http::Http;
use toolwright::{Context, Server, mcp_tools};

const NAME: &str = "io.modelcontextprotocol/tasks";

mcp_tools! {
    static TOOLS: ToolSet<()>;

    /// Prints.
    #[tool(task)]
    async fn print(cx: &Context, ms: u64) -> String {
        tokio::time::sleep(Duration::from_millis(ms)).await;
        // What the request brought along is there as long as the task.
        let parts = cx.extensions().get::<Parts>();
        parts.map_or("no request", |parts| parts.uri.path()).into()
    }

    /// Binds.
    #[tool(task = required)]
    fn bind() -> u32 { 7 }
}

fn serve(server: Server<()>) -> SocketAddr {
    client::serve(Http::new(server))
}

/// Posts a request of 2026-07-28: the status and the body of the answer.
fn post(
    address: SocketAddr,
    headers: &str,
    method: &str,
    mut params: Value,
    tasks: bool,
) -> (u16, Value) {
    let extensions = if tasks { json!({NAME: {}}) } else { json!({}) };
    params["_meta"] = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {"extensions": extensions},
    });
    let body = json!({"jsonrpc": "2.0", "id": "q", "method": method, "params": params}).to_string();
    let headers = format!("MCP-Protocol-Version: 2026-07-28\nMcp-Method: {method}\n{headers}");
    let response = client::send(address, &client::post(&headers, &body));
    assert!(
        response.head.contains("application/json"),
        "{}",
        response.head
    );
    (response.status, response.json())
}

fn call(address: SocketAddr, tool: &str, arguments: &Value, tasks: bool) -> (u16, Value) {
    let params = json!({"name": tool, "arguments": arguments});
    let headers = format!("Mcp-Name: {tool}\n");
    post(address, &headers, "tools/call", params, tasks)
}

fn about(address: SocketAddr, method: &str, id: &str) -> (u16, Value) {
    let params = json!({"taskId": id, "inputResponses": {}});
    post(address, &format!("Mcp-Name: {id}\n"), method, params, true)
}

fn begin(address: SocketAddr, tool: &str, arguments: &Value) -> String {
    let (status, reply) = call(address, tool, arguments, true);
    assert_eq!(status, 200, "{reply}");
    assert_eq!(reply["result"]["resultType"], "task", "{reply}");
    reply["result"]["taskId"].as_str().expect("an id").into()
}

fn completed(address: SocketAddr, id: &str) -> Value {
    for _ in 0..200 {
        let (_, reply) = about(address, "tasks/get", id);
        if reply["result"]["status"] == "completed" {
            return reply["result"]["result"].clone();
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    panic!("it is never over: {:?}", about(address, "tasks/get", id));
}

#[test]
fn a_task_outlives_its_connection() {
    let address = serve(Server::new(&TOOLS, ()));
    let id = begin(address, "print", &json!({"ms": 50}));
    assert_eq!(completed(address, &id)["content"][0]["text"], "/");
    // A function that holds its thread holds up nobody: this runtime has but one.
    let id = begin(address, "bind", &json!({}));
    assert_eq!(completed(address, &id)["content"][0]["text"], "7");
}

#[test]
fn mcp_name_is_the_id_of_the_task() {
    let address = serve(Server::new(&TOOLS, ()));
    let id = begin(address, "print", &json!({"ms": 0}));
    for method in ["tasks/get", "tasks/update", "tasks/cancel"] {
        for headers in ["", "Mcp-Name: other\n", "Mcp-Name: print\n"] {
            let params = json!({"taskId": id, "inputResponses": {}});
            let (status, reply) = post(address, headers, method, params, true);
            assert_eq!(
                (status, &reply["error"]["code"]),
                (400, &json!(-32020)),
                "{method}"
            );
        }
        let (status, reply) = about(address, method, &id);
        assert_eq!(status, 200, "{reply}");
    }
}

#[test]
fn errors_have_their_status() {
    let address = serve(Server::new(&TOOLS, ()));
    let (status, reply) = call(address, "bind", &json!({}), false);
    assert_eq!((status, &reply["error"]["code"]), (400, &json!(-32021)));
    let (status, reply) = about(address, "tasks/get", "x");
    assert_eq!((status, &reply["error"]["code"]), (200, &json!(-32602)));
    let (status, reply) = about(address, "tasks/result", "x");
    assert_eq!((status, &reply["error"]["code"]), (404, &json!(-32601)));
    let params = json!({"taskId": "x"});
    let (status, reply) = post(address, "Mcp-Name: x\n", "tasks/get", params, false);
    assert_eq!((status, &reply["error"]["code"]), (400, &json!(-32021)));
}

#[test]
fn a_filter_sees_the_request_of_every_method() {
    static ASKED: AtomicUsize = AtomicUsize::new(0);
    let server = Server::new(&TOOLS, ()).filter(|call| {
        ASKED.fetch_add(1, Ordering::SeqCst);
        let parts = call.context().extensions().get::<Parts>();
        if parts.is_some_and(|parts| parts.headers.contains_key("mcp-name")) {
            Verdict::Pass
        } else {
            Verdict::deny("no")
        }
    });
    let address = serve(server);
    let id = begin(address, "print", &json!({"ms": 0}));
    let (_, reply) = about(address, "tasks/cancel", &id);
    assert_eq!(reply["result"]["resultType"], "complete");
    assert_eq!(ASKED.load(Ordering::SeqCst), 2);
}

#[test]
fn the_extension_is_announced() {
    let address = serve(Server::new(&TOOLS, ()));
    let (_, reply) = post(address, "", "server/discover", json!({}), true);
    let capabilities = &reply["result"]["capabilities"];
    assert_eq!(capabilities["extensions"], json!({NAME: {}}));
}
