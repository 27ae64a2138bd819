//! The server as a part of an application.

use toolwright::Server;
use toolwright::transport::http::Http;

use super::client::{post, send, serve_app};
use super::{Identity, State, TOOLS};

#[test]
fn what_the_application_knows_reaches_the_tool() {
    let http = Http::new(Server::new(&TOOLS, State)).router();
    let app = axum::Router::new()
        .nest_service("/mcp", http)
        .layer(axum::Extension(Identity("ada")))
        .route("/", axum::routing::get(|| async { "home" }));
    let address = serve_app(app);
    let body = r#"{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"who"}}"#;
    assert_eq!(
        send(address, &post("", body)).json()["result"]["content"][0]["text"],
        "ada"
    );
    assert_eq!(
        send(address, "GET / HTTP/1.1\nHost: 127.0.0.1\n\n").body,
        "home"
    );
}
