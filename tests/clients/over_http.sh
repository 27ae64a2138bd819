#!/usr/bin/env bash
# The warehouse over HTTP, and over stdio where the client can do both, driven by the official clients:
#
#     over_http.sh SERVER PYTHON      PYTHON with what requirements.txt names; npm's packages are there already
#
# Ends the servers that it starts.
set -euo pipefail
server=$1 python=$2
here=$(dirname "${BASH_SOURCE[0]}")
said=$(mktemp)
pid=
stop() {
    [ -z "$pid" ] || { kill "$pid" 2> /dev/null || true; wait "$pid" 2> /dev/null || true; }
    pid=
}
trap 'stop; rm -f "$said"' EXIT

# A server of its own for each client: they move dockets.
with_server() {
    : > "$said"
    "$server" 127.0.0.1:0 > "$said" &
    pid=$!
    local url=
    for _ in $(seq 100); do
        url=$(head -n 1 "$said")
        [ -n "$url" ] && break
        sleep 0.1
    done
    [ -n "$url" ] || { echo "the server did not say where it is" >&2; exit 1; }
    "${@//URL/$url}"
    stop
}

export PYTHONDONTWRITEBYTECODE=1
with_server "$python" "$here/warehouse.py" URL modern
with_server "$python" "$here/warehouse.py" URL legacy
with_server node "$here/warehouse.mjs" "$server" URL
