#!/usr/bin/env bash
# Each feature alone, shells together by twos, and the oldest compiler that the crate names.
# Not `cargo hack`, which takes longer to install than this takes.
set -euo pipefail
source .ci/install.sh
component clippy clippy
# Shells are what moves messages; the others are types of other crates, which do not meet each other.
sets=$(cargo metadata --no-deps --format-version 1 --offline | python3 -c '
import itertools, json, sys
features = next(p for p in json.load(sys.stdin)["packages"] if p["name"] == "toolwright")["features"]
shells = [name for name in ("std", "tokio", "http", "tasks", "rmcp") if name in features]

def closure(names):
    """The features that are on with these: sets that come to the same are checked once."""
    on, open_ = set(), list(names)
    while open_:
        name = open_.pop()
        if name in features and name not in on:
            on.add(name)
            open_ += features[name]
    return frozenset(on)

alone = [(name,) for name in features if name != "default"]
seen = set()
for names in [(), *alone, *itertools.combinations(shells, 2)]:
    if closure(names) not in seen:
        seen.add(closure(names))
        print(",".join(names))
')
while IFS= read -r set; do
    echo "features: ${set:-none}"
    cargo clippy --quiet --lib --no-default-features --features "$set" -- -D warnings
done <<< "$sets"

oldest=$(sed -n 's/^rust-version = "\(.*\)"/\1/p' Cargo.toml)
if rustup run "$oldest" rustc --version > /dev/null 2>&1 || rustup toolchain install "$oldest" --profile minimal --no-self-update > /dev/null 2>&1; then
    # A dependency that wants a newer one is said in the README: `rmcp` does.
    most=$(cargo metadata --no-deps --format-version 1 --offline | python3 -c '
import json, sys
features = next(p for p in json.load(sys.stdin)["packages"] if p["name"] == "toolwright")["features"]
print(",".join(name for name in features if name not in ("default", "rmcp")))
')
    for features in "" "$most"; do
        echo "Rust $oldest: ${features:-no features}"
        # A folder of its own: each compiler would throw the other one's work away.
        cargo "+$oldest" check --quiet --lib --no-default-features --features "$features" --target-dir "${CARGO_TARGET_DIR:-target}/oldest"
    done
else
    echo "skipped: Rust $oldest cannot be installed here"
fi
