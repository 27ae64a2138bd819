//! Mistakes in declarations, and what the compiler says of them: each file of `tests/ui` has its
//! blessed output beside it. `TRYBUILD=overwrite cargo test --test ui --features pattern` renews them,
//! and those of `tests/ui/tasks` with `--features tasks`.
#![cfg(feature = "std")]

use std::process::Command;

/// The compiler whose words are blessed; others say the same in other words.
const PINNED: &str = "rustc 1.95.";

#[test]
fn mistakes() {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let version = Command::new(rustc).arg("--version").output().unwrap();
    let version = String::from_utf8(version.stdout).unwrap();
    if !version.starts_with(PINNED) {
        println!("skipped: the outputs are those of {PINNED}x, and this is {version}");
        return;
    }
    let cases = trybuild::TestCases::new();
    // The compiler lists types that would do, and those of a feature are among them.
    if cfg!(any(
        feature = "uuid",
        feature = "jiff",
        feature = "chrono",
        feature = "time",
        feature = "url",
        feature = "rust_decimal",
        feature = "bytes"
    )) {
        println!("skipped but for patterns: the outputs are those of the default features");
    } else {
        cases.compile_fail("tests/ui/*.rs");
        cases.compile_fail("tests/ui/slips/*.rs");
        cases.compile_fail("tests/ui/assertions/*.rs");
    }
    // With the feature the key is known, and what it may say is another mistake.
    if cfg!(feature = "tasks") {
        cases.compile_fail("tests/ui/tasks/*.rs");
    } else {
        cases.compile_fail("tests/ui/no_tasks/*.rs");
    }
    #[cfg(feature = "pattern")]
    cases.compile_fail("tests/ui/pattern/*.rs");
}
