#!/usr/bin/env bash
# The example `conformance`, judged by the official conformance suite.
set -euo pipefail
bash tests/conformance/run.sh
