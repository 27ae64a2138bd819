//! Streamable HTTP: an `axum` router for an application of one's own, or a server by itself.
//!
//! If nothing else is said, nothing is kept of a client between two requests, so that any number
//! of processes can stand behind a load balancer. [`Http::sessions`] switches sessions on for
//! clients of the revisions with a handshake: then tools can ask them, they hear of changes, and
//! they can come back for what they missed, to the process that has their session.
//!
//! A request is answered by one JSON object; only where a call sends notifications before its
//! reply does the answer become a stream of events. Requests of foreign origins are refused:
//! see [`Http::allow_host`] and [`Http::allow_origin`].

mod call;
mod cors;
mod events;
mod guard;
mod headers;
mod patient;
mod queue;
mod serve;
mod sessions;
mod shutdown;
mod streams;
mod within;

use alloc::boxed::Box;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;
use core::future::Future;
use core::sync::atomic::AtomicBool;
use core::time::Duration;
use std::io;
use std::net::SocketAddr;

use axum::Router;
use axum::body::{Body, HttpBody as _, to_bytes};
use axum::extract::{Request, State};
use axum::http::{HeaderValue, Method, StatusCode, header};
use axum::response::Response;

use self::guard::Guard;
use self::headers::Mirrored;
use self::serve::Take;
pub use self::sessions::Sessions;
use self::sessions::Table;
pub use self::shutdown::Shutdown;
use crate::protocol::error::Fault;
use crate::server::Server;
use crate::transport::Served;

