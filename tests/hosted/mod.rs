//! What a client of the official SDK's server gets for a message.
#![allow(dead_code, unreachable_pub, reason = "every test file uses its part")]

use std::sync::Arc;
use std::time::Duration;

use rmcp::model::InitializeRequestParams;
use rmcp::service::serve_directly;
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader, duplex, split};
use toolwright::Server;
use toolwright::transport::rmcp::Hosted;

thread_local! {
    static RUNTIME: tokio::runtime::Runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .expect("a runtime");
}

/// What the SDK knows of a client after a handshake.
pub fn shaken(revision: &str) -> Option<InitializeRequestParams> {
    let modern = revision >= "2026-07-28";
    (!modern).then(|| {
        serde_json::from_value(json!({
            "protocolVersion": revision,
            "capabilities": {},
            "clientInfo": {"name": "test", "version": "1"},
        }))
        .expect("parameters of a handshake")
    })
}

/// The reply of a hosted server to one message, past its handshake.
pub fn reply<S: Send + Sync + 'static>(
    server: Arc<Server<S>>,
    revision: &str,
    message: &str,
) -> Value {
    RUNTIME.with(|runtime| {
        runtime.block_on(async {
            let (here, there) = duplex(1 << 20);
            let running = serve_directly(Hosted::new(server), split(there), shaken(revision));
            let (read, mut write) = split(here);
            write
                .write_all(format!("{message}\n").as_bytes())
                .await
                .expect("written");
            let mut line = String::new();
            let mut read = BufReader::new(read);
            tokio::time::timeout(Duration::from_secs(20), read.read_line(&mut line))
                .await
                .unwrap_or_else(|_| panic!("no reply: {message}"))
                .expect("a line");
            running.cancel().await.expect("an end");
            serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line} {message}"))
        })
    })
}

/// Asserts that the SDK answers a message as the server itself does.
///
/// The SDK reads results into its model and writes them anew, so that members may stand in
/// another order: the replies are compared as values. It reads arguments into a map as well, which
/// has neither the order of its members nor those that are repeated, so that the server answers to
/// what is left of them.
pub fn agrees<S: Send + Sync + 'static>(
    server: Arc<Server<S>>,
    revision: &str,
    message: &str,
    own: &str,
) {
    // The SDK's reader takes no number beyond those of `f64`; it passes over such a message.
    let Ok(left) = serde_json::from_str::<Value>(message) else {
        return;
    };
    let left = crate::fixture::answer(
        &server,
        &crate::fixture::session(revision),
        left.to_string(),
    );
    let hosted = reply(server, revision, message);
    let (own, left) = (crate::fixture::value(own), crate::fixture::value(&left));
    assert_eq!(hosted, left, "{revision} {message}");
    if hosted != own {
        let text = own["result"]["content"][0]["text"].as_str();
        let of_order = text.is_some_and(|text| {
            text.ends_with(" is given twice.") || text.ends_with(" is not known.")
        });
        assert!(of_order, "{revision} {message}: {hosted} {own}");
    }
}
