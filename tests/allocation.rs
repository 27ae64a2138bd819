//! What a call allocates, once its buffers are there.

mod fixture;

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use fixture::{call, legacy, modern, server};
use toolwright::{CallFrame, Outcome, Revision, Server, Session, mcp_tools, mcp_types};

struct Counting;

thread_local! {
    static COUNT: Cell<usize> = const { Cell::new(0) };
    static BYTES: Cell<usize> = const { Cell::new(0) };
}

// SAFETY: every call goes to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        COUNT.set(COUNT.get() + 1);
        BYTES.set(BYTES.get() + layout.size());
        // SAFETY: as the caller promised.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        // SAFETY: as the caller promised.
        unsafe { System.dealloc(at, layout) }
    }

    unsafe fn realloc(&self, at: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        COUNT.set(COUNT.get() + 1);
        BYTES.set(BYTES.get() + size);
        // SAFETY: as the caller promised.
        unsafe { System.realloc(at, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

#[test]
fn steady_state() {
    let server = server();
    let session = Session::agreed(Revision::V2025_11_25);
    let mut frame = CallFrame::new();
    let mut out = Vec::with_capacity(64 * 1024);
    let table = [
        (call(1, "add", r#"{"a":1,"b":-2}"#), 0),
        (call(1, "add", r#"{"b":1,"a":-2}"#), 1),
        (call(2, "length", r#"{"text":"no escapes"}"#), 0),
        // The tool's own string.
        (call(3, "echo", r#"{"text":"é"}"#), 1),
        (call(3, "unit", "{}"), 0),
        (
            modern(
                4,
                "tools/call",
                r#""name":"add","arguments":{"a":1,"b":2},"#,
            ),
            0,
        ),
        (legacy(5, "ping", ""), 0),
        (legacy(6, "tools/list", ""), 0),
        (modern(6, "tools/list", ""), 0),
        (modern(6, "server/discover", ""), 0),
        // The boxed future of an asynchronous tool, its reply, the text in it.
        (call(7, "slow", r#"{"n":1}"#), 2),
    ];
    for (message, most) in &table {
        let mut count = 0;
        // The first time, buffers grow.
        for _ in 0..4 {
            out.clear();
            let before = COUNT.get();
            match server.handle(message.as_bytes(), &mut frame, &session, &mut out) {
                Outcome::Pending(mut pending) => {
                    let cx = &mut std::task::Context::from_waker(std::task::Waker::noop());
                    while pending.poll_into(cx, &mut out).is_pending() {}
                }
                Outcome::Silent | Outcome::Replied => {}
            }
            count = COUNT.get() - before;
            assert!(!out.is_empty());
        }
        assert!(count <= *most, "{count} allocations: {message}");
    }
}

mcp_tools! {
    static TAKERS: ToolSet<()>;

    fn scalars(a: i64, b: u8 [1..=9], c: f64, d: bool, e: char = 'e', f: Option<i32> = None) -> bool {
        a > 0 && b > 0 && c > 0.0 && d && e == 'e' && f.is_none()
    }

    fn borrows(a: &str [len(1..=100)], b: &str = "left out", c: Option<&str> = None) -> u64 {
        (a.len() + b.len() + c.map_or(0, str::len)) as u64
    }

    fn owns(a: String [len(1..=100)], b: Option<String> = None) -> u64 {
        (a.len() + b.map_or(0, |b| b.len())) as u64
    }

    fn nested(point: Point, points: Vec<Point>) -> i64 {
        points.iter().fold(point.x, |sum, point| sum + point.y)
    }
}

mcp_types! {
    struct Point { x: i64, y: i64 = 0 }
}

/// A synchronous call allocates what its own parameters hold, and nothing else.
#[test]
fn parameters_alone() {
    let server = Server::new(&TAKERS, ()).on_diagnostic(|_| ());
    let session = Session::agreed(Revision::V2025_11_25);
    let mut frame = CallFrame::new();
    let mut out = Vec::with_capacity(64 * 1024);
    let table = [
        ("scalars", r#"{"a":1,"b":2,"c":0.5,"d":true}"#, 0),
        (
            "scalars",
            r#"{"a":1,"b":2,"c":1e2,"d":true,"e":"e","f":null}"#,
            0,
        ),
        (
            "scalars",
            r#" { "d" : true , "c" : 3 , "f" : null , "b" : 2 , "a" : 10e0 } "#,
            0,
        ),
        ("borrows", r#"{"a":"plain"}"#, 0),
        ("borrows", r#"{"c":"third","a":"première"}"#, 0),
        // An unescaped text is kept in the frame: one allocation each.
        ("borrows", r#"{"a":"one\nescape"}"#, 1),
        (
            "borrows",
            r#"{"c":"\u00e9\ud83d\ude00","b":"\"","a":"plain"}"#,
            2,
        ),
        ("owns", r#"{"a":"plain"}"#, 1),
        ("owns", r#"{"b":"second","a":"one\nescape"}"#, 2),
        // The list; fields out of order are noted.
        ("nested", r#"{"point":{"x":1},"points":[{"x":1,"y":2}]}"#, 1),
    ];
    for (tool, arguments, most) in table {
        let message = call(1, tool, arguments);
        let mut count = 0;
        for _ in 0..4 {
            out.clear();
            let before = COUNT.get();
            let _ = server.handle(message.as_bytes(), &mut frame, &session, &mut out);
            count = COUNT.get() - before;
        }
        let reply = String::from_utf8_lossy(&out);
        assert!(!reply.contains("isError"), "{reply}");
        assert_eq!(count, most, "allocations: {message}");
    }
}

mcp_types! {
    struct Code(String [len(..=4)]);
    #[derive(PartialEq, Eq, PartialOrd, Ord)]
    struct Key(String [len(..=4), one_of("a", "b")]);
    enum State { Open }
}

mcp_tools! {
    static REFUSERS: ToolSet<()>;

    fn count(v: u32 [..=9]) { let _ = v; }
    fn share(v: f64 [..=0.5]) { let _ = v; }
    fn lent(v: &str [len(..=4)]) { let _ = v; }
    fn lent_one_of(v: &str [one_of("a", "b")]) { let _ = v; }
    fn lent_mail(v: &str [format("email")]) { let _ = v; }
    fn letter(v: char) { let _ = v; }
    fn state(v: State) { let _ = v; }
    fn identifier(v: u128) { let _ = v; }
    fn address(v: std::net::Ipv4Addr) { let _ = v; }
    fn list(v: Vec<u8>) { let _ = v; }
    fn code(v: Code) { let _ = v; }
    fn keyed(v: std::collections::BTreeMap<Key, u8>) { let _ = v; }
}

/// A refusal is made from the rule, not from the value: however long that is, the same is allocated, but for
/// the value itself where its type owns it before the rule is asked.
#[test]
fn refusals_do_not_hold_the_value() {
    let server = Server::new(&REFUSERS, ()).on_diagnostic(|_| ());
    let session = Session::agreed(Revision::V2025_11_25);
    let text = |n: usize| format!("\"{}\"", "x".repeat(n));
    let digits = |n: usize| "7".repeat(n);
    let table: [(&str, &dyn Fn(usize) -> String); 13] = [
        ("count", &digits),
        ("count", &text),
        ("share", &digits),
        ("share", &text),
        ("lent", &text),
        ("lent", &digits),
        ("lent_one_of", &text),
        ("lent_mail", &text),
        ("letter", &text),
        ("state", &text),
        ("identifier", &text),
        ("address", &text),
        ("list", &text),
    ];
    let owned: [(&str, &dyn Fn(usize) -> String); 2] = [
        ("code", &text),
        ("keyed", &|n| format!("{{{}:1}}", text(n))),
    ];
    let allocated = |tool: &str, value: &str| {
        let message = call(1, tool, &format!(r#"{{"v":{value}}}"#));
        let mut frame = CallFrame::new();
        let mut out = Vec::with_capacity(64 * 1024);
        let mut bytes = 0;
        for _ in 0..4 {
            out.clear();
            let before = BYTES.get();
            let _ = server.handle(message.as_bytes(), &mut frame, &session, &mut out);
            bytes = BYTES.get() - before;
        }
        let reply = String::from_utf8_lossy(&out);
        assert!(reply.contains(r#""isError":true"#), "{tool}: {reply}");
        bytes
    };
    for (tool, value) in table {
        assert_eq!(
            allocated(tool, &value(20)),
            allocated(tool, &value(200)),
            "{tool} {}",
            value(20)
        );
    }
    for (tool, value) in owned {
        let (short, long) = (allocated(tool, &value(20)), allocated(tool, &value(200)));
        assert!(long <= short + 180, "{tool}: {short} and {long} bytes");
    }
}

/// A list goes into the output and nowhere else: with room there, nothing is allocated.
#[test]
fn lists() {
    let server = server();
    let session = Session::agreed(Revision::V2025_11_25);
    let mut out = Vec::with_capacity(64 * 1024);
    for message in [legacy(6, "tools/list", ""), modern(6, "tools/list", "")] {
        // The first message of a frame too.
        let mut frame = CallFrame::new();
        out.clear();
        let before = COUNT.get();
        let _ = server.handle(message.as_bytes(), &mut frame, &session, &mut out);
        assert_eq!(COUNT.get() - before, 0, "{message}");
        assert!(out.starts_with(br#"{"jsonrpc":"2.0","id":6,""#));
    }
}
