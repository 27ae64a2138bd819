//! A set that stays on one thread.

use std::cell::Cell;
use std::io::{Cursor, Write};
use std::rc::Rc;
use std::sync::{Arc, Mutex};

use toolwright::{LocalFrame, LocalOutcome, LocalServer, Revision, Session, mcp_tools};

pub(crate) struct Counter {
    count: Rc<Cell<u32>>,
}

mcp_tools! {
    static COUNTER: LocalToolSet<Counter>;

    fn count(&self) -> u32 {
        self.count.set(self.count.get() + 1);
        self.count.get()
    }

    async fn later(&self) -> u32 {
        let count = Rc::clone(&self.count);
        std::future::ready(()).await;
        count.get()
    }
}

fn call(tool: &str) -> String {
    format!(r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"name":"{tool}"}}}}"#)
}

fn reply(text: &str) -> String {
    format!(
        r#"{{"jsonrpc":"2.0","id":1,"result":{{"content":[{{"type":"text","text":"{text}"}}]}}}}"#
    )
}

#[test]
fn the_core() {
    let made = Rc::new(Cell::new(0));
    let maker = Rc::clone(&made);
    let server = LocalServer::per_call(&COUNTER, move |_| {
        maker.set(maker.get() + 10);
        Counter {
            count: Rc::clone(&maker),
        }
    });
    let session = Session::agreed(Revision::V2025_11_25);
    let mut frame = LocalFrame::new();
    let mut out = Vec::new();
    assert!(matches!(
        server.handle(call("count").as_bytes(), &mut frame, &session, &mut out),
        LocalOutcome::Replied
    ));
    assert_eq!(out, reply("11").as_bytes());
    out.clear();
    let message = call("later");
    let LocalOutcome::Pending(mut pending) =
        server.handle(message.as_bytes(), &mut frame, &session, &mut out)
    else {
        panic!("not pending");
    };
    let cx = &mut std::task::Context::from_waker(std::task::Waker::noop());
    assert!(pending.poll_into(cx, &mut out).is_ready());
    assert_eq!(out, reply("21").as_bytes());
    drop(pending);
    assert_eq!(
        Rc::strong_count(&made),
        3,
        "the state of a call lives in its frame"
    );
    frame.clear();
    assert_eq!(Rc::strong_count(&made), 2);
}

#[test]
fn the_blocking_shell() {
    #[derive(Clone, Default)]
    struct Kept(Arc<Mutex<Vec<u8>>>);
    impl Write for Kept {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0.lock().expect("a lock").write(bytes)
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    let kept = Kept::default();
    let server = LocalServer::new(
        &COUNTER,
        Counter {
            count: Rc::default(),
        },
    )
    .on_diagnostic(|_| ());
    let shake = r#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25"}}"#;
    let input = format!("\u{FEFF}{shake}\r\n\n{}\n{}", call("count"), call("later"));
    server
        .serve(Cursor::new(input), kept.clone())
        .expect("served");
    let out = String::from_utf8(kept.0.lock().expect("a lock").clone()).expect("UTF-8");
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(lines[1..], [reply("1"), reply("1")]);
}
