#!/usr/bin/env bash
# Several processes of one server behind a TCP balancer, and a client whose requests go to all of them.
set -euo pipefail
source .ci/install.sh
need nginx test -x /usr/sbin/nginx
need libnginx-mod-stream test -f /usr/lib/nginx/modules/ngx_stream_module.so
cargo build --example balanced --features http
python3 examples/balanced/drive.py "${CARGO_TARGET_DIR:-target}/debug/examples/balanced"
