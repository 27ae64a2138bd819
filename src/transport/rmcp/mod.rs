//! A server as a handler of the official SDK, `rmcp`: its transports, its authorization and its
//! clients around the same declarations.
//!
//! A request is handed on as the bytes of a message, and the reply is read into the SDK's
//! model: rules, refusals, filters and texts are those of [`Server`], in one place. What the
//! model has no room for does not get through; `docs/sdk.md` lists it.

mod connection;
mod exchange;
mod relay;

use alloc::borrow::Cow;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;
use core::time::Duration;

use ::rmcp::ServerHandler;
use ::rmcp::model::{
    CallToolRequestParams, CallToolResponse, CancelTaskParams, CompleteRequestParams,
    CompleteResult, CustomRequest, CustomResult, DiscoverResult, ErrorData, GetPromptRequestParams,
    GetPromptResponse, GetTaskParams, GetTaskResult, InitializeRequestParams, InitializeResult,
    ListPromptsResult, ListResourceTemplatesResult, ListResourcesResult, ListToolsResult,
    PaginatedRequestParams, ProtocolVersion, ReadResourceRequestParams, ReadResourceResponse,
    ServerConfig, SubscribeRequestParams, SubscriptionFilter, Tool, UnsubscribeRequestParams,
    UpdateTaskParams,
};
use ::rmcp::service::{NotificationContext, RequestContext, RoleServer, SubscriptionContext};
use serde_json::{Value, json};

use self::connection::Connection;
use self::exchange::{Exchange, fits};
use crate::protocol::Revision;
use crate::server::Server;
use crate::transport::Served;

/// A server that the official SDK hosts: one connection of it.
///
/// Made by [`Server::into_rmcp`]. A clone is another connection of the same server, which is
/// what the factories of the SDK's transports want.
///
/// A tool finds the SDK's `RequestContext<RoleServer>` in the extensions of its `Context`, and
/// in it what the transport put there: the HTTP request, and who has authorized it.
///
/// ```
/// use rmcp::ServiceExt as _;
/// use toolwright::{Server, mcp_tools};
///
/// mcp_tools! {
///     static SUMS: ToolSet<()>;
///
///     /// Adds two numbers.
///     fn add(a: i64, b: i64) -> i64 { a + b }
/// }
///
/// # async fn serve() -> Result<(), Box<dyn std::error::Error>> {
/// let hosted = Server::new(&SUMS, ()).into_rmcp();
/// let running = hosted.serve((tokio::io::stdin(), tokio::io::stdout())).await?;
/// running.waiting().await?;
/// # Ok(())
/// # }
/// ```
pub struct Hosted {
    served: Arc<dyn Served>,
    connection: Connection,
    timeout: Option<Duration>,
}

impl<S: Send + Sync + 'static> Server<S> {
    /// The server as a `ServerHandler` of the official SDK.
    #[must_use]
    pub fn into_rmcp(self) -> Hosted {
        Hosted::new(self)
    }
}

impl Hosted {
    /// A server that the official SDK hosts.
    #[must_use]
    pub fn new<S: Send + Sync + 'static>(server: impl Into<Arc<Server<S>>>) -> Self {
        Self {
            served: server.into(),
            connection: Connection::default(),
            timeout: None,
        }
    }

    /// How long an asynchronous call may take; then its future is dropped, and it is answered
    /// with an error: `The tool did not answer in time.` No limit if nothing is said.
    #[must_use]
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.timeout = Some(timeout);
        self
    }

    /// Sends a request through the core.
    ///
    /// `params` are those of the model; `None` where there are none.
    async fn ask<P: serde::Serialize>(
        &self,
        method: &str,
        params: Option<P>,
        context: RequestContext<RoleServer>,
    ) -> Result<Value, ErrorData> {
        let exchange = Exchange {
            served: &self.served,
            connection: &self.connection,
            timeout: self.timeout,
        };
        exchange.run(method, params, context).await
    }

    /// The same, with the result read into the model.
    async fn ask_for<P: serde::Serialize, R: serde::de::DeserializeOwned>(
        &self,
        method: &str,
        params: Option<P>,
        context: RequestContext<RoleServer>,
    ) -> Result<R, ErrorData> {
        fits(self.ask(method, params, context).await?)
    }

    /// Sends a request that is about the connection through the core.
    fn on_connection<P: serde::Serialize>(
        &self,
        method: &str,
        params: &P,
        context: &RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        let params = exchange::value(params)?;
        let connection = &self.connection;
        connection.handle_for(&*self.served, method, params, context)?;
        Ok(())
    }

    /// What the server says of itself: by what it can do in the newest revision, the SDK decides
    /// which requests it hands over.
    fn introduction(&self) -> Result<InitializeResult, ErrorData> {
        let connection = Connection::default();
        let params = json!({
            "protocolVersion": Revision::HANDSHAKE.as_str(),
            "capabilities": {},
            "clientInfo": {"name": "", "version": ""},
        });
        let mut result: InitializeResult =
            fits(connection.handle(&*self.served, "initialize", params)?)?;
        let params = json!({"_meta": {
            "io.modelcontextprotocol/protocolVersion": Revision::V2026_07_28.as_str(),
            "io.modelcontextprotocol/clientCapabilities": {},
        }});
        let newest: DiscoverResult =
            fits(connection.handle(&*self.served, "server/discover", params)?)?;
        result.capabilities = newest.capabilities;
        Ok(result)
    }
}

