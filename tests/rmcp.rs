//! A server that the official SDK hosts, as its clients see it: lines over a stream.
#![cfg(feature = "rmcp")]

#[path = "common/asked.rs"]
mod asked;
mod common {
    pub(crate) mod items;
    pub(crate) mod official;
}
mod fixture;
mod hosted;

use std::sync::Arc;
use std::time::Duration;

use common::items::{STORE, Store};
use rmcp::ServiceExt as _;
use rmcp::service::{RequestContext, RoleServer};
use serde_json::{Value, json};
use tokio::io::{
    AsyncBufReadExt as _, AsyncWriteExt as _, BufReader, DuplexStream, Lines, ReadHalf, WriteHalf,
    duplex, split,
};
use toolwright::transport::rmcp::Hosted;
use toolwright::{Context, Server, mcp_tools};

const REVISIONS: [&str; 5] = [
    "2024-11-05",
    "2025-03-26",
    "2025-06-18",
    "2025-11-25",
    "2026-07-28",
];
const MODERN: &str = "2026-07-28";

/// A client of a hosted server.
struct Client {
    lines: Lines<BufReader<ReadHalf<DuplexStream>>>,
    write: WriteHalf<DuplexStream>,
    revision: &'static str,
    capabilities: Value,
}

impl Client {
    /// Connects, through a handshake where the revision has one.
    async fn connect(hosted: Hosted, revision: &'static str, capabilities: &str) -> Self {
        let (here, there) = duplex(1 << 20);
        tokio::spawn(async move {
            let running = hosted.serve(split(there)).await.expect("a handshake");
            running.waiting().await.expect("an end");
        });
        let (read, write) = split(here);
        let mut client = Self {
            lines: BufReader::new(read).lines(),
            write,
            revision,
            capabilities: serde_json::from_str(capabilities).expect("JSON"),
        };
        if revision != MODERN {
            let reply = client.ask(0, "initialize", &client.introduction()).await;
            assert_eq!(reply["result"]["protocolVersion"], revision, "{reply}");
            let initialized = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
            client.send(&initialized).await;
        }
        client
    }

    fn introduction(&self) -> Value {
        json!({
            "protocolVersion": self.revision,
            "capabilities": self.capabilities,
            "clientInfo": {"name": "t", "version": "1"},
        })
    }

    fn request(&self, id: u32, method: &str, params: &Value) -> Value {
        let mut params = params.clone();
        if self.revision == MODERN {
            params["_meta"]["io.modelcontextprotocol/protocolVersion"] = MODERN.into();
            params["_meta"]["io.modelcontextprotocol/clientCapabilities"] =
                self.capabilities.clone();
        }
        json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params})
    }

    async fn send(&mut self, message: &Value) {
        let line = format!("{message}\n");
        self.write.write_all(line.as_bytes()).await.expect("sent");
    }

    async fn next(&mut self) -> Value {
        let line = tokio::time::timeout(Duration::from_secs(20), self.lines.next_line());
        let line = line.await.expect("in time").expect("a line");
        serde_json::from_str(&line.expect("no end")).expect("JSON")
    }

    async fn ask(&mut self, id: u32, method: &str, params: &Value) -> Value {
        let request = self.request(id, method, params);
        self.send(&request).await;
        self.next().await
    }

    async fn call(&mut self, id: u32, tool: &str, arguments: &Value) -> Value {
        self.ask(
            id,
            "tools/call",
            &json!({"name": tool, "arguments": arguments}),
        )
        .await
    }
}

