//! MCP Apps: what a client that shows them sees, and what one that does not.

#[path = "common/items.rs"]
mod items;
#[path = "common/official.rs"]
mod official;

use items::Client;
use official::REVISIONS;
use serde_json::{Value, json};
use toolwright::content::Contents;
use toolwright::{Server, ToolSet, mcp_tools};

const PAGE: &str = "<!doctype html><title>w</title>";

mcp_tools! {
    static WEATHER: ToolSet<()>;

    /// Weather card.
    #[tool(ui = "ui://demo/weather.html", visibility = [model, app], meta = r#"{"example.com/a":1}"#)]
    fn weather(city: String) -> String { city }

    #[tool(visibility = [app])]
    fn refresh() {}

    fn plain() {}

    /// The card.
    #[resource("ui://demo/weather.html",
        csp(connect_domains = ["https://api.example.com"], resource_domains = ["https://*.example.com"]),
        permissions(clipboard_write, camera), domain = "a.example.com", prefers_border)]
    fn card() -> &'static str { PAGE }

    #[resource("ui://demo/bare", meta = r#"{"example.com/b":2}"#)]
    fn bare() -> Contents {
        let meta = json!({"example.com/c": 3});
        Contents::text(PAGE).meta(meta.as_object().cloned().unwrap_or_default())
    }

    #[resource("ui://demo/{page}", csp(frame_domains = ["https://f.example.com"], base_uri_domains = ["https://b.example.com"]), prefers_border = false)]
    fn pages(page: String) -> Vec<Contents> {
        let meta = json!({"example.com/c": 3});
        vec![Contents::text(page).meta(meta.as_object().cloned().unwrap_or_default())]
    }

    #[resource("demo://text")]
    fn text() -> &'static str { "text" }
}

fn client() -> Client<()> {
    Client::new(Server::new(&WEATHER, ()))
}

fn ui() -> Value {
    json!({
        "csp": {"connectDomains": ["https://api.example.com"], "resourceDomains": ["https://*.example.com"]},
        "permissions": {"clipboardWrite": {}, "camera": {}},
        "domain": "a.example.com",
        "prefersBorder": true,
    })
}

#[test]
fn tools_are_listed_with_their_apps() {
    let client = client().with_apps();
    for revision in REVISIONS {
        let reply = client.ask(revision, "tools/list", &json!({}));
        let tools = &reply["result"]["tools"];
        let mut want = json!({
            "ui": {"resourceUri": "ui://demo/weather.html", "visibility": ["model", "app"]},
            "ui/resourceUri": "ui://demo/weather.html",
        });
        if revision >= "2025-06-18" {
            want["example.com/a"] = json!(1);
        }
        assert_eq!(tools[0]["_meta"], want, "{revision}");
        assert_eq!(tools[1]["_meta"], json!({"ui": {"visibility": ["app"]}}));
        assert_eq!(tools[2].get("_meta"), None);
        if revision == "2026-07-28" {
            assert_eq!(reply["result"]["cacheScope"], "private");
        }
    }
}

#[test]
fn a_client_without_apps_sees_ordinary_tools() {
    let client = client();
    for revision in REVISIONS {
        let reply = client.ask(revision, "tools/list", &json!({}));
        let tools = reply["result"]["tools"].as_array().expect("tools");
        assert_eq!(tools.len(), 3);
        let own = (revision >= "2025-06-18").then(|| json!({"example.com/a": 1}));
        assert_eq!(tools[0].get("_meta"), own.as_ref(), "{revision}");
        assert_eq!(tools[1].get("_meta"), None);
        let listed = client.ask(revision, "resources/list", &json!({}));
        let listed = listed["result"]["resources"].as_array().expect("resources");
        assert_eq!(listed.len(), 1);
        assert_eq!(listed[0]["uri"], "demo://text");
        let listed = client.ask(revision, "resources/templates/list", &json!({}));
        assert_eq!(listed["result"]["resourceTemplates"], json!([]));
        if revision == "2026-07-28" {
            // What depends on the client is its own, also where it sees nothing of it.
            assert_eq!(reply["result"]["cacheScope"], "private");
        }
        let called = client.ask(revision, "tools/call", &json!({"name":"refresh"}));
        assert_eq!(called["result"]["content"], json!([]));
        let read = client.ask(
            revision,
            "resources/read",
            &json!({"uri":"ui://demo/weather.html"}),
        );
        assert_eq!(read["result"]["contents"][0]["text"], PAGE);
    }
}

#[test]
fn resources_say_what_they_want() {
    let client = client().with_apps();
    for revision in REVISIONS {
        let reply = client.ask(revision, "resources/list", &json!({}));
        let listed = reply["result"]["resources"].as_array().expect("resources");
        assert_eq!(listed.len(), 3, "{revision}");
        assert_eq!(listed[0]["_meta"], json!({"ui": ui()}), "{revision}");
        assert_eq!(listed[0]["mimeType"], "text/html;profile=mcp-app");
        let own = (revision >= "2025-06-18").then(|| json!({"example.com/b": 2}));
        assert_eq!(listed[1].get("_meta"), own.as_ref());
        let read = |uri: &str| {
            let reply = client.ask(revision, "resources/read", &json!({"uri": uri}));
            reply["result"]["contents"][0].clone()
        };
        assert_eq!(
            read("ui://demo/weather.html"),
            json!({"uri": "ui://demo/weather.html", "mimeType": "text/html;profile=mcp-app",
                "text": PAGE, "_meta": {"ui": ui()}})
        );
        let own = (revision >= "2025-06-18").then(|| json!({"example.com/c": 3}));
        assert_eq!(read("ui://demo/bare").get("_meta"), own.as_ref());
        let mut want = json!({"ui": {
            "csp": {"frameDomains": ["https://f.example.com"], "baseUriDomains": ["https://b.example.com"]},
            "prefersBorder": false,
        }});
        if revision >= "2025-06-18" {
            want["example.com/c"] = json!(3);
        }
        assert_eq!(read("ui://demo/two")["_meta"], want, "{revision}");
    }
}

#[test]
fn the_extension_is_a_capability() {
    for client in [client(), client().with_apps()] {
        for revision in REVISIONS {
            let (method, params) = if revision == "2026-07-28" {
                ("server/discover", json!({}))
            } else {
                (
                    "initialize",
                    json!({"protocolVersion": revision, "capabilities": {},
                    "clientInfo": {"name": "t", "version": "1"}}),
                )
            };
            let reply = client.ask(revision, method, &params);
            assert_eq!(
                reply["result"]["capabilities"],
                json!({"tools":{},"resources":{},"extensions":{"io.modelcontextprotocol/ui":{}}})
            );
        }
    }
}

mod widget {
    toolwright::mcp_tools! {
        pub(crate) static TOOLS: ToolSet<()>;
        #[tool(ui = "ui://demo/later", ui_dynamic)]
        fn widget() {}
    }
}

mod later {
    toolwright::mcp_tools! {
        pub(crate) static RESOURCES: ToolSet<()>;
        #[resource("ui://demo/later")]
        fn later() -> &'static str { super::PAGE }
    }
}

static WHOLE: ToolSet<()> = ToolSet::merge(&[&widget::TOOLS, &later::RESOURCES]);

/// What is no set of a block can be asked of the compiler.
const _: () = WHOLE.assert_complete();

#[test]
fn a_tool_needs_its_resource() {
    let _ = Server::new(&WHOLE, ());
    // Without `ui_dynamic` the compiler refuses it: `tests/ui/tw0014_undeclared.rs`.
    let _ = Server::new(&widget::TOOLS, ());
}
