//! The rows of HTTP: one request over a loopback connection a probe.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use serde_json::{Value, json};
use toolwright::transport::http::{Http, Sessions};
use toolwright::{Context, Server, mcp_tools};

use super::Cell::{self, Absent, Refused, Sent};
use super::client::{begin, serve, until};
use super::official::LAST;
use super::sent;

static BEGUN: AtomicUsize = AtomicUsize::new(0);
static ENDED: AtomicUsize = AtomicUsize::new(0);
static DROPPED: AtomicUsize = AtomicUsize::new(0);

/// Counts how its call ends.
struct Running(bool);

impl Drop for Running {
    fn drop(&mut self) {
        let counter = if self.0 { &ENDED } else { &DROPPED };
        counter.fetch_add(1, Ordering::SeqCst);
    }
}

mcp_tools! {
    static SERVED: ToolSet<()>;

    fn echo(#[header("Text")] text: String) -> String { text }

    async fn linger() {
        BEGUN.fetch_add(1, Ordering::SeqCst);
        let mut running = Running(false);
        tokio::time::sleep(Duration::from_millis(300)).await;
        running.0 = true;
    }

    async fn steps(cx: &Context) -> u8 {
        cx.progress(1.0, None, None);
        tokio::time::sleep(Duration::from_millis(5)).await;
        1
    }
}

struct Response {
    status: i64,
    head: String,
    body: String,
}

impl Response {
    fn code(&self) -> i64 {
        let body: Value = serde_json::from_str(&self.body).unwrap_or_default();
        body["error"]["code"].as_i64().unwrap_or_default()
    }
}

/// Without sessions, as a server is unless it says otherwise.
fn plain() -> Http {
    Http::new(Server::new(&SERVED, ()))
}

/// The headers and the body of a request, as a client of that revision sends it.
fn request(
    revision: &str,
    method: &str,
    name: &str,
    params: Value,
) -> (Vec<(&'static str, String)>, Value) {
    let mut headers = vec![("Accept", "application/json, text/event-stream".into())];
    let mut params = params;
    if revision >= "2025-06-18" {
        headers.push(("MCP-Protocol-Version", revision.into()));
    }
    if revision == LAST {
        headers.push(("Mcp-Method", method.into()));
        if !name.is_empty() {
            headers.push(("Mcp-Name", name.into()));
        }
        params["_meta"]["io.modelcontextprotocol/protocolVersion"] = json!(revision);
        params["_meta"]["io.modelcontextprotocol/clientCapabilities"] = json!({});
    }
    (
        headers,
        json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}),
    )
}

fn text(verb: &str, headers: &[(&str, String)], body: &str) -> String {
    let headers: Vec<_> = headers
        .iter()
        .map(|(name, value)| format!("{name}: {value}\n"))
        .collect();
    let headers = headers.concat();
    format!(
        "{verb} /mcp HTTP/1.1\nHost: 127.0.0.1:PORT\nContent-Type: application/json\n{headers}\n{body}"
    )
}

fn send(verb: &str, headers: &[(&str, String)], body: &str) -> Response {
    send_to(plain(), verb, headers, body)
}

fn send_to(http: Http, verb: &str, headers: &[(&str, String)], body: &str) -> Response {
    let response = super::client::send(serve(http), &text(verb, headers, body));
    Response {
        status: response.status.into(),
        head: response.head.to_ascii_lowercase(),
        body: response.body,
    }
}

fn post(revision: &str, method: &str, name: &str, params: Value) -> Response {
    let (headers, body) = request(revision, method, name, params);
    send("POST", &headers, &body.to_string())
}

/// Without a header, or with another value of it; a code where there is one, else the status.
fn changed(revision: &str, header: &str, value: Option<&str>) -> Cell {
    let (mut headers, body) = request(
        revision,
        "tools/call",
        "echo",
        json!({"name": "echo", "arguments": {"text": "a"}}),
    );
    if revision == LAST {
        headers.push(("Mcp-Param-Text", "a".into()));
    }
    let body = body.to_string();
    assert_eq!(send("POST", &headers, &body).status, 200);
    headers.retain(|(name, _)| *name != header);
    let header = header.to_owned();
    if let Some(value) = value {
        headers.push((&*header, value.into()));
        return verdict(&send("POST", &headers, &body));
    }
    verdict(&send("POST", &headers, &body))
}

fn verdict(response: &Response) -> Cell {
    match (response.status, response.code()) {
        (200, 0) => Absent,
        (400.., code) if code != 0 => Refused(code),
        (status, _) => Refused(status),
    }
}

