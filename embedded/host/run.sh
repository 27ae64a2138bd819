#!/usr/bin/env bash
# Builds the greenhouse without std for this machine, and plays the transcript to it.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
target=${CARGO_TARGET_DIR:-$PWD/../target/embedded}
cargo build --locked --release --package greenhouse-host --target-dir "$target"
program=$target/release/greenhouse-host
# A second panic handler would not link; this says the same of what came in some other way.
if nm --demangle "$program" | grep -E ' (<?std::|__rust_start_panic)'; then
    echo "std is linked" >&2
    exit 1
fi
python3 transcript.py "$@" transcript.txt "$program"
