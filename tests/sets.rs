//! Resources and prompts of sets that are merged, projected, or stay on one thread.

#[path = "common/items.rs"]
mod items;
#[path = "common/official.rs"]
mod official;

use items::Client;
use serde_json::json;
use toolwright::{
    LocalFrame, LocalOutcome, LocalServer, Revision, Server, Session, ToolSet, mcp_tools, project,
};

/// A part of the application.
pub struct Billing {
    currency: &'static str,
}

/// The whole of it.
pub struct App {
    billing: Billing,
    name: &'static str,
}

mod billing {
    use super::Billing;

    fn currencies(billing: &Billing, typed: &str) -> Vec<String> {
        vec![format!("{}{typed}", billing.currency)]
    }

    toolwright::mcp_tools! {
        pub(crate) static BILLING: ToolSet<Billing>;

        /// Bills.
        fn bill(&self) -> &'static str { self.currency }

        #[resource("bill://{n}")]
        async fn one(&self, n: u32, cx: &toolwright::Context) -> String {
            let _ = cx;
            format!("{n} {}", self.currency)
        }

        #[prompt]
        fn explain(&self, #[complete(currencies)] currency: String) -> String {
            format!("{currency} {}", self.currency)
        }
    }
}

mcp_tools! {
    static OWN: ToolSet<App>;

    #[resource("app://name")]
    fn name(&self) -> &'static str { self.name }

    #[prompt]
    fn greet(&self) -> &'static str { self.name }
}

static PART: ToolSet<App> = project!(billing::BILLING, |app: &App| &app.billing);
static ALL: ToolSet<App> = ToolSet::merge(&[&OWN, &PART]);

fn app() -> App {
    App {
        billing: Billing { currency: "EUR" },
        name: "demo",
    }
}

#[test]
fn merged_and_projected() {
    let servers = [Server::new(&ALL, app()), Server::per_call(&ALL, |_| app())];
    for client in servers.map(Client::new) {
        for revision in official::REVISIONS {
            let read = |uri: &str| {
                let reply = client.ask(revision, "resources/read", &json!({"uri": uri}));
                reply["result"]["contents"][0]["text"].clone()
            };
            assert_eq!(read("app://name"), "demo");
            assert_eq!(read("bill://7"), "7 EUR");
            let get = |params| {
                client.ask(revision, "prompts/get", &params)["result"]["messages"][0]["content"]["text"].clone()
            };
            assert_eq!(get(json!({"name":"greet"})), "demo");
            assert_eq!(
                get(json!({"name":"explain","arguments":{"currency":"USD"}})),
                "USD EUR"
            );
            let params = json!({"ref":{"type":"ref/prompt","name":"explain"},"argument":{"name":"currency","value":"!"}});
            let reply = client.ask(revision, "completion/complete", &params);
            assert_eq!(reply["result"]["completion"]["values"], json!(["EUR!"]));
            let names = |method: &str, member: &str| {
                let reply = client.ask(revision, method, &json!({}));
                let list = reply["result"][member]
                    .as_array()
                    .cloned()
                    .unwrap_or_default();
                list.iter()
                    .map(|entry| entry["name"].as_str().unwrap_or_default().to_owned())
                    .collect::<Vec<_>>()
            };
            assert_eq!(names("prompts/list", "prompts"), ["greet", "explain"]);
            assert_eq!(names("resources/list", "resources"), ["name"]);
            assert_eq!(
                names("resources/templates/list", "resourceTemplates"),
                ["one"]
            );
            assert_eq!(names("tools/list", "tools"), ["bill"]);
        }
    }
}

mcp_tools! {
    static LOCAL: LocalToolSet<()>;

    #[resource("local://{n}")]
    async fn local(n: u8) -> String {
        let shared = std::rc::Rc::new(n);
        std::future::ready(()).await;
        format!("{shared}")
    }
}

#[test]
fn on_one_thread() {
    let server = LocalServer::new(&LOCAL, ());
    let session = Session::agreed(Revision::V2025_11_25);
    let (mut frame, mut out) = (LocalFrame::new(), Vec::new());
    let message =
        br#"{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"local://3"}}"#;
    let LocalOutcome::Pending(mut pending) = server.handle(message, &mut frame, &session, &mut out)
    else {
        panic!("it is asynchronous");
    };
    let mut cx = std::task::Context::from_waker(std::task::Waker::noop());
    while pending.poll_into(&mut cx, &mut out).is_pending() {}
    let reply: serde_json::Value = serde_json::from_slice(&out).expect("JSON");
    assert_eq!(reply["result"]["contents"][0]["text"], "3");
}
