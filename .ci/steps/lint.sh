#!/usr/bin/env bash
# A crate downstream that denies lints, with the library under another name.
set -euo pipefail
source .ci/install.sh
component clippy clippy
export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-$PWD/target}
for features in "" --all-features; do
    cargo clippy --manifest-path tests/lint/Cargo.toml --all-targets $features -- -D warnings
done
cargo test --manifest-path tests/lint/Cargo.toml --all-features