/// Why a server could not be served over HTTP.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum HttpError {
    /// The address cannot be listened on.
    #[error("cannot listen on {0}")]
    Listen(SocketAddr, #[source] io::Error),
    /// The listener failed.
    #[error("cannot serve")]
    Serve(#[source] io::Error),
}

/// A server over HTTP, in the making.
///
/// ```
/// use toolwright::transport::http::Http;
/// use toolwright::{Server, mcp_tools};
///
/// mcp_tools! {
///     static SUMS: ToolSet<()>;
///
///     /// Adds two numbers.
///     fn add(a: i64, b: i64) -> i64 { a + b }
/// }
///
/// // Mounted in an application of one's own:
/// let app: axum::Router = axum::Router::new()
///     .nest("/sums", Http::new(Server::new(&SUMS, ())).router());
/// # let _ = app;
/// ```
pub struct Http {
    served: Arc<dyn Served>,
    guard: Guard,
    timeout: Option<Duration>,
    body_timeout: Duration,
    sessions: Option<Sessions>,
    cors: bool,
    take: Take,
}

/// What the handler of requests knows.
struct Shared {
    served: Arc<dyn Served>,
    guard: Guard,
    mirrored: Mirrored,
    timeout: Option<Duration>,
    body_timeout: Duration,
    /// The sessions of the revisions with a handshake, where they are on.
    table: Option<Arc<Table>>,
    /// The streams that stay open have been ended, and no other one stays open.
    closing: AtomicBool,
}

impl Http {
    /// A server over HTTP; hosts and origins of this machine alone are allowed.
    #[must_use]
    pub fn new<S: Send + Sync + 'static>(server: impl Into<Arc<Server<S>>>) -> Self {
        Self {
            served: server.into(),
            guard: Guard::local(),
            timeout: None,
            body_timeout: Duration::from_secs(30),
            sessions: None,
            cors: false,
            take: Take {
                connections: 1000,
                idle: Duration::from_secs(60),
                write: Duration::from_secs(30),
                grace: Duration::from_secs(10),
            },
        }
    }

    /// Allows requests whose `Host` is this one, on any port: the name under which the server
    /// is reached. Without any such call only `localhost`, `127.0.0.1` and `[::1]` are allowed.
    #[must_use]
    pub fn allow_host(mut self, host: impl Into<String>) -> Self {
        self.guard.hosts.push(host.into().to_ascii_lowercase());
        self
    }

    /// Allows requests of pages of this origin, such as `https://app.example.com`. Requests
    /// without an `Origin` do not come from a page, and are allowed.
    #[must_use]
    pub fn allow_origin(mut self, origin: impl Into<String>) -> Self {
        self.guard.origins.push(origin.into().to_ascii_lowercase());
        self
    }

    /// Checks neither `Host` nor `Origin`: for servers behind a proxy that does.
    #[must_use]
    pub fn allow_all(mut self) -> Self {
        self.guard.open = true;
        self
    }

    /// Lets pages of the allowed origins read the answers (CORS): without, a browser sends their
    /// requests and keeps the answers to itself. Not for an application that has a layer of its
    /// own for that.
    #[must_use]
    pub fn cors(mut self) -> Self {
        self.cors = true;
        self
    }

    /// How long an asynchronous call may take; then it is answered with an error. No limit if
    /// nothing is said.
    #[must_use]
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.timeout = Some(timeout);
        self
    }

    /// How long a client may take to send a body: 30 seconds if nothing is said.
    #[must_use]
    pub fn body_timeout(mut self, timeout: Duration) -> Self {
        self.body_timeout = timeout;
        self
    }

    /// Gives clients of the revisions with a handshake a session each, of which this process
    /// alone knows: they have to come back to it. Without, nothing is kept of them, and a tool
    /// that asks them gets [`AskError::NoWay`](crate::ask::AskError::NoWay).
    ///
    /// A session is the client's that opened it where the application puts a
    /// [`Principal`](crate::ask::Principal) into the extensions of its requests.
    #[must_use]
    pub fn sessions(mut self, sessions: Sessions) -> Self {
        self.sessions = Some(sessions);
        self
    }

    /// How many connections [`serve`](Self::serve) has at once: 1000 if nothing is said; 0 counts
    /// as 1. With one more, the eldest is closed as soon as it has been answered, so that
    /// connections which say nothing keep nobody out.
    #[must_use]
    pub fn connections(mut self, connections: usize) -> Self {
        self.take.connections = connections;
        self
    }

    /// How long a client of [`serve`](Self::serve) may take until the head of its next request is
    /// there; then the connection is closed: one minute if nothing is said.
    #[must_use]
    pub fn idle_timeout(mut self, timeout: Duration) -> Self {
        self.take.idle = timeout;
        self
    }

    /// How long a client of [`serve`](Self::serve) may take nothing of what it is sent; then the
    /// connection is closed: 30 seconds if nothing is said.
    #[must_use]
    pub fn write_timeout(mut self, timeout: Duration) -> Self {
        self.take.write = timeout;
        self
    }

    /// How long requests in flight of [`serve`](Self::serve) may go on after the shutdown: 10
    /// seconds if nothing is said. Then their connections are closed, without an answer.
    #[must_use]
    pub fn grace(mut self, grace: Duration) -> Self {
        self.take.grace = grace;
        self
    }

    /// The router: one route, `/`, to be nested where the application wants it. Layers,
    /// extractors and extensions of the application work around it; a tool finds the request's
    /// [`Parts`](axum::http::request::Parts), its extensions included, in the extensions of its
    /// `Context`.
    ///
    /// An application that waits at its end for the requests in flight wants
    /// [`router_with_shutdown`](Self::router_with_shutdown).
    pub fn router(self) -> Router {
        self.router_with_shutdown().0
    }

    /// The router, and what ends the streams that it holds open: for an application that is shut
    /// down gracefully, which a subscription would keep from its end for ever.
    pub fn router_with_shutdown(self) -> (Router, Shutdown) {
        let cors = self.cors;
        let shared = self.share();
        (router(Arc::clone(&shared), cors), Shutdown(shared))
    }

    fn share(self) -> Arc<Shared> {
        let (core, _) = self.served.parts();
        let table = |sessions| Arc::new(Table::new(sessions, core.limits.calls));
        Arc::new(Shared {
            mirrored: Mirrored::of(core.catalog),
            table: self.sessions.map(table),
            guard: self.guard,
            timeout: self.timeout,
            body_timeout: self.body_timeout,
            served: self.served,
            closing: AtomicBool::new(false),
        })
    }

    /// Serves at `http://ADDRESS/mcp`, until `shutdown` ends; requests in flight are answered
    /// first, for as long as [`grace`](Self::grace) says.
    ///
    /// # Errors
    ///
    /// The address cannot be listened on, or the listener failed.
    pub async fn serve(
        self,
        address: SocketAddr,
        shutdown: impl Future<Output = ()> + Send + 'static,
    ) -> Result<(), HttpError> {
        let listener = ::tokio::net::TcpListener::bind(address)
            .await
            .map_err(|error| HttpError::Listen(address, error))?;
        self.serve_on(listener, shutdown).await
    }

    /// The same on a listener that is there already.
    ///
    /// # Errors
    ///
    /// The listener failed.
    pub async fn serve_on(
        self,
        listener: ::tokio::net::TcpListener,
        shutdown: impl Future<Output = ()> + Send + 'static,
    ) -> Result<(), HttpError> {
        // `route` and not `nest`: a nested root would answer `/mcp/` as well.
        let take = self.take;
        let (router, streams) = self.router_with_shutdown();
        let app = Router::new().nest_service("/mcp", router);
        let shutdown = async move {
            shutdown.await;
            streams.begin();
        };
        serve::serve(listener, app, take, shutdown)
            .await
            .map_err(HttpError::Serve)
    }
}

