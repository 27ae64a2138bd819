#!/usr/bin/env bash
# The example servers, driven by the official Python and TypeScript clients.
set -euo pipefail
source .ci/install.sh
target=${CARGO_TARGET_DIR:-target}
# Debian has `venv` without what it needs to make an environment with pip.
need python3-venv python3 -c 'import venv, ensurepip'
venv=$target/ci/clients
wanted=$(sha256sum tests/clients/requirements.txt | cut -d' ' -f1)
if [ "$(cat "$venv/.requirements" 2> /dev/null)" != "$wanted" ]; then
    rm -rf "$venv"
    python3 -m venv "$venv"
    "$venv/bin/pip" install --quiet --disable-pip-version-check -r tests/clients/requirements.txt
    echo "$wanted" > "$venv/.requirements"
fi
cargo build --example warehouse --example station
PYTHONDONTWRITEBYTECODE=1 "$venv/bin/python" tests/clients/warehouse.py "$target/debug/examples/warehouse"
PYTHONDONTWRITEBYTECODE=1 "$venv/bin/python" tests/clients/station.py "$target/debug/examples/station"

need nodejs node -e 'process.exit(process.versions.node.split(".")[0] >= 18 ? 0 : 1)'
need npm npm --version
wanted=$(sha256sum tests/clients/package-lock.json | cut -d' ' -f1)
if [ "$(cat tests/clients/node_modules/.lock 2> /dev/null)" != "$wanted" ]; then
    npm ci --prefix tests/clients --no-audit --no-fund
    echo "$wanted" > tests/clients/node_modules/.lock
fi
cargo build --example warehouse --features http
bash tests/clients/over_http.sh "$target/debug/examples/warehouse" "$venv/bin/python"
