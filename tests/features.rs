//! Which revision has which feature: one test a row, in each of the five revisions, by messages that are really sent.
//!
//! A row says what becomes of a feature in 2024-11-05, 2025-03-26, 2025-06-18, 2025-11-25 and 2026-07-28: [`Sent`]
//! where the server does it, [`Absent`] where it leaves it out without a word, [`Refused`] where it answers with an
//! error of that code (over HTTP also a status).

#[cfg(feature = "http")]
#[path = "common/http.rs"]
mod client;
#[path = "common/demo.rs"]
mod demo;
#[cfg(feature = "http")]
#[path = "features/http.rs"]
mod http;
#[path = "common/official.rs"]
mod official;

use std::collections::BTreeSet;

use Cell::{Absent, Refused, Sent};
use demo::{DEMO, Wire, demo, everything};
use official::{LAST, REVISIONS};
use serde_json::{Value, json};
use toolwright::completion::Completing;
use toolwright::content::Annotations;
use toolwright::{Server, mcp_tools};

/// What becomes of a feature in one revision.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Cell {
    Sent,
    Absent,
    Refused(i64),
}

/// Sent where it is so, else absent.
pub(crate) fn sent(there: bool) -> Cell {
    if there { Sent } else { Absent }
}

/// The refusal of a reply, if it is one.
fn refused(reply: &Value) -> Option<Cell> {
    reply["error"]["code"].as_i64().map(Refused)
}

/// Sent with a result, else refused.
fn answered(reply: &Value) -> Cell {
    refused(reply).unwrap_or_else(|| sent(reply["result"].is_object()))
}

fn wire<'s>(server: &'s Server<()>, revision: &'static str) -> Wire<'s> {
    Wire::open(server, revision, everything())
}

