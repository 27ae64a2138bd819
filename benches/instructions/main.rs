//! Runs one case a given number of times, for counting instructions: `instructions SIDE CASE COUNT`.
//!
//! `run.sh` beside this file runs it under valgrind with two counts; the difference is the cost of the calls alone.
//! Without arguments it lists the cases, after checking that both sides answer alike.

#![allow(missing_docs)]

use std::hint::black_box;
use std::process::ExitCode;

#[path = "../support/mod.rs"]
mod support;

fn main() -> ExitCode {
    // `cargo bench` and `cargo test --all-targets` add options of their own.
    let words: Vec<String> = std::env::args()
        .skip(1)
        .filter(|word| !word.starts_with("--"))
        .collect();
    let [side, case, count] = &words[..] else {
        support::cases::check(&support::SIDES);
        for case in support::cases::cases() {
            println!("{}", case.name);
        }
        return ExitCode::SUCCESS;
    };
    let side = support::SIDES.into_iter().find(|known| known.name == side);
    let case = support::cases::cases()
        .into_iter()
        .find(|known| known.name == case);
    let (Some(side), Some(case), Ok(count)) = (side, case, count.parse::<u32>()) else {
        eprintln!("usage: instructions SIDE CASE COUNT");
        return ExitCode::FAILURE;
    };
    let handle = side.handle(&case);
    // Room for the longest listing, so that the buffer never grows between two counts.
    let mut out = Vec::with_capacity(512 * 1024);
    for _ in 0..count {
        out.clear();
        handle(black_box(&case.line), &mut out);
        black_box(&out);
    }
    ExitCode::SUCCESS
}
