#!/usr/bin/env python3
"""What a tool costs to compile: `cargo check` of crates with N tools, without incremental compilation.

Dependencies are built first and not counted. Times are user+sys CPU seconds of cargo and all it started
(`os.wait4`): they mean the same on a busy machine, wall time does not. Flavours and sizes are measured in
turn, round after round, so that a slow minute hits all of them. The price of a tool is the slope
(t(N) - t(1)) / (N - 1): cargo's own start and the fixed part of the crate drop out.

`--instructions` counts the instructions of the one rustc that compiles the generated crate: with
`perf stat` where the machine has counters, else with `valgrind --tool=cachegrind --cache-sim=no` (some
50 times slower than the compiler, the same figure to a few parts in a thousand every time).

    run.py [--path CRATE] [--sizes 1,10,100,300] [--flavours ours,manual] [--rounds 5] [--instructions]
"""
import argparse
import json
import os
import pathlib
import re
import shlex
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

import generate

ENV = os.environ | {"CARGO_INCREMENTAL": "0", "CARGO_TERM_COLOR": "never"}
# A wrapper (a compilation cache) would answer from its store and make the second round free.
for name in ("RUSTC_WRAPPER", "RUSTC_WORKSPACE_WRAPPER", "CARGO_BUILD_RUSTC_WRAPPER"):
    ENV.pop(name, None)


def fail(what, output):
    sys.exit(f"{what} failed:\n{output[-6000:]}")


def cpu_seconds(command, cwd):
    """User and system seconds of a command and of every process that it waited for."""
    with tempfile.TemporaryFile() as log:
        child = subprocess.Popen(command, cwd=cwd, env=ENV, stdout=log, stderr=subprocess.STDOUT)
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        if child.returncode:
            log.seek(0)
            fail(shlex.join(command), log.read().decode(errors="replace"))
    return usage.ru_utime + usage.ru_stime


def touch(workspace, n):
    # cargo compares modification times: a new one makes the crate, and it alone, stale.
    os.utime(workspace / f"n{n}" / "src" / "lib.rs", (time.time(), time.time()))


