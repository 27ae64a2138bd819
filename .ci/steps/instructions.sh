#!/usr/bin/env bash
# Instructions per request against the committed bars.
set -euo pipefail
source .ci/install.sh
need valgrind valgrind --version
bash benches/instructions/run.sh --check
bash benches/rules/run.sh --check
