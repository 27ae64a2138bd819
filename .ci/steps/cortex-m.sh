#!/usr/bin/env bash
# The firmware of a microcontroller, run in QEMU, and what memory it takes.
set -euo pipefail
bash embedded/cortex-m/run.sh
