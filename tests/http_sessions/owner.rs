//! What is a session's own: who it belongs to, and its level of logging.

use serde_json::json;
use toolwright::ask::Principal;
use toolwright::transport::http::{Http, Sessions};

use super::client::{INIT, post, send, serve_app};
use super::{Client, server, session_id, start};

#[test]
fn a_session_is_its_principals() {
    async fn identify(
        mut request: axum::extract::Request,
        next: axum::middleware::Next,
    ) -> axum::response::Response {
        let user = request
            .headers()
            .get("x-user")
            .map(|user| user.to_str().expect("text").into());
        if let Some(user) = user {
            request.extensions_mut().insert(Principal(user));
        }
        next.run(request).await
    }
    let router = Http::new(server()).sessions(Sessions::new()).router();
    let app = axum::Router::new()
        .nest_service("/mcp", router)
        .layer(axum::middleware::from_fn(identify));
    let address = serve_app(app);
    let id = session_id(&send(address, &post("X-User: ann\n", INIT))).expect("a session");
    let ping = r#"{"jsonrpc":"2.0","id":7,"method":"ping"}"#;
    for (user, status) in [("X-User: ann\n", 200), ("X-User: bo\n", 404), ("", 404)] {
        let headers = format!("{user}Mcp-Session-Id: {id}\n");
        assert_eq!(
            send(address, &post(&headers, ping)).status,
            status,
            "{user}"
        );
        let delete = format!("DELETE /mcp HTTP/1.1\nHost: 127.0.0.1:PORT\n{headers}\n");
        if status == 404 {
            assert_eq!(send(address, &delete).status, 404);
        }
    }
}

#[test]
fn the_log_level_is_the_sessions() {
    let address = start(Sessions::new());
    let [quiet, loud] = [(); 2].map(|()| Client::shake(address, "2025-06-18"));
    let level = json!({"jsonrpc": "2.0", "id": 3, "method": "logging/setLevel", "params": {"level": "error"}});
    assert_eq!(quiet.send(&level).json()["result"], json!({}));
    let response = send(address, &quiet.call("chatter", json!({"times": 2})));
    assert!(
        response.head.contains("application/json"),
        "{}",
        response.head
    );
    let mut stream = loud.stream("chatter", json!({"times": 2}));
    assert_eq!(
        stream.event().expect("an event").json()["method"],
        "notifications/message"
    );
}
