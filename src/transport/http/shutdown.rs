//! The end of what a router holds open.

use alloc::sync::Arc;
use core::fmt;
use core::sync::atomic::Ordering;

use super::Shared;

/// Ends the streams that a router holds open, where the application around it shuts down.
///
/// ```no_run
/// # use toolwright::transport::http::Http;
/// # use toolwright::{Server, mcp_tools};
/// # mcp_tools! { static SET: ToolSet<()>; fn nothing() {} }
/// # async fn signal() {}
/// # async fn serve() -> std::io::Result<()> {
/// let (mcp, streams) = Http::new(Server::new(&SET, ())).router_with_shutdown();
/// let app = axum::Router::new().nest("/mcp", mcp);
/// let listener = tokio::net::TcpListener::bind("127.0.0.1:8080").await?;
/// axum::serve(listener, app)
///     .with_graceful_shutdown(async move {
///         signal().await;
///         streams.begin();
///     })
///     .await
/// # }
/// ```
#[derive(Clone)]
pub struct Shutdown(pub(super) Arc<Shared>);

impl Shutdown {
    /// Ends what would never end by itself: each subscription, with its result, and the streams
    /// of sessions that clients opened with `GET`. No other one stays open from here on. Calls go on
    /// to their end, but what they have asked a client in a session is not waited for any more.
    pub fn begin(&self) {
        let Shared {
            served,
            table,
            closing,
            ..
        } = &*self.0;
        // First: a stream that begins now is seen here, or sees this.
        closing.store(true, Ordering::SeqCst);
        let (core, _) = served.parts();
        core.hub.close(core.identity.tail());
        if let Some(table) = table {
            table.hang_up();
        }
    }
}

impl fmt::Debug for Shutdown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Shutdown").finish_non_exhaustive()
    }
}