/// `name [cells] |revision| { cell }`
#[macro_export]
macro_rules! features {
    ($($(#[$doc:meta])* $name:ident [$($cell:expr),* $(,)?] $probe:expr;)*) => {$(
        $(#[$doc])*
        #[test]
        fn $name() {
            let expected: [$crate::Cell; 5] = [$($cell),*];
            let probe: fn(&'static str) -> $crate::Cell = $probe;
            let found = $crate::official::REVISIONS.map(probe);
            assert_eq!(found, expected);
        }
    )*};
}

/// A tool as it is listed.
fn listed(revision: &'static str, tool: &str) -> Value {
    let server = demo();
    let reply = wire(&server, revision).call("tools/list", &json!({}));
    let tools = reply["result"]["tools"].as_array().expect("a list");
    tools
        .iter()
        .find(|entry| entry["name"] == tool)
        .expect("the tool")
        .clone()
}

fn called(revision: &'static str, tool: &str, arguments: &Value) -> Value {
    let server = demo();
    wire(&server, revision).call("tools/call", &json!({"name": tool, "arguments": arguments}))
}

/// Whether any result has a member.
fn member_of_results(revision: &'static str, member: &str) -> Cell {
    let server = demo();
    let wire = wire(&server, revision);
    let found = [
        wire.introduce(),
        wire.call("tools/list", &json!({})),
        wire.call("tools/call", &json!({"name": "numbers"})),
        wire.call("resources/read", &json!({"uri": "demo://text"})),
        wire.call("prompts/get", &json!({"name": "talk"})),
        wire.call("completion/complete", &completion("")),
    ]
    .map(|reply| reply["result"].pointer(member).is_some());
    assert!(
        found.iter().all(|there| *there == found[0]),
        "{member}: all or none"
    );
    sent(found[0])
}

fn completion(value: &str) -> Value {
    json!({"ref": {"type": "ref/prompt", "name": "wins"}, "argument": {"name": "town", "value": value}})
}

/// Whether something stands anywhere in a value.
fn anywhere(value: &Value, is: &dyn Fn(&str, &Value) -> bool) -> bool {
    match value {
        Value::Array(items) => items.iter().any(|item| anywhere(item, is)),
        Value::Object(members) => members
            .iter()
            .any(|(name, member)| is(name, member) || anywhere(member, is)),
        _ => false,
    }
}

/// The schemas of all tools.
fn schemas(revision: &'static str) -> Vec<Value> {
    let server = demo();
    let reply = wire(&server, revision).call("tools/list", &json!({}));
    let tools = reply["result"]["tools"].as_array().expect("a list");
    tools
        .iter()
        .flat_map(|tool| [tool.get("inputSchema"), tool.get("outputSchema")])
        .flatten()
        .cloned()
        .collect()
}

#[allow(
    clippy::trivially_copy_pass_by_ref,
    reason = "the state, as completers take it"
)]
fn from_context((): &(), completing: &Completing<'_>) -> Vec<String> {
    vec![completing.argument("a").unwrap_or_default().into_owned()]
}

mcp_tools! {
    static NOTED: ToolSet<()>;

    #[prompt]
    fn settled(a: String, #[complete(from_context)] b: String) -> String { a + &b }

    fn noted() -> toolwright::content::Text {
        toolwright::content::Text::new("x").annotations(Annotations::new().last_modified("2026-01-01T00:00:00Z"))
    }
}

mcp_tools! {
    static ONLY_TOOLS: ToolSet<()>;

    fn nothing() {}
}

features! {
    answer_initialize_with_a_revision_of_its_own [Sent, Sent, Sent, Sent, Refused(-32601)] |revision| {
        let server = demo();
        let wire = Wire::closed(&server, revision, everything());
        for asked in [revision, "1999-01-01"] {
            let params = json!({"protocolVersion": asked, "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}});
            let reply = wire.call("initialize", &params);
            if let Some(refused) = refused(&reply) {
                return refused;
            }
            let agreed = if asked == revision { revision } else { "2025-11-25" };
            assert_eq!(reply["result"]["protocolVersion"], agreed);
        }
        Sent
    };
    // The method alone marks a message of 2026-07-28, which has to say so in its `_meta`.
    server_discover [Refused(-32602), Refused(-32602), Refused(-32602), Refused(-32602), Sent] |revision| {
        let server = demo();
        answered(&wire(&server, revision).call("server/discover", &json!({})))
    };
    ping [Sent, Sent, Sent, Sent, Refused(-32601)] |revision| {
        let server = demo();
        answered(&wire(&server, revision).call("ping", &json!({})))
    };
    meta_of_every_request_is_enforced [Absent, Absent, Absent, Absent, Refused(-32602)] |revision| {
        let server = demo();
        let wire = wire(&server, revision);
        let mut request = wire.request("tools/list", &json!({}));
        if let Some(meta) = request["params"].get_mut("_meta") {
            meta.as_object_mut().expect("an object").remove("io.modelcontextprotocol/clientCapabilities");
        }
        refused(&wire.send(&request.to_string())).unwrap_or(Absent)
    };
    result_type [Absent, Absent, Absent, Absent, Sent] |revision| member_of_results(revision, "/resultType");
    server_info_of_results [Absent, Absent, Absent, Absent, Sent]
        |revision| member_of_results(revision, "/_meta/io.modelcontextprotocol~1serverInfo");
    cache_hints_of_lists_and_reads [Absent, Absent, Absent, Absent, Sent] |revision| {
        let server = demo();
        let wire = wire(&server, revision);
        let found = [
            wire.introduce(),
            wire.call("tools/list", &json!({})),
            wire.call("resources/list", &json!({})),
            wire.call("resources/templates/list", &json!({})),
            wire.call("prompts/list", &json!({})),
            wire.call("resources/read", &json!({"uri": "demo://text"})),
        ]
        .map(|reply| reply["result"].get("ttlMs").is_some() && reply["result"].get("cacheScope").is_some());
        assert!(found.iter().all(|there| *there == found[0]));
        sent(found[0])
    };
    batches [Refused(-32600), Sent, Refused(-32600), Refused(-32600), Refused(-32600)] |revision| {
        let server = demo();
        let wire = wire(&server, revision);
        let batch = json!([wire.request("tools/list", &json!({})), wire.request("prompts/list", &json!({}))]);
        let reply = wire.send(&batch.to_string());
        refused(&reply).unwrap_or_else(|| sent(reply.as_array().is_some_and(|replies| replies.len() == 2)))
    };
    error_without_an_id_where_it_is_unreadable [Absent, Absent, Absent, Sent, Sent] |revision| {
        let server = demo();
        let reply = wire(&server, revision).send("{");
        assert_eq!(reply["error"]["code"], -32700);
        sent(reply.get("id").is_none())
    };

    tool_annotations [Absent, Sent, Sent, Sent, Sent] |revision| sent(listed(revision, "add").get("annotations").is_some());
    tool_title [Absent, Absent, Sent, Sent, Sent] |revision| sent(listed(revision, "add").get("title").is_some());
    tool_output_schema [Absent, Absent, Sent, Sent, Sent]
        |revision| sent(listed(revision, "count").get("outputSchema").is_some());
    tool_meta [Absent, Absent, Sent, Sent, Sent] |revision| sent(listed(revision, "add").get("_meta").is_some());
    icons [Absent, Absent, Absent, Sent, Sent] |revision| {
        let server = demo();
        let wire = wire(&server, revision);
        let found = [("tools/list", "tools"), ("resources/list", "resources"), ("prompts/list", "prompts")]
            .map(|(method, member)| anywhere(&wire.call(method, &json!({}))["result"][member], &|name, _| name == "icons"));
        assert!(found.iter().all(|there| *there == found[0]));
        sent(found[0])
    };
    // Without the capability, of which it would be a part.
    tool_execution [Absent, Absent, Absent, Absent, Absent] |revision| sent(listed(revision, "add").get("execution").is_some());
    tool_names_of_the_portable_characters [Sent, Sent, Sent, Sent, Sent] |revision| {
        let server = demo();
        let reply = wire(&server, revision).call("tools/list", &json!({}));
        let tools = reply["result"]["tools"].as_array().expect("a list");
        let portable = |name: &str| {
            (1..=128).contains(&name.len()) && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_.-".contains(&byte))
        };
        sent(tools.iter().all(|tool| tool["name"].as_str().is_some_and(portable)))
    };
    schemas_of_2020_12 [Sent, Sent, Sent, Sent, Sent] |revision| {
        let is_valid = |schema: &Value| jsonschema::draft202012::meta::is_valid(schema);
        sent(schemas(revision).iter().all(|schema| schema.get("$schema").is_none() && is_valid(schema)))
    };
    references_and_composition_in_schemas [Absent, Absent, Absent, Absent, Absent] |revision| {
        let words = ["$ref", "$defs", "allOf", "anyOf", "oneOf", "not", "if"];
        sent(schemas(revision).iter().any(|schema| anywhere(schema, &|name, _| words.contains(&name))))
    };
    headers_of_parameters [Absent, Absent, Absent, Absent, Sent]
        |revision| sent(anywhere(&listed(revision, "add"), &|name, _| name == "x-mcp-header"));
    structured_content [Absent, Absent, Sent, Sent, Sent]
        |revision| sent(called(revision, "count", &json!({"n": 1}))["result"].get("structuredContent").is_some());
    structured_content_that_is_no_object [Absent, Absent, Absent, Absent, Sent] |revision| {
        let reply = called(revision, "numbers", &json!({}));
        sent(reply["result"]["structuredContent"].is_array())
    };
    structured_content_conforms_to_its_schema [Absent, Absent, Sent, Sent, Sent] |revision| {
        let mut found = [("count", json!({"n": 7})), ("numbers", json!({}))].map(|(tool, arguments)| {
            let schema = listed(revision, tool).get("outputSchema").cloned();
            let content = called(revision, tool, &arguments)["result"].get("structuredContent").cloned();
            assert_eq!(schema.is_some(), content.is_some());
            schema.zip(content).is_some_and(|(schema, content)| jsonschema::is_valid(&schema, &content))
        });
        found.sort_unstable();
        assert_eq!(found[0], found[1]);
        sent(found[0])
    };
    audio [Absent, Sent, Sent, Sent, Sent] |revision| {
        let reply = called(revision, "blocks", &json!({}));
        sent(anywhere(&reply, &|name, value| name == "type" && value == "audio"))
    };
    resource_links [Absent, Absent, Sent, Sent, Sent] |revision| {
        let reply = called(revision, "blocks", &json!({}));
        sent(anywhere(&reply, &|name, value| name == "type" && value == "resource_link"))
    };
    last_modified_of_annotations [Absent, Absent, Sent, Sent, Sent] |revision| {
        let server = Server::new(&NOTED, ());
        let reply = wire(&server, revision).call("tools/call", &json!({"name": "noted"}));
        sent(anywhere(&reply, &|name, _| name == "lastModified"))
    };
    refused_arguments_are_results [Sent, Sent, Sent, Sent, Sent]
        |revision| sent(called(revision, "add", &json!({"a": "x"}))["result"]["isError"] == true);
    unknown_tool [Refused(-32602), Refused(-32602), Refused(-32602), Refused(-32602), Refused(-32602)]
        |revision| answered(&called(revision, "none", &json!({})));
    unknown_cursor [Refused(-32602), Refused(-32602), Refused(-32602), Refused(-32602), Refused(-32602)] |revision| {
        let server = demo();
        answered(&wire(&server, revision).call("tools/list", &json!({"cursor": "zzz"})))
    };

    missing_resource [Refused(-32002), Refused(-32002), Refused(-32002), Refused(-32002), Refused(-32602)] |revision| {
        let server = demo();
        answered(&wire(&server, revision).call("resources/read", &json!({"uri": "demo://none"})))
    };
    empty_contents_for_a_missing_resource [Absent, Absent, Absent, Absent, Absent] |revision| {
        let server = demo();
        let reply = wire(&server, revision).call("resources/read", &json!({"uri": "demo://none"}));
        sent(reply.pointer("/result/contents").is_some())
    };
    the_same_order_in_every_list [Sent, Sent, Sent, Sent, Sent] |revision| {
        let lists = [demo(), demo()].map(|server| {
            let wire = wire(&server, revision);
            ["tools/list", "resources/list", "prompts/list"].map(|method| wire.call(method, &json!({}))["result"].to_string())
        });
        sent(lists[0] == lists[1])
    };
    // The session of a handshake decides what its lists hold.
    lists_independent_of_what_the_session_agreed_on [Absent, Absent, Absent, Absent, Sent] |revision| {
        let server = demo();
        let wire = wire(&server, revision);
        let first = wire.call("tools/list", &json!({}))["result"].clone();
        let other = if revision == "2024-11-05" { "2025-11-25" } else { "2024-11-05" };
        let handshake = json!({"jsonrpc": "2.0", "id": "h", "method": "initialize", "params": {
            "protocolVersion": other, "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}});
        assert_eq!(wire.send(&handshake.to_string())["result"]["protocolVersion"], other);
        let again = wire.send(&wire.request("tools/list", &json!({})).to_string());
        sent(first == again["result"])
    };
    resources_subscribe [Sent, Sent, Sent, Sent, Refused(-32601)] |revision| {
        let server = demo();
        let wire = wire(&server, revision);
        let reply = wire.call("resources/subscribe", &json!({"uri": "demo://text"}));
        if let Some(refused) = refused(&reply) {
            return refused;
        }
        server.resource_updated("demo://text");
        sent(wire.heard_methods() == ["notifications/resources/updated"])
    };
    subscriptions_listen [Refused(-32602), Refused(-32602), Refused(-32602), Refused(-32602), Sent] |revision| {
        let server = demo();
        let wire = wire(&server, revision);
        let reply = wire.call("subscriptions/listen", &json!({"notifications": {"toolsListChanged": true}}));
        if let Some(refused) = refused(&reply) {
            return refused;
        }
        server.notifier().tools_changed();
        sent(wire.heard_methods() == ["notifications/subscriptions/acknowledged", "notifications/tools/list_changed"])
    };
    changes_told_without_asking [Sent, Sent, Sent, Sent, Absent] |revision| {
        let server = demo();
        let wire = wire(&server, revision);
        server.notifier().tools_changed();
        sent(wire.heard_methods() == ["notifications/tools/list_changed"])
    };
    logging_set_level [Sent, Sent, Sent, Sent, Refused(-32601)] |revision| {
        let server = demo();
        let wire = wire(&server, revision);
        let reply = wire.call("logging/setLevel", &json!({"level": "emergency"}));
        wire.call("tools/call", &json!({"name": "steps"}));
        assert!(wire.heard_methods().is_empty());
        answered(&reply)
    };
    logs_where_the_request_names_no_level [Sent, Sent, Sent, Sent, Absent] |revision| {
        let server = demo();
        let wire = wire(&server, revision);
        wire.call("tools/call", &json!({"name": "steps"}));
        sent(wire.heard_methods() == ["notifications/message"])
    };
    logs_where_the_request_names_a_level [Absent, Absent, Absent, Absent, Sent] |revision| {
        let server = demo();
        let mut wire = wire(&server, revision);
        wire.meta = json!({"io.modelcontextprotocol/logLevel": "debug"});
        // Such a member means nothing before: there, logs are sent from `info` on.
        let request = wire.request("tools/call", &json!({"name": "steps"}));
        wire.send(&request.to_string());
        sent(wire.heard_methods().len() == 2)
    };
    completions_capability [Absent, Sent, Sent, Sent, Sent] |revision| {
        let server = demo();
        let wire = wire(&server, revision);
        // It is served in any case.
        assert!(wire.call("completion/complete", &completion("1"))["result"]["completion"]["values"].is_array());
        sent(wire.introduce()["result"]["capabilities"].get("completions").is_some())
    };
    hundred_suggestions_at_most [Sent, Sent, Sent, Sent, Sent] |revision| {
        let server = demo();
        let reply = wire(&server, revision).call("completion/complete", &completion("x"));
        let completion = &reply["result"]["completion"];
        sent(completion["values"].as_array().is_some_and(|values| values.len() == 100) && completion["hasMore"] == true)
    };
    context_of_completion [Absent, Absent, Sent, Sent, Sent] |revision| {
        let server = Server::new(&NOTED, ());
        let params = json!({"ref": {"type": "ref/prompt", "name": "settled"}, "argument": {"name": "b", "value": ""},
            "context": {"arguments": {"a": "given"}}});
        let reply = wire(&server, revision).call("completion/complete", &params);
        sent(reply["result"]["completion"]["values"] == json!(["given"]))
    };
    /// A method behind a capability that the server does not have.
    method_of_another_capability [Refused(-32601), Refused(-32601), Refused(-32601), Refused(-32601), Refused(-32601)] |revision| {
        let server = Server::new(&ONLY_TOOLS, ()).on_diagnostic(|_| ());
        let wire = wire(&server, revision);
        let found = [
            ("resources/list", json!({})),
            ("resources/templates/list", json!({})),
            ("resources/read", json!({"uri": "a:b"})),
            ("prompts/list", json!({})),
            ("prompts/get", json!({"name": "a"})),
            ("completion/complete", completion("")),
        ]
        .map(|(method, params)| answered(&wire.call(method, &params)));
        assert!(found.iter().all(|cell| *cell == found[0]));
        found[0]
    };
    structured_content_of_an_error [Absent, Absent, Absent, Absent, Absent] |revision| {
        let reply = called(revision, "count", &json!({"n": "x"}));
        assert_eq!(reply["result"]["isError"], true);
        sent(reply["result"].get("structuredContent").is_some())
    };
    message_of_progress [Absent, Sent, Sent, Sent, Sent] |revision| {
        let server = demo();
        let mut wire = wire(&server, revision);
        wire.meta = json!({"progressToken": "t"});
        wire.call("tools/call", &json!({"name": "steps"}));
        let heard = wire.heard();
        let progress = heard.iter().find(|message| message["method"] == "notifications/progress").expect("progress");
        assert_eq!(progress["params"]["progressToken"], "t");
        sent(progress["params"].get("message").is_some())
    };
    progress_without_a_token [Absent, Absent, Absent, Absent, Absent] |revision| {
        let server = demo();
        let wire = wire(&server, revision);
        wire.call("tools/call", &json!({"name": "steps"}));
        sent(wire.heard_methods().contains(&"notifications/progress".to_owned()))
    };
    requests_to_the_client [Sent, Sent, Sent, Sent, Absent] |revision| {
        let server = demo();
        let wire = wire(&server, revision);
        for tool in ["folders", "sample"] {
            wire.call("tools/call", &json!({"name": tool}));
        }
        let heard = wire.heard_methods();
        assert!(heard.is_empty() || heard == ["roots/list", "sampling/createMessage"]);
        sent(!heard.is_empty())
    };
    elicitation_requests [Absent, Absent, Sent, Sent, Absent] |revision| {
        let server = demo();
        let wire = wire(&server, revision);
        wire.call("tools/call", &json!({"name": "ask"}));
        sent(wire.heard_methods() == ["elicitation/create"])
    };
    elicitation_of_an_address [Absent, Absent, Absent, Sent, Absent] |revision| {
        let server = demo();
        let heard: Vec<_> = (0..3)
            .flat_map(|_| {
                let wire = wire(&server, revision);
                wire.call("tools/call", &json!({"name": "visit"}));
                wire.heard()
            })
            .collect();
        // Each has an id of its own, whatever the session.
        let ids: BTreeSet<_> = heard.iter().filter_map(|message| message["params"]["elicitationId"].as_str()).collect();
        assert_eq!(ids.len(), heard.len());
        sent(heard.len() == 3)
    };
    input_required_results [Absent, Absent, Absent, Absent, Sent] |revision| {
        let reply = called(revision, "folders", &json!({}));
        sent(reply["result"]["resultType"] == "input_required")
    };
    undeclared_capability_of_the_client [Absent, Absent, Absent, Absent, Refused(-32021)] |revision| {
        let server = demo();
        let reply = Wire::open(&server, revision, json!({})).call("tools/call", &json!({"name": "folders"}));
        // Before, the tool's result says so in words.
        assert!(revision == LAST || reply["result"]["isError"] == true);
        refused(&reply).unwrap_or(Absent)
    };
    tasks [Refused(-32601), Refused(-32601), Refused(-32601), Refused(-32601), Refused(-32601)] |revision| {
        let server = demo();
        let wire = wire(&server, revision);
        let found = ["tasks/get", "tasks/list", "tasks/cancel", "tasks/result"].map(|method| {
            let request = wire.request(method, &json!({"taskId": "1"}));
            answered(&wire.send(&request.to_string()))
        });
        assert!(found.iter().all(|cell| *cell == found[0]));
        found[0]
    };
    a_task_that_is_asked_for_is_ignored [Sent, Sent, Sent, Sent, Sent] |revision| {
        let server = demo();
        let wire = wire(&server, revision);
        let params = json!({"name": "add", "arguments": {"a": 1}, "task": {"ttl": 1000}});
        let reply = wire.send(&wire.request("tools/call", &params).to_string());
        sent(reply["result"]["content"][0]["text"] == "2")
    };
    extensions_capability [Sent, Sent, Sent, Sent, Sent] |revision| {
        let server = demo();
        let reply = wire(&server, revision).introduce();
        sent(reply["result"]["capabilities"]["extensions"]["io.modelcontextprotocol/ui"] == json!({}))
    };
    apps_negotiated [Sent, Sent, Sent, Sent, Sent]
        |revision| sent(listed(revision, "card")["_meta"]["ui"]["resourceUri"] == "ui://demo/card");
    apps_not_negotiated [Absent, Absent, Absent, Absent, Absent] |revision| {
        let server = demo();
        let wire = Wire::open(&server, revision, json!({}));
        let tools = wire.call("tools/list", &json!({}));
        let resources = wire.call("resources/list", &json!({}));
        // The tool is there, the page can be read.
        assert!(tools.to_string().contains(r#""name":"card""#));
        assert!(wire.call("resources/read", &json!({"uri": "ui://demo/card"}))["result"].is_object());
        sent([tools, resources].iter().any(|reply| reply.to_string().contains("ui://")))
    };
    an_id_that_is_null_or_a_fraction [Refused(-32600), Refused(-32600), Refused(-32600), Refused(-32600), Refused(-32600)] |revision| {
        let server = demo();
        let wire = wire(&server, revision);
        let found = [Value::Null, json!(1.5), json!({})].map(|id| {
            let mut request = wire.request("tools/list", &json!({}));
            request["id"] = id;
            answered(&wire.send(&request.to_string()))
        });
        assert!(found.iter().all(|cell| *cell == found[0]));
        found[0]
    };
    ends_with_its_input [Sent, Sent, Sent, Sent, Sent] |revision| {
        let (input, mut to) = std::io::pipe().expect("a pipe");
        let (mut from, output) = std::io::pipe().expect("a pipe");
        let serve = std::thread::spawn(move || Server::new(&DEMO, ()).serve(input, output));
        let server = demo();
        let wire = Wire::closed(&server, revision, json!({}));
        let request = if revision == LAST {
            wire.request("server/discover", &json!({}))
        } else {
            wire.request("ping", &json!({}))
        };
        std::io::Write::write_all(&mut to, format!("{request}\n").as_bytes()).expect("sent");
        drop(to);
        serve.join().expect("no panic").expect("no error");
        let mut replies = String::new();
        std::io::Read::read_to_string(&mut from, &mut replies).expect("a text");
        // Answered first, and nothing else on the line.
        sent(replies.lines().count() == 1 && replies.contains("\"result\""))
    };
}

/// A row has a cell for each revision.
const _: () = assert!(REVISIONS.len() == 5);
