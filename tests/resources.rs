//! Resources and templates over the wire, in every revision.

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

/// The only item of what a URI holds, or the error.
fn read(client: &Client<Store>, revision: &str, uri: &str) -> Value {
    let reply = client.ask(revision, "resources/read", &json!({"uri": uri}));
    if let Some(error) = reply.get("error") {
        return error.clone();
    }
    let contents = reply["result"]["contents"].as_array().expect("contents");
    assert_eq!(contents.len(), 1, "{reply}");
    contents[0].clone()
}

/// What each URI gives: the text, or the code of the error.
#[test]
fn what_a_uri_gives() {
    let client = client();
    for revision in REVISIONS {
        let modern = revision == "2026-07-28";
        let missing = if modern { -32602 } else { -32002 };
        for (uri, want) in [
            ("bin://text", Ok("plain")),
            // C067: decoded once, and nothing is replaced.
            ("example://item/%C2%A7%20141.61", Ok("\u{a7} 141.61")),
            ("example://item/a+b", Ok("a+b")),
            ("example://item/%252F", Ok("%2F")),
            ("example://item/%C3", Err(-32602)),
            ("example://item/%ZZ", Err(-32602)),
            ("example://item/", Err(missing)),
            ("example://item/a/b", Err(missing)),
            // C073: braces are none of a URI's characters.
            ("example://item/{id}", Err(missing)),
            ("example://item/%7Bid%7D", Ok("{id}")),
            // C070: any of the query's variables, in any order.
            ("acme://products", Ok("1 None")),
            ("acme://products?limit=5", Ok("1 Some(5)")),
            ("acme://products?limit=5&page=2", Ok("2 Some(5)")),
            ("acme://products?page=2", Ok("2 None")),
            ("acme://products?page=x", Err(-32602)),
            ("acme://products?page=1&page=2", Err(-32602)),
            ("acme://products?page=0", Err(-32602)),
            ("acme://products?size=1", Err(missing)),
            ("docket://7", Ok("7 Open")),
            ("docket://7?state=packed", Ok("7 Packed")),
            ("docket://7?state=Packed", Err(-32602)),
            ("docket://9999", Err(-32602)),
            ("docket://404", Err(missing)),
            ("file:///a/b%20c/d", Ok("a/b c/d")),
            ("late://1", Ok("late 1")),
            ("flag://true/1.5", Ok("true 1.5")),
            ("flag://yes/1.5", Err(-32602)),
            ("flag://true/1.5x", Err(-32602)),
            ("fail://shown", Err(-32603)),
            ("fail://hidden", Err(-32603)),
            ("fail://panic", Err(-32603)),
            ("nope://x", Err(missing)),
            ("", Err(missing)),
        ] {
            let got = read(&client, revision, uri);
            match want {
                Ok(text) => {
                    assert_eq!(got["text"], text, "{revision} {uri}: {got}");
                    assert_eq!(got["uri"], uri, "{revision}");
                }
                Err(code) => {
                    assert_eq!(got["code"], code, "{revision} {uri}: {got}");
                    assert!(!got.to_string().contains('\u{fffd}'));
                    if got["message"] == "Resource not found" {
                        assert_eq!(got["data"], json!({"uri": uri}));
                    }
                }
            }
        }
    }
}

#[test]
fn refusals_have_the_sentences_of_tools() {
    let client = client();
    for (uri, message) in [
        (
            "acme://products?page=x",
            "Invalid params: Argument 'page' is not valid. The value could not be read as u32.",
        ),
        (
            "acme://products?page=0",
            "Invalid params: Argument 'page' is not valid. The value must be greater than or equal to 1.",
        ),
        (
            "acme://products?page=1&page=2",
            "Invalid params: Argument 'page' is given twice.",
        ),
        (
            "docket://9999",
            "Invalid params: Argument 'id' rejected (value_object.out_of_range): The value is not a valid DocketId: The value must be less than or equal to 1000.",
        ),
        (
            "docket://7?state=nope",
            "Invalid params: Argument 'state' is not valid. The value is not one of the accepted values.",
        ),
    ] {
        assert_eq!(read(&client, "2025-11-25", uri)["message"], message);
    }
    let error = read(&client, "2025-11-25", "docket://9999");
    assert_eq!(error["data"]["argument"], "id");
    assert_eq!(error["data"]["code"], "value_object.out_of_range");
}

#[test]
fn failures_are_shown_or_hidden() {
    let client = client();
    for (uri, message, told) in [
        ("fail://shown", "The shelf is locked.", "refused (-32603)"),
        (
            "fail://hidden",
            "The resource failed.",
            "resource 'fail://{how}' failed: disk on fire",
        ),
        (
            "fail://panic",
            "The resource failed.",
            "resource 'fail://{how}' panicked: boom",
        ),
    ] {
        assert_eq!(read(&client, "2025-11-25", uri)["message"], message);
        assert!(client.last_diagnostic().contains(told), "{uri}");
    }
}

#[test]
fn contents() {
    let client = client();
    for revision in REVISIONS {
        // C072: bytes have a type and no text.
        let got = read(&client, revision, "bin://x");
        assert_eq!(
            got,
            json!({"uri":"bin://x","mimeType":"application/octet-stream","blob":"+//+AA=="})
        );
        let got = read(&client, revision, "bin://text");
        assert_eq!(got["mimeType"], "text/plain");
        let got = read(&client, revision, "docket://7");
        assert_eq!(got["mimeType"], "application/json");
        let reply = client.ask(revision, "resources/read", &json!({"uri": "book://"}));
        let got = &reply["result"]["contents"];
        let meta = revision >= "2025-06-18";
        assert_eq!(
            got[0],
            json!({"uri":"book://","mimeType":"text/markdown","text":"# One"})
        );
        assert_eq!(got[1]["uri"], "book://2");
        assert_eq!(got[1]["mimeType"], "image/png");
        assert_eq!(got[1]["blob"], "iVBO");
        assert_eq!(got[1].get("_meta").is_some(), meta, "{revision}");
        assert_eq!(
            reply["result"].get("ttlMs").is_some(),
            revision == "2026-07-28"
        );
        if revision == "2026-07-28" {
            assert_eq!(reply["result"]["cacheScope"], "private");
        }
    }
}

