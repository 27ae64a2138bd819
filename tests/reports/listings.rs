//! What clients are told of tools and of the server.

use serde_json::{Value, json};

use super::{INIT, good, listed, play, raw};

#[test]
fn defaults_are_listed_and_used() {
    assert_eq!(good("temp", "{}"), "celsius 6");
    assert_eq!(good("temp", r#"{"unit":"kelvin"}"#), "kelvin 6");
    let schema = listed("temp")["inputSchema"].clone();
    assert_eq!(schema["properties"]["unit"]["default"], "celsius");
    assert_eq!(schema["properties"]["max"]["default"], 6);
    assert!(schema.get("required").is_none());
    let note = listed("find")["inputSchema"].clone();
    assert_eq!(note["properties"]["note"], json!({"type": "string"}));
    assert_eq!(note["required"], json!(["query"]));
}

#[test]
fn what_is_not_served_is_not_advertised_and_the_reverse() {
    let (out, _) = raw(format!("{INIT}\n").as_bytes());
    let reply: Value = serde_json::from_str(out.trim()).unwrap();
    assert_eq!(reply["result"]["capabilities"], json!({"tools": {}}));
    for (method, params) in [
        ("logging/setLevel", r#"{"level":"debug"}"#),
        ("resources/list", "{}"),
        ("resources/templates/list", r#"{"cursor":"1"}"#),
        ("prompts/list", "{}"),
        (
            "completion/complete",
            r#"{"ref":{"type":"ref/prompt","name":"x"},"argument":{"name":"a","value":""}}"#,
        ),
        ("tasks/list", "{}"),
    ] {
        let replies = play(&format!(
            r#"{{"jsonrpc":"2.0","id":2,"method":"{method}","params":{params}}}"#
        ));
        assert_eq!(replies[0]["error"]["code"], -32601, "{method}");
    }
}

#[test]
fn schemas_have_no_keyword_that_a_client_refuses() {
    let properties = listed("page")["inputSchema"]["properties"].clone();
    assert_eq!(
        properties["n"],
        json!({"type": "integer", "minimum": 1, "maximum": 4_294_967_295_u32})
    );
    assert_eq!(
        properties["m"],
        json!({"type": "integer", "minimum": 0, "maximum": 99})
    );
    assert_eq!(
        properties["x"],
        json!({"type": "number", "minimum": 0, "maximum": 1})
    );
    let set = listed("set")["inputSchema"].clone();
    assert_eq!(
        set["properties"]["level"],
        json!({"type": "string", "enum": ["Low", "High"]})
    );
    assert_eq!(
        set["properties"]["other"],
        json!({"type": ["string", "null"], "enum": ["Low", "High", null]})
    );
    assert_eq!(
        set["properties"]["third"],
        json!({"type": "string", "enum": ["Low", "High"]})
    );
    assert_eq!(set["required"], json!(["level", "other"]));
    assert_eq!(
        listed("now")["inputSchema"],
        json!({"type": "object", "properties": {}, "additionalProperties": false})
    );
    let (out, _) = raw(format!(
        "{INIT}\n{{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/list\"}}\n"
    )
    .as_bytes());
    for word in [
        "exclusive",
        "oneOf",
        "anyOf",
        "const",
        "$ref",
        "$schema",
        "$defs",
        ":null",
    ] {
        assert!(
            !out.contains(&format!("\"{word}")) && (word != ":null" || !out.contains(":null")),
            "{word}: {out}"
        );
    }
}

#[test]
fn the_only_page_has_no_cursor() {
    let replies = play(
        &[
            r#"{"jsonrpc":"2.0","id":2,"method":"tools/list"}"#,
            r#"{"jsonrpc":"2.0","id":3,"method":"tools/list","params":{"cursor":""}}"#,
            r#"{"jsonrpc":"2.0","id":4,"method":"tools/list","params":{"cursor":"zzz"}}"#,
        ]
        .join("\n"),
    );
    assert!(replies[0]["result"].get("nextCursor").is_none());
    assert_eq!(replies[1]["error"]["code"], -32602);
    assert_eq!(replies[2]["error"]["code"], -32602);
}
