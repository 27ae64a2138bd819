#!/usr/bin/env python3
"""Plays a transcript to a server that reads and writes lines, and compares every reply.

    transcript.py [--bless] [--end BYTES] TRANSCRIPT COMMAND…

Lines of the transcript: `> message` is sent, `< message` has to be received next, `# …` is a comment.
Requests that stand together are sent together. --bless writes down what is received in place of what
was expected. --end sends these bytes at the end, for a line that cannot be closed.
"""
import argparse
import pathlib
import subprocess
import sys
import threading

# One reply takes far less; this ends a server that hangs.
PATIENCE = 60


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--bless", action="store_true")
    options.add_argument("--end", default="")
    options.add_argument("transcript", type=pathlib.Path)
    options.add_argument("command", nargs=argparse.REMAINDER)
    options = options.parse_args()
    lines = options.transcript.read_text().splitlines()
    server = subprocess.Popen(options.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    timer = threading.Timer(PATIENCE, server.kill)
    timer.start()
    written, replies, wrong = [], 0, 0
    for line in lines:
        if line.startswith("> "):
            server.stdin.write(line[2:].encode() + b"\n")
        elif line.startswith("< "):
            server.stdin.flush()
            # A serial line may have a carriage return of its own.
            received = server.stdout.readline().decode().rstrip("\r\n")
            replies += 1
            if line[2:] != received:
                wrong += 1
                if not options.bless:
                    print(f"expected {line[2:]}\nreceived {received}", file=sys.stderr)
            line = f"< {received}"
        elif line and not line.startswith("#"):
            sys.exit(f"neither sent nor received: {line}")
        written.append(line)
    try:
        server.stdin.write(options.end.encode().decode("unicode_escape").encode())
        rest, _ = server.communicate()
    except BrokenPipeError:
        rest = server.stdout.read()
    status = server.wait()
    timer.cancel()
    if rest.strip():
        wrong += 1
        print(f"not expected {rest.decode()}", file=sys.stderr)
    if status != 0:
        sys.exit(f"the server ended with status {status}")
    if options.bless:
        options.transcript.write_text("\n".join(written) + "\n")
    elif wrong:
        sys.exit(f"{wrong} of {replies} replies are not as expected")
    print(f"{replies} replies as expected")


main()
