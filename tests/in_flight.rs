//! Calls in flight: cancellation, progress, state, what a call knows, what is told of it.

mod fixture;

use std::future::Future;
use std::pin::pin;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, Waker};

use fixture::{SET, State, answer, call, legacy, modern, server, session, value};
use toolwright::{CallFrame, Diagnostic, Outcome, Pending, Revision, Server, Session, Sink};

fn pending<'f>(
    server: &'f Server<State>,
    message: &'f str,
    frame: &'f mut CallFrame,
    session: &Session,
) -> Pending<'f> {
    let mut out = Vec::new();
    match server.handle(message.as_bytes(), frame, session, &mut out) {
        Outcome::Pending(pending) => pending,
        other => panic!("{other:?}"),
    }
}

fn cancel(id: &str) -> String {
    format!(
        r#"{{"jsonrpc":"2.0","method":"notifications/cancelled","params":{{"requestId":{id}}}}}"#
    )
}

#[test]
fn a_cancelled_call_is_not_answered() {
    let server = server();
    for revision in Revision::ALL {
        // A tool that asked for its context ends by itself, any other future is dropped.
        for tool in ["wait", "forever"] {
            let session = Session::agreed(Revision::V2025_11_25);
            let message = if revision == Revision::V2026_07_28 {
                modern(5, "tools/call", &format!(r#""name":"{tool}","#))
            } else {
                call(5, tool, "{}")
            };
            let mut frame = CallFrame::new();
            let mut call = pin!(pending(&server, &message, &mut frame, &session));
            let cx = &mut Context::from_waker(Waker::noop());
            assert!(call.as_mut().poll(cx).is_pending());
            assert_eq!(answer(&server, &session, cancel("6")), "");
            assert_eq!(answer(&server, &session, cancel("\"5\"")), "");
            assert!(call.as_mut().poll(cx).is_pending());
            assert_eq!(answer(&server, &session, cancel("5")), "");
            assert_eq!(call.as_mut().poll(cx), Poll::Ready(Vec::new()), "{tool}");
        }
    }
}

#[test]
fn a_cancellation_wakes() {
    struct Count(AtomicUsize);
    impl std::task::Wake for Count {
        fn wake(self: Arc<Self>) {
            self.0.fetch_add(1, Ordering::SeqCst);
        }
    }
    let server = server();
    let session = session("2025-11-25");
    for tool in ["wait", "forever"] {
        let count = Arc::new(Count(AtomicUsize::new(0)));
        let waker = count.clone().into();
        let message = call(1, tool, "{}").replace(":1,", r#":"\u0061","#);
        let mut frame = CallFrame::new();
        let mut call = pin!(pending(&server, &message, &mut frame, &session));
        assert!(
            call.as_mut()
                .poll(&mut Context::from_waker(&waker))
                .is_pending()
        );
        assert_eq!(count.0.load(Ordering::SeqCst), 0);
        // The same id, in another spelling.
        assert_eq!(answer(&server, &session, cancel("\"a\"")), "");
        assert_eq!(count.0.load(Ordering::SeqCst), 1);
        assert!(
            call.as_mut()
                .poll(&mut Context::from_waker(&waker))
                .is_ready()
        );
    }
}

/// A frame that goes from session to session is cancelled by its own alone.
#[test]
fn a_frame_belongs_to_one_session_at_a_time() {
    let server = server();
    let (first, second) = (session("2025-11-25"), session("2025-11-25"));
    let mut frame = CallFrame::new();
    let mut out = Vec::new();
    assert!(matches!(
        server.handle(
            call(1, "unit", "{}").as_bytes(),
            &mut frame,
            &first,
            &mut out
        ),
        Outcome::Replied
    ));
    let message = call(1, "forever", "{}");
    let mut waiting = pin!(pending(&server, &message, &mut frame, &second));
    let cx = &mut Context::from_waker(Waker::noop());
    assert!(waiting.as_mut().poll(cx).is_pending());
    answer(&server, &first, cancel("1"));
    assert!(waiting.as_mut().poll(cx).is_pending());
    second.cancel_all();
    assert!(waiting.as_mut().poll(cx).is_ready());
}

/// A call that its shell drops is over.
#[test]
fn a_dropped_call_leaves_its_place() {
    let server = server();
    let session = session("2025-11-25");
    let mut frame = CallFrame::new();
    for _ in 0..3 {
        drop(pending(
            &server,
            &call(1, "forever", "{}"),
            &mut frame,
            &session,
        ));
    }
    answer(&server, &session, cancel("1"));
    assert!(answer(&server, &session, call(1, "slow", r#"{"n":4}"#)).contains("\"4\""));
}

#[test]
fn pending_calls_are_send() {
    fn assert_send<T: Send>(_: &T) {}
    let (server, session) = (server(), session("2025-11-25"));
    let mut frame = CallFrame::new();
    let message = call(1, "slow", r#"{"n":4}"#);
    let call = pending(&server, &message, &mut frame, &session);
    assert_send(&call);
    let reply = std::thread::scope(|scope| {
        scope
            .spawn(|| fixture::drive(call))
            .join()
            .expect("no panic")
    });
    assert!(String::from_utf8(reply).expect("UTF-8").contains("\"4\""));
}

#[derive(Default)]
struct Kept(Mutex<Vec<String>>);

impl Sink for Kept {
    fn send(&self, message: &[u8]) {
        self.0
            .lock()
            .expect("a lock")
            .push(String::from_utf8(message.to_vec()).expect("UTF-8"));
    }
}

impl Kept {
    fn take(&self) -> Vec<String> {
        std::mem::take(&mut self.0.lock().expect("a lock"))
    }
}

#[test]
fn progress_and_logs() {
    let kept = Arc::new(Kept::default());
    let server = server().logging();
    for revision in ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"] {
        let session =
            Session::agreed(Revision::named(revision).expect("a revision")).sink(kept.clone());
        let message = if revision == "2024-11-05" {
            ""
        } else {
            r#","message":"a\nb""#
        };
        for token in ["7", "\"t\""] {
            answer(
                &server,
                &session,
                legacy(
                    1,
                    "tools/call",
                    &format!(r#""name":"steps","_meta":{{"progressToken":{token}}}"#),
                ),
            );
            let sent: Vec<_> = ["1.0", "2.5"].iter().map(|progress| format!(r#"{{"jsonrpc":"2.0","method":"notifications/progress","params":{{"progressToken":{token},"progress":{progress},"total":3.0{message}}}}}"#)).collect();
            let got = kept.take();
            assert_eq!(got[..2], sent[..]);
            assert_eq!(
                got[2..],
                [
                    r#"{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"error","logger":"steps","data":"error"}}"#
                ]
            );
        }
        answer(
            &server,
            &session,
            legacy(2, "logging/setLevel", r#""level":"debug""#),
        );
        answer(&server, &session, call(1, "steps", "{}"));
        assert_eq!(kept.take().len(), 2);
        assert_eq!(
            value(&answer(
                &server,
                &session,
                legacy(2, "logging/setLevel", r#""level":"alert""#)
            ))["result"],
            serde_json::json!({})
        );
        assert_eq!(
            value(&answer(
                &server,
                &session,
                legacy(2, "logging/setLevel", r#""level":"loud""#)
            ))["error"]["code"],
            -32602
        );
        answer(&server, &session, call(1, "steps", "{}"));
        assert!(kept.take().is_empty());
        // A modern request says its own level.
        answer(
            &server,
            &session,
            modern(1, "tools/call", r#""name":"steps","#),
        );
        assert!(kept.take().is_empty());
        answer(
            &server,
            &session,
            modern(1, "tools/call", r#""name":"steps","#).replace(
                "\"_meta\":{",
                r#""_meta":{"io.modelcontextprotocol/logLevel":"error","#,
            ),
        );
        assert_eq!(kept.take().len(), 1);
        // Without the capability nothing is logged.
        answer(
            &fixture::server(),
            &session,
            modern(1, "tools/call", r#""name":"steps","#).replace(
                "\"_meta\":{",
                r#""_meta":{"io.modelcontextprotocol/logLevel":"error","#,
            ),
        );
        assert!(kept.take().is_empty());
    }
    let reply = answer(&server, &Session::new(), modern(1, "server/discover", ""));
    assert!(reply.contains(r#""capabilities":{"tools":{},"logging":{}}"#));
}

#[test]
fn a_state_is_made_for_accepted_calls_alone() {
    static MADE: AtomicUsize = AtomicUsize::new(0);
    static DROPPED: AtomicUsize = AtomicUsize::new(0);
    let server = Server::per_call(&SET, |cx| {
        assert!(!cx.request_id().is_empty());
        MADE.fetch_add(1, Ordering::SeqCst);
        State::default()
    });
    let _ = &DROPPED;
    let session = session("2025-11-25");
    answer(&server, &session, call(1, "length", r#"{"text":1}"#));
    answer(&server, &session, call(1, "length", "{}"));
    answer(&server, &session, call(1, "unit", "{}"));
    assert_eq!(MADE.load(Ordering::SeqCst), 0);
    assert!(answer(&server, &session, call(1, "length", r#"{"text":"abc"}"#)).contains("\"3\""));
    assert_eq!(MADE.load(Ordering::SeqCst), 1);
}

#[test]
fn what_a_shell_puts_beside_a_message() {
    let (server, session) = (server(), session("2025-11-25"));
    let mut frame = CallFrame::new();
    let mut ask = |tenant: Option<&'static str>| {
        let message = call(1, "who", "{}");
        let mut out = Vec::new();
        let incoming = server.read(message.as_bytes(), &mut frame);
        assert_eq!(incoming.method(), Some("tools/call"));
        assert_eq!(incoming.name().as_deref(), Some("who"));
        assert_eq!(
            incoming.id().map(|id| id.json().to_owned()).as_deref(),
            Some("1")
        );
        if let Some(tenant) = tenant {
            frame.extensions_mut().insert(tenant);
        }
        assert!(matches!(
            server.answer(incoming, &mut frame, &session, &mut out),
            Outcome::Replied
        ));
        String::from_utf8(out).expect("UTF-8")
    };
    assert!(ask(Some("acme")).contains("1 2025-11-25  acme"));
    assert!(ask(None).contains("1 2025-11-25  -"));
}

#[test]
fn what_is_told() {
    let told = Arc::new(Mutex::new(Vec::new()));
    let hear = told.clone();
    let server =
        Server::new(&SET, State::default()).on_diagnostic(move |event: &Diagnostic<'_>| {
            hear.lock().expect("a lock").push(event.to_string());
        });
    let session = session("2025-11-25");
    for message in [
        call(1, "hidden", "{}"),
        call(1, "boom", r#"{"s":"k1"}"#),
        call(1, "boom_async", r#"{"s":"k1"}"#),
        call(1, "shown", "{}"),
        call(1, "add", r#"{"a":"secret"}"#),
        "[1]".into(),
        call(1, "none\\n", "{}"),
        r#"{"jsonrpc":"2.0","method":"notifications/no/such"}"#.into(),
        r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":[]}"#.into(),
        r#"{"jsonrpc":"2.0","id":1,"result":{}}"#.into(),
    ] {
        answer(&server, &session, message);
    }
    assert_eq!(
        *told.lock().expect("a lock"),
        [
            "tool 'hidden' failed: no stock at /srv/secret: disk\\nfull",
            "tool 'boom' panicked: boom at /srv/app: k1",
            "tool 'boom_async' panicked: boom at /srv/app: k1",
            "message refused (-32600): Invalid request: this revision of the protocol has no batches",
            "message refused (-32602): Unknown tool: none\\u000a",
            "notification dropped: Method not found: notifications/no/such",
            "notification dropped: Invalid params: params is an object",
            "response dropped: nothing was asked",
        ]
    );
}

/// A panic of the author's function costs no reply, and does not end the server.
#[test]
fn a_panic_of_what_hears_is_kept_from_the_server() {
    let server = || {
        Server::new(&SET, State::default())
            .on_diagnostic(|_: &Diagnostic<'_>| panic!("the log is full"))
    };
    let (one, session) = (server(), session("2025-11-25"));
    for (message, wanted) in [
        (call(1, "none", "{}"), "Unknown tool"),
        (call(1, "hidden", "{}"), "The tool failed."),
        (call(1, "boom", r#"{"s":"k1"}"#), "The tool failed."),
        (call(1, "boom_async", r#"{"s":"k1"}"#), "The tool failed."),
        ("[1]".into(), "no batches"),
    ] {
        let reply = answer(&one, &session, message);
        assert!(reply.contains(wanted), "{reply}");
    }
    answer(&one, &session, r#"{"jsonrpc":"2.0","id":1,"result":{}}"#);

    let lines = "nonsense\n{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"ping\"}\n";
    let written = Written::default();
    server()
        .serve(lines.as_bytes(), written.clone())
        .expect("served");
    let text = String::from_utf8(written.0.lock().expect("a lock").clone()).expect("text");
    assert_eq!(text.lines().count(), 2, "{text}");
    assert!(text.contains(r#""id":2,"result":{}"#), "{text}");
}

#[derive(Clone, Default)]
struct Written(Arc<Mutex<Vec<u8>>>);

impl std::io::Write for Written {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().expect("a lock").extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}
