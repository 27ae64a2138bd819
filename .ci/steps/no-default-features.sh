#!/usr/bin/env bash
# The core alone: on this machine, and on a target that has no std at all, where a stray `std::` cannot hide.
set -euo pipefail
cargo build --no-default-features --lib
target=thumbv7em-none-eabihf
if rustup target list --installed 2> /dev/null | grep -qx "$target" || rustup target add "$target" > /dev/null 2>&1; then
    cargo build --no-default-features --lib --target "$target"
else
    echo "skipped: the target $target cannot be installed here"
fi