/// C073: templates are listed apart, in the order of their declaration.
#[test]
fn lists() {
    let client = client();
    for revision in REVISIONS {
        let static_ = client.ask(revision, "resources/list", &json!({}));
        let names: Vec<_> = static_["result"]["resources"]
            .as_array()
            .expect("a list")
            .iter()
            .map(|resource| resource["uri"].as_str().expect("a URI").to_owned())
            .collect();
        assert_eq!(names, ["bin://x", "bin://text", "book://"], "{revision}");
        let templates = client.ask(revision, "resources/templates/list", &json!({}));
        let list = templates["result"]["resourceTemplates"]
            .as_array()
            .expect("a list");
        let names: Vec<_> = list
            .iter()
            .map(|t| t["uriTemplate"].as_str().expect("a URI"))
            .collect();
        assert_eq!(
            names,
            [
                "example://item/{id}",
                "acme://products{?page,limit}",
                "docket://{id}{?state}",
                "file:///{+path}",
                "late://{n}",
                "flag://{on}/{factor}",
                "fail://{how}",
                "shelf://{wood}",
            ]
        );
        let book = &static_["result"]["resources"][2];
        let titles = revision >= "2025-06-18";
        let mut want = json!({
            "uri": "book://", "name": "The book", "description": "All of it.",
            "mimeType": "text/markdown", "size": 2048,
            "annotations": {"audience": ["user", "assistant"], "priority": 0.8},
        });
        if titles {
            want["title"] = json!("Book");
            want["_meta"] = json!({"example.com/shelf": 3});
        }
        if revision >= "2025-11-25" {
            want["icons"] = json!([{"src": "https://example.com/book.png"}]);
        }
        assert_eq!(*book, want, "{revision}");
        assert_eq!(
            static_["result"]["resources"][0],
            json!({"uri":"bin://x","name":"x"})
        );
    }
}

#[test]
fn bad_params() {
    let client = client();
    for params in [json!({}), json!({"uri": 7}), json!({"uri": null})] {
        let reply = client.ask("2025-11-25", "resources/read", &params);
        assert_eq!(reply["error"]["code"], -32602);
    }
    for method in ["resources/list", "resources/templates/list"] {
        for cursor in ["", "zzz", "1", "0.00000000"] {
            let reply = client.ask("2025-11-25", method, &json!({"cursor": cursor}));
            assert_eq!(reply["error"]["code"], -32602, "{method} {cursor}");
        }
    }
}

/// C089
#[test]
fn pages() {
    let server = toolwright::Server::new(&STORE, Store::default()).page_size(2);
    let client = Client::new(server);
    for (method, member, sizes) in [
        ("resources/list", "resources", vec![2, 1]),
        (
            "resources/templates/list",
            "resourceTemplates",
            vec![2, 2, 2, 2],
        ),
        ("prompts/list", "prompts", vec![2, 2, 2, 1]),
        ("tools/list", "tools", vec![1]),
    ] {
        for revision in REVISIONS {
            let (mut params, mut got, mut seen) = (json!({}), Vec::new(), Vec::new());
            loop {
                let reply = client.ask(revision, method, &params);
                let page = reply["result"][member].as_array().expect("a page");
                got.push(page.len());
                seen.extend(page.iter().map(|entry| entry["name"].to_string()));
                match reply["result"].get("nextCursor") {
                    Some(cursor) => params = json!({"cursor": cursor}),
                    None => break,
                }
            }
            assert_eq!(got, sizes, "{method}");
            let count = seen.len();
            seen.sort();
            seen.dedup();
            assert_eq!(seen.len(), count, "one is listed twice");
        }
    }
}

#[test]
fn resources_share_the_state() {
    let store = Store::default();
    let reads = std::sync::Arc::clone(&store.reads);
    let client = Client::new(toolwright::Server::new(&STORE, store));
    for uri in ["docket://8", "docket://8?state=x", "docket://9999"] {
        read(&client, "2025-11-25", uri);
    }
    assert_eq!(reads.load(std::sync::atomic::Ordering::SeqCst), 1);
}

mod overlapping {
    toolwright::mcp_tools! {
        pub(crate) static SET: ToolSet<()>;

        #[resource("shelf://{row}")]
        fn by_row(row: String) -> String { format!("row {row}") }
        #[resource("shelf://{name}/{+rest}")]
        fn deep(name: String, rest: String) -> String { format!("{name} and {rest}") }
        #[resource("shelf://{+path}")]
        fn by_path(path: String) -> String { format!("path {path}") }
        #[resource("shelf://top")]
        fn top() -> String { "the top".into() }
    }
}

/// A URI without variables comes before templates, and those in the order of their declaration.
#[test]
fn the_first_that_fits_is_read() {
    let client = Client::new(toolwright::Server::new(&overlapping::SET, ()));
    for revision in REVISIONS {
        for (uri, text) in [
            ("shelf://top", "the top"),
            ("shelf://7", "row 7"),
            ("shelf://a/b/c", "a and b/c"),
            ("shelf:///b", "path /b"),
        ] {
            let reply = client.ask(revision, "resources/read", &json!({"uri": uri}));
            assert_eq!(
                reply["result"]["contents"][0]["text"], text,
                "{uri}: {reply}"
            );
        }
    }
}
