//! Questions round by round: several at once, what is carried along and how it is sealed, and
//! who else asks by the same path.

#[path = "common/asked.rs"]
mod asked;
#[path = "common/official.rs"]
mod official;

use std::sync::atomic::Ordering;

use asked::{ALL, Peer, RUNS, SET, modern, retry};
use official::Official;
use serde_json::{Value, json};
use toolwright::{Revision, Server, Session};

fn server() -> Server<()> {
    Server::new(&SET, ())
        .on_diagnostic(|_| ())
        .state_key([7; 32])
}

#[test]
fn a_first_call_that_brings_its_answer_completes() {
    let server = server();
    let peer = Peer::new(&server);
    let answer = json!({"action": "accept", "content": {"name": "Ann"}});
    let brought = retry(
        "named",
        &json!({}),
        ALL,
        &json!({"user_name": answer, "more": 1}),
        None,
    );
    let reply = peer.ask(&brought);
    assert_eq!(reply["result"]["content"][0]["text"], "Hello, Ann!");
}

#[test]
fn several_questions_at_once() {
    let server = server();
    let answers = json!({
        "user_name": {"action": "accept", "content": {"name": "Ann"}},
        "greeting": {"role": "assistant", "model": "m", "content": [{"type": "text", "text": "Hi"}]},
        "client_roots": {"roots": []},
    });
    let peer = Peer::new(&server);
    let first = peer.ask(&modern("three", &json!({}), ALL));
    let requests = first["result"]["inputRequests"]
        .as_object()
        .expect("questions");
    assert_eq!(
        requests.keys().collect::<Vec<_>>(),
        ["client_roots", "greeting", "user_name"]
    );
    let state = first["result"]["requestState"].as_str();
    let reply = peer.ask(&retry("three", &json!({}), ALL, &answers, state));
    assert_eq!(reply["result"]["content"][0]["text"], "Hi Ann 0");
    // Some of them answered: the others are asked again, and those not forgotten.
    let part = json!({"user_name": answers["user_name"]});
    let second = peer.ask(&retry("three", &json!({}), ALL, &part, state));
    let requests = second["result"]["inputRequests"]
        .as_object()
        .expect("questions");
    assert_eq!(
        requests.keys().collect::<Vec<_>>(),
        ["client_roots", "greeting"]
    );
    let rest = json!({"greeting": answers["greeting"], "client_roots": answers["client_roots"]});
    let state = second["result"]["requestState"].as_str();
    let reply = peer.ask(&retry("three", &json!({}), ALL, &rest, state));
    assert_eq!(reply["result"]["content"][0]["text"], "Hi Ann 0");

    // After a handshake they are asked together, and answered in any order.
    let peer = Peer::shake(&server, Revision::V2025_11_25, ALL);
    let mut call = peer.call("three", json!({}));
    assert!(call.poll().is_none());
    let sent = peer.sent();
    assert_eq!(sent.len(), 3);
    let result = |method: &str| match method {
        "elicitation/create" => &answers["user_name"],
        "roots/list" => &answers["client_roots"],
        _ => &answers["greeting"],
    };
    for request in sent.iter().rev() {
        assert!(call.poll().is_none());
        let result = result(request["method"].as_str().expect("a text"));
        peer.say(&json!({"jsonrpc": "2.0", "id": request["id"], "result": result}));
    }
    assert_eq!(call.over()["result"]["content"][0]["text"], "Hi Ann 0");
}

