//! Streamable HTTP, as raw requests over a loopback connection.
#![cfg(feature = "http")]

mod application;
mod bodies;
#[path = "../common/http.rs"]
mod client;
mod connections;
mod events;
mod headers;
mod methods;
mod origins;

use std::net::SocketAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use client::{META, post, serve};
use toolwright::context::Level;
use toolwright::transport::http::Http;
use toolwright::{Context, Server, mcp_tools};

pub struct State;

static INSIDE: AtomicUsize = AtomicUsize::new(0);
static FLOODED: AtomicUsize = AtomicUsize::new(0);

struct Inside;

impl Drop for Inside {
    fn drop(&mut self) {
        INSIDE.fetch_sub(1, Ordering::SeqCst);
    }
}

mcp_tools! {
    static TOOLS: ToolSet<State>;

    /// Echoes.
    fn echo(text: String) -> String { text }

    /// Tells of its progress.
    async fn steps(cx: &Context) -> u32 {
        for step in 1..=3 {
            cx.progress(f64::from(step), Some(3.0), Some("on the way"));
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        3
    }

    /// Tells of its progress without end.
    async fn flood(cx: &Context) {
        let text = "x".repeat(64 * 1024);
        for number in 0..1000 {
            cx.progress(f64::from(number), None, Some(&text));
            tokio::task::yield_now().await;
        }
        FLOODED.store(1, Ordering::SeqCst);
    }

    /// Logs once.
    fn says(cx: &Context) -> bool {
        cx.log(Level::Error, None, "here");
        cx.logs(Level::Error)
    }

    /// Says much.
    fn much() -> String { "x".repeat(24 << 20) }

    /// Waits.
    async fn nap(ms: u64) -> u64 {
        tokio::time::sleep(Duration::from_millis(ms)).await;
        ms
    }

    /// Takes long.
    async fn long() -> u32 {
        INSIDE.fetch_add(1, Ordering::SeqCst);
        let _inside = Inside;
        tokio::time::sleep(Duration::from_secs(60)).await;
        0
    }

    /// Echoes what a header says too.
    fn region(#[header("Region")] region: String, #[header("Count")] count: u32 = 1) -> String { format!("{region} {count}") }

    /// Who asks, as the application around knows it.
    fn who(cx: &Context) -> String {
        let parts = cx.extensions().get::<axum::http::request::Parts>();
        parts.and_then(|parts| parts.extensions.get::<Identity>()).map_or("nobody", |identity| identity.0).into()
    }
}

#[derive(Clone, Copy)]
struct Identity(&'static str);

fn server() -> SocketAddr {
    serve(Http::new(Server::new(&TOOLS, State)))
}

fn modern(headers: &str, method: &str, params: &str) -> String {
    let params = if params.is_empty() {
        META.into()
    } else {
        format!("{params},{META}")
    };
    post(
        format!("MCP-Protocol-Version: 2026-07-28\nMcp-Method: {method}\n{headers}").trim_end(),
        &format!(r#"{{"jsonrpc":"2.0","id":7,"method":"{method}","params":{{{params}}}}}"#),
    )
}
