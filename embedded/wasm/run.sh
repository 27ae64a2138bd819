#!/usr/bin/env bash
# Builds the greenhouse as a module of WebAssembly, drives it from Node, and prints its size.
#
#   run.sh            fails above the budget, in KiB: SIZE=206
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source ./toolchain.sh
most=${SIZE:-206}

need nodejs node --version && need npm npm --version || skip "Node cannot be had here"
# Names are for profiles: a module goes out without them.
export CARGO_PROFILE_RELEASE_STRIP=symbols
toolchain wasm32-unknown-unknown || skip "no compiler for wasm32-unknown-unknown can be had here"
build greenhouse-wasm
module=$programs/wasm32-unknown-unknown/release/greenhouse_wasm.wasm

cd wasm
[ node_modules/.package-lock.json -nt package-lock.json ] || npm ci --no-audit --no-fund --silent
MODULE=$module node --test test.mjs
size=$(stat -c %s "$module")
awk -v size="$size" -v most="$most" 'BEGIN { printf "module %.1f KiB, of %d KiB\n", size / 1024, most; exit size > most * 1024 }' ||
    { echo "over the budget" >&2; exit 1; }
