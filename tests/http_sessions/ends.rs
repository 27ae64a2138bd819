//! How calls, streams and sessions end.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use serde_json::json;
use tokio::runtime::Builder;
use toolwright::ask::Form;
use toolwright::transport::http::{Http, Sessions};
use toolwright::{Context, Server, ToolError, mcp_tools};

use super::client::{INIT, bind, post, send, serve, until};
use super::{Client, Name, server, start, text};

#[test]
fn a_client_cancels_its_call() {
    let client = Client::new(Sessions::new());
    let mut stream = client.stream("greet", json!({}));
    stream.event().expect("the priming event");
    stream.event().expect("a question");
    let cancel =
        json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 5}});
    assert_eq!(client.send(&cancel).status, 202);
    // The question is taken back; there is no reply.
    let withdrawn = stream.event().map(|event| event.json()["method"].clone());
    assert!(withdrawn.is_none_or(|method| method == "notifications/cancelled"));
    assert_eq!(stream.event(), None);
}

#[test]
fn deleting_a_session_ends_its_calls_and_streams() {
    let client = Client::new(Sessions::new());
    let mut own = client.get(None);
    own.event().expect("the priming event");
    let mut stream = client.stream("greet", json!({}));
    stream.event().expect("the priming event");
    stream.event().expect("a question");
    assert_eq!(client.delete(), 204);
    assert_eq!(own.event(), None);
    while stream.event().is_some() {}
}

#[test]
fn sessions_expire_and_are_bounded() {
    let address = start(Sessions::new().idle(Duration::from_millis(300)).limit(2));
    let old = Client::shake(address, "2025-11-25");
    std::thread::sleep(Duration::from_millis(400));
    assert_eq!(old.ping(), 404);
    // A connected one does not expire; of the others the one that was not used for longest goes.
    let first = Client::shake(address, "2025-11-25");
    let mut own = first.get(None);
    own.event().expect("the priming event");
    std::thread::sleep(Duration::from_millis(400));
    let second = Client::shake(address, "2025-11-25");
    let third = Client::shake(address, "2025-11-25");
    assert_eq!((first.ping(), second.ping(), third.ping()), (200, 404, 200));
    let mut held = third.get(None);
    held.event().expect("the priming event");
    let response = send(address, &post("", INIT));
    assert_eq!((response.status, &response.json()["id"]), (503, &json!(1)));
    drop(held);
    until(|| send(address, &post("", INIT)).status == 200);
}

#[test]
fn a_call_whose_client_never_comes_back_ends_with_its_session() {
    static WAITING: AtomicUsize = AtomicUsize::new(0);
    struct Waiting;
    impl Drop for Waiting {
        fn drop(&mut self) {
            WAITING.fetch_sub(1, Ordering::SeqCst);
        }
    }
    mcp_tools! {
        static WAIT: ToolSet<()>;

        /// Waits for an answer.
        async fn wait(cx: &Context) -> Result<u32, ToolError> {
            WAITING.fetch_add(1, Ordering::SeqCst);
            let _waiting = Waiting;
            cx.elicit(Form::<Name>::new("Who?")).await?;
            Ok(0)
        }
    }
    let http = Http::new(Server::new(&WAIT, ()));
    let address = serve(http.sessions(Sessions::new().idle(Duration::from_millis(200))));
    let client = Client::shake(address, "2025-11-25");
    let mut stream = client.stream("wait", json!({}));
    stream.event().expect("the priming event");
    assert_eq!(WAITING.load(Ordering::SeqCst), 1);
    drop(stream);
    // Nobody sends anything: the session expires by itself.
    until(|| WAITING.load(Ordering::SeqCst) == 0);
}

#[test]
fn an_end_of_the_server_is_waited_for_by_nobody() {
    let runtime = Builder::new_multi_thread()
        .worker_threads(1)
        .enable_all()
        .build()
        .expect("a runtime");
    let (listener, address) = bind();
    let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    let served = runtime.spawn(async move {
        let listener = tokio::net::TcpListener::from_std(listener).expect("a listener");
        let http = Http::new(server()).sessions(Sessions::new());
        let shutdown = async { stopped.await.unwrap_or_default() };
        http.serve_on(listener, shutdown).await
    });
    let client = Client::shake(address, "2025-06-18");
    let mut own = client.get(None);
    let mut stream = client.stream("greet", json!({}));
    stream.event().expect("a question");
    stop.send(()).expect("it is served");
    let reply = stream.event().expect("a reply or a question taken back");
    let reply = if reply.json().get("method").is_some() {
        stream.event().expect("a reply")
    } else {
        reply
    };
    assert!(
        text(&reply.json()).contains("does not allow for"),
        "{reply:?}"
    );
    assert_eq!(own.event(), None);
    let ended =
        runtime.block_on(async { tokio::time::timeout(Duration::from_secs(10), served).await });
    ended.expect("in time").expect("no panic").expect("served");
}
