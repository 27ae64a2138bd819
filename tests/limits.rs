//! What a server takes at most, and what its operator hears.

mod fixture;

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};

use fixture::{SET, State, answer, call, legacy, server, session, value};
use serde_json::json;
use toolwright::{Diagnostic, Limits, Revision, Server, Session, limits, mcp_tools};

#[test]
fn the_defaults() {
    let default = Limits::default();
    assert_eq!(default, Limits::new());
    assert_eq!((default.message, default.depth), (4 * 1024 * 1024, 128));
    assert_eq!(
        (default.calls, default.batch, limits::PAGE),
        (256, 100, 100)
    );
}

/// A message of exactly so many bytes.
fn sized(bytes: usize) -> String {
    let message = call(1, "echo", r#"{"text":"T"}"#);
    let text = "x".repeat(bytes + 1 - message.len());
    call(1, "echo", &format!(r#"{{"text":"{text}"}}"#))
}

#[test]
fn the_bytes_of_a_message() {
    let session = session("2025-11-25");
    for (server, limit) in [
        (server(), limits::MESSAGE),
        (server().limits(Limits::new().message(500)), 500),
    ] {
        let at = sized(limit);
        assert_eq!(at.len(), limit);
        assert!(
            value(&answer(&server, &session, at))
                .get("result")
                .is_some()
        );
        let over = value(&answer(&server, &session, sized(limit + 1)));
        assert_eq!(over["error"]["code"], -32600);
        assert!(over.get("id").is_none(), "it was not read");
    }
}

/// A message that is nested so deep: itself, its params and its arguments are three.
fn nested(depth: usize) -> String {
    let (open, close) = ("[".repeat(depth - 3), "]".repeat(depth - 3));
    call(1, "unit", &format!(r#"{{"x":{open}{close}}}"#))
}

#[test]
fn the_nesting_of_a_message() {
    let session = session("2025-11-25");
    for (server, limit) in [
        (server(), 128),
        (server().limits(Limits::new().depth(9)), 9),
    ] {
        // What the tool thinks of such an argument is another matter.
        assert!(
            value(&answer(&server, &session, nested(limit)))
                .get("result")
                .is_some()
        );
        let over = value(&answer(&server, &session, nested(limit + 1)));
        assert_eq!(over["error"]["code"], -32700);
        assert!(over.get("id").is_none());
    }
}

#[test]
fn the_messages_of_a_batch() {
    let session = session("2025-03-26");
    let batch = |messages: usize| {
        let pings: Vec<_> = (0..messages).map(|_| legacy(1, "ping", "")).collect();
        format!("[{}]", pings.join(","))
    };
    for (server, limit) in [
        (server(), 100),
        (server().limits(Limits::new().batch(3)), 3),
    ] {
        let at = value(&answer(&server, &session, batch(limit)));
        assert_eq!(at.as_array().map(Vec::len), Some(limit));
        let over = value(&answer(&server, &session, batch(limit + 1)));
        assert_eq!(over["error"]["code"], -32600);
    }
}

mcp_tools! {
    static MANY: ToolSet<()>;

    fn t0() {} fn t1() {} fn t2() {} fn t3() {} fn t4() {} fn t5() {} fn t6() {} fn t7() {} fn t8() {} fn t9() {}
    fn t10() {} fn t11() {} fn t12() {} fn t13() {} fn t14() {} fn t15() {} fn t16() {} fn t17() {} fn t18() {} fn t19() {}
    fn t20() {} fn t21() {} fn t22() {} fn t23() {} fn t24() {} fn t25() {} fn t26() {} fn t27() {} fn t28() {} fn t29() {}
    fn t30() {} fn t31() {} fn t32() {} fn t33() {} fn t34() {} fn t35() {} fn t36() {} fn t37() {} fn t38() {} fn t39() {}
    fn t40() {} fn t41() {} fn t42() {} fn t43() {} fn t44() {} fn t45() {} fn t46() {} fn t47() {} fn t48() {} fn t49() {}
    fn t50() {} fn t51() {} fn t52() {} fn t53() {} fn t54() {} fn t55() {} fn t56() {} fn t57() {} fn t58() {} fn t59() {}
    fn t60() {} fn t61() {} fn t62() {} fn t63() {} fn t64() {} fn t65() {} fn t66() {} fn t67() {} fn t68() {} fn t69() {}
    fn t70() {} fn t71() {} fn t72() {} fn t73() {} fn t74() {} fn t75() {} fn t76() {} fn t77() {} fn t78() {} fn t79() {}
    fn t80() {} fn t81() {} fn t82() {} fn t83() {} fn t84() {} fn t85() {} fn t86() {} fn t87() {} fn t88() {} fn t89() {}
    fn t90() {} fn t91() {} fn t92() {} fn t93() {} fn t94() {} fn t95() {} fn t96() {} fn t97() {} fn t98() {} fn t99() {}
    fn t100() {}
}

#[test]
fn the_entries_of_a_page() {
    let session = session("2025-11-25");
    // One that has given a whole list before.
    let smaller = Server::new(&MANY, ()).page_size(101);
    answer(&smaller, &session, legacy(1, "tools/list", ""));
    for (server, pages) in [
        (smaller.page_size(40), vec![40, 40, 21]),
        (Server::new(&MANY, ()), vec![100, 1]),
        (Server::new(&MANY, ()).page_size(40), vec![40, 40, 21]),
        (Server::new(&MANY, ()).page_size(101), vec![101]),
    ] {
        let (mut cursor, mut seen, mut names) = (String::new(), Vec::new(), BTreeSet::new());
        loop {
            let page = value(&answer(&server, &session, legacy(1, "tools/list", &cursor)));
            let tools = page["result"]["tools"].as_array().expect("a list");
            seen.push(tools.len());
            names.extend(tools.iter().map(|tool| tool["name"].to_string()));
            match &page["result"]["nextCursor"] {
                serde_json::Value::Null => break,
                next => cursor = format!("\"cursor\":{next}"),
            }
        }
        assert_eq!((seen, names.len()), (pages, 101));
    }
}

/// Calls in flight: `tests/stdio.rs`, since it is the shell that stops reading.
#[test]
fn every_kind_of_diagnostic() {
    let told = Arc::new(Mutex::new(Vec::new()));
    let hear = told.clone();
    let server =
        Server::new(&SET, State::default()).on_diagnostic(move |event: &Diagnostic<'_>| {
            let kind = match event {
                Diagnostic::HiddenError { name: "hidden", .. } => "hidden error",
                Diagnostic::Panic { name: "boom", .. } => "panic",
                Diagnostic::Refused { code: -32601, .. } => "refused message",
                Diagnostic::DroppedNotification { .. } => "dropped notification",
                Diagnostic::DroppedResponse => "dropped response",
                other => panic!("{other:?}"),
            };
            hear.lock().expect("a lock").push(kind);
        });
    let session = Session::agreed(Revision::V2025_11_25);
    for message in [
        call(1, "hidden", "{}"),
        call(1, "boom", &json!({"s": "x"}).to_string()),
        legacy(1, "no/such", ""),
        json!({"jsonrpc": "2.0", "method": "notifications/no/such"}).to_string(),
        json!({"jsonrpc": "2.0", "id": 1, "error": {"code": 1, "message": "secret"}}).to_string(),
        // Nothing of these is worth telling.
        call(1, "unit", "{}"),
        call(1, "shown", "{}"),
        call(1, "add", "{}"),
        legacy(1, "ping", ""),
    ] {
        answer(&server, &session, message);
    }
    let kinds = [
        "hidden error",
        "panic",
        "refused message",
        "dropped notification",
        "dropped response",
    ];
    assert_eq!(*told.lock().expect("a lock"), kinds);
}
