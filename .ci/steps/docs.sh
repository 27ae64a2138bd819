#!/usr/bin/env bash
# Documentation without a broken link or a missing page.
set -euo pipefail
export RUSTDOCFLAGS="${RUSTDOCFLAGS:-} -D warnings"
cargo doc --workspace --no-deps --all-features