/// Requests of all kinds, good and bad.
fn requests() -> Vec<(&'static str, Value)> {
    let resources = [
        "book://",
        "bin://x",
        "bin://text",
        "docket://12?state=packed",
        "docket://404",
        "docket://9999",
        "late://7",
        "fail://shown",
        "fail://hidden",
        "fail://panic",
        "nothing://there",
    ];
    let prompts = [
        "wins", "pick", "talk", "bare", "shown", "hidden", "bang", "none",
    ];
    let mut all = vec![
        ("tools/list", json!({})),
        ("tools/list", json!({"cursor": "bad"})),
        ("resources/list", json!({})),
        ("resources/templates/list", json!({})),
        ("prompts/list", json!({})),
        (
            "tools/call",
            json!({"name": "add", "arguments": {"a": 1, "b": 2}}),
        ),
        (
            "tools/call",
            json!({"name": "add", "arguments": {"a": "1", "b": 2}}),
        ),
        ("tools/call", json!({"name": "add", "arguments": [1, 2]})),
        ("tools/call", json!({"name": "add"})),
        ("tools/call", json!({"name": "nothing", "arguments": {}})),
        ("tools/call", json!({"arguments": {}})),
        (
            "completion/complete",
            json!({
                "ref": {"type": "ref/prompt", "name": "pick"},
                "argument": {"name": "name", "value": "x"},
            }),
        ),
        (
            "completion/complete",
            json!({
                "ref": {"type": "ref/prompt", "name": "pick"},
                "argument": {"name": "place", "value": "x"},
                "context": {"arguments": {"shelf": "oak"}},
            }),
        ),
        (
            "completion/complete",
            json!({
                "ref": {"type": "ref/resource", "uri": "shelf://{wood}"},
                "argument": {"name": "wood", "value": "o"},
            }),
        ),
        ("resources/read", json!({})),
        (
            "prompts/get",
            json!({"name": "wins", "arguments": {"site": "a", "min": "0"}}),
        ),
    ];
    all.extend(resources.map(|uri| ("resources/read", json!({"uri": uri}))));
    all.extend(prompts.map(|name| {
        let arguments = json!({"site": "here", "name": "a", "id": "3"});
        let needed = |key: &str| match name {
            "wins" => key == "site",
            "pick" => key == "name",
            "talk" => key == "id",
            _ => false,
        };
        let arguments: Value = arguments
            .as_object()
            .into_iter()
            .flatten()
            .filter(|(key, _)| needed(key))
            .map(|(key, value)| (key.clone(), value.clone()))
            .collect::<serde_json::Map<_, _>>()
            .into();
        ("prompts/get", json!({"name": name, "arguments": arguments}))
    }));
    all
}

#[tokio::test]
async fn all_replies_are_those_of_the_server() {
    let server = Arc::new(Server::new(&STORE, Store::default()).on_diagnostic(|_| ()));
    for revision in REVISIONS {
        let hosted = Hosted::new(Arc::clone(&server));
        let mut client = Client::connect(hosted, revision, "{}").await;
        let mut requests = requests();
        if revision == MODERN {
            requests.push(("server/discover", json!({})));
        } else {
            requests.push(("ping", json!({})));
        }
        for (method, params) in requests {
            let request = client.request(7, method, &params);
            client.send(&request).await;
            let hosted = client.next().await;
            let session = fixture::session(revision);
            let own = fixture::answer(&server, &session, request.to_string());
            assert_eq!(hosted, fixture::value(&own), "{revision} {request}");
        }
    }
}

#[tokio::test]
async fn a_handshake_is_that_of_the_server() {
    let server = Arc::new(
        Server::new(&STORE, Store::default())
            .instructions("Ask.")
            .logging()
            .changing()
            .subscriptions(),
    );
    for revision in ["2024-11-05", "2025-11-25", "2024-01-01", MODERN] {
        let params = json!({
            "protocolVersion": revision,
            "capabilities": {},
            "clientInfo": {"name": "t", "version": "1"},
        });
        let request = json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params});
        let (here, there) = duplex(1 << 16);
        let hosted = Hosted::new(Arc::clone(&server));
        let serving = tokio::spawn(async move {
            let _ = hosted.serve(split(there)).await;
        });
        let (read, mut write) = split(here);
        let line = format!("{request}\n");
        write.write_all(line.as_bytes()).await.expect("sent");
        let reply = BufReader::new(read)
            .lines()
            .next_line()
            .await
            .expect("a line");
        let session = toolwright::Session::new();
        let own = fixture::answer(&server, &session, request.to_string());
        assert_eq!(
            fixture::value(&reply.expect("a reply")),
            fixture::value(&own),
            "{revision}"
        );
        drop(write);
        serving.abort();
    }
}

mcp_tools! {
    static TOOLS: ToolSet<()>;

    async fn steps(cx: &Context) -> u32 {
        for step in 1..=2 {
            cx.progress(f64::from(step), Some(2.0), Some("on the way"));
            cx.log(toolwright::context::Level::Info, Some("steps"), "a step");
            tokio::task::yield_now().await;
        }
        2
    }

    fn at_once(cx: &Context) -> u32 {
        cx.progress(1.0, None, None);
        1
    }

    fn who(cx: &Context) -> String {
        let context = cx.extensions().get::<RequestContext<RoleServer>>();
        context.map_or_else(|| "nobody".into(), |context| format!("{} {}", context.id, cx.client_info()))
    }

    async fn waits_a_little(cx: &Context) -> &'static str {
        let _ = tokio::time::timeout(Duration::from_millis(30), cx.roots()).await;
        "gone on"
    }

    async fn forever() {
        std::future::pending().await
    }
}

