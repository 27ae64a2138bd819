#!/usr/bin/env bash
# Lints, all of them errors: everything that compiles, and the core alone.
set -euo pipefail
source .ci/install.sh
component clippy clippy
cargo clippy --workspace --all-targets -- -D warnings
cargo clippy --workspace --all-targets --all-features -- -D warnings
# Tests and examples may need std: the library is what has to do without.
cargo clippy --no-default-features --lib -- -D warnings
