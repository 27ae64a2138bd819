//! Requests with several faults at once: the first in the documented order is what is answered
//! (docs/server.md, "Where the protocol is silent").
#![cfg(feature = "http")]

#[path = "common/http.rs"]
mod client;

use std::net::SocketAddr;

use client::{Response, send, serve};
use serde_json::{Value, json};
use toolwright::transport::http::Http;
use toolwright::{Limits, Server, mcp_tools};

mcp_tools! {
    static TOOLS: ToolSet<()>;

    /// Echoes what a header says too.
    fn region(#[header("Region")] region: String, count: u32) -> String { format!("{region} {count}") }
}

/// One thing that is wrong with a request, in the order in which they are looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fault {
    Host,
    Origin,
    HttpMethod,
    Type,
    Size,
    Json,
    JsonRpc,
    VersionHeader,
    MethodHeader,
    NameHeader,
    OtherVersion,
    Revision,
    Capabilities,
    Method,
    Tool,
    ParamHeader,
    Arguments,
}

use Fault::{
    Arguments, Capabilities, Host, HttpMethod, Json, JsonRpc, Method, MethodHeader, NameHeader,
    Origin, OtherVersion, ParamHeader, Revision, Size, Tool, Type, VersionHeader,
};

const ORDER: [Fault; 17] = [
    Host,
    Origin,
    HttpMethod,
    Type,
    Size,
    Json,
    JsonRpc,
    VersionHeader,
    MethodHeader,
    NameHeader,
    OtherVersion,
    Revision,
    Capabilities,
    Method,
    Tool,
    ParamHeader,
    Arguments,
];

impl Fault {
    /// The status and the code of its error, if there is an error.
    fn answer(self) -> (u16, Option<i64>) {
        match self {
            Host | Origin => (403, Some(-32600)),
            HttpMethod => (405, None),
            Type => (415, None),
            Size => (413, Some(-32600)),
            Json => (400, Some(-32700)),
            JsonRpc => (400, Some(-32600)),
            VersionHeader | MethodHeader | NameHeader | OtherVersion | ParamHeader => {
                (400, Some(-32020))
            }
            Revision => (400, Some(-32022)),
            Capabilities => (400, Some(-32602)),
            Method => (404, Some(-32601)),
            Tool => (200, Some(-32602)),
            Arguments => (200, None),
        }
    }

    /// Whether a request can have both.
    fn goes_with(self, other: Self) -> bool {
        match (self, other) {
            // A header that is not there says no other version; a method that is unknown has no
            // name that a header could mirror.
            (VersionHeader, OtherVersion) | (NameHeader, Method) => false,
            (one, other) => one != other,
        }
    }
}

/// A call with these faults, and no other.
fn request(faults: &[Fault], accept: &str) -> String {
    let has = |fault| faults.contains(&fault);
    let pick =
        |fault, wrong: &'static str, right: &'static str| if has(fault) { wrong } else { right };
    let verb = pick(HttpMethod, "PUT", "POST");
    let host = pick(Host, "evil.example", "127.0.0.1:PORT");
    let media = pick(Type, "text/plain", "application/json");
    let method = pick(Method, "tools/none", "tools/call");
    let tool = pick(Tool, "none", "region");
    let revision = pick(Revision, "2099-01-01", "2026-07-28");
    let mut head = format!("{verb} /mcp HTTP/1.1\nHost: {host}\nContent-Type: {media}\n");
    let mut header = |name: &str, value: &str| {
        head.push_str(name);
        head.push_str(": ");
        head.push_str(value);
        head.push('\n');
    };
    if !accept.is_empty() {
        header("Accept", accept);
    }
    if has(Origin) {
        header("Origin", "https://evil.example");
    }
    if !has(VersionHeader) {
        header(
            "MCP-Protocol-Version",
            pick(OtherVersion, "2025-11-25", revision),
        );
    }
    if !has(MethodHeader) {
        header("Mcp-Method", method);
    }
    header("Mcp-Name", pick(NameHeader, "other", tool));
    header("Mcp-Param-Region", pick(ParamHeader, "south", "north"));
    let mut meta = json!({"io.modelcontextprotocol/protocolVersion": revision});
    if !has(Capabilities) {
        meta["io.modelcontextprotocol/clientCapabilities"] = json!({});
    }
    let mut params = json!({
        "name": tool,
        "arguments": {"region": "north", "count": 1},
        "_meta": meta,
    });
    if has(Arguments) {
        params["arguments"]["count"] = json!("many");
    }
    if has(Size) {
        params["more"] = json!("x".repeat(5000));
    }
    let version = pick(JsonRpc, "1.0", "2.0");
    let mut body =
        json!({"jsonrpc": version, "id": 7, "method": method, "params": params}).to_string();
    if has(Json) {
        body.pop();
    }
    format!("{head}\n{body}")
}

fn server() -> SocketAddr {
    let server = Server::new(&TOOLS, ()).limits(Limits::new().message(4000));
    serve(Http::new(server))
}

fn answer(response: &Response) -> (u16, Option<i64>) {
    let code = serde_json::from_str::<Value>(&response.body)
        .ok()
        .and_then(|reply| reply["error"]["code"].as_i64());
    (response.status, code)
}

#[test]
fn one_fault_is_answered_as_itself() {
    let address = server();
    let whole = send(address, &request(&[], ""));
    assert_eq!(whole.json()["result"]["content"][0]["text"], "north 1");
    for fault in ORDER {
        let response = send(address, &request(&[fault], ""));
        assert_eq!(answer(&response), fault.answer(), "{fault:?}");
    }
    let refused = send(address, &request(&[Arguments], "")).json();
    assert_eq!(refused["result"]["isError"], true);
}

#[test]
fn of_two_faults_the_first_in_order_is_answered() {
    let address = server();
    for (at, first) in ORDER.into_iter().enumerate() {
        for second in ORDER[at + 1..].iter().copied() {
            if first.goes_with(second) {
                let response = send(address, &request(&[first, second], ""));
                assert_eq!(answer(&response), first.answer(), "{first:?} {second:?}");
            }
        }
    }
}

/// `Accept` is no fault, whatever it says.
#[test]
fn a_foreign_accept_changes_no_answer() {
    let address = server();
    for fault in ORDER {
        let response = send(address, &request(&[fault], "text/html"));
        assert_eq!(answer(&response), fault.answer(), "{fault:?}");
    }
}

#[test]
fn of_all_that_follow_the_first_is_answered() {
    let address = server();
    for (at, first) in ORDER.into_iter().enumerate() {
        let rest = ORDER[at + 1..].iter().copied();
        let mut faults = vec![first];
        faults.extend(rest.filter(|fault| first.goes_with(*fault)));
        let response = send(address, &request(&faults, "text/html"));
        assert_eq!(answer(&response), first.answer(), "{faults:?}");
    }
}
