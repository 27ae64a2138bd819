//! The blocking shell, over pipes.
#![allow(
    clippy::incompatible_msrv,
    reason = "the library keeps to the stated Rust, its tests to the newest"
)]

mod fixture;

use std::io::{self, BufRead, BufReader, PipeReader, PipeWriter, Read, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use fixture::{call, legacy, modern, server, value};
use serde_json::Value;
use toolwright::{Limits, Server};

struct Running {
    input: Option<PipeWriter>,
    output: BufReader<PipeReader>,
    server: Option<JoinHandle<io::Result<()>>>,
}

impl Running {
    fn start(server: Server<fixture::State>) -> Self {
        let (input, to_server) = {
            let (read, write) = io::pipe().expect("a pipe");
            (write, read)
        };
        let (output, from_server) = io::pipe().expect("a pipe");
        let server = thread::spawn(move || server.serve(to_server, from_server));
        Self {
            input: Some(input),
            output: BufReader::new(output),
            server: Some(server),
        }
    }

    fn send(&mut self, message: impl AsRef<[u8]>) {
        let mut line = message.as_ref().to_vec();
        line.push(b'\n');
        self.raw(&line);
    }

    fn raw(&mut self, bytes: &[u8]) {
        self.input
            .as_mut()
            .expect("open")
            .write_all(bytes)
            .expect("written");
    }

    fn shake(&mut self) {
        self.send(legacy(0, "initialize", r#""protocolVersion":"2025-11-25""#));
        assert_eq!(self.reply()["id"], 0);
    }

    fn reply(&mut self) -> Value {
        let mut line = String::new();
        self.output.read_line(&mut line).expect("read");
        assert!(line.ends_with('\n'), "{line:?}");
        value(&line)
    }

    /// Ends the input; what is left of the output.
    fn end(mut self) -> Vec<Value> {
        self.input = None;
        let mut rest = String::new();
        self.output.read_to_string(&mut rest).expect("read");
        self.server
            .take()
            .expect("running")
            .join()
            .expect("no panic")
            .expect("no error");
        rest.lines().map(value).collect()
    }
}

fn ping(id: u32) -> String {
    legacy(id, "ping", "")
}

#[test]
fn framing() {
    let mut shell = Running::start(server());
    // A byte order mark before the first message, CR LF, blank lines, white space.
    shell.raw(b"\xEF\xBB\xBF");
    shell.shake();
    shell.raw(format!("{}\r\n\r\n\n  \t\n \t{}\t\r\n", ping(1), ping(2)).as_bytes());
    assert_eq!(shell.reply()["id"], 1);
    assert_eq!(shell.reply()["id"], 2);
    // A second mark is no white space.
    shell.raw(b"\xEF\xBB\xBF");
    shell.send(ping(3));
    assert_eq!(shell.reply()["error"]["code"], -32700);
    shell.send("not json");
    shell.send(b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"\xFF\"}");
    shell.send(call(4, "echo", r#"{"text":"a\r\nb\u0000\u2028"}"#));
    assert_eq!(shell.reply()["error"]["code"], -32700);
    assert_eq!(shell.reply()["error"]["code"], -32700);
    assert_eq!(
        shell.reply()["result"]["content"][0]["text"],
        "a\r\nb\0\u{2028}"
    );
    // The last line may do without its end.
    shell.raw(ping(5).as_bytes());
    let rest = shell.end();
    assert_eq!(rest.len(), 1);
    assert_eq!(rest[0]["id"], 5);
}

#[test]
fn bytes_one_by_one() {
    let mut shell = Running::start(server());
    shell.shake();
    for byte in format!("{}\n", call(1, "echo", r#"{"text":"é — 測 😀"}"#)).as_bytes() {
        shell.raw(&[*byte]);
        thread::yield_now();
    }
    assert_eq!(shell.reply()["result"]["content"][0]["text"], "é — 測 😀");
    assert!(shell.end().is_empty());
}

#[test]
fn long_lines() {
    let mut shell = Running::start(server().limits(Limits::new().message(1_000_000)));
    shell.shake();
    let text = |len: usize| call(1, "length", &format!(r#"{{"text":"{}"}}"#, "a".repeat(len)));
    for len in [10, 65_000, 65_536, 300_000, 900_000, 1] {
        // One after the other: on a busy machine a long line may be overtaken.
        shell.send(text(len));
        assert_eq!(
            shell.reply()["result"]["content"][0]["text"],
            len.to_string()
        );
        shell.send(ping(2));
        assert_eq!(shell.reply()["id"], 2);
    }
    for len in [1_000_000, 3_000_000] {
        shell.send(text(len));
        assert_eq!(shell.reply()["error"]["code"], -32600);
        shell.send(ping(3));
        assert_eq!(shell.reply()["id"], 3);
    }
    // To the byte.
    let fits = text(1_000_000 - text(0).len());
    assert_eq!(fits.len(), 1_000_000);
    shell.raw(format!("{fits}\r\n").as_bytes());
    assert!(shell.reply()["result"].is_object());
    shell.send(fits + " ");
    assert!(shell.reply()["result"].is_object());
    assert!(shell.end().is_empty());
}

#[test]
fn answers_while_tools_run() {
    let mut shell = Running::start(server());
    shell.shake();
    // Also after a long silence, when nobody watches.
    thread::sleep(Duration::from_millis(400));
    for id in 1..=3 {
        shell.send(call(id, "nap", r#"{"ms":1500}"#));
    }
    let start = Instant::now();
    shell.send(ping(4));
    shell.send(legacy(5, "tools/list", ""));
    shell.send(call(6, "echo", r#"{"text":"x"}"#));
    for id in 4..=6 {
        assert_eq!(shell.reply()["id"], id);
    }
    assert!(
        start.elapsed() < Duration::from_millis(100),
        "{:?}",
        start.elapsed()
    );
    let mut ids: Vec<_> = (0..3).map(|_| shell.reply()["id"].as_u64()).collect();
    ids.sort_unstable();
    assert_eq!(ids, [Some(1), Some(2), Some(3)]);
    assert!(
        start.elapsed() < Duration::from_millis(2500),
        "side by side: {:?}",
        start.elapsed()
    );
    shell.send(ping(7));
    assert_eq!(shell.reply()["id"], 7);
    assert!(shell.end().is_empty());
}

/// Nobody greets first in 2026-07-28.
#[test]
fn answers_while_the_first_call_runs() {
    let mut shell = Running::start(server());
    let call = |id, call: &str| modern(id, "tools/call", call);
    shell.send(call(1, r#""name":"nap","arguments":{"ms":1500},"#));
    shell.send(call(2, r#""name":"echo","arguments":{"text":"x"},"#));
    assert_eq!(shell.reply()["id"], 2);
    assert_eq!(shell.reply()["id"], 1);
    assert!(shell.end().is_empty());
}

#[test]
fn asynchronous_tools_and_cancellation() {
    let mut shell = Running::start(server());
    shell.shake();
    shell.send(legacy(
        1,
        "tools/call",
        r#""name":"wait","_meta":{"progressToken":"t"}"#,
    ));
    assert_eq!(shell.reply()["params"]["progressToken"], "t");
    shell.send(call(2, "forever", "{}"));
    shell.send(call(3, "stop", "{}"));
    shell.send(call(4, "slow", r#"{"n":4}"#));
    assert_eq!(shell.reply()["id"], 4);
    for id in 1..=3 {
        shell.send(format!(r#"{{"jsonrpc":"2.0","method":"notifications/cancelled","params":{{"requestId":{id}}}}}"#));
    }
    shell.send(ping(5));
    assert_eq!(shell.reply()["id"], 5);
    // All three end, so that the server does.
    assert!(shell.end().is_empty());
}

#[test]
fn calls_in_flight_are_answered_at_the_end() {
    let mut shell = Running::start(server());
    shell.shake();
    for id in 1..=3 {
        shell.send(call(id, "nap", r#"{"ms":200}"#));
    }
    shell.send(call(4, "slow", r#"{"n":4}"#));
    let mut ids: Vec<_> = shell
        .end()
        .iter()
        .map(|reply| reply["id"].as_u64())
        .collect();
    ids.sort_unstable();
    assert_eq!(ids, [Some(1), Some(2), Some(3), Some(4)]);
}

#[test]
fn calls_in_flight_are_limited() {
    let mut shell = Running::start(server().limits(Limits::new().calls(2)));
    shell.shake();
    let start = Instant::now();
    for id in 1..=4 {
        shell.send(call(id, "nap", r#"{"ms":200}"#));
    }
    let mut ids: Vec<_> = (0..4).map(|_| shell.reply()["id"].as_u64()).collect();
    assert!(
        start.elapsed() >= Duration::from_millis(400),
        "{:?}",
        start.elapsed()
    );
    ids.sort_unstable();
    assert_eq!(ids, [Some(1), Some(2), Some(3), Some(4)]);
    assert!(shell.end().is_empty());
    // One at a time: the reader is never replaced.
    let mut shell = Running::start(server().limits(Limits::new().calls(1)));
    shell.shake();
    for id in 1..=3 {
        shell.send(call(id, "nap", r#"{"ms":50}"#));
    }
    for id in 1..=3 {
        assert_eq!(shell.reply()["id"], id);
    }
    assert!(shell.end().is_empty());
}

/// Threads come and go; every call is answered once, whole.
#[test]
fn many_calls_that_get_stuck() {
    let mut shell = Running::start(server());
    shell.shake();
    let mut input = shell.input.take().expect("open");
    let writer = thread::spawn(move || {
        for id in 1..=600 {
            let ms = if id % 9 == 0 { 15 + id % 7 } else { 0 };
            let message = if id % 5 == 0 {
                ping(id)
            } else {
                call(id, "nap", &format!(r#"{{"ms":{ms}}}"#))
            };
            input
                .write_all(format!("{message}\n").as_bytes())
                .expect("written");
        }
    });
    let mut ids: Vec<_> = (0..600)
        .map(|_| shell.reply()["id"].as_u64().expect("an id"))
        .collect();
    writer.join().expect("no panic");
    ids.sort_unstable();
    assert!(ids.into_iter().eq(1..=600));
    assert!(shell.end().is_empty());
}

/// Replies to lines that came together go out together.
#[test]
fn writes_are_gathered() {
    struct Count(Arc<AtomicUsize>, Arc<AtomicUsize>);
    impl Write for Count {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.fetch_add(1, Ordering::SeqCst);
            self.1.fetch_add(
                bytes.split(|byte| *byte == b'\n').count() - 1,
                Ordering::SeqCst,
            );
            Ok(bytes.len())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let (writes, lines) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
    let input: String = (0..100).map(|id| ping(id) + "\n").collect();
    server()
        .serve(io::Cursor::new(input), Count(writes.clone(), lines.clone()))
        .expect("served");
    assert_eq!(lines.load(Ordering::SeqCst), 100);
    assert!(writes.load(Ordering::SeqCst) <= 2, "{writes:?}");
}

#[test]
fn a_broken_stream_is_an_error() {
    struct Broken;
    impl Write for Broken {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::ErrorKind::BrokenPipe.into())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    impl Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::ErrorKind::ConnectionReset.into())
        }
    }
    let (input, mut client) = io::pipe().expect("a pipe");
    // Longer than the reader waits for: the call is cancelled, the input stays open.
    client
        .write_all(
            format!(
                "{}\n{}\n",
                legacy(0, "initialize", r#""protocolVersion":"2025-11-25""#),
                call(1, "stop", "{}")
            )
            .as_bytes(),
        )
        .expect("written");
    let error = server().serve(input, Broken).expect_err("broken");
    assert_eq!(error.kind(), io::ErrorKind::BrokenPipe);
    let error = server().serve(Broken, io::sink()).expect_err("broken");
    assert_eq!(error.kind(), io::ErrorKind::ConnectionReset);
    drop(client);
}
