#!/usr/bin/env bash
# That the mutations of the readers still fit the source: each must be there to be made. `python3 tests/mutations.py`
# makes them, which takes too long for every change.
set -euo pipefail
python3 tests/mutations.py --fit
