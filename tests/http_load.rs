//! What a server over HTTP does with clients that mean it no good: a process of its own is asked,
//! so that its memory is its own.
#![cfg(all(feature = "http", target_os = "linux"))]

#[path = "common/http.rs"]
mod client;

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use client::{Events, begin, connect, post, send};
use toolwright::transport::http::Http;
use toolwright::{Context, Limits, Server, mcp_tools};

mcp_tools! {
    static TOOLS: ToolSet<()>;

    /// Echoes.
    fn echo(text: String) -> String { text }

    /// Tells of many small steps.
    async fn steps(cx: &Context) -> u32 {
        for step in 1..=3 {
            cx.progress(f64::from(step), None, None);
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        3
    }

    /// Takes its time.
    async fn slow(cx: &Context) -> u32 {
        cx.progress(1.0, None, None);
        tokio::time::sleep(Duration::from_millis(1500)).await;
        1
    }
}

/// Not a test: the server of the tests, when they start this binary again.
#[test]
fn the_server() {
    let Ok(idle) = std::env::var("HTTP_LOAD_IDLE_MS") else {
        return;
    };
    let idle = Duration::from_millis(idle.parse().expect("a number"));
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .expect("a runtime");
    runtime.block_on(async {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0")
            .await
            .expect("a port");
        println!("\nat {}", listener.local_addr().expect("an address"));
        let server = Server::new(&TOOLS, ()).limits(Limits::new().message(100_000));
        Http::new(server)
            .connections(200)
            .idle_timeout(idle)
            .body_timeout(Duration::from_millis(500))
            .serve_on(listener, until_stdin_ends())
            .await
            .expect("served");
    });
}

/// Ends when the tests do, in whichever way.
async fn until_stdin_ends() {
    let (end, ended) = tokio::sync::oneshot::channel::<()>();
    std::thread::spawn(move || {
        let _ = std::io::stdin().read_to_end(&mut Vec::new());
        drop(end);
    });
    let _ = ended.await;
}

struct Process {
    child: Child,
    /// Open as long as the process, which writes at its end.
    _output: BufReader<ChildStdout>,
    address: SocketAddr,
    /// One at a time: descriptors are scarce.
    _alone: MutexGuard<'static, ()>,
}

impl Process {
    fn start(idle: Duration) -> Self {
        static ALONE: Mutex<()> = Mutex::new(());
        let alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
        let this = std::env::current_exe().expect("a binary");
        let mut child = Command::new(this)
            .args(["--exact", "the_server", "--nocapture"])
            .env("HTTP_LOAD_IDLE_MS", idle.as_millis().to_string())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("a process");
        let mut output = BufReader::new(child.stdout.take().expect("its output"));
        let address = output
            .by_ref()
            .lines()
            .map_while(Result::ok)
            .find_map(|line| line.strip_prefix("at ")?.parse().ok())
            .expect("an address");
        Self {
            child,
            _output: output,
            address,
            _alone: alone,
        }
    }

    /// Kilobytes of memory that the process has in use.
    fn memory(&self) -> u64 {
        let path = format!("/proc/{}/status", self.child.id());
        let status = std::fs::read_to_string(path).expect("its status");
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let size = line.and_then(|line| line.split_whitespace().next());
        size.and_then(|size| size.parse().ok()).expect("a size")
    }

    fn connect(&self) -> TcpStream {
        connect(self.address)
    }

    /// Somebody else is served, and soon.
    fn serves(&self) {
        let begin = Instant::now();
        let response = send(self.address, &call("echo", r#"{"text":"hi"}"#));
        assert_eq!(response.status, 200, "{}", response.body);
        assert!(response.body.contains("hi"), "{}", response.body);
        let took = begin.elapsed();
        assert!(took < Duration::from_secs(5), "it took {took:?}");
    }

    /// Says something that is answered, and closes nothing.
    fn ask(stream: &mut TcpStream, body: &str) -> Vec<u8> {
        let text = format!(
            "POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        );
        stream.write_all(text.as_bytes()).expect("sent");
        let mut answer = vec![0; 65536];
        let read = stream.read(&mut answer).expect("an answer");
        answer.truncate(read);
        answer
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        drop(self.child.stdin.take());
        for _ in 0..500 {
            if matches!(self.child.try_wait(), Ok(Some(_))) {
                return;
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
        assert!(std::thread::panicking(), "it ends with its input");
    }
}

fn body(tool: &str, arguments: &str) -> String {
    format!(
        r#"{{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{{"name":"{tool}","arguments":{arguments},"_meta":{{"progressToken":1}}}}}}"#
    )
}

fn call(tool: &str, arguments: &str) -> String {
    post("MCP-Protocol-Version: 2025-11-25", &body(tool, arguments))
}

/// Whether the other side has closed a connection, or does so in time.
fn is_closed(stream: &mut TcpStream) -> bool {
    match stream.read(&mut [0; 1024]) {
        Ok(read) => read == 0,
        Err(error) => !matches!(
            error.kind(),
            std::io::ErrorKind::WouldBlock | std::io::ErrorKind::TimedOut
        ),
    }
}

const LONG: Duration = Duration::from_secs(3600);

/// More than there may be, none of which says anything: the eldest make room.
#[test]
fn a_thousand_idle_connections_keep_nobody_out() {
    let process = Process::start(LONG);
    process.serves();
    let before = process.memory();
    let mut idle: Vec<_> = (0..1000).map(|_| process.connect()).collect();
    process.serves();
    let mut closed = 0;
    for stream in &mut idle[..700] {
        closed += usize::from(is_closed(stream));
    }
    assert_eq!(closed, 700);
    process.serves();
    let grown = process.memory().saturating_sub(before);
    assert!(grown < 16 * 1024, "{grown} kB more");
}

/// The same with half a head each, and with kept connections that were answered.
#[test]
fn connections_that_said_something_keep_nobody_out() {
    let process = Process::start(LONG);
    process.serves();
    let before = process.memory();
    let mut half: Vec<_> = (0..500)
        .map(|_| {
            let mut stream = process.connect();
            let _ = stream.write_all(b"POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-");
            stream
        })
        .collect();
    process.serves();
    let mut kept: Vec<_> = (0..500)
        .map(|_| {
            let mut stream = process.connect();
            let answer = Process::ask(&mut stream, &body("echo", r#"{"text":"hi"}"#));
            assert!(answer.starts_with(b"HTTP/1.1 200"));
            stream
        })
        .collect();
    process.serves();
    assert!(half.iter_mut().all(is_closed));
    assert!(kept[..200].iter_mut().all(is_closed));
    let grown = process.memory().saturating_sub(before);
    assert!(grown < 32 * 1024, "{grown} kB more");
}

#[test]
fn a_connection_that_says_nothing_is_closed() {
    let process = Process::start(Duration::from_millis(500));
    let mut silent = process.connect();
    let mut half = process.connect();
    half.write_all(b"POST /mcp HTTP/1.1\r\nHost: 127")
        .expect("sent");
    let mut kept = process.connect();
    assert!(!Process::ask(&mut kept, &body("echo", r#"{"text":"hi"}"#)).is_empty());
    // An answer may take longer than that.
    let mut events = Events::open(process.address, &call("slow", "{}"));
    let begin = Instant::now();
    for stream in [&mut silent, &mut half, &mut kept] {
        while !is_closed(stream) {}
        assert!(begin.elapsed() < Duration::from_secs(10));
    }
    let last = std::iter::from_fn(|| events.event()).last();
    assert_eq!(last.expect("a reply").json()["id"], 3);
}

#[test]
fn connections_in_use_are_answered_before_they_make_room() {
    let process = Process::start(LONG);
    let mut events = Events::open(process.address, &call("slow", "{}"));
    let _idle: Vec<_> = (0..400).map(|_| process.connect()).collect();
    process.serves();
    let last = std::iter::from_fn(|| events.event()).last();
    assert_eq!(last.expect("a reply").json()["id"], 3);
}

#[test]
fn large_and_half_sent_bodies_are_refused_while_others_are_served() {
    let process = Process::start(LONG);
    process.serves();
    let before = process.memory();
    let head = "POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n";
    // Half a body: 408, and the others do not wait for it.
    let mut half: Vec<_> = (0..100)
        .map(|_| {
            let mut stream = process.connect();
            let text = format!("{head}Content-Length: 90000\r\n\r\n{}", "a".repeat(1000));
            stream.write_all(text.as_bytes()).expect("sent");
            stream
        })
        .collect();
    process.serves();
    for stream in &mut half {
        let mut answer = [0; 12];
        stream.read_exact(&mut answer).expect("an answer");
        assert_eq!(&answer, b"HTTP/1.1 408");
    }
    // Too much of one, said or not: 413, before it is there.
    for length in ["Content-Length: 50000000", "Transfer-Encoding: chunked"] {
        for _ in 0..20 {
            let mut stream = process.connect();
            let _ = stream.write_all(format!("{head}{length}\r\n\r\n").as_bytes());
            if length.starts_with('T') {
                let chunk = format!("10000\r\n{}\r\n", "a".repeat(65536));
                for _ in 0..3 {
                    let _ = stream.write_all(chunk.as_bytes());
                }
            }
            let mut answer = [0; 12];
            stream.read_exact(&mut answer).expect("an answer");
            assert_eq!(&answer, b"HTTP/1.1 413", "{length}");
        }
    }
    // A head without an end.
    let mut stream = process.connect();
    let _ = stream.write_all(format!("{head}X: {}", "a".repeat(1_000_000)).as_bytes());
    let mut answer = [0; 12];
    if stream.read_exact(&mut answer).is_ok() {
        assert_eq!(&answer, b"HTTP/1.1 431");
    }
    process.serves();
    let grown = process.memory().saturating_sub(before);
    assert!(grown < 32 * 1024, "{grown} kB more");
    for foreign in [
        "Host: evil.example.com",
        "Host: 127.0.0.1\nOrigin: http://evil.example.com",
    ] {
        let request = call("echo", r#"{"text":"hi"}"#).replace("Host: 127.0.0.1:PORT", foreign);
        assert_eq!(send(process.address, &request).status, 403, "{foreign}");
    }
}

#[test]
fn clients_that_vanish_leave_nothing_behind() {
    let process = Process::start(LONG);
    process.serves();
    let before = process.memory();
    for _ in 0..300 {
        drop(begin(process.address, &call("slow", "{}")));
    }
    process.serves();
    std::thread::sleep(Duration::from_secs(2));
    process.serves();
    let grown = process.memory().saturating_sub(before);
    assert!(grown < 16 * 1024, "{grown} kB more");
}

/// A reply in two writes would often be read in two.
#[test]
fn head_and_body_are_one_write() {
    let process = Process::start(LONG);
    let mut stream = process.connect();
    for size in [2, 500, 20_000] {
        let text = "x".repeat(size);
        for _ in 0..50 {
            let answer = Process::ask(
                &mut stream,
                &body("echo", &format!(r#"{{"text":"{text}"}}"#)),
            );
            assert!(answer.ends_with(b"}"), "{} bytes alone", answer.len());
        }
    }
}

/// Without `TCP_NODELAY` a second small segment waits for the acknowledgement of the first,
/// which the other side holds back for 40 ms.
#[test]
fn small_events_wait_for_nothing() {
    let process = Process::start(LONG);
    let mut stream = process.connect();
    let mut times: Vec<_> = (0..60)
        .map(|_| {
            let begin = Instant::now();
            let mut answer = Process::ask(&mut stream, &body("steps", "{}"));
            while !answer.ends_with(b"\r\n0\r\n\r\n") {
                let mut more = [0; 4096];
                let read = stream.read(&mut more).expect("more");
                answer.extend_from_slice(&more[..read]);
            }
            begin.elapsed()
        })
        .collect();
    times.sort();
    assert!(times[30] < Duration::from_millis(20), "{:?}", times[30]);
}
