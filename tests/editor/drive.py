"""What an editor gets from rust-analyzer inside `mcp_tools!`, on examples/warehouse.rs.

Completion behind `self.` in a body, hover on a parameter's type and on a rule, go-to-definition through
`= path;`, and no diagnostics, also while a body is half typed. Prints a line a check; fails if one fails.
"""
import json
import pathlib
import queue
import subprocess
import sys
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
FILE = ROOT / "examples" / "warehouse.rs"
URI = FILE.as_uri()
SECONDS = 240
# The state of the example, and what it has.
STATE = "Warehouse"
FIELDS = {"records"}


class Server:
    def __init__(self):
        self.process = subprocess.Popen(["rust-analyzer"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.DEVNULL, cwd=ROOT)
        self.inbox, self.id, self.ready = queue.Queue(), 0, False
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        out = self.process.stdout
        while True:
            length = 0
            while (line := out.readline().strip()):
                if line.lower().startswith(b"content-length:"):
                    length = int(line.split(b":")[1])
            if not length:
                return
            self.inbox.put(json.loads(out.read(length)))

    def send(self, message):
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()

    def notify(self, method, params):
        self.send({"method": method, "params": params})

    def take(self, message):
        if message.get("method") == "experimental/serverStatus":
            self.ready = message["params"]["quiescent"]
            if message["params"]["health"] == "error":
                sys.exit(f"rust-analyzer: {message['params']}")
        elif "method" in message and "id" in message:
            self.send({"id": message["id"], "result": [{}] if message["method"] == "workspace/configuration" else None})

    def request(self, method, params):
        end = time.monotonic() + SECONDS
        while True:
            self.id += 1
            self.send({"id": self.id, "method": method, "params": params})
            while True:
                message = self.inbox.get(timeout=max(0.1, end - time.monotonic()))
                if message.get("id") == self.id and "method" not in message:
                    break
                self.take(message)
            error = message.get("error")
            if error and error["code"] in (-32801, -32802):  # changed while it was asked
                continue
            if error:
                sys.exit(f"{method}: {error}")
            return message["result"]

    def settle(self):
        end = time.monotonic() + SECONDS
        while not self.ready:
            self.take(self.inbox.get(timeout=max(0.1, end - time.monotonic())))


def place(text, needle, behind=0):
    assert text.count(needle) >= 1, needle
    at = text.index(needle) + behind
    line = text.count("\n", 0, at)
    return {"line": line, "character": at - (text.rfind("\n", 0, at) + 1)}


def main():
    server = Server()
    server.request("initialize", {
        "processId": None, "rootUri": ROOT.as_uri(),
        "capabilities": {"experimental": {"serverStatusNotification": True},
                         "textDocument": {"diagnostic": {}, "hover": {"contentFormat": ["markdown"]},
                                          "completion": {"completionItem": {"snippetSupport": False}}}},
        "initializationOptions": {"checkOnSave": False, "cargo": {"buildScripts": {"enable": True}},
                                  "diagnostics": {"experimental": {"enable": True}}, "cachePriming": {"enable": False}}})
    server.notify("initialized", {})
    original = FILE.read_text()
    server.notify("textDocument/didOpen", {"textDocument": {"uri": URI, "languageId": "rust", "version": 1, "text": original}})
    server.settle()
    version, failed = 1, []

    def edit(text):
        nonlocal version
        version += 1
        server.notify("textDocument/didChange", {"textDocument": {"uri": URI, "version": version}, "contentChanges": [{"text": text}]})

    def ask(method, at, **more):
        return server.request(f"textDocument/{method}", {"textDocument": {"uri": URI}, "position": at, **more})

    def diagnostics():
        items = server.request("textDocument/diagnostic", {"textDocument": {"uri": URI}})["items"]
        return [f"{d['range']['start']['line'] + 1}: {d['message']}" for d in items if d.get("severity", 1) <= 2]

    def check(what, fine, found):
        print(("ok      " if fine else "FAILED  ") + what + ("" if fine else f": {found}"))
        if not fine:
            failed.append(what)

    def hover(at):
        found = ask("hover", at)
        return json.dumps(found["contents"]) if found else "nothing"

    found = diagnostics()
    check("no diagnostics in the example", not found, found)

    method = "    fn probe(&self, how_many: u32 [1..=100, PROBE] = 20) -> u32 { BODY }\n"
    head = original.index("mcp_tools! {")
    end = head + original[head:].index("\n}\n") + 1

    def probe(body, rule="1..=100"):
        text = method.replace("1..=100, PROBE", rule).replace("BODY", body)
        return original[:end] + "\n" + text + original[end:]

    text = probe("self.")
    edit(text)
    found = ask("completion", place(text, "{ self.", len("{ self.")))
    items = found["items"] if isinstance(found, dict) else found or []
    labels = {item["label"].split("(")[0] for item in items}
    check("completion behind `self.` offers the state's fields and methods", FIELDS <= labels, sorted(labels)[:20])
    found = [d for d in diagnostics() if "yntax" not in d and "xpected" not in d]
    check("a half-typed body troubles nothing else", not found, found)

    text = probe("let x = how_many + ")
    edit(text)
    found = [d for d in diagnostics() if "yntax" not in d and "xpected" not in d]
    check("nor does a half-typed expression", not found, found)

    # That nothing is found means something where a mistake is found.
    text = probe("let _ = self.no_such_method(); how_many")
    edit(text)
    found = diagnostics()
    check("a mistake in a body is shown, at its line",
          any(d.startswith(f"{place(text, 'no_such_method')['line'] + 1}:") for d in found), found)

    text = probe("how_many")
    edit(text)
    found = diagnostics()
    check("no diagnostics when it is whole", not found, found)
    found = hover(place(text, "how_many: u32", len("how_many: ")))
    check("hover on a parameter's type", "u32" in found, found)
    found = hover(place(text, "{ how_many", len("{ ")))
    check("hover on a parameter in the body", "how_many: u32" in found, found)

    text = probe("name.len() as u32").replace("how_many: u32 [1..=100] = 20", "name: String [len(1..=64)]")
    edit(text)
    found = hover(place(text, "[len(1..=64)]", 1))
    check("hover on a rule", "Unicode scalar values" in found, found)
    found = diagnostics()
    check("no diagnostics beside a rule", not found, found)

    text = original[:end] + "\n    fn probe(&self, how_many: u32) -> u32 = probed;\n" + original[end:] + "\nfn probed(_: &Warehouse, n: u32) -> u32 {\n    n\n}\n"
    text = text.replace("&Warehouse", f"&{STATE}")
    edit(text)
    found = ask("definition", place(text, "= probed;", 2)) or []
    found = found if isinstance(found, list) else [found]
    lines = [(item.get("targetSelectionRange") or item.get("targetRange") or item["range"])["start"]["line"] for item in found]
    check("go-to-definition through `= path;`", place(text, "fn probed")["line"] in lines, found)
    found = diagnostics()
    check("no diagnostics beside a path", not found, found)

    server.request("shutdown", None)
    server.notify("exit", None)
    server.process.wait(timeout=30)
    if failed:
        sys.exit(f"{len(failed)} of the checks failed")


if __name__ == "__main__":
    main()
