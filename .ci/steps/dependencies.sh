#!/usr/bin/env bash
# What a user's build pulls in by default: no proc macro, at most a dozen crates.
set -euo pipefail
limit=12
# Not `--target all`: serde names its derive crate under `cfg(any())`, which no target is, to pin its version.
tree=$(cargo tree -e normal --prefix none --color never -f '{p} {f}')
crates=$(sed -E 's/ \(\*\)$//; /^\[/d; /^$/d' <<< "$tree" | sort -u)
echo "$crates"
if grep -F '(proc-macro)' <<< "$crates"; then
    echo "a proc macro is in the default graph" >&2
    exit 1
fi
# One crate may stand there with two sets of features: it counts once.
count=$(awk '{ print $1, $2 }' <<< "$crates" | sort -u | wc -l)
echo "$count crates with our own, at most $limit"
[ "$count" -le "$limit" ]