/// The tool runs again in every round; what it remembers was done once.
#[test]
fn rounds_follow_each_other() {
    let server = server();
    RUNS.store(0, Ordering::SeqCst);
    let peer = Peer::new(&server);
    let yes = json!({"action": "accept", "content": {"ok": true}});
    let first = peer.ask(&modern("steps", &json!({"n": 1}), ALL));
    assert!(first["result"]["inputRequests"].get("step1").is_some());
    let one = first["result"]["requestState"].as_str().expect("a text");
    let second = peer.ask(&retry(
        "steps",
        &json!({"n": 1}),
        ALL,
        &json!({"step1": yes}),
        Some(one),
    ));
    assert!(
        second["result"]["inputRequests"].get("step2").is_some(),
        "{second}"
    );
    let two = second["result"]["requestState"].as_str().expect("a text");
    assert_ne!(one, two);
    let third = peer.ask(&retry(
        "steps",
        &json!({"n": 1}),
        ALL,
        &json!({"step2": yes}),
        Some(two),
    ));
    assert_eq!(third["result"]["content"][0]["text"], "1 order, 3 runs");
    // The same in one go.
    RUNS.store(0, Ordering::SeqCst);
    let peer = Peer::shake(&server, Revision::V2025_11_25, ALL);
    let mut call = peer.call("steps", json!({"n": 1}));
    for _ in 0..2 {
        assert!(call.poll().is_none());
        let sent = peer.sent();
        peer.say(&json!({"jsonrpc": "2.0", "id": sent[0]["id"], "result": yes}));
    }
    assert_eq!(
        call.over()["result"]["content"][0]["text"],
        "1 order, 1 runs"
    );
}

