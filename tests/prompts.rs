//! Prompts over the wire, in every revision.

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

/// C074: arguments are text, whatever they are read as.
#[test]
fn what_arguments_give() {
    let client = client();
    for revision in REVISIONS {
        for (params, want) in [
            (
                json!({"name":"wins","arguments":{"site":"s","min":"25"}}),
                Ok("s 25"),
            ),
            (json!({"name":"wins","arguments":{"site":"s"}}), Ok("s 10")),
            (
                json!({"name":"wins","arguments":{"min":"7","site":"25"}}),
                Ok("25 7"),
            ),
            (
                json!({"name":"wins","arguments":{"site":"s","min":null}}),
                Ok("s 10"),
            ),
            (
                json!({"name":"wins","arguments":{"site":"s","min":"abc"}}),
                Err("Argument 'min' is not valid. The value could not be read as u32."),
            ),
            (
                json!({"name":"wins","arguments":{"site":"s","min":25}}),
                Err("Argument 'min' is not valid. Expected a string, found a number."),
            ),
            (
                json!({"name":"wins","arguments":{"site":["s"],"min":25}}),
                Err("Argument 'site' is not valid. Expected a string, found an array."),
            ),
            (
                json!({"name":"wins","arguments":{"site":"s","min":"0"}}),
                Err("Argument 'min' is not valid. The value must be greater than or equal to 1."),
            ),
            (
                json!({"name":"wins","arguments":{"site":"s","min":" 7"}}),
                Err("Argument 'min' is not valid. The value could not be read as u32."),
            ),
            (json!({"name":"wins"}), Err("Argument 'site' is required.")),
            (
                json!({"name":"wins","arguments":{"sites":"s"}}),
                Err("Argument 'site' is required. 'sites' is not known: did you mean 'site'?"),
            ),
            (
                json!({"name":"wins","arguments":{"site":"s","max":"1"}}),
                Err("Argument 'max' is not known."),
            ),
            (
                json!({"name":"wins","arguments":["s"]}),
                Err("'arguments' is an object"),
            ),
            (
                json!({"name":"pick","arguments":{"name":"n"}}),
                Ok("n None None None None"),
            ),
            (
                json!({"name":"pick","arguments":{"plain":"open","name":"n","bang":"\n"}}),
                Ok("n None None Some(\"\\n\") Some(Open)"),
            ),
            (json!({"name":"bare"}), Ok("bare")),
            (json!({"name":"bare","arguments":{}}), Ok("bare")),
            (
                json!({"name":"talk","arguments":{"id":"12"}}),
                Ok("Docket 12?"),
            ),
            (
                json!({"name":"talk","arguments":{"id":"0"}}),
                Err(
                    "Argument 'id' rejected (value_object.out_of_range): The value is not a valid DocketId: The value must be greater than or equal to 1.",
                ),
            ),
            (
                json!({"arguments":{}}),
                Err("prompts/get needs 'name', a string"),
            ),
        ] {
            let reply = client.ask(revision, "prompts/get", &params);
            match want {
                // C075: a message is one block of content, of the user.
                Ok(text) => assert_eq!(
                    reply["result"]["messages"][0],
                    json!({"role":"user","content":{"type":"text","text":text}}),
                    "{revision} {params}: {reply}"
                ),
                Err(message) => {
                    assert_eq!(reply["error"]["code"], -32602, "{params}: {reply}");
                    assert_eq!(
                        reply["error"]["message"],
                        format!("Invalid params: {message}"),
                        "{revision} {params}"
                    );
                }
            }
        }
    }
}

#[test]
fn results() {
    let client = client();
    for revision in REVISIONS {
        let get = |name: &str, arguments: Value| {
            client.ask(
                revision,
                "prompts/get",
                &json!({"name": name, "arguments": arguments}),
            )
        };
        let string = get("wins", json!({"site":"s"}));
        assert_eq!(
            string["result"]["messages"].as_array().map(Vec::len),
            Some(1)
        );
        assert_eq!(string["result"].get("description"), None);
        assert_eq!(string["result"].get("ttlMs"), None);
        let full = get("pick", json!({"name":"n"}));
        assert_eq!(full["result"]["description"], "Picked.");
        let talk = get("talk", json!({"id":"1"}));
        assert_eq!(
            talk["result"]["messages"][1],
            json!({"role":"assistant","content":{"type":"image","data":"iVBO","mimeType":"image/png"}})
        );
        for (name, code, message, told) in [
            ("shown", -32603, "No such month.", "No such month."),
            (
                "hidden",
                -32603,
                "The prompt failed.",
                "prompt 'hidden' failed: disk on fire",
            ),
            (
                "bang",
                -32603,
                "The prompt failed.",
                "prompt 'bang' panicked: boom",
            ),
            (
                "nope\n",
                -32602,
                "Unknown prompt: nope\\u000a",
                "Unknown prompt",
            ),
        ] {
            let reply = get(name, json!({}));
            assert_eq!(reply["error"]["code"], code, "{revision} {name}");
            assert_eq!(reply["error"]["message"], message);
            assert!(client.last_diagnostic().contains(told), "{name}");
        }
    }
}

#[test]
fn lists() {
    let client = client();
    for revision in REVISIONS {
        let reply = client.ask(revision, "prompts/list", &json!({}));
        let prompts = reply["result"]["prompts"].as_array().expect("a list");
        let names: Vec<_> = prompts
            .iter()
            .map(|prompt| prompt["name"].as_str().expect("a name"))
            .collect();
        assert_eq!(
            names,
            ["wins", "pick", "talk", "bare", "shown", "hidden", "bang"]
        );
        assert_eq!(
            prompts[0],
            json!({"name":"wins","description":"Counts wins.","arguments":[
                {"name":"site","description":"Where.","required":true},{"name":"min"}]})
        );
        let mut want = json!({"name":"pick","arguments":[
            {"name":"name","required":true},{"name":"shelf"},{"name":"place"},{"name":"bang"},
            {"name":"plain","description":"Where a docket stands."}]});
        if revision >= "2025-06-18" {
            want["title"] = json!("Pick one");
            want["_meta"] = json!({"a": 1});
        }
        if revision >= "2025-11-25" {
            want["icons"] = json!([{"src":"https://example.com/p.png"}]);
        }
        assert_eq!(prompts[1], want, "{revision}");
        assert_eq!(
            prompts[2]["arguments"][0]["description"],
            "A docket's number."
        );
        assert_eq!(prompts[3], json!({"name":"bare"}));
        for cursor in ["", "zzz", "0.00000000"] {
            let reply = client.ask(revision, "prompts/list", &json!({"cursor": cursor}));
            assert_eq!(reply["error"]["code"], -32602);
        }
    }
}
