#!/usr/bin/env bash
# What a tool costs to compile. All options go to run.py: see run.py --help.
set -euo pipefail
exec python3 "$(dirname "${BASH_SOURCE[0]}")/run.py" "$@"
