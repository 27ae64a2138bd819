#!/usr/bin/env python3
"""What a merge costs: CPU seconds of `cargo check` of a crate of 300 + 300 tools in two sets (and of 30 sets of
20), merged minus not merged, the median of pairs of runs.

    merge.py [--path CRATE] [--tools 300] [--rounds 5] [--most 0.5]

With `--most` it fails where the median is above. Two sets share one state; the second is projected too, so that a
projection is among what is measured.
"""
import argparse
import os
import pathlib
import statistics
import sys
import tempfile
import time

import run

HEAD = "//! Generated.\n#![allow(missing_docs, dead_code)]\npub struct App { pub part: Part }\npub struct Part;\n"


def sets(count, tools):
    text = []
    for s in range(count):
        state = "Part" if s % 2 else "App"
        text.append(f"pub mod set_{s} {{\n    use super::*;\n    toolwright::mcp_tools! {{\n        pub static TOOLS: ToolSet<{state}>;\n")
        for i in range(tools):
            text.append(f"        /// Searches corpus {i}.\n        fn search_corpus_{s}_{i}(query: String, limit: u32 [1..=100] = 10) -> u32 {{ let _ = query; limit }}\n")
        text.append("    }\n}\n")
    return "".join(text)


def merged(count):
    parts = [f"&set_{s}::TOOLS" if s % 2 == 0 else f"&VIEW_{s}" for s in range(count)]
    views = "".join(f"static VIEW_{s}: toolwright::ToolSet<App> = toolwright::project!(set_{s}::TOOLS, |app: &App| &app.part);\n"
                    for s in range(1, count, 2))
    return views + f"pub static ALL: toolwright::ToolSet<App> = toolwright::ToolSet::merge(&[{', '.join(parts)}]);\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--path", type=pathlib.Path, default=run.generate.ROOT)
    parser.add_argument("--tools", type=int, default=300, help="tools of each of two sets (default: %(default)s)")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--most", type=float, help="fail above this many seconds")
    options = parser.parse_args()
    worst = 0
    with tempfile.TemporaryDirectory() as temporary:
        for count, tools in ((2, options.tools), (30, options.tools * 2 // 30)):
            crate = pathlib.Path(temporary) / f"sets_{count}"
            (crate / "src").mkdir(parents=True)
            (crate / "Cargo.toml").write_text(
                '[package]\nname = "merge"\nversion = "0.0.0"\nedition = "2024"\n\n[workspace]\n\n[dependencies]\n'
                f'toolwright = {{ path = "{options.path.resolve()}" }}\n')
            source = crate / "src" / "lib.rs"
            apart = HEAD + sets(count, tools)
            environment = run.ENV | {"CARGO_TARGET_DIR": str(pathlib.Path(temporary) / "target")}
            os.environ.update(environment)
            run.ENV.update(environment)

            def check(text):
                source.write_text(text)
                os.utime(source, (time.time(), time.time()))
                return run.cpu_seconds(["cargo", "check", "--quiet"], crate)

            check(apart)
            pairs = []
            for _ in range(options.rounds):
                without = check(apart)
                pairs.append((without, check(apart + merged(count))))
            costs = [b - a for a, b in pairs]
            print(f"{count} sets of {tools} tools: apart {statistics.median(a for a, _ in pairs):.2f} s, merged "
                  f"{statistics.median(b for _, b in pairs):.2f} s; the merge, by pairs: "
                  f"{', '.join(f'{c:+.3f}' for c in costs)}; median {statistics.median(costs):+.3f} s")
            worst = max(worst, statistics.median(costs))
    if options.most is not None and worst > options.most:
        sys.exit(f"a merge costs {worst:.3f} s, more than {options.most}")


if __name__ == "__main__":
    main()
