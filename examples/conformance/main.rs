//! The server that the official conformance suite is run against: one tool, resource or prompt
//! for each thing that the protocol has, under the names and texts that the suite asks for.
//!
//! It shows what a declaration of each looks like, and how a server of several sets is put
//! together. Over HTTP, at `http://127.0.0.1:8001/mcp` or another port, and on stdin and stdout:
//!
//! ```text
//! cargo run --example conformance --features http,tasks
//! cargo run --example conformance --features http,tasks -- 9000
//! cargo run --example conformance --features http,tasks -- stdio
//! ```

mod asking;
mod changing;
mod content;
mod jobs;
mod running;
mod texts;

use std::env;
use std::error::Error;
use std::net::Ipv4Addr;
use std::sync::atomic::AtomicU32;
use std::sync::{Arc, OnceLock, Weak};

use tokio::net::TcpListener;
use toolwright::transport::http::{Http, Sessions};
use toolwright::transport::tokio::Shell;
use toolwright::{Server, ToolSet};

/// What all calls share.
#[derive(Default)]
struct State {
    /// The server itself, for the tools that change what it has.
    server: OnceLock<Weak<Server<State>>>,
    /// Numbers that were given to callers.
    tickets: AtomicU32,
}

/// Everything, in the order in which it is listed.
static ALL: ToolSet<State> = ToolSet::merge(&[
    &content::CONTENT,
    &running::RUNNING,
    &asking::ASKING,
    &asking::rounds::ROUNDS,
    &jobs::JOBS,
    &changing::CHANGING,
    &texts::TEXTS,
]);

fn server() -> Arc<Server<State>> {
    Arc::new_cyclic(|server| {
        let state = State::default();
        let _ = state.server.set(server.clone());
        Server::new(&ALL, state)
            .changing()
            .subscriptions()
            .logging()
    })
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let port = env::args().nth(1).or_else(|| env::var("PORT").ok());
    if port.as_deref() == Some("stdio") {
        return Ok(Shell::new(server()).serve_stdio().await?);
    }
    let port: u16 = port.as_deref().unwrap_or("8001").parse()?;
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).await?;
    eprintln!("http://{}/mcp", listener.local_addr()?);
    // The revisions with a handshake need sessions: to ask their clients, and to tell them of
    // changes.
    let http = Http::new(server()).sessions(Sessions::new());
    // Until the process is ended.
    Ok(http.serve_on(listener, std::future::pending()).await?)
}
