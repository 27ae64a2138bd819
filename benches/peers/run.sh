#!/usr/bin/env bash
# Our server beside its peers, by the shared runner: PEERS_BENCH=FOLDER run.sh STEPS [OPTIONS]. See README.md here.
set -euo pipefail
exec python3 "$(dirname "${BASH_SOURCE[0]}")/run.py" "$@"
