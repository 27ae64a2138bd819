#!/usr/bin/env bash
# Formatting, as rustfmt has it.
set -euo pipefail
source .ci/install.sh
component rustfmt fmt
cargo fmt --all -- --check
cargo fmt --manifest-path embedded/Cargo.toml --all -- --check
