//! Content that a tool builds itself, as each revision has it.

#[path = "common/items.rs"]
mod items;
#[path = "common/official.rs"]
mod official;

use items::Client;
use official::REVISIONS;
use serde_json::{Map, Value, json};
use toolwright::content::{
    Annotations, Audio, Content, Contents, EmbeddedResource, Image, PromptMessage, ResourceLink,
    Role, Text, ToolResult,
};
use toolwright::{Server, ToolError, mcp_tools};

fn object(json: &Value) -> Map<String, Value> {
    json.as_object().cloned().unwrap_or_default()
}

fn all() -> Vec<Content> {
    let annotations = Annotations::new()
        .audience(Role::User)
        .audience(Role::User)
        .priority(0.5)
        .last_modified("2025-01-12T15:00:58Z");
    vec![
        "plain".into(),
        Text::new("noted")
            .annotations(annotations)
            .meta(object(&json!({"a": 1})))
            .into(),
        Image::new([1, 2, 3], "image/png").into(),
        Audio::new([1, 2], "audio/wav")
            .annotations(Annotations::new().priority(7.0))
            .into(),
        ResourceLink::new("demo://x", "x")
            .title("X")
            .description("An x.")
            .mime("text/plain")
            .size(3)
            .icon("https://example.com/x.png")
            .into(),
        EmbeddedResource::new("demo://x", "text").into(),
        EmbeddedResource::new("demo://y", Contents::bytes([1]).mime("image/png")).into(),
    ]
}

mcp_tools! {
    static CONTENT: ToolSet<()>;

    fn blocks() -> Vec<Content> { all() }

    fn image() -> Result<Image, ToolError> { Ok(Image::new([1, 2, 3], "image/png")) }

    fn audio() -> Audio { Audio::new([1, 2], "audio/wav") }

    async fn link() -> ResourceLink { ResourceLink::new("demo://x", "x") }

    fn full() -> ToolResult {
        ToolResult::new().content("seven").structured(json!({"n": 7})).meta(object(&json!({"t": 1})))
    }

    fn list() -> ToolResult { ToolResult::from(vec!["one".into()]).structured(json!([1])) }

    fn failed() -> ToolResult { ToolResult::new().content("No.").failed() }

    #[prompt]
    fn heard() -> Vec<PromptMessage> { vec![PromptMessage::user(Audio::new([1, 2], "audio/wav"))] }
}

fn call(client: &Client<()>, revision: &str, name: &str) -> Value {
    client.ask(revision, "tools/call", &json!({"name": name}))["result"].clone()
}

#[test]
fn blocks_of_every_kind() {
    let client = Client::new(Server::new(&CONTENT, ()));
    for revision in REVISIONS {
        let got = call(&client, revision, "blocks")["content"].clone();
        let (audio, links, icons) = (
            revision >= "2025-03-26",
            revision >= "2025-06-18",
            revision >= "2025-11-25",
        );
        assert_eq!(got[0], json!({"type":"text","text":"plain"}));
        let mut noted = json!({"type":"text","text":"noted","annotations":{"audience":["user"],"priority":0.5}});
        if links {
            noted["annotations"]["lastModified"] = json!("2025-01-12T15:00:58Z");
            noted["_meta"] = json!({"a": 1});
        }
        assert_eq!(got[1], noted, "{revision}");
        assert_eq!(
            got[2],
            json!({"type":"image","data":"AQID","mimeType":"image/png"})
        );
        let sound = if audio {
            json!({"type":"audio","data":"AQI=","mimeType":"audio/wav","annotations":{"priority":1.0}})
        } else {
            json!({"type":"resource","resource":{"uri":"embedded:audio","mimeType":"audio/wav","blob":"AQI="},
                "annotations":{"priority":1.0}})
        };
        assert_eq!(got[3], sound, "{revision}");
        let mut link = json!({"type":"text","text":"X: demo://x"});
        if links {
            link = json!({"type":"resource_link","uri":"demo://x","name":"x","title":"X",
                "description":"An x.","mimeType":"text/plain","size":3});
        }
        if icons {
            link["icons"] = json!([{"src":"https://example.com/x.png"}]);
        }
        assert_eq!(got[4], link, "{revision}");
        assert_eq!(
            got[5],
            json!({"type":"resource","resource":{"uri":"demo://x","mimeType":"text/plain","text":"text"}})
        );
        assert_eq!(got[6]["resource"]["blob"], "AQ==");
    }
}

#[test]
fn results_that_are_one_block() {
    let client = Client::new(Server::new(&CONTENT, ()));
    for revision in REVISIONS {
        for (name, kind) in [
            ("image", "image"),
            ("audio", "audio"),
            ("link", "resource_link"),
        ] {
            let content = &call(&client, revision, name)["content"];
            assert_eq!(content.as_array().map(Vec::len), Some(1));
            let kind = match (name, revision) {
                ("audio", "2024-11-05") => "resource",
                ("link", "2024-11-05" | "2025-03-26") => "text",
                _ => kind,
            };
            assert_eq!(content[0]["type"], kind, "{revision}");
        }
        let reply = client.ask(revision, "prompts/get", &json!({"name": "heard"}));
        let kind = if revision == "2024-11-05" {
            "resource"
        } else {
            "audio"
        };
        assert_eq!(reply["result"]["messages"][0]["content"]["type"], kind);
    }
}

#[test]
fn full_results() {
    let client = Client::new(Server::new(&CONTENT, ()));
    for revision in REVISIONS {
        let (structured, modern) = (revision >= "2025-06-18", revision == "2026-07-28");
        let full = call(&client, revision, "full");
        assert_eq!(
            full.get("structuredContent"),
            structured.then(|| json!({"n": 7})).as_ref()
        );
        assert_eq!(
            full["_meta"].get("t"),
            structured.then(|| json!(1)).as_ref()
        );
        assert_eq!(
            full["_meta"]
                .get("io.modelcontextprotocol/serverInfo")
                .is_some(),
            modern
        );
        let list = call(&client, revision, "list");
        assert_eq!(
            list.get("structuredContent"),
            modern.then(|| json!([1])).as_ref()
        );
        assert_eq!(full.get("isError"), None);
        assert_eq!(call(&client, revision, "failed")["isError"], true);
        let tools = client.ask(revision, "tools/list", &json!({}));
        for tool in tools["result"]["tools"].as_array().expect("tools") {
            assert_eq!(tool.get("outputSchema"), None);
        }
    }
}
