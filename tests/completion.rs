//! `completion/complete`, in every revision.

#[path = "common/items.rs"]
mod items;
#[path = "common/official.rs"]
mod official;

use items::{Client, STORE, Store};
use official::REVISIONS;
use serde_json::{Value, json};

fn client() -> Client<Store> {
    Client::new(toolwright::Server::new(&STORE, Store::default()))
}

fn params(reference: &Value, name: &str, value: &str) -> Value {
    json!({"ref": reference, "argument": {"name": name, "value": value}})
}

#[test]
fn suggestions() {
    let client = client();
    let pick = json!({"type":"ref/prompt","name":"pick"});
    let shelf = json!({"type":"ref/resource","uri":"shelf://{wood}"});
    for revision in REVISIONS {
        let complete = |reference: &Value, name: &str, value: &str| {
            client.ask(
                revision,
                "completion/complete",
                &params(reference, name, value),
            )
        };
        // C077: a hundred of them, and how many there are.
        let many = &complete(&pick, "name", "n")["result"]["completion"];
        let values = many["values"].as_array().expect("values");
        assert_eq!(values.len(), 100);
        assert_eq!((&values[0], &values[99]), (&json!("n000"), &json!("n099")));
        assert_eq!(
            (&many["total"], &many["hasMore"]),
            (&json!(250), &json!(true))
        );
        for (reference, name, value, want) in [
            (&pick, "shelf", "o", json!(["oak", "olive"])),
            (&pick, "shelf", "z", json!([])),
            (&pick, "place", "x", json!(["-x"])),
            // One that has no suggestions.
            (&pick, "plain", "", json!([])),
            (&shelf, "wood", "", json!(["oak", "olive", "pine"])),
        ] {
            let completion = &complete(reference, name, value)["result"]["completion"];
            assert_eq!(completion["values"], want, "{name} {value}");
            assert_eq!(completion["hasMore"], false);
            assert_eq!(completion["total"], want.as_array().map_or(0, Vec::len));
        }
    }
}

#[test]
fn settled_arguments_count_where_the_revision_has_them() {
    let client = client();
    let mut params = params(&json!({"type":"ref/prompt","name":"pick"}), "place", "x");
    params["context"] = json!({"arguments":{"shelf":"oak"}});
    for revision in REVISIONS {
        let reply = client.ask(revision, "completion/complete", &params);
        let want = if revision >= "2025-06-18" {
            "oak-x"
        } else {
            "-x"
        };
        assert_eq!(
            reply["result"]["completion"]["values"][0], want,
            "{revision}"
        );
    }
}

#[test]
fn refusals() {
    let client = client();
    let pick = json!({"type":"ref/prompt","name":"pick"});
    for revision in REVISIONS {
        for bad in [
            params(&json!({"type":"ref/prompt","name":"none"}), "a", ""),
            params(&json!({"type":"ref/prompt","name":"add"}), "a", ""),
            params(&json!({"type":"ref/resource","uri":"none://{x}"}), "x", ""),
            params(&json!({"type":"ref/tool","name":"add"}), "a", ""),
            params(&json!({"type":"ref/prompt"}), "name", ""),
            params(&json!("pick"), "name", ""),
            params(&pick, "nope", ""),
            json!({"ref": pick}),
            json!({"ref": pick, "argument": {"name": "name"}}),
            json!({"ref": pick, "argument": {"name": "name", "value": 1}}),
            json!({"argument": {"name": "name", "value": ""}}),
        ] {
            let reply = client.ask(revision, "completion/complete", &bad);
            assert_eq!(reply["error"]["code"], -32602, "{bad}: {reply}");
        }
        let reply = client.ask(revision, "completion/complete", &params(&pick, "bang", ""));
        assert_eq!(reply["error"]["code"], -32603);
        assert_eq!(reply["error"]["message"], "The completion failed.");
    }
}

/// What is served is listed as a capability, and nothing else is.
#[test]
fn capabilities() {
    let client = client();
    for revision in REVISIONS {
        let reply = if revision == "2026-07-28" {
            client.ask(revision, "server/discover", &json!({}))
        } else {
            client.ask(
                revision,
                "initialize",
                &json!({"protocolVersion":revision,"capabilities":{},"clientInfo":{"name":"t","version":"1"}}),
            )
        };
        let mut want = json!({"tools":{},"resources":{},"prompts":{},"completions":{}});
        if revision == "2024-11-05" {
            want.as_object_mut()
                .expect("an object")
                .remove("completions");
        }
        assert_eq!(reply["result"]["capabilities"], want, "{revision}");
        for method in [
            "resources/subscribe",
            "resources/unsubscribe",
            "logging/setLevel",
        ] {
            let reply = client.ask(revision, method, &json!({"uri":"bin://x","level":"info"}));
            assert_eq!(reply["error"]["code"], -32601, "{revision} {method}");
        }
    }
}

mod tools_only {
    toolwright::mcp_tools! {
        pub(crate) static TOOLS: ToolSet<()>;

        /// Adds.
        fn add(a: i64, b: i64) -> i64 { a + b }
    }
}

#[test]
fn nothing_is_served_that_is_not_there() {
    let client = Client::new(toolwright::Server::new(&tools_only::TOOLS, ()));
    for revision in REVISIONS {
        for method in [
            "resources/list",
            "resources/templates/list",
            "resources/read",
            "prompts/list",
            "prompts/get",
            "completion/complete",
        ] {
            let reply = client.ask(revision, method, &json!({"uri":"x:y","name":"n"}));
            assert_eq!(reply["error"]["code"], -32601, "{revision} {method}");
        }
    }
}
