//! What a rule adds to reading an argument, in instructions: `rules CASE COUNT` runs one case as often.
//!
//! `run.sh` beside this file counts them under valgrind and prints each rule beside the same argument without it.
//! Without arguments the cases are listed, after checking that each is answered as it should be.

#![allow(missing_docs)]

use std::hint::black_box;
use std::process::ExitCode;

use toolwright::{CallFrame, Outcome, Revision, Server, Session, mcp_tools};

mcp_tools! {
    static TOOLS: ToolSet<()>;

    fn nothing() {}
    fn int(v: u32) { black_box(v); }
    fn int_range(v: u32 [1..=100]) { black_box(v); }
    fn float(v: f64) { black_box(v); }
    fn float_range(v: f64 [0.0..=1.0]) { black_box(v); }
    fn text(v: String) { black_box(&v); }
    fn text_len(v: String [len(1..=64)]) { black_box(&v); }
    fn text_one_of(v: String [one_of("BE", "LU", "FR")]) { black_box(&v); }
    fn lent(v: &str) { black_box(v); }
    fn lent_len(v: &str [len(1..=64)]) { black_box(v); }
    fn lent_one_of(v: &str [one_of("BE", "LU", "FR")]) { black_box(v); }
    fn list(v: Vec<u32>) { black_box(&v); }
    fn list_items(v: Vec<u32> [items(1..=8)]) { black_box(&v); }
}
#[cfg(feature = "pattern")]
mcp_tools! {
    static PATTERNS: ToolSet<()>;
    fn text_pattern(v: String [pattern("^[A-Z]{2}$")]) { black_box(&v); }
}

/// Each case: name, tool, arguments, whether it is refused.
fn cases() -> Vec<(&'static str, &'static str, String, bool)> {
    let value = |value: &str| format!(r#"{{"v":{value}}}"#);
    let long = |n: usize| value(&format!("\"{}\"", "a".repeat(n)));
    let mut cases = vec![("nothing", "nothing", "{}".to_owned(), false)];
    for (tool, sent) in [
        ("int", "42"),
        ("int_range", "42"),
        ("float", "0.5"),
        ("float_range", "0.5"),
        ("text", r#""FR""#),
        ("text_len", r#""FR""#),
        ("text_one_of", r#""FR""#),
        ("lent", r#""FR""#),
        ("lent_len", r#""FR""#),
        ("lent_one_of", r#""FR""#),
        ("list", "[1,2,3,4]"),
        ("list_items", "[1,2,3,4]"),
    ] {
        cases.push((tool, tool, value(sent), false));
    }
    #[cfg(feature = "pattern")]
    cases.push(("text_pattern", "text_pattern", value(r#""FR""#), false));
    cases.extend([
        ("refused_100", "int", long(100), true),
        ("refused_4100", "int", long(4100), true),
        ("accepted_100", "lent", long(100), false),
        ("accepted_4100", "lent", long(4100), false),
    ]);
    cases
}

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args()
        .skip(1)
        .filter(|word| !word.starts_with("--"))
        .collect();
    let server = Server::new(&TOOLS, ());
    #[cfg(feature = "pattern")]
    let patterns = Server::new(&PATTERNS, ());
    let session = Session::agreed(Revision::V2025_11_25);
    let mut frame = CallFrame::new();
    let mut run = |tool: &str, arguments: &str, count: u32| {
        let line = format!(
            r#"{{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{{"name":"{tool}","arguments":{arguments}}}}}"#
        );
        let mut out = Vec::with_capacity(64 * 1024);
        #[cfg(feature = "pattern")]
        let server = if tool.ends_with("pattern") {
            &patterns
        } else {
            &server
        };
        for _ in 0..count {
            out.clear();
            let outcome = server.handle(black_box(line.as_bytes()), &mut frame, &session, &mut out);
            assert!(matches!(outcome, Outcome::Replied));
            black_box(&out);
        }
        String::from_utf8_lossy(&out).into_owned()
    };
    let [name, count] = &words[..] else {
        for (name, tool, arguments, refused) in cases() {
            let reply = run(tool, &arguments, 1);
            assert!(
                reply.contains("\"result\"") && reply.contains("isError") == refused,
                "{name}: {reply}"
            );
            println!("{name}");
        }
        return ExitCode::SUCCESS;
    };
    let Some((_, tool, arguments, _)) = cases().into_iter().find(|case| case.0 == name) else {
        eprintln!("usage: rules CASE COUNT");
        return ExitCode::FAILURE;
    };
    run(tool, &arguments, count.parse().unwrap_or(0));
    ExitCode::SUCCESS
}