/// Whether a client is given a session.
fn session(http: Http, revision: &str) -> Cell {
    let params = json!({"protocolVersion": revision, "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}});
    let method = if revision == LAST {
        "server/discover"
    } else {
        "initialize"
    };
    let (headers, body) = request(revision, method, "", params);
    let response = send_to(http, "POST", &headers, &body.to_string());
    assert_eq!(response.status, 200);
    sent(response.head.contains("mcp-session-id"))
}

crate::features! {
    http_reply_as_json [Sent, Sent, Sent, Sent, Sent] |revision| {
        let response = post(revision, "tools/list", "", json!({}));
        sent(response.status == 200 && response.head.contains("application/json"))
    };
    http_reply_as_events [Sent, Sent, Sent, Sent, Sent] |revision| {
        let params = json!({"name": "steps", "_meta": {"progressToken": 1}});
        let response = post(revision, "tools/call", "steps", params);
        sent(response.head.contains("text/event-stream") && response.body.contains("notifications/progress"))
    };
    http_get [Refused(405), Refused(405), Refused(405), Refused(405), Refused(405)] |revision| {
        let (headers, _) = request(revision, "ping", "", json!({}));
        verdict(&send("GET", &headers, ""))
    };
    http_sessions [Absent, Absent, Absent, Absent, Absent] |revision| session(plain(), revision);
    http_sessions_where_switched_on [Sent, Sent, Sent, Sent, Absent]
        |revision| session(plain().sessions(Sessions::new()), revision);
    http_a_session_of_somebody_else_is_ignored [Sent, Sent, Sent, Sent, Sent] |revision| {
        let (mut headers, body) = request(revision, "tools/list", "", json!({}));
        headers.push(("Mcp-Session-Id", "x".into()));
        sent(send("POST", &headers, &body.to_string()).status == 200)
    };
    // Where no revision asks for the header, a value that is none is refused all the same.
    http_version_header_is_checked [Refused(-32022), Refused(-32022), Refused(-32022), Refused(-32022), Refused(-32020)]
        |revision| changed(revision, "MCP-Protocol-Version", Some("1900-01-01"));
    http_version_header_is_wanted [Absent, Absent, Absent, Absent, Refused(-32020)]
        |revision| changed(revision, "MCP-Protocol-Version", None);
    http_method_header_is_checked [Absent, Absent, Absent, Absent, Refused(-32020)]
        |revision| changed(revision, "Mcp-Method", Some("tools/list"));
    http_name_header_is_checked [Absent, Absent, Absent, Absent, Refused(-32020)]
        |revision| changed(revision, "Mcp-Name", Some("other"));
    http_param_header_is_checked [Absent, Absent, Absent, Absent, Refused(-32020)]
        |revision| changed(revision, "Mcp-Param-Text", Some("b"));
    http_404_for_an_unknown_method [Absent, Absent, Absent, Absent, Sent] |revision| {
        let response = post(revision, "no/such", "", json!({}));
        assert_eq!(response.code(), -32601);
        sent(response.status == 404)
    };
    http_200_for_an_unknown_tool [Sent, Sent, Sent, Sent, Sent] |revision| {
        let response = post(revision, "tools/call", "none", json!({"name": "none"}));
        assert_eq!(response.code(), -32602);
        sent(response.status == 200)
    };
    http_notification_without_headers [Sent, Sent, Sent, Sent, Sent] |revision| {
        let body = json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": revision}});
        let response = send("POST", &[], &body.to_string());
        sent(response.status == 202 && response.body.is_empty())
    };
    http_foreign_origin [Refused(403), Refused(403), Refused(403), Refused(403), Refused(403)] |revision| {
        let (mut headers, body) = request(revision, "tools/list", "", json!({}));
        headers.push(("Origin", "https://evil.example.com".into()));
        Refused(send("POST", &headers, &body.to_string()).status)
    };
    http_resumed_streams [Refused(405), Refused(405), Refused(405), Refused(405), Refused(405)] |revision| {
        let (mut headers, _) = request(revision, "ping", "", json!({}));
        headers.push(("Last-Event-ID", "1".into()));
        verdict(&send("GET", &headers, ""))
    };
    http_array_of_messages [Sent, Sent, Refused(-32600), Refused(-32600), Refused(-32600)] |revision| {
        // A client of 2024-11-05 sends no header, and is taken for one of 2025-03-26.
        let (headers, body) = request(revision, "tools/list", "", json!({}));
        match verdict(&send("POST", &headers, &json!([body]).to_string())) {
            Absent => Sent,
            refused => refused,
        }
    };
    http_disconnecting_cancels [Absent, Absent, Absent, Absent, Sent] |revision| {
        let (headers, body) = request(revision, "tools/call", "linger", json!({"name": "linger"}));
        let address = serve(plain());
        let count = || [&BEGUN, &ENDED, &DROPPED].map(|counter| counter.load(Ordering::SeqCst));
        let [entered, ended, dropped] = count();
        let connection = begin(address, &text("POST", &headers, &body.to_string()));
        until(|| count()[0] > entered);
        drop(connection);
        until(|| count()[1..] != [ended, dropped]);
        sent(count()[2] > dropped)
    };
}
