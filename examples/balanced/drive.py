#!/usr/bin/env python3
"""Starts three processes of the example `balanced` behind nginx, and is a client whose requests go to all in turn.

    drive.py SERVER        e.g. drive.py target/debug/examples/balanced

Every request has a connection of its own, so the balancer gives it to the next process. One line per check, status 1
if anything failed. Ports are free ones; what was started is ended, by its process.
"""
import http.client
import json
import os
import re
import secrets
import socket
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
PROCESSES = 3
MODERN = "2026-07-28"
failed = 0


def check(label, ok, detail=""):
    global failed
    failed += not ok
    print(f"{'ok  ' if ok else 'FAIL'} {label}" + ("" if ok else f": {detail}"), flush=True)


def post(port, method, params, headers):
    """One request over a connection of its own: the status and the reply."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    message = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
    connection.request("POST", "/mcp", json.dumps(message), {
        "Content-Type": "application/json", "Accept": "application/json, text/event-stream", "Connection": "close", **headers})
    response = connection.getresponse()
    reply = json.loads(response.read() or "null")
    connection.close()
    return response.status, reply


def modern(port, method, params):
    meta = {"io.modelcontextprotocol/protocolVersion": MODERN,
            "io.modelcontextprotocol/clientCapabilities": {"elicitation": {"form": {}}}}
    headers = {"MCP-Protocol-Version": MODERN, "Mcp-Method": method}
    if "name" in params:
        headers["Mcp-Name"] = params["name"]
    return post(port, method, {**params, "_meta": meta}, headers)


def legacy(port, method, params):
    return post(port, method, params, {"MCP-Protocol-Version": "2025-11-25"})


def call(send, port, tool, arguments, **more):
    status, reply = send(port, "tools/call", {"name": tool, "arguments": arguments, **more})
    if status != 200 or "result" not in reply:
        return {"refused": reply}
    return reply["result"]


def text(result):
    return result["content"][0]["text"] if "content" in result else json.dumps(result)


def checks(port, direct):
    for send in (modern, legacy):
        listed = [json.dumps(send(port, "tools/list", {})) for _ in range(2 * PROCESSES)]
        check(f"{send.__name__}: all list alike", len(set(listed)) == 1, set(listed))
        answered = [text(call(send, port, "process", {})) for _ in range(4 * PROCESSES)]
        check(f"{send.__name__}: all answer", len(set(answered)) == PROCESSES, answered)

    # Round after round: the answer goes to another process than the one that asked.
    for outside in (True, False):
        asked = call(modern, port, "book", {"guests": 4})
        check("a round is open", asked.get("resultType") == "input_required", asked)
        answers = {"place": {"action": "accept", "content": {"outside": outside}}}
        booked = text(call(modern, port, "book", {"guests": 4}, requestState=asked.get("requestState"), inputResponses=answers))
        found = re.fullmatch(r"A table for 4 (inside|outside), asked by (\d+), booked by (\d+)\.", booked)
        check("the call is ended", bool(found) and (found[1] == "outside") == outside, booked)
        check("by another process", bool(found) and found[2] != found[3], booked)

    # The state is bound to the arguments, wherever it goes.
    asked = call(modern, port, "book", {"guests": 2})
    bent = call(modern, port, "book", {"guests": 3}, requestState=asked["requestState"], inputResponses=answers)
    check("a state of another call is refused", bent.get("refused", {}).get("error", {}).get("code") == -32602, bent)
    # And all processes have the key: none is left out by chance.
    for n, port in enumerate(direct):
        booked = text(call(modern, port, "book", {"guests": 2}, requestState=asked["requestState"], inputResponses=answers))
        check(f"process {n + 1} takes it up", "A table for 2" in booked, booked)


def free_port():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


def wait_for(port):
    for _ in range(100):
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
            return
        except OSError:
            time.sleep(0.1)
    raise SystemExit(f"nothing listens on {port}")


def main(server):
    started = []
    key = secrets.token_hex(32)
    with tempfile.TemporaryDirectory() as folder:
        try:
            ports = []
            for _ in range(PROCESSES):
                process = subprocess.Popen([server, "127.0.0.1:0"], stdout=subprocess.PIPE, text=True, env={**os.environ, "STATE_KEY": key})
                started.append(process)
                ports.append(int(re.search(r":(\d+)/", process.stdout.readline())[1]))
            front = free_port()
            with open(os.path.join(HERE, "nginx.conf")) as file:
                config = file.read()
            for n, port in enumerate([front, *ports]):
                config = config.replace(f"127.0.0.1:900{n}", f"127.0.0.1:{port}")
            path = os.path.join(folder, "nginx.conf")
            with open(path, "w") as file:
                file.write(config)
            # As root nginx would become another user, who cannot see this folder: nothing is served from it.
            started.append(subprocess.Popen(["nginx", "-p", folder, "-c", path], env={**os.environ, "PATH": os.environ["PATH"] + ":/usr/sbin"}))
            wait_for(front)
            checks(front, ports)
        finally:
            for process in reversed(started):
                process.terminate()
                process.wait(timeout=10)
    print(f"{failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]) if len(sys.argv) == 2 else __doc__)
