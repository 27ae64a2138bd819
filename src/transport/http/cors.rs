//! What a browser asks before it lets a page read answers: cross-origin resource sharing.

use alloc::sync::Arc;
use core::time::Duration;

use axum::http::{HeaderName, HeaderValue, Method, request};
use tower_http::cors::{AllowHeaders, AllowOrigin, CorsLayer};

use super::Shared;

/// What a page may read of an answer's head, besides what every page may.
const EXPOSED: [HeaderName; 1] = [HeaderName::from_static("mcp-session-id")];

/// The layer around the route: pages of the origins that the guard admits.
pub(super) fn layer(shared: &Arc<Shared>) -> CorsLayer {
    let shared = Arc::clone(shared);
    let known = move |origin: &HeaderValue, _: &request::Parts| {
        let text = origin.to_str();
        shared.guard.open || text.is_ok_and(|origin| shared.guard.knows_origin(origin))
    };
    CorsLayer::new()
        .allow_origin(AllowOrigin::predicate(known))
        .allow_methods([Method::POST, Method::GET, Method::DELETE])
        // Those of the protocol, `Mcp-Param-..` of any tool, and what the application authorizes by.
        .allow_headers(AllowHeaders::mirror_request())
        .expose_headers(EXPOSED)
        .max_age(Duration::from_secs(60 * 60))
}
