//! What README.md shows is what happens.
#![cfg(feature = "std")]

use std::io::Write as _;
use std::process::{Command, Stdio};

const README: &str = include_str!("../README.md");
const COMMAND: &str = "| cargo run -q --example warehouse";

/// A command of the README's console blocks: the lines that it pipes, and the reply under it.
struct Shown {
    requests: String,
    reply: String,
}

fn shown() -> Vec<Shown> {
    let blocks = README.split("```console\n").skip(1);
    let blocks = blocks.map(|block| block.split("```").next().unwrap_or_default());
    blocks
        .filter(|block| block.contains(COMMAND))
        .map(|block| {
            let (command, reply) = block.split_once(COMMAND).expect("a command and its reply");
            // `printf '%s\n' 'line' 'line'`: what stands in quotes, behind the format.
            let quoted: Vec<&str> = command.split('\'').skip(1).step_by(2).collect();
            let (format, lines) = quoted.split_first().expect("printf has a format");
            assert_eq!(*format, r"%s\n", "the format of printf");
            assert!(command.starts_with("$ printf '"));
            Shown {
                requests: lines.join("\n") + "\n",
                reply: reply.trim_start().to_owned(),
            }
        })
        .collect()
}

#[test]
fn the_commands_print_the_shown_replies() {
    let all = shown();
    assert_eq!(all.len(), 2, "the README shows a result and a refusal");
    for Shown { requests, reply } in all {
        // Through cargo, as the reader does: it builds the example where that was not done.
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let mut server = Command::new(cargo)
            .args(["run", "-q", "--example", "warehouse"])
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("cargo runs");
        let mut stdin = server.stdin.take().expect("a pipe");
        stdin
            .write_all(requests.as_bytes())
            .expect("the server reads");
        drop(stdin);
        let output = server.wait_with_output().expect("the server ends");
        assert!(output.status.success(), "the server ends well");
        let printed = String::from_utf8(output.stdout).expect("replies are text");
        assert_eq!(printed, reply);
    }
}

#[test]
fn every_dependency_is_in_the_table() {
    let manifest = include_str!("../Cargo.toml");
    let (_, dependencies) = manifest
        .split_once("\n[dependencies]\n")
        .expect("a section of dependencies");
    let dependencies = dependencies.split("\n[").next().unwrap_or_default();
    let names = dependencies
        .lines()
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| line.split_once(" = ").map(|(name, _)| name));
    let mut count = 0;
    for name in names {
        assert!(
            README.contains(&format!("\n| `{name}`")),
            "{name} is in no row"
        );
        count += 1;
    }
    assert!(count > 0);
}

#[test]
fn the_needed_rust_is_that_of_the_manifest() {
    let needed = format!("Rust {}.", env!("CARGO_PKG_RUST_VERSION"));
    assert!(README.contains(&needed), "{needed}");
}

#[test]
fn links_lead_to_files() {
    for (page, text) in [
        ("README.md", README),
        ("docs/language.md", include_str!("../docs/language.md")),
        ("docs/values.md", include_str!("../docs/values.md")),
        ("docs/server.md", include_str!("../docs/server.md")),
    ] {
        let folder = page.rsplit_once('/').map_or("", |(folder, _)| folder);
        let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
        for link in text.split("](").skip(1) {
            let target = link.split(')').next().unwrap_or_default();
            if target.contains("://") {
                continue;
            }
            let (file, heading) = target.split_once('#').unwrap_or((target, ""));
            let file = root.join(file);
            assert!(file.is_file(), "{page}: {target}");
            let text = std::fs::read_to_string(file).expect("a text");
            let anchor = |line: &str| {
                let title = line.trim_start_matches('#').trim().to_lowercase();
                title
                    .replace(' ', "-")
                    .replace(|c: char| !(c.is_alphanumeric() || c == '-'), "")
            };
            let found = text
                .lines()
                .any(|line| line.starts_with('#') && anchor(line) == heading);
            assert!(heading.is_empty() || found, "{page}: no heading {target}");
        }
    }
}