#[tokio::test]
async fn notifications_come_before_the_reply() {
    for revision in ["2025-11-25", MODERN] {
        let hosted = Server::new(&TOOLS, ()).logging().into_rmcp();
        let mut client = Client::connect(hosted, revision, "{}").await;
        let mut meta = json!({"progressToken": "p"});
        if revision == MODERN {
            meta["io.modelcontextprotocol/logLevel"] = "info".into();
        } else {
            let reply = client
                .ask(1, "logging/setLevel", &json!({"level": "info"}))
                .await;
            assert_eq!(reply["result"], json!({}), "{reply}");
        }
        for (tool, count) in [("steps", 4), ("at_once", 1)] {
            let params = json!({"name": tool, "arguments": {}, "_meta": meta});
            let mut message = client.ask(2, "tools/call", &params).await;
            let mut heard = Vec::new();
            while message.get("id").is_none() {
                heard.push(message["method"].clone());
                message = client.next().await;
            }
            assert_eq!(heard.len(), count, "{revision} {tool} {heard:?}");
            assert_eq!(heard[0], "notifications/progress");
            assert!(message["result"]["isError"].is_null(), "{message}");
        }
    }
}

#[tokio::test]
async fn a_tool_sees_the_context_of_the_sdk() {
    for revision in ["2025-11-25", MODERN] {
        let mut client = Client::connect(Server::new(&TOOLS, ()).into_rmcp(), revision, "{}").await;
        let reply = client.call(41, "who", &json!({})).await;
        let text = reply["result"]["content"][0]["text"]
            .as_str()
            .expect("text");
        assert!(text.starts_with("41 "), "{text}");
        assert_eq!(text.contains("\"t\""), revision != MODERN, "{text}");
    }
}

#[tokio::test]
async fn questions_go_to_the_client() {
    let hosted = Server::new(&asked::SET, ()).into_rmcp();
    let mut client = Client::connect(hosted, "2025-11-25", asked::ALL).await;
    // Three at once, answered in another order.
    let mut asked = vec![client.call(3, "three", &json!({})).await];
    asked.push(client.next().await);
    asked.push(client.next().await);
    asked.reverse();
    for question in &asked {
        let result = match question["method"].as_str().expect("a method") {
            "elicitation/create" => json!({"action": "accept", "content": {"name": "Ann"}}),
            "sampling/createMessage" => json!({
                "role": "assistant", "model": "m", "content": {"type": "text", "text": "Hi"},
            }),
            "roots/list" => json!({"roots": [{"uri": "file:///a"}]}),
            other => panic!("{other}"),
        };
        let response = json!({"jsonrpc": "2.0", "id": question["id"], "result": result});
        client.send(&response).await;
    }
    let reply = client.next().await;
    assert_eq!(reply["result"]["content"][0]["text"], "Hi Ann 1", "{reply}");

    // Refused by the client.
    let question = client.call(4, "named", &json!({})).await;
    let error = json!({"code": -1, "message": "no"});
    client
        .send(&json!({"jsonrpc": "2.0", "id": question["id"], "error": error}))
        .await;
    assert_eq!(client.next().await["result"]["isError"], true);

    // A tool that would hold up the thread that takes the response.
    let reply = client.call(6, "sync", &json!({})).await;
    assert_eq!(reply["result"]["isError"], true, "{reply}");

    // Given up before it was sent: the client never hears of it.
    let reply = client.call(5, "impatient", &json!({})).await;
    assert_eq!(reply["result"]["content"][0]["text"], "gone on", "{reply}");
}

#[tokio::test]
async fn a_question_is_taken_back_under_the_id_that_the_client_knows() {
    let hosted = Server::new(&TOOLS, ()).into_rmcp();
    let mut client = Client::connect(hosted, "2025-11-25", asked::ALL).await;
    // Another question first, so that the ids of the core and of the SDK are not the same.
    for id in [1, 2] {
        let question = client.call(id, "waits_a_little", &json!({})).await;
        assert_eq!(question["method"], "roots/list", "{question}");
        let told = client.next().await;
        assert_eq!(told["method"], "notifications/cancelled", "{told}");
        assert_eq!(told["params"]["requestId"], question["id"]);
        let reply = client.next().await;
        assert_eq!(reply["result"]["content"][0]["text"], "gone on", "{reply}");
    }
}

