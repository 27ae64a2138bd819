#!/usr/bin/env bash
# What a rule adds to reading an argument, in instructions under callgrind, and whether refusing a value costs more
# where the value is longer than reading it would.
#
#   run.sh            print the table
#   run.sh --check    and fail where reading with range, len, items or one_of needs over 1.25 times as much as without
#
# Reading is what a call with the argument needs beyond a call without arguments. `pattern` is printed alone.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
few=100 many=300 most=1.25
export GLIBC_TUNABLES=glibc.cpu.x86_rep_movsb_threshold=1073741824:glibc.cpu.x86_rep_stosb_threshold=1073741824
command -v valgrind > /dev/null || { echo "rules: valgrind is not installed" >&2; exit 2; }

cd "$here/../.."
program=$(cargo bench --quiet --no-run --features pattern --bench rules --message-format=json \
    | sed -n 's/.*"name":"rules".*"executable":"\([^"]*\)".*/\1/p' | tail -n 1)
[ -x "$program" ] || { echo "rules: the bench did not build" >&2; exit 2; }

count() { # case count -> instructions
    valgrind --tool=callgrind --callgrind-out-file=/dev/null "$program" "$@" 2>&1 | sed -n 's/.*Collected : \([0-9]*\).*/\1/p'
}
per_call() { # case -> instructions of one call
    echo $((($(count "$1" $many) - $(count "$1" $few)) / (many - few)))
}

nothing=$(per_call nothing)
bad=0
compare() { # rule without
    local with without
    with=$(($(per_call "$1") - nothing))
    without=$(($(per_call "$2") - nothing))
    awk -v a="$1" -v b="$2" -v x=$with -v y=$without -v most=$most 'BEGIN {
        over = x > y * most && a !~ /pattern/
        printf "%-14s %6d   %-8s %6d   %5.2f%s\n", a, x, b, y, x / y, over ? "  over " most : ""
        exit over
    }' || bad=1
}
printf '%-14s %6s   %-8s %6s   %5s\n' rule reads without reads ratio
for pair in "int_range int" "float_range float" "text_len text" "text_one_of text" "lent_len lent" "lent_one_of lent" \
    "list_items list" "text_pattern text"; do
    # shellcheck disable=SC2086
    compare $pair
done

grown() { # what -> instructions for 4000 bytes more
    echo $(($(per_call "$1_4100") - $(per_call "$1_100")))
}
refused=$(grown refused) accepted=$(grown accepted)
echo "4000 bytes more: $accepted instructions where the value is read, $refused where it is refused"
# A look at each byte would be hundreds; a few come and go with where things lie in memory.
[ "$refused" -le $((accepted + 40)) ] || { echo "a refusal looks at the value"; bad=1; }
[ "${1:-}" != --check ] || exit $bad
