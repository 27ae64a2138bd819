//! The tool, served by the official SDK as its documentation says, with `TCP_NODELAY`.
//!
//! With the argument `json` it answers with JSON instead of a stream of events.

use axum::serve::ListenerExt as _;
use rmcp::handler::server::wrapper::{Json, Parameters};
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use rmcp::{ServerHandler, tool, tool_handler, tool_router};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(Deserialize, JsonSchema)]
struct Wanted {
    /// The article.
    sku: String,
    /// How many.
    pieces: u32,
    /// In kilograms.
    weight: f64,
    /// Whether it has to be quick.
    express: bool,
}

/// What a delivery costs.
#[derive(Serialize, JsonSchema)]
struct Quote {
    /// The article.
    sku: String,
    /// In cents.
    cents: u64,
    /// Whether it is there tomorrow.
    tomorrow: bool,
}

#[derive(Clone)]
struct Quotes;

#[allow(clippy::unused_self, reason = "as the SDK has its tools")]
#[tool_router]
impl Quotes {
    /// Says what a delivery costs.
    #[tool]
    fn quote(&self, Parameters(wanted): Parameters<Wanted>) -> Json<Quote> {
        let base = if wanted.express { 990 } else { 390 };
        let by_weight = if wanted.weight > 10.0 { 500 } else { 0 };
        let cents = base + by_weight + 35 * u64::from(wanted.pieces);
        Json(Quote {
            sku: wanted.sku,
            cents,
            tomorrow: wanted.express,
        })
    }
}

#[tool_handler]
impl ServerHandler for Quotes {}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
    println!("{}", listener.local_addr()?.port());
    let listener = listener.tap_io(|connection| {
        let _ = connection.set_nodelay(true);
    });
    let mut config = StreamableHttpServerConfig::default();
    config.json_response = std::env::args().nth(1).as_deref() == Some("json");
    let sessions = std::sync::Arc::new(LocalSessionManager::default());
    let service = StreamableHttpService::new(|| Ok(Quotes), sessions, config);
    axum::serve(listener, axum::Router::new().nest_service("/mcp", service)).await?;
    Ok(())
}