impl fmt::Debug for Http {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Http")
            .field("guard", &self.guard)
            .finish_non_exhaustive()
    }
}

fn router(shared: Arc<Shared>, cors: bool) -> Router {
    let router = Router::new().route("/", axum::routing::any(answer));
    let router = if cors {
        router.layer(cors::layer(&shared))
    } else {
        router
    };
    router.with_state(shared)
}

/// Answers one HTTP request.
async fn answer(State(shared): State<Arc<Shared>>, request: Request) -> Response {
    if !shared.guard.admits(&request) {
        return refused(
            StatusCode::FORBIDDEN,
            &Fault::Invalid("the Host or Origin of the request is not allowed"),
        );
    }
    if request.method() != Method::POST {
        let (parts, _) = request.into_parts();
        return within::other(&shared, &parts);
    }
    if !headers::is_json(request.headers()) {
        return status(StatusCode::UNSUPPORTED_MEDIA_TYPE, Vec::new());
    }
    let (parts, body) = request.into_parts();
    let limit = shared.served.parts().0.limits.message;
    // What says that it is too much is not waited for.
    if body.size_hint().lower() > limit as u64 {
        return refused(StatusCode::PAYLOAD_TOO_LARGE, &Fault::TooLong);
    }
    let bytes = match ::tokio::time::timeout(shared.body_timeout, to_bytes(body, limit)).await {
        Ok(Ok(bytes)) => bytes,
        Ok(Err(_)) => return refused(StatusCode::PAYLOAD_TOO_LARGE, &Fault::TooLong),
        Err(_) => return status(StatusCode::REQUEST_TIMEOUT, Vec::new()),
    };
    call::answer(&shared, parts, bytes).await
}

/// Another method than those there are.
fn not_allowed(allowed: &'static str) -> Response {
    let mut response = status(StatusCode::METHOD_NOT_ALLOWED, Vec::new());
    let allowed = HeaderValue::from_static(allowed);
    response.headers_mut().insert(header::ALLOW, allowed);
    response
}

/// A response with a JSON body, or with none where there is nothing to say.
fn status(status: StatusCode, json: Vec<u8>) -> Response {
    let has_body = !json.is_empty();
    let mut response = Response::new(Body::from(json));
    *response.status_mut() = status;
    if has_body {
        response.headers_mut().insert(
            header::CONTENT_TYPE,
            HeaderValue::from_static("application/json"),
        );
    }
    response
}

/// A refusal before any message was read: an error without an id.
fn refused(code: StatusCode, fault: &Fault<'_>) -> Response {
    let mut json = Vec::new();
    fault.write(None, None, &mut json);
    status(code, json)
}

/// A future of the reply to one message.
type Replying = core::pin::Pin<Box<dyn Future<Output = Vec<u8>> + Send>>;
