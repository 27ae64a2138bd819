//! The compiler, run by a test on a source of its own, with the library that the test is linked to.
#![allow(dead_code, reason = "every test file uses its part")]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::SystemTime;

/// `rustc` on a library in `source`, with more arguments.
pub fn rustc(source: &Path, arguments: &[&str]) -> Output {
    command(source, arguments).output().unwrap()
}

/// The same with flags that are not stable.
pub fn bootstrapped(source: &Path, arguments: &[&str]) -> Output {
    command(source, arguments)
        .env("RUSTC_BOOTSTRAP", "1")
        .output()
        .unwrap()
}

fn command(source: &Path, arguments: &[&str]) -> Command {
    let deps = std::env::current_exe()
        .unwrap()
        .parent()
        .unwrap()
        .to_owned();
    let library = newest(&deps, "libtoolwright-");
    let json = newest(&deps, "libserde_json-");
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let mut command = Command::new(rustc);
    command
        .args([
            "--edition",
            "2024",
            "--crate-type",
            "lib",
            "--crate-name",
            "made",
            "--cap-lints",
            "warn",
        ])
        .arg("--extern")
        .arg(format!("toolwright={}", library.display()))
        .arg("--extern")
        .arg(format!("serde_json={}", json.display()))
        .arg("-L")
        .arg(format!("dependency={}", deps.display()))
        .args(arguments)
        .arg(source);
    command
}

/// The one that this test was built with is the newest, since it was built just before.
fn newest(deps: &Path, prefix: &str) -> PathBuf {
    std::fs::read_dir(deps)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| {
            let name = path.file_name().unwrap().to_string_lossy();
            name.starts_with(prefix) && name.ends_with(".rlib")
        })
        .max_by_key(|path| {
            path.metadata()
                .and_then(|data| data.modified())
                .unwrap_or(SystemTime::UNIX_EPOCH)
        })
        .unwrap_or_else(|| panic!("no {prefix} in {}", deps.display()))
}
