#!/usr/bin/env python3
"""Hands our server to the shared runner and starts it: see README.md here. All options go to the runner."""
import os
import pathlib
import sys

import ours

ROOT = pathlib.Path(__file__).resolve().parents[2]


def main():
    folder = os.environ.get("PEERS_BENCH")
    if not folder or not (pathlib.Path(folder) / "bench.py").exists():
        print("peers: skipped, nothing was measured: PEERS_BENCH does not name the folder of the runner (bench.py, peers.py)")
        return
    # The runner's folder may be read-only.
    sys.dont_write_bytecode = True
    sys.path.insert(0, folder)
    import bench
    import peers

    class WithOurs(bench.Bench):
        def __init__(self, *arguments):
            super().__init__(*arguments)
            if "ours" in peers.PEERS:
                peers.PEERS["ours"].inproc = True

    peers.ours_main = lambda n: ours.ours_main(peers, n)
    bench.Bench = WithOurs
    sys.argv[0] = str(pathlib.Path(folder) / "bench.py")
    sys.argv += ["--ours", str(ROOT)]
    bench.main()


if __name__ == "__main__":
    main()