def build_dependencies(workspace, n):
    done = subprocess.run(["cargo", "check", "--quiet", "-p", f"n{n}"], cwd=workspace, env=ENV, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if done.returncode:
        fail(f"cargo check -p n{n} in {workspace}", done.stdout)


def leaf(workspace, n):
    touch(workspace, n)
    return cpu_seconds(["cargo", "check", "--offline", "--quiet", "-p", f"n{n}"], workspace)


# ------------------------------------------------------------------ instructions
def counter():
    """How instructions are counted here: (name, command prefix, pattern of the figure), or None."""
    if shutil.which("perf"):
        probe = subprocess.run(["perf", "stat", "-x,", "-e", "instructions:u", "true"], capture_output=True, text=True)
        if re.search(r"^\d+,", probe.stderr, re.M):
            return "perf", ["perf", "stat", "-x,", "-e", "instructions:u"], r"^(\d+),.*instructions"
    if shutil.which("valgrind"):
        return "cachegrind", ["valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"], \
            r"I\s+refs:\s+([\d,]+)"
    return None


def rustc_command(workspace, n):
    """The compiler's command line and environment for the leaf crate, as `cargo check -vv` prints them."""
    touch(workspace, n)
    done = subprocess.run(["cargo", "check", "--offline", "-vv", "-p", f"n{n}"], cwd=workspace, env=ENV, text=True,
                          capture_output=True)
    for line in done.stderr.splitlines():
        found = re.match(r"\s*Running `(.*)`$", line)
        if found and f"--crate-name n{n} " in found[1]:
            words = shlex.split(found[1])
            break
    else:
        fail(f"cargo check -vv -p n{n}", done.stderr)
    environment = dict(ENV)
    while re.match(r"\w+=", words[0]):
        name, value = words.pop(0).split("=", 1)
        environment[name] = value
    # The rustup proxy replaces itself by the real compiler, which valgrind does not follow by default.
    sysroot = subprocess.run([words[0], "--print", "sysroot"], cwd=workspace, env=ENV, text=True, capture_output=True,
                             check=True).stdout.strip()
    real = pathlib.Path(sysroot) / "bin" / "rustc"
    if real.exists():
        words[0] = str(real)
        library = str(pathlib.Path(sysroot) / "lib")
        environment["LD_LIBRARY_PATH"] = os.pathsep.join(filter(None, [library, environment.get("LD_LIBRARY_PATH")]))
    return words, environment


def instructions(how, workspace, n):
    name, prefix, pattern = how
    words, environment = rustc_command(workspace, n)
    done = subprocess.run(prefix + words, cwd=workspace, env=environment, text=True, capture_output=True)
    found = re.search(pattern, done.stderr, re.M)
    if done.returncode or not found:
        fail(shlex.join(prefix + words[:3]) + " …", done.stderr)
    return int(found[1].replace(",", ""))


# ------------------------------------------------------------------ table
def per_tool(values, n):
    return (values[n] - values[1]) / (n - 1) if 1 in values and n in values and n > 1 else None


def table(title, unit, scale, results, sizes, digits):
    """One line per flavour: the figure at each size, the price of a tool at each size, 300 against 100."""
    large = [n for n in sizes if n > 1]
    head = [f"{n} tools" for n in sizes] + [f"{unit}/tool at {n}" for n in large]
    pair = (large[-2], large[-1]) if len(large) > 1 else None
    if pair:
        head.append(f"per tool, {pair[1]} : {pair[0]}")
    rows = []
    for flavour, values in results.items():
        row = [f"{values[n] * scale[0]:.{digits[0]}f}" for n in sizes]
        slopes = [per_tool(values, n) for n in large]
        row += ["-" if s is None else f"{s * scale[1]:.{digits[1]}f}" for s in slopes]
        if pair:
            row.append("-" if None in slopes[-2:] or not slopes[-2] else f"{slopes[-1] / slopes[-2]:.2f}")
        rows.append([flavour] + row)
    lines = [[title] + head] + rows
    widths = [max(len(line[k]) for line in lines) for k in range(len(lines[0]))]
    for line in lines:
        print("  ".join([line[0].ljust(widths[0])] + [cell.rjust(w) for cell, w in zip(line[1:], widths[1:])]))
    for mine in results:
        for theirs in results:
            if mine.startswith("ours") and theirs.startswith("manual"):
                pairs = [(n, per_tool(results[mine], n), per_tool(results[theirs], n)) for n in large]
                print(f"{mine} : {theirs}, per tool  " + "  ".join(f"{n}: {a / b:.2f}" for n, a, b in pairs if a and b))
    print()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    generate.arguments(parser)
    parser.add_argument("--rounds", type=int, default=5, help="measurements of each (default: %(default)s)")
    parser.add_argument("--instructions", action="store_true", help="count instructions too")
    parser.add_argument("--instruction-sizes", default="1,100", help="numbers of tools counted (default: %(default)s)")
    parser.add_argument("--work", type=pathlib.Path, help="where crates and target directories go (default: a temporary directory)")
    parser.add_argument("--json", type=pathlib.Path, help="write the raw figures there")
    options = generate.parsed(parser.parse_args(), parser)
    counted = sorted({int(n) for n in options.instruction_sizes.split(",")}) if options.instructions else []

    with tempfile.TemporaryDirectory() as temporary:
        work = options.work or pathlib.Path(temporary)
        sizes = sorted(set(options.sizes) | set(counted))
        workspaces = generate.generate(work, options.flavours, sizes, options.path)
        for flavour, workspace in workspaces.items():
            for n in sizes:
                build_dependencies(workspace, n)
        samples = {flavour: {n: [] for n in options.sizes} for flavour in workspaces}
        for turn in range(options.rounds):
            for flavour, workspace in workspaces.items():
                for n in options.sizes:
                    samples[flavour][n].append(leaf(workspace, n))
            print(f"round {turn + 1} of {options.rounds}", file=sys.stderr)
        raw = {"cpu_seconds": samples}
        if options.rounds:
            for title, choose in (("CPU ms, least", min), ("CPU ms, median", statistics.median)):
                results = {f: {n: choose(v) for n, v in by.items()} for f, by in samples.items()}
                table(title, "ms", (1e3, 1e3), results, options.sizes, (0, 2))
        if counted:
            how = counter()
            if how is None:
                sys.exit("instructions: neither perf with hardware counters nor valgrind is here")
            counts = {f: {n: instructions(how, w, n) for n in counted} for f, w in workspaces.items()}
            table(f"M instructions ({how[0]})", "M", (1e-6, 1e-6), counts, counted, (0, 2))
            raw["instructions"] = counts
        if options.json:
            options.json.write_text(json.dumps(raw, indent=1) + "\n")


if __name__ == "__main__":
    main()
