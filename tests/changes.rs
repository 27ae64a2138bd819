//! What changes while a server runs: sets that are added and removed, resources that are updated.

#[path = "common/items.rs"]
mod items;
#[path = "common/official.rs"]
mod official;

use std::sync::{Arc, OnceLock};

use items::{Client, Heard, STORE, Store};
use official::{Official, REVISIONS};
use serde_json::{Value, json};
use toolwright::catalog::Entry;
use toolwright::filter::Verdict;
use toolwright::invoker::{Call, finish, later_prompt, put, put_resource, spelled, take, take_or};
use toolwright::made::{MadeItem, MadeTool, Parameter};
use toolwright::schema::{Bound, Lit, Rule};
use toolwright::{AddError, Server, ToolSet, mcp_tools};

mcp_tools! {
    static EMPTY: ToolSet<()>;
}

mcp_tools! {
    static DECLARED: ToolSet<()>;

    /// Counts rows.
    #[tool(read_only, title = "Count")]
    fn count(
        /// Which.
        table: String [len(1..=8)],
        /// How many at least.
        least: u32 [1..=100] = 1,
        state: Option<items::State> = None,
    ) -> String {
        format!("{table} {least} {state:?}")
    }

    /// One row.
    #[resource("row://{table}{?n}", name = "row", mime = "text/csv")]
    fn row(table: String, n: Option<u32>) -> String { format!("{table},{n:?}") }

    /// Explains a table.
    #[prompt]
    async fn explain(
        /// Which.
        table: String,
        depth: u8 [..=9] = 1,
    ) -> String {
        format!("{table} {depth}")
    }
}

/// The same, made while the program runs.
fn made() -> &'static ToolSet<()> {
    let range = |low, high| vec![Rule::Range(Bound::Int(low), Bound::Int(high))];
    let entries: Vec<Entry<()>> = vec![
        MadeTool::new("count")
            .title("Count")
            .description("Counts rows.")
            .read_only(true)
            .parameter(
                Parameter::of::<String>("table")
                    .description("Which.")
                    .rules(vec![Rule::Len(1, 8)]),
            )
            .parameter(
                Parameter::of::<u32>("least")
                    .description("How many at least.")
                    .rules(range(1, 100))
                    .default(Lit::Int(1)),
            )
            .parameter(Parameter::of::<Option<items::State>>("state").default(Lit::None))
            .returns::<String>()
            .entry(Call::made(|_, mut args, reply| {
                let table: String = take(&mut args)?;
                let least = take_or::<u32, _>(&mut args, 1)?;
                let state = take_or::<Option<items::State>, _>(&mut args, None)?;
                finish(args)?;
                put(format!("{table} {least} {state:?}"), reply);
                Ok(())
            })),
        MadeItem::resource("row://{table}{?n}", "row")
            .description("One row.")
            .mime("text/csv")
            .parameter(Parameter::of::<String>("table"))
            .parameter(Parameter::of::<Option<u32>>("n"))
            .entry(Call::made(|_, mut args, reply| {
                spelled(&mut args);
                let table: String = take(&mut args)?;
                let n: Option<u32> = take(&mut args)?;
                finish(args)?;
                put_resource(format!("{table},{n:?}"), reply);
                Ok(())
            })),
        MadeItem::prompt("explain")
            .description("Explains a table.")
            .parameter(Parameter::of::<String>("table").description("Which."))
            .parameter(
                Parameter::of::<u8>("depth")
                    .rules(vec![Rule::Range(Bound::None, Bound::Int(9))])
                    .default(Lit::Int(1)),
            )
            .entry(Call::made_async(|_, mut args| {
                spelled(&mut args);
                let table: String = take(&mut args)?;
                let depth = take_or::<u8, _>(&mut args, 1)?;
                finish(args)?;
                Ok(Box::pin(later_prompt(
                    async move { format!("{table} {depth}") },
                )))
            })),
    ];
    ToolSet::made("tables", entries)
}

/// Lists and refusals are those of the macro, byte for byte.
#[test]
fn made_is_as_declared() {
    let declared = Client::new(Server::new(&DECLARED, ()));
    let server = Server::new(&EMPTY, ());
    server.add(made()).expect("nothing is there");
    let made = Client::new(server);
    for revision in REVISIONS {
        for (method, params) in [
            ("tools/list", json!({})),
            ("resources/list", json!({})),
            ("resources/templates/list", json!({})),
            ("prompts/list", json!({})),
            (
                "tools/call",
                json!({"name":"count","arguments":{"table":"t","state":"open"}}),
            ),
            (
                "tools/call",
                json!({"name":"count","arguments":{"table":"t","least":0}}),
            ),
            (
                "tools/call",
                json!({"name":"count","arguments":{"table":"","least":0}}),
            ),
            (
                "tools/call",
                json!({"name":"count","arguments":{"table":"123456789"}}),
            ),
            (
                "tools/call",
                json!({"name":"count","arguments":{"table":7}}),
            ),
            (
                "tools/call",
                json!({"name":"count","arguments":{"table":null}}),
            ),
            (
                "tools/call",
                json!({"name":"count","arguments":{"tables":"t"}}),
            ),
            (
                "tools/call",
                json!({"name":"count","arguments":{"table":"t","state":"shut"}}),
            ),
            (
                "tools/call",
                json!({"name":"count","arguments":{"table":"t","x":1}}),
            ),
            ("tools/call", json!({"name":"count"})),
            ("resources/read", json!({"uri":"row://t?n=4"})),
            ("resources/read", json!({"uri":"row://t"})),
            ("resources/read", json!({"uri":"row://t?n=x"})),
            ("resources/read", json!({"uri":"row://"})),
            (
                "prompts/get",
                json!({"name":"explain","arguments":{"table":"t"}}),
            ),
            (
                "prompts/get",
                json!({"name":"explain","arguments":{"table":"t","depth":"10"}}),
            ),
            (
                "prompts/get",
                json!({"name":"explain","arguments":{"table":"t","depth":3}}),
            ),
        ] {
            let (want, got) = (
                declared.raw(revision, method, &params),
                made.raw(revision, method, &params),
            );
            assert_eq!(got, want, "{revision} {method} {params}");
        }
    }
}

