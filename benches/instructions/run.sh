#!/usr/bin/env bash
# Instructions per request, ours beside the hand-written server: the run-time figure that does not depend
# on how busy the machine is.
#
#   run.sh                  print the table
#   run.sh --check [FILE]   and fail where ours needs over 3 % more than the committed bar (default: bars.txt here)
#   run.sh --bless [FILE]   and write the bars
#   CASES="list_10 call_record" run.sh      some cases only
#
# Each case runs under callgrind with two counts; (I(n2) - I(n1)) / (n2 - n1) leaves start-up out. The bars hold for
# one compiler and one C library; with others the ratio to the hand-written server is what is checked, to 10 %.
# Bless them anew when either changes, in a commit of its own.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
few=${FEW:-100} many=${MANY:-300} tolerance=3 loose=10
mode=print bars=$here/bars.txt
case ${1:-} in
    --check | --bless) mode=${1#--} bars=${2:-$bars} ;;
    "") ;;
    *) sed -n '2,/^set /{/^set /!s/^# \{0,1\}//p}' "${BASH_SOURCE[0]}" >&2; exit 2 ;;
esac
# Valgrind counts every byte of `rep movsb` as an instruction, which glibc uses for long copies where the processor
# is good at it: that would price one long copy at dozens of times many short ones. Keep to vector copies.
export GLIBC_TUNABLES=glibc.cpu.x86_rep_movsb_threshold=1073741824:glibc.cpu.x86_rep_stosb_threshold=1073741824
command -v valgrind > /dev/null || { echo "instructions: valgrind is not installed" >&2; exit 2; }

cd "$root"
# Cargo names the executable; the last one is ours, the others belong to dependencies.
program=$(cargo bench --quiet --no-run --bench instructions --message-format=json \
    | sed -n 's/.*"name":"instructions".*"executable":"\([^"]*\)".*/\1/p' | tail -n 1)
[ -x "$program" ] || { echo "instructions: the bench did not build" >&2; exit 2; }

count() { # side case count -> instructions
    local log
    log=$(valgrind --tool=callgrind --callgrind-out-file=/dev/null "$program" "$@" 2>&1) || { echo "$log" >&2; return 1; }
    sed -n 's/.*Collected : \([0-9]*\).*/\1/p' <<< "$log"
}
per_call() { # side case -> instructions of one request
    local low high
    low=$(count "$1" "$2" "$few")
    high=$(count "$1" "$2" "$many")
    echo $(((high - low) / (many - few)))
}

known=$("$program")
printf '%-20s %12s %12s %7s\n' case ours hand_written ratio
new=
for case in ${CASES:-$known}; do
    ours=$(per_call ours "$case")
    theirs=$(per_call hand_written "$case")
    awk -v c="$case" -v a="$ours" -v b="$theirs" 'BEGIN { printf "%-20s %12d %12d %7.2f\n", c, a, b, (b > 0 ? a / b : 0) }'
    new+="$case $ours $theirs"$'\n'
done

stamp="# $(rustc --version), $(getconf GNU_LIBC_VERSION 2> /dev/null || echo another C library)"
case $mode in
    bless)
        { echo "# case, ours, hand_written: instructions per request. Written by run.sh --bless; checked by run.sh --check."
          echo "$stamp"
          printf '%s' "$new"; } > "$bars"
        echo "wrote $bars" ;;
    check)
        same=0
        if grep -qxF "$stamp" "$bars"; then same=1; else echo "the bars are of another compiler or C library: checking the ratios, to $loose %"; fi
        awk -v same=$same -v tolerance="$tolerance" -v loose="$loose" '
            FNR == NR { if ($0 !~ /^#/ && NF == 3) { bar[$1] = $2; theirs[$1] = $3 } next }
            NF != 3 { next }
            !($1 in bar) { printf "%s: no bar; run --bless\n", $1; bad = 1; next }
            {
                allowed = same ? tolerance : loose
                change = (same ? $2 / bar[$1] : ($2 / $3) / (bar[$1] / theirs[$1])) * 100 - 100
            }
            change > allowed { printf "%s: %d instructions, the bar is %d (%+.1f %%, allowed %d)\n", $1, $2, bar[$1], change, allowed; bad = 1 }
            change < -allowed { printf "%s: %d instructions, the bar is %d (%+.1f %%): bless the gain\n", $1, $2, bar[$1], change }
            END { exit bad }' "$bars" <(printf '%s' "$new")
        echo "all within the bars" ;;
esac
