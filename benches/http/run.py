#!/usr/bin/env python3
"""Loads our HTTP server and one of the official SDK that has the same tool, in turn, with `wrk`.

    benches/http/run.py [--pairs 5] [--seconds 4] [--connections 16] [--workers 1] [--json]

Prints for each pair, and as the median of all: calls per second, the 50th and 99th percentile, CPU of the server per call,
its peak memory, and our share of the SDK's. `--json`: the SDK answers with JSON, as ours does, instead of a stream of
events, which is its default. `--workers`: threads of each server's runtime; one leaves the other of two cores to the
client, more than there are cores for let all of them wait for their turn, which is what p99 shows then. Client and server share the machine's cores: compare the ratios, not the figures.
"""
import argparse
import http.client
import json
import os
import re
import statistics
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
TICK = os.sysconf("SC_CLK_TCK")
# Name, unit, decimals, what the ratio has to be.
ROWS = [
    ("calls per second", "", 0, "at least", 2.0),
    ("p50", "ms", 2, None, None),
    ("p99", "ms", 2, "at most", 1.0),
    ("server CPU per call", "µs", 1, "at most", 1 / 3),
    ("peak resident memory", "MB", 1, "at most", 1.0),
]


def cpu_seconds(pid):
    with open(f"/proc/{pid}/stat") as file:
        fields = file.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / TICK


def peak_megabytes(pid):
    with open(f"/proc/{pid}/status") as file:
        return int(re.search(r"VmHWM:\s+(\d+) kB", file.read())[1]) / 1024


def one_call(port):
    """The answer of the server to the very call that is measured: a server that refuses is quick, too."""
    with open(os.path.join(HERE, "load.lua")) as file:
        script = file.read()
    headers = dict(re.findall(r'wrk\.headers\["([^"]+)"\] = "([^"]+)"', script))
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    connection.request("POST", "/mcp", re.search(r"\[\[(.*)\]\]", script)[1], headers)
    text = connection.getresponse().read().decode()
    connection.close()
    if not text.startswith("{"):
        text = next(line[5:] for line in text.splitlines() if line.startswith("data:") and "result" in line)
    return json.loads(text)["result"]["structuredContent"]


def measure(command, args):
    server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        port = int(server.stdout.readline())
        answer = one_call(port)

        def load(seconds):
            wrk = ["wrk", "-t1", f"-c{args.connections}", f"-d{seconds}", "-s", os.path.join(HERE, "load.lua"), f"http://127.0.0.1:{port}/mcp"]
            said = subprocess.run(wrk, check=True, capture_output=True, text=True, timeout=60).stdout
            return [int(n) for n in re.search(r"^figures (.*)$", said, re.M)[1].split()]

        load(1)
        before = cpu_seconds(server.pid)
        calls, micros, p50, p99, errors = load(args.seconds)
        cpu = cpu_seconds(server.pid) - before
        if errors or not calls:
            sys.exit(f"{command[0]}: {errors} errors in {calls} calls")
        return answer, [calls / micros * 1e6, p50 / 1e3, p99 / 1e3, cpu / calls * 1e6, peak_megabytes(server.pid)]
    finally:
        server.terminate()
        server.wait(timeout=10)


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--pairs", type=int, default=5)
    parser.add_argument("--seconds", type=int, default=4)
    parser.add_argument("--connections", type=int, default=16)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    subprocess.run(["cargo", "build", "--release", "--quiet"], cwd=HERE, check=True)
    # What `#[tokio::main]` goes by, on both sides.
    os.environ["TOKIO_WORKER_THREADS"] = str(args.workers)
    target = os.environ.get("CARGO_TARGET_DIR", os.path.join(HERE, "target"))
    ours, sdk = ([os.path.join(target, "release", name)] for name in ("ours", "sdk"))
    if args.json:
        sdk.append("json")
    pairs = []
    for n in range(args.pairs):
        # In turn, and each first in turn: what the machine does besides is shared.
        order = [("ours", ours), ("sdk", sdk)]
        got = {name: measure(command, args) for name, command in (order if n % 2 == 0 else reversed(order))}
        if got["ours"][0] != got["sdk"][0]:
            sys.exit(f"the answers are not the same: {got}")
        pair = got["ours"][1], got["sdk"][1]
        pairs.append(pair)
        print(f"pair {n + 1}: " + "; ".join(f"{row[0]} {a:.{row[2]}f} : {b:.{row[2]}f} = {a / b:.2f}" for row, a, b in zip(ROWS, *pair)), flush=True)
    print("\n| median of the pairs | ours | SDK | ratio | least to most |\n|---|---|---|---|---|")
    for k, (name, unit, digits, bound, limit) in enumerate(ROWS):
        a, b = (statistics.median(pair[side][k] for pair in pairs) for side in (0, 1))
        ratios = sorted(pair[0][k] / pair[1][k] for pair in pairs)
        ratio = statistics.median(ratios)
        missed = bound and (ratio < limit if bound == "at least" else ratio > limit)
        print(f"| {name} | {a:,.{digits}f} {unit} | {b:,.{digits}f} {unit} | {ratio:.2f}{f' (target: {bound} {limit:.2f})' if missed else ''} | {ratios[0]:.2f} to {ratios[-1]:.2f} |".replace("  |", " |"))


if __name__ == "__main__":
    main()
