#!/usr/bin/env bash
# Unit, integration and documentation tests.
set -euo pipefail
cargo test --workspace
cargo test --workspace --all-features