#[test]
fn a_state_is_good_for_its_call_alone() {
    let server = server();
    let peer = Peer::new(&server);
    let first = peer.ask(&modern("steps", &json!({"n": 1}), ALL));
    let state = first["result"]["requestState"].as_str().expect("a text");
    let yes = json!({"step1": {"action": "accept", "content": {"ok": true}}});
    let with = |tool: &str, arguments: Value, state: &str| {
        peer.ask(&retry(tool, &arguments, ALL, &yes, Some(state)))
    };
    for (reply, why) in [
        (
            with("steps", json!({"n": 1}), &format!("{state}-TAMPERED")),
            "longer",
        ),
        (
            with("steps", json!({"n": 1}), &state[..state.len() - 1]),
            "shorter",
        ),
        (with("steps", json!({"n": 1}), ""), "empty"),
        (
            with("steps", json!({"n": 1}), &state.replacen("v1", "v2", 1)),
            "version",
        ),
        (with("steps", json!({"n": 2}), state), "other arguments"),
        (with("named", json!({}), state), "another tool"),
    ] {
        assert_eq!(reply["error"]["code"], -32602, "{why}: {reply}");
    }
    let mut wrong = retry("steps", &json!({"n": 1}), ALL, &yes, None);
    wrong["params"]["requestState"] = json!(7);
    assert_eq!(peer.ask(&wrong)["error"]["code"], -32602);
    // The arguments as another client would spell them.
    let spelled = retry("steps", &json!({"n": 1}), ALL, &yes, Some(state))
        .to_string()
        .replace(r#""arguments":{"n":1}"#, r#""arguments" : { "n" : 1.0 }"#);
    assert!(spelled.contains("1.0"));
    assert!(
        peer.ask_text(&spelled)["result"]["inputRequests"]
            .get("step2")
            .is_some()
    );
}

#[test]
fn another_process_takes_the_next_round_with_the_same_key() {
    let yes = json!({"step1": {"action": "accept", "content": {"ok": true}}});
    let first = server();
    let first = Peer::new(&first).ask(&modern("steps", &json!({"n": 1}), ALL));
    let state = first["result"]["requestState"].as_str();
    let next = retry("steps", &json!({"n": 1}), ALL, &yes, state);
    let same = server();
    assert!(
        Peer::new(&same).ask(&next)["result"]["inputRequests"]
            .get("step2")
            .is_some()
    );
    for other in [
        Server::new(&SET, ())
            .on_diagnostic(|_| ())
            .state_key([8; 32]),
        // A key of this process.
        Server::new(&SET, ()).on_diagnostic(|_| ()),
    ] {
        assert_eq!(Peer::new(&other).ask(&next)["error"]["code"], -32602);
    }
}

#[test]
fn a_state_expires() {
    let server = server().state_lifetime(0);
    let peer = Peer::new(&server);
    let first = peer.ask(&modern("named", &json!({}), ALL));
    let state = first["result"]["requestState"].as_str();
    let answer = json!({"user_name": {"action": "accept", "content": {"name": "Ann"}}});
    let reply = peer.ask(&retry("named", &json!({}), ALL, &answer, state));
    assert_eq!(reply["error"]["code"], -32602);
}

#[test]
fn a_state_belongs_to_its_principal() {
    let server = server().filter(|call| {
        use toolwright::ask::Principal;
        let who = serde_json::from_str::<Value>(call.context().client_info()).ok();
        if let Some(name) = who.as_ref().and_then(|who| who["name"].as_str()) {
            call.insert(Principal(name.into()));
        }
        toolwright::filter::Verdict::Pass
    });
    let peer = Peer::new(&server);
    let by = |mut request: Value, name: &str| {
        request["params"]["_meta"]["io.modelcontextprotocol/clientInfo"] =
            json!({"name": name, "version": "1"});
        peer.ask(&request)
    };
    let first = by(modern("named", &json!({}), ALL), "ann");
    let state = first["result"]["requestState"].as_str();
    let answer = json!({"user_name": {"action": "accept", "content": {"name": "Ann"}}});
    let again = retry("named", &json!({}), ALL, &answer, state);
    assert_eq!(by(again.clone(), "bob")["error"]["code"], -32602);
    assert_eq!(by(again, "ann")["result"]["resultType"], "complete");
}

/// Two questions of one text are two questions.
#[test]
fn the_same_question_twice() {
    let server = server();
    let peer = Peer::new(&server);
    let yes = json!({"action": "accept", "content": {"ok": true}});
    let first = peer.ask(&modern("twice", &json!({}), ALL));
    let keys = |reply: &Value| -> Vec<String> {
        let requests = reply["result"]["inputRequests"]
            .as_object()
            .expect("questions");
        requests.keys().cloned().collect()
    };
    let [one] = &keys(&first)[..] else {
        panic!("{first}")
    };
    let state = first["result"]["requestState"].as_str();
    let second = peer.ask(&retry("twice", &json!({}), ALL, &json!({one: yes}), state));
    let [two] = &keys(&second)[..] else {
        panic!("{second}")
    };
    assert_ne!(one, two);
    let state = second["result"]["requestState"].as_str();
    let reply = peer.ask(&retry("twice", &json!({}), ALL, &json!({two: yes}), state));
    assert_eq!(reply["result"]["content"][0]["text"], "true true");
}

/// A form has what clients know in one, in the order of the declaration, and nothing else.
#[test]
fn the_schema_of_a_form() {
    let server = server();
    let message = modern("form", &json!({}), ALL).to_string();
    let mut frame = toolwright::CallFrame::new();
    let mut out = Vec::new();
    let session = Session::new();
    let toolwright::Outcome::Pending(mut pending) =
        server.handle(message.as_bytes(), &mut frame, &session, &mut out)
    else {
        panic!("an asynchronous tool");
    };
    let mut cx = std::task::Context::from_waker(std::task::Waker::noop());
    assert!(pending.poll_into(&mut cx, &mut out).is_ready());
    let out = String::from_utf8(out).expect("UTF-8");
    let schema = r#""params":{"mode":"form","message":"Who is \"it\"?","requestedSchema":{"type":"object","properties":{"name":{"type":"string","description":"How to call them.","minLength":1,"maxLength":40},"age":{"type":"integer","description":"In years.","minimum":0,"maximum":255,"default":18},"colour":{"type":"string","description":"Of what they like.","enum":["Red","Green"],"default":"Red"},"mail":{"type":"string","format":"email","description":"Where they can be reached."}},"required":["name"]}}"#;
    assert!(out.contains(schema), "{out}");
}

mod items {
    use toolwright::ask::{Form, Roots};
    use toolwright::content::ResourceError;
    use toolwright::{Context, ToolError, mcp_tools};

    mcp_tools! {
        pub(super) static ITEMS: ToolSet<()>;

        /// Greets the person.
        #[prompt]
        async fn greet(cx: &Context, style: &str) -> Result<String, ToolError> {
            let answer = cx.ask("user_context", Form::<super::asked::Named>::new("Who?")).await?;
            Ok(format!("{style} {}", answer.accepted().map_or("-".into(), |named| named.name)))
        }

        /// The folders of the client.
        #[resource("demo://roots/{id}")]
        async fn folders(cx: &Context, id: &str) -> Result<String, ResourceError> {
            let roots = cx.ask("client_roots", Roots).await?;
            Ok(format!("{id} {}", roots.len()))
        }
    }
}

/// A request of 2026-07-28 for a prompt or a resource.
fn other(method: &str, params: &Value) -> Value {
    let mut request = modern("", &json!({}), ALL);
    let meta = request["params"]["_meta"].take();
    request["method"] = json!(method);
    request["params"] = params.clone();
    request["params"]["_meta"] = meta;
    request
}

#[test]
fn prompts_and_resources_ask_by_the_same_path() {
    let official = Official::load();
    let server = Server::new(&items::ITEMS, ())
        .on_diagnostic(|_| ())
        .state_key([7; 32]);
    let ann = json!({"action": "accept", "content": {"name": "Ann"}});
    for (method, params, key, question, answer, text) in [
        (
            "prompts/get",
            json!({"name": "greet", "arguments": {"style": "Hello"}}),
            "user_context",
            "elicitation/create",
            ann,
            "Hello Ann",
        ),
        (
            "resources/read",
            json!({"uri": "demo://roots/%C3%A9"}),
            "client_roots",
            "roots/list",
            json!({"roots": []}),
            "é 0",
        ),
    ] {
        let peer = Peer::new(&server);
        let request = other(method, &params);
        let first = peer.ask(&request);
        assert_eq!(first["result"]["resultType"], "input_required", "{first}");
        assert_eq!(first["result"]["inputRequests"][key]["method"], question);
        let mut next = request.clone();
        next["params"]["requestState"] = first["result"]["requestState"].clone();
        next["params"]["inputResponses"] = json!({key: answer});
        let second = peer.ask(&next);
        assert_eq!(second["result"]["resultType"], "complete", "{second}");
        assert!(second.to_string().contains(text), "{second}");
        if let Some(official) = &official {
            for (request, reply) in [(&request, &first), (&next, &second)] {
                official
                    .validate_request("2026-07-28", request)
                    .and_then(|()| official.validate_exchange("2026-07-28", request, reply))
                    .unwrap_or_else(|error| panic!("{error}\n{reply}"));
            }
        }
        // The state is of this request alone.
        let mut wrong = next.clone();
        match method {
            "prompts/get" => wrong["params"]["arguments"]["style"] = json!("Bye"),
            _ => wrong["params"]["uri"] = json!("demo://roots/x"),
        }
        assert_eq!(peer.ask(&wrong)["error"]["code"], -32602);
        let mut without = request.clone();
        without["params"]["_meta"]["io.modelcontextprotocol/clientCapabilities"] = json!({});
        assert_eq!(peer.ask(&without)["error"]["code"], -32021);
        // After a handshake, as requests.
        let peer = Peer::shake(&server, Revision::V2025_11_25, ALL);
        let request = json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params});
        let mut call = peer.begin(&request);
        assert!(call.poll().is_none());
        let sent = peer.sent();
        assert_eq!(sent[0]["method"], question);
        peer.say(&json!({"jsonrpc": "2.0", "id": sent[0]["id"], "result": answer}));
        assert!(call.over().to_string().contains(text));
        let peer = Peer::shake(&server, Revision::V2025_11_25, "{}");
        let reply = peer.ask(&request);
        assert_eq!(reply["error"]["code"], -32603, "{reply}");
    }
}

/// Filters stand before prompts and resources as well, outside the check of their arguments.
#[test]
fn prompts_and_resources_are_filtered() {
    use toolwright::filter::Verdict;
    let server = Server::new(&items::ITEMS, ())
        .on_diagnostic(|_| ())
        .filter(|call| match (call.method(), call.name()) {
            ("prompts/get", "greet") => Verdict::deny("No prompts."),
            ("resources/read", "demo://roots/x") => Verdict::deny("No folders."),
            (method, name) => panic!("{method} {name}"),
        });
    let peer = Peer::new(&server);
    for (method, params, text) in [
        ("prompts/get", json!({"name": "greet"}), "No prompts."),
        (
            "resources/read",
            json!({"uri": "demo://roots/x"}),
            "No folders.",
        ),
    ] {
        let reply = peer.ask(&other(method, &params));
        assert_eq!(
            reply["error"],
            json!({"code": -32603, "message": text}),
            "{reply}"
        );
    }
    let escaped = other("resources/read", &json!({"uri": "demo://roots/x"}))
        .to_string()
        .replace("roots/x", "roots\\/x");
    assert_eq!(peer.ask_text(&escaped)["error"]["message"], "No folders.");
}