#[test]
fn sets_come_and_go() {
    let server = Server::new(&EMPTY, ()).changing();
    let client = Client::new(server);
    let official = Official::load();
    for revision in REVISIONS {
        let heard = Arc::new(Heard::default());
        let session = client.session(revision, &heard);
        let empty = client.send(&session, revision, "tools/list", &json!({}));
        assert_eq!(empty["result"]["tools"], json!([]), "{revision}");
        assert_eq!(heard.take(), [Value::Null; 0]);

        let set = made();
        client.server.add(set).expect("nothing is there");
        let modern = revision == "2026-07-28";
        let told = heard.take();
        let methods: Vec<_> = told
            .iter()
            .map(|message| message["method"].clone())
            .collect();
        if modern {
            assert!(methods.is_empty());
        } else {
            assert_eq!(
                methods,
                [
                    "notifications/tools/list_changed",
                    "notifications/resources/list_changed",
                    "notifications/prompts/list_changed",
                ]
            );
        }
        if let Some(official) = &official {
            for message in &told {
                official
                    .validate_notification(revision, message)
                    .expect("valid");
            }
        }
        let call = json!({"name":"count","arguments":{"table":"t"}});
        let called = client.send(&session, revision, "tools/call", &call);
        assert_eq!(called["result"]["content"][0]["text"], "t 1 None");
        // Also where the list was asked for before.
        let listed = client.send(&session, revision, "tools/list", &json!({}));
        assert_eq!(listed["result"]["tools"][0]["name"], "count", "{revision}");
        let clash = client.server.add(&DECLARED).expect_err("a clash");
        assert_eq!(clash.to_string(), "there is a tool `count` already");

        assert!(client.server.remove(set));
        assert!(!client.server.remove(set));
        assert_eq!(heard.take().len(), if modern { 0 } else { 3 });
        let listed = client.send(&session, revision, "tools/list", &json!({}));
        assert_eq!(listed["result"]["tools"], json!([]), "{revision}");
        let called = client.send(&session, revision, "tools/call", &call);
        assert_eq!(called["error"]["code"], -32602);
        let read = client.send(
            &session,
            revision,
            "resources/read",
            &json!({"uri":"row://t"}),
        );
        assert!(read["error"].is_object());
    }
}

mod widget {
    toolwright::mcp_tools! {
        pub(crate) static PAGE: ToolSet<()>;
        #[resource("ui://w/page")]
        fn page() -> &'static str { "" }
    }
}

/// A set of the macro would not compile: it has to declare the page, or to say `ui_dynamic`.
#[test]
fn an_added_tool_needs_its_resource() {
    let server = Server::new(&EMPTY, ());
    let tool: Vec<Entry<()>> =
        vec![
            MadeTool::new("widget")
                .ui("ui://w/page")
                .entry(Call::made(|_, args, reply| {
                    finish(args)?;
                    put((), reply);
                    Ok(())
                })),
        ];
    let tool = ToolSet::made("widgets", tool);
    let error: AddError = server.add(tool).expect_err("no page");
    assert_eq!(
        error.to_string(),
        "tool `widget` names `ui://w/page`, which is not declared"
    );
    server.add(&widget::PAGE).expect("a page");
    server.add(tool).expect("a tool");
    let error = server.add(tool).expect_err("twice");
    assert_eq!(error.to_string(), "there is a tool `widget` already");
}

#[test]
fn capabilities_say_what_changes() {
    let server = Server::new(&STORE, Store::default())
        .changing()
        .subscriptions();
    let client = Client::new(server);
    for revision in REVISIONS {
        let modern = revision == "2026-07-28";
        let (method, params) = if modern {
            ("server/discover", json!({}))
        } else {
            (
                "initialize",
                json!({"protocolVersion": revision, "capabilities": {},
                "clientInfo": {"name": "t", "version": "1"}}),
            )
        };
        let got = client.ask(revision, method, &params)["result"]["capabilities"].clone();
        assert_eq!(got["tools"], json!({"listChanged": true}));
        assert_eq!(
            got["resources"],
            json!({"subscribe": true, "listChanged": true})
        );
        assert_eq!(got["prompts"], json!({"listChanged": true}));
    }
}

