//! What a rule adds to reading an argument, in instructions: `rules CASE COUNT` runs one case as often.
//!
//! `run.sh` beside this file counts them under valgrind and prints each rule beside the same argument without it.
//! Without arguments the cases are listed, after checking that each is answered as it should be.

#![allow(missing_docs)]

use std::hint::black_box;
use std::process::ExitCode;

use toolwright::{CallFrame, Outcome, Revision, Server, Session, ToolSet};

/// A set a case, each of one tool with the same name: what is compared differs in its parameter alone.
macro_rules! tools {
    ($($(#[$cfg:meta])* $name:ident ($($parameter:tt)*) $arguments:expr;)*) => {
        $(
            $(#[$cfg])*
            mod $name {
                toolwright::mcp_tools! {
                    pub(crate) static SET: ToolSet<()>;
                    fn tool($($parameter)*) {}
                }
            }
        )*
        /// Each case: its name, its tool, its arguments.
        fn cases() -> Vec<(&'static str, &'static ToolSet<()>, String)> {
            vec![$($(#[$cfg])* (stringify!($name), &$name::SET, $arguments.into())),*]
        }
    };
}

tools! {
    nothing() "{}";
    int(_v: u32) r#"{"_v":42}"#;
    int_range(_v: u32 [1..=100]) r#"{"_v":42}"#;
    float(_v: f64) r#"{"_v":0.5}"#;
    float_range(_v: f64 [0.0..=1.0]) r#"{"_v":0.5}"#;
    text(_v: String) r#"{"_v":"FR"}"#;
    text_len(_v: String [len(1..=64)]) r#"{"_v":"FR"}"#;
    text_one_of(_v: String [one_of("BE", "LU", "FR")]) r#"{"_v":"FR"}"#;
    lent(_v: &str) r#"{"_v":"FR"}"#;
    lent_len(_v: &str [len(1..=64)]) r#"{"_v":"FR"}"#;
    lent_one_of(_v: &str [one_of("BE", "LU", "FR")]) r#"{"_v":"FR"}"#;
    list(_v: Vec<u32>) r#"{"_v":[1,2,3,4]}"#;
    list_items(_v: Vec<u32> [items(1..=8)]) r#"{"_v":[1,2,3,4]}"#;
    #[cfg(feature = "pattern")]
    text_pattern(_v: String [pattern("^[A-Z]{2}$")]) r#"{"_v":"FR"}"#;
    refused_100(_v: u32) long(100);
    refused_4100(_v: u32) long(4100);
    accepted_100(_v: &str) long(100);
    accepted_4100(_v: &str) long(4100);
}

fn long(n: usize) -> String {
    format!(r#"{{"_v":"{}"}}"#, "a".repeat(n))
}

fn run(set: &'static ToolSet<()>, arguments: &str, count: u32) -> String {
    let line = format!(
        r#"{{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{{"name":"tool","arguments":{arguments}}}}}"#
    );
    let server = Server::new(set, ());
    let session = Session::agreed(Revision::V2025_11_25);
    let mut frame = CallFrame::new();
    let mut out = Vec::with_capacity(64 * 1024);
    for _ in 0..count {
        out.clear();
        let outcome = server.handle(black_box(line.as_bytes()), &mut frame, &session, &mut out);
        assert!(matches!(outcome, Outcome::Replied));
        black_box(&out);
    }
    String::from_utf8_lossy(&out).into_owned()
}

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args()
        .skip(1)
        .filter(|word| !word.starts_with("--"))
        .collect();
    let [name, count] = &words[..] else {
        for (name, set, arguments) in cases() {
            let reply = run(set, &arguments, 1);
            let refused = name.starts_with("refused");
            assert!(
                reply.contains("\"result\"") && reply.contains("isError") == refused,
                "{name}: {reply}"
            );
            println!("{name}");
        }
        return ExitCode::SUCCESS;
    };
    let case = cases().into_iter().find(|case| case.0 == name);
    let (Some((_, set, arguments)), Ok(count)) = (case, count.parse()) else {
        eprintln!("usage: rules CASE COUNT");
        return ExitCode::FAILURE;
    };
    run(set, &arguments, count);
    ExitCode::SUCCESS
}