impl Clone for Hosted {
    fn clone(&self) -> Self {
        Self {
            served: Arc::clone(&self.served),
            connection: Connection::default(),
            timeout: self.timeout,
        }
    }
}

impl fmt::Debug for Hosted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Hosted")
            .field("timeout", &self.timeout)
            .finish_non_exhaustive()
    }
}

/// No parameters.
const NONE: Option<()> = None;

/// Which of the answers to a call this is.
fn kind(result: &Value) -> &str {
    result["resultType"].as_str().unwrap_or("complete")
}

#[allow(
    deprecated,
    reason = "the SDK calls parts of the older revisions deprecated, which are served here"
)]
impl ServerHandler for Hosted {
    fn get_info(&self) -> ServerConfig {
        // The core's own words, which the model holds: no other outcome is known.
        self.introduction().unwrap_or_default()
    }

    fn supported_protocol_versions(&self) -> Cow<'static, [ProtocolVersion]> {
        let known = ProtocolVersion::KNOWN_VERSIONS.iter();
        known
            .filter(|version| Revision::named(version.as_str()).is_some())
            .cloned()
            .collect::<Vec<_>>()
            .into()
    }

    async fn initialize(
        &self,
        request: InitializeRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<InitializeResult, ErrorData> {
        let params = exchange::value(&request)?;
        let result = self
            .connection
            .handle(&*self.served, "initialize", params)?;
        let result: InitializeResult = fits(result)?;
        let mut agreed = request;
        agreed.protocol_version = result.protocol_version.clone();
        context.peer.set_peer_info(agreed);
        Ok(result)
    }

    async fn on_initialized(&self, context: NotificationContext<RoleServer>) {
        self.connection.attach(&*self.served, &context.peer);
    }

    async fn discover(
        &self,
        context: RequestContext<RoleServer>,
    ) -> Result<DiscoverResult, ErrorData> {
        self.ask_for("server/discover", NONE, context).await
    }

    async fn list_tools(
        &self,
        request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        self.ask_for("tools/list", request, context).await
    }

    async fn list_resources(
        &self,
        request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        self.ask_for("resources/list", request, context).await
    }

    async fn list_resource_templates(
        &self,
        request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        self.ask_for("resources/templates/list", request, context)
            .await
    }

    async fn list_prompts(
        &self,
        request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListPromptsResult, ErrorData> {
        self.ask_for("prompts/list", request, context).await
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let result = self.ask("tools/call", Some(request), context).await?;
        Ok(match kind(&result) {
            "input_required" => CallToolResponse::InputRequired(fits(result)?),
            "task" => CallToolResponse::Task(fits(result)?),
            _ => CallToolResponse::Complete(fits(result)?),
        })
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        let result = self.ask("resources/read", Some(request), context).await?;
        Ok(match kind(&result) {
            "input_required" => ReadResourceResponse::InputRequired(fits(result)?),
            _ => ReadResourceResponse::Complete(fits(result)?),
        })
    }

    async fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<GetPromptResponse, ErrorData> {
        let result = self.ask("prompts/get", Some(request), context).await?;
        Ok(match kind(&result) {
            "input_required" => GetPromptResponse::InputRequired(fits(result)?),
            _ => GetPromptResponse::Complete(fits(result)?),
        })
    }

    async fn complete(
        &self,
        request: CompleteRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CompleteResult, ErrorData> {
        self.ask_for("completion/complete", Some(request), context)
            .await
    }

    async fn set_level(
        &self,
        request: ::rmcp::model::SetLevelRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        self.on_connection("logging/setLevel", &request, &context)
    }

    async fn subscribe(
        &self,
        request: SubscribeRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        self.on_connection("resources/subscribe", &request, &context)
    }

    async fn unsubscribe(
        &self,
        request: UnsubscribeRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        self.on_connection("resources/unsubscribe", &request, &context)
    }

    fn accepted_subscription_filter(
        &self,
        requested: &SubscriptionFilter,
    ) -> Option<SubscriptionFilter> {
        let (core, _) = self.served.parts();
        if !core.changing && !core.subscriptions {
            return None;
        }
        let [tools, prompts, resources] = core.announced();
        let mut accepted = requested.clone();
        accepted.tools_list_changed.take_if(|_| !tools);
        accepted.prompts_list_changed.take_if(|_| !prompts);
        accepted.resources_list_changed.take_if(|_| !resources);
        accepted
            .resource_subscriptions
            .take_if(|_| !core.subscriptions);
        Some(accepted)
    }

    async fn listen(&self, context: SubscriptionContext) -> Result<(), ErrorData> {
        exchange::listen(&*self.served, &context).await
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        exchange::tool(&*self.served, name)
    }

    async fn get_task(
        &self,
        request: GetTaskParams,
        context: RequestContext<RoleServer>,
    ) -> Result<GetTaskResult, ErrorData> {
        self.ask_for("tasks/get", Some(request), context).await
    }

    async fn update_task(
        &self,
        request: UpdateTaskParams,
        context: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        self.ask("tasks/update", Some(request), context).await?;
        Ok(())
    }

    async fn cancel_task(
        &self,
        request: CancelTaskParams,
        context: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        self.ask("tasks/cancel", Some(request), context).await?;
        Ok(())
    }

    async fn on_custom_request(
        &self,
        request: CustomRequest,
        context: RequestContext<RoleServer>,
    ) -> Result<CustomResult, ErrorData> {
        // Also what the model could not read, such as a call whose arguments are no object: the
        // core says what is wrong with it.
        let result = self.ask(&request.method, request.params, context).await?;
        Ok(CustomResult::new(result))
    }
}
