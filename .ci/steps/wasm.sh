#!/usr/bin/env bash
# The module of WebAssembly under the official TypeScript client, and its size.
set -euo pipefail
bash embedded/wasm/run.sh
