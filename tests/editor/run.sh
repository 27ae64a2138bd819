#!/usr/bin/env bash
# Drives rust-analyzer on the example, as an editor would: bash tests/editor/run.sh
#
# Wants the components `rust-analyzer` and `rust-src` of the toolchain; where they cannot be had, it says so.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
for component in rust-analyzer rust-src; do
    if ! rustup component list --installed 2> /dev/null | grep -q "^$component" && ! rustup component add "$component" > /dev/null 2>&1; then
        echo "skipped: the component $component cannot be installed here"
        exit 0
    fi
done
python3 tests/editor/drive.py