#[test]
fn subscriptions() {
    let client = Client::new(Server::new(&STORE, Store::default()).subscriptions());
    let official = Official::load();
    for revision in REVISIONS {
        let heard = Arc::new(Heard::default());
        let session = client.session(revision, &heard);
        let ask =
            |method: &str, uri: &str| client.send(&session, revision, method, &json!({"uri": uri}));
        if revision == "2026-07-28" {
            assert_eq!(
                ask("resources/subscribe", "bin://x")["error"]["code"],
                -32601
            );
            continue;
        }
        client.server.resource_updated("bin://x");
        assert!(heard.take().is_empty());
        for uri in ["bin://x", "bin://x", "docket://7"] {
            assert_eq!(
                ask("resources/subscribe", uri)["result"],
                json!({}),
                "{revision}"
            );
        }
        assert_eq!(
            ask("resources/subscribe", "none://x")["error"]["code"],
            -32002
        );
        for uri in ["bin://x", "bin://text", "docket://7", "docket://8"] {
            client.server.resource_updated(uri);
        }
        let told = heard.take();
        let want = |uri: &str| json!({"jsonrpc":"2.0","method":"notifications/resources/updated","params":{"uri":uri}});
        assert_eq!(told, [want("bin://x"), want("docket://7")]);
        if let Some(official) = &official {
            official
                .validate_notification(revision, &told[0])
                .expect("valid");
        }
        assert_eq!(ask("resources/unsubscribe", "bin://x")["result"], json!({}));
        client.server.resource_updated("bin://x");
        assert!(heard.take().is_empty());
    }
}

/// A session without a way back is not subscribed, and says so.
#[test]
fn subscriptions_need_a_way() {
    let client = Client::new(Server::new(&STORE, Store::default()).subscriptions());
    let session = toolwright::Session::agreed(toolwright::Revision::V2025_11_25);
    let reply = client.send(
        &session,
        "2025-11-25",
        "resources/subscribe",
        &json!({"uri":"bin://x"}),
    );
    assert_eq!(reply["error"]["code"], -32603);
    let session = client.session("2025-11-25", &Arc::default());
    for n in 0..=1000 {
        let params = json!({"uri": format!("example://item/{n}")});
        let reply = client.send(&session, "2025-11-25", "resources/subscribe", &params);
        assert_eq!(reply.get("error").is_some(), n == 1000, "{n}");
    }
}

/// A set of one tool, which answers with its own name.
fn lone(number: usize) -> &'static ToolSet<()> {
    let name = format!("tool_{number}");
    let tool = MadeTool::new(name.clone())
        .returns::<String>()
        .entry(Call::made(move |_, args, reply| {
            finish(args)?;
            put(name.clone(), reply);
            Ok(())
        }));
    ToolSet::made("lone", vec![tool])
}

#[test]
fn sets_that_are_added_at_once_keep_apart() {
    let sets: Vec<_> = (0..8).map(lone).collect();
    for _ in 0..60 {
        let server = Server::new(&EMPTY, ()).changing().page_size(1);
        let begin = std::sync::Barrier::new(sets.len());
        std::thread::scope(|scope| {
            for set in &sets {
                scope.spawn(|| {
                    begin.wait();
                    server.add(set).expect("names of their own");
                });
            }
        });
        let client = Client::new(server);
        let ask = |method, params: &Value| client.ask("2025-11-25", method, params);
        for number in 0..sets.len() {
            let name = format!("tool_{number}");
            let reply = ask("tools/call", &json!({"name": name}));
            assert_eq!(reply["result"]["content"][0]["text"], name.as_str());
        }
        let (mut names, mut params) = (Vec::new(), json!({}));
        loop {
            let page = ask("tools/list", &params)["result"].take();
            names.push(page["tools"][0]["name"].to_string());
            assert!(names.len() <= sets.len(), "{names:?}");
            match page.get("nextCursor") {
                Some(cursor) => params = json!({"cursor": cursor}),
                None => break,
            }
        }
        names.sort();
        names.dedup();
        assert_eq!(names.len(), sets.len());
    }
}

/// A filter may take its time, and the set be gone then: nothing is no answer.
#[test]
fn a_call_whose_set_is_gone_behind_the_filters_fails() {
    let (set, place) = (lone(0), Arc::new(OnceLock::<Client<()>>::new()));
    let there = Arc::clone(&place);
    let server = Server::new(&EMPTY, ()).changing().filter(move |_| {
        let client = there.get().expect("the server is there");
        assert!(client.server.remove(set));
        Verdict::Pass
    });
    server.add(set).expect("the only one");
    let client = place.get_or_init(|| Client::new(server));
    let reply = client.ask("2025-11-25", "tools/call", &json!({"name": "tool_0"}));
    assert_eq!(reply["result"]["isError"], true, "{reply}");
    assert_eq!(
        reply["result"]["content"][0]["text"],
        "What was called is not there any more."
    );
}
