#!/usr/bin/env bash
# A program without std for this machine, which serves a transcript.
set -euo pipefail
bash embedded/host/run.sh
