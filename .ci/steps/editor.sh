#!/usr/bin/env bash
# What rust-analyzer sees inside the macros, where it can be had.
set -euo pipefail
bash tests/editor/run.sh