#[tokio::test]
async fn questions_of_2026_07_28_are_rounds() {
    let hosted = Server::new(&asked::SET, ()).into_rmcp();
    let mut client = Client::connect(hosted, MODERN, asked::ALL).await;
    let first = client.call(1, "named", &json!({})).await;
    let first = &first["result"];
    assert_eq!(first["resultType"], "input_required", "{first}");
    let params = json!({
        "name": "named", "arguments": {}, "requestState": first["requestState"],
        "inputResponses": {"user_name": {"action": "accept", "content": {"name": "Ann"}}},
    });
    let reply = client.ask(2, "tools/call", &params).await;
    assert_eq!(
        reply["result"]["content"][0]["text"], "Hello, Ann!",
        "{reply}"
    );
}

#[tokio::test]
async fn a_cancelled_call_ends() {
    let mut client = Client::connect(Server::new(&TOOLS, ()).into_rmcp(), "2025-11-25", "{}").await;
    let request = client.request(8, "tools/call", &json!({"name": "forever"}));
    client.send(&request).await;
    let params = json!({"requestId": 8});
    client
        .send(&json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": params}))
        .await;
    let reply = client.call(9, "at_once", &json!({})).await;
    assert_eq!(reply["id"], 9);
}

#[tokio::test]
async fn a_slow_call_is_timed_out() {
    let hosted = Server::new(&TOOLS, ())
        .into_rmcp()
        .timeout(Duration::from_millis(20));
    let mut client = Client::connect(hosted, MODERN, "{}").await;
    let reply = client.call(1, "forever", &json!({})).await;
    assert_eq!(
        reply["result"]["content"][0]["text"], "The tool did not answer in time.",
        "{reply}"
    );
}

#[tokio::test]
async fn clients_are_told_of_changes() {
    for revision in ["2025-11-25", MODERN] {
        let server = Server::new(&STORE, Store::default())
            .changing()
            .subscriptions();
        let notifier = server.notifier();
        let mut client = Client::connect(server.into_rmcp(), revision, "{}").await;
        let id = if revision == MODERN {
            let wanted = json!({"toolsListChanged": true, "resourceSubscriptions": ["book://"]});
            let told = client
                .ask(1, "subscriptions/listen", &json!({"notifications": wanted}))
                .await;
            assert_eq!(
                told["method"], "notifications/subscriptions/acknowledged",
                "{told}"
            );
            assert_eq!(told["params"]["notifications"], wanted, "{told}");
            // The SDK acknowledges first, and listens then.
            tokio::time::sleep(Duration::from_millis(100)).await;
            json!(1)
        } else {
            let reply = client
                .ask(1, "resources/subscribe", &json!({"uri": "book://"}))
                .await;
            assert_eq!(reply["result"], json!({}), "{reply}");
            Value::Null
        };
        notifier.tools_changed();
        notifier.resource_updated("book://");
        notifier.resource_updated("other://");
        let mut methods = Vec::new();
        for _ in 0..2 {
            let told = client.next().await;
            let meta = &told["params"]["_meta"]["io.modelcontextprotocol/subscriptionId"];
            assert_eq!(*meta, id, "{told}");
            methods.push(told["method"].as_str().expect("a method").to_owned());
        }
        methods.sort();
        let updated = "notifications/resources/updated";
        assert_eq!(
            methods,
            [updated, "notifications/tools/list_changed"],
            "{revision}"
        );
    }
}

#[cfg(feature = "tasks")]
mod tasks {
    use super::*;

    mcp_tools! {
        static SLOW: ToolSet<()>;

        /// Takes its time.
        #[tool(task)]
        async fn slow() -> u32 {
            tokio::time::sleep(Duration::from_millis(20)).await;
            7
        }
    }

    #[tokio::test]
    async fn calls_run_as_tasks() {
        let hosted = Server::new(&SLOW, ()).into_rmcp();
        let opted = r#"{"extensions":{"io.modelcontextprotocol/tasks":{}}}"#;
        let mut client = Client::connect(hosted, MODERN, opted).await;
        let made = client.call(1, "slow", &json!({})).await;
        assert_eq!(made["result"]["resultType"], "task", "{made}");
        let params = json!({"taskId": made["result"]["taskId"]});
        for _ in 0..200 {
            let task = client.ask(2, "tasks/get", &params).await;
            match task["result"]["status"].as_str() {
                Some("working") => tokio::time::sleep(Duration::from_millis(10)).await,
                Some("completed") => {
                    assert_eq!(
                        task["result"]["result"]["content"][0]["text"], "7",
                        "{task}"
                    );
                    let reply = client.ask(3, "tasks/cancel", &params).await;
                    assert_eq!(reply["result"]["resultType"], "complete", "{reply}");
                    return;
                }
                _ => panic!("{task}"),
            }
        }
        panic!("the task did not end");
    }
}
