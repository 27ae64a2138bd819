#!/usr/bin/env bash
# Builds the greenhouse for a Cortex-M4, plays the transcript to it in QEMU, and prints what memory it takes.
#
#   run.sh            fails above the budget, in KiB: FLASH=144 RAM=24
#
# Flash is code, constants and initial data; RAM is the peak of the heap and that of the stack.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source ./toolchain.sh
flash=${FLASH:-144} ram=${RAM:-24}

need qemu-system-arm qemu-system-arm --version || skip "qemu-system-arm cannot be had here"
toolchain thumbv7em-none-eabihf || skip "no compiler for thumbv7em-none-eabihf can be had here"
build greenhouse-cortex-m
program=$programs/thumbv7em-none-eabihf/release/greenhouse-cortex-m

# 4 is the end of a transmission: the program tells what it took and ends.
told=$programs/cortex-m.txt
python3 transcript.py --end '\x04' transcript.txt \
    qemu-system-arm -machine mps2-an386 -nographic -monitor none -serial stdio \
    -semihosting-config enable=on,target=native -kernel "$program" 2> "$told" || { cat "$told" >&2; exit 1; }
cat "$told"

read -r text data bss _ < <(size "$program" | tail -1)
read -r at_start peak held stack < <(sed -n 's/^heap at start \([0-9]*\), peak \([0-9]*\), held \([0-9]*\); stack \([0-9]*\)$/\1 \2 \3 \4/p' "$told")
kib() { awk -v bytes="$1" 'BEGIN { printf "%.1f KiB", bytes / 1024 }'; }
echo "flash $(kib $((text + data))), of $flash KiB"
echo "RAM $(kib $((peak + stack))), of $ram KiB: heap $(kib "$peak") at its peak, stack $(kib "$stack")"
echo "before the first message the heap has $at_start bytes, after the last $held"
if [ $((text + data)) -gt $((flash * 1024)) ] || [ $((peak + stack)) -gt $((ram * 1024)) ]; then
    echo "over the budget" >&2
    exit 1
fi
