#!/usr/bin/env python3
"""Drives the warehouse example with the official Python client and checks what comes back.

    warehouse.py COMMAND [ARG…]        e.g. warehouse.py target/debug/examples/warehouse
    warehouse.py URL ERA               a server that is there already, over HTTP; its dockets are moved, so once

Everything runs once in each era of the protocol that the client speaks: with `server/discover` and with the
`initialize` handshake. One line per check, a closing line with the sums, status 1 if anything failed.

To check another part of the protocol, write a function `async def name(run)` under `@section("…")`: it gets the
connected client as `run.client` and reports through `run.check(label, ok, detail)`. An exception that escapes it is a
failed check, and the next section runs.
"""
import asyncio
import copy
import json
import re
import sys
from dataclasses import dataclass, field
from typing import Any

from jsonschema import Draft202012Validator
from jsonschema.exceptions import SchemaError
from mcp import Client, MCPError, StdioServerParameters
from pydantic import ValidationError

from table import FAILING, TOOLS, UNKNOWN_TOOL

TIMEOUT = 20.0
INVALID_PARAMS = -32602
ERAS = {"modern": "2026-07-28", "legacy": "2025-11-25"}
KINDS = ("missing", "type", "unknown", "misspelt", "range", "null", "choice")
SECTIONS = []


def section(title):
    """Adds a function to the sections, which run in the order in which they stand here."""
    def add(function):
        SECTIONS.append((title, function))
        return function
    return add


@dataclass
class Run:
    """One connection, and the tally of all."""
    client: Client
    era: str
    tally: dict
    tools: dict = field(default_factory=dict)
    notifications: list = field(default_factory=list)

    def check(self, label, ok, detail=""):
        self.tally["passed" if ok else "failed"] += 1
        print(f"{'ok  ' if ok else 'FAIL'} {self.era}: {label}" + ("" if ok or not detail else f": {detail}"), flush=True)
        return ok

    async def call(self, name, arguments):
        """The result of a call; or what was raised: a protocol error, or the client's own refusal of the result."""
        try:
            return await self.client.call_tool(name, arguments, read_timeout_seconds=TIMEOUT)
        except (MCPError, RuntimeError, ValidationError) as error:
            return error


# ------------------------------------------------------------------ arguments and their faults
def steps(path):
    """order.lines[0].qty -> ["order", "lines", 0, "qty"]"""
    return [int(index) if index else name for name, index in re.findall(r"([^.\[\]]+)|\[(\d+)\]", path)]


def change(arguments, path, action):
    """A copy of the arguments in which `action(container, key)` was done at a path."""
    changed = copy.deepcopy(arguments)
    *way, last = steps(path)
    place = changed
    for k, step in enumerate(way):
        if isinstance(place, dict) and step not in place:
            place[step] = [] if isinstance((way + [last])[k + 1], int) else {}
        place = place[step]
    action(place, last)
    return changed


def put(value):
    def action(place, key):
        if isinstance(place, list) and key == len(place):
            place.append(value)
        else:
            place[key] = value
    return action


def fault(kind, good, what):
    """Bad arguments, the names that the answer must hold, the values that it must not."""
    if kind == "missing":
        return change(good, what, lambda place, key: place.pop(key)), [what], []
    if kind == "null":
        return change(good, what, put(None)), [what], []
    where, value = what
    if kind == "unknown":
        return change(good, where, put("Unbekannt")), [where, value], ["Unbekannt"]
    if kind == "misspelt":
        def rename(place, key):
            place[steps(value)[-1]] = place.pop(key)
        return change(good, where, rename), [where, value], []
    leaf = value if isinstance(value, str) else json.dumps(value)
    return change(good, where, put(value)), [where], [leaf]


def as_list(value):
    return value if isinstance(value, list) else [value]


def texts(result):
    return "\n".join(block.text for block in result.content if block.type == "text")


def wire(result) -> dict[str, Any]:
    return result.model_dump(by_alias=True, mode="json", exclude_unset=True)


# ------------------------------------------------------------------ sections
@section("connect")
async def connect(run):
    run.check("revision", run.client.protocol_version == ERAS[run.era], f"got {run.client.protocol_version}")
    info = run.client.server_info
    run.check("server has a name and a version", bool(info and info.name and info.version), repr(info))
    run.check("tools are declared", run.client.server_capabilities.tools is not None)


@section("listing")
async def listing(run):
    cursor, pages = None, 0
    while True:
        page = await run.client.list_tools(cursor=cursor)
        for tool in page.tools:
            run.check(f"{tool.name} is listed once", tool.name not in run.tools)
            run.tools[tool.name] = tool
        cursor, pages = page.next_cursor, pages + 1
        if cursor is None or pages > 100:
            break
    run.check("every listed tool is in the table", not (extra := set(run.tools) - set(TOOLS)), f"not there: {sorted(extra)}")
    run.check("every tool of the table is listed", not (gone := set(TOOLS) - set(run.tools)), f"not listed: {sorted(gone)}")
    for name, tool in run.tools.items():
        for member, schema in (("inputSchema", tool.input_schema), ("outputSchema", tool.output_schema)):
            if schema is None:
                continue
            try:
                Draft202012Validator.check_schema(schema)
                # An output schema of 2026-07-28 may describe any JSON.
                free = member == "outputSchema" and run.era == "modern"
                run.check(f"{name}: {member} is a schema", free or schema.get("type") == "object", "its type is not object")
            except SchemaError as error:
                run.check(f"{name}: {member} is a schema", False, error.message)


@section("good calls")
async def good_calls(run):
    for name, entry in TOOLS.items():
        for k, arguments in enumerate(as_list(entry["good"])):
            label = f"{name}: good arguments" + (f" {k + 1}" if k else "")
            tool = run.tools.get(name)
            if tool is not None:
                errors = [e.message for e in Draft202012Validator(tool.input_schema).iter_errors(arguments)]
                run.check(f"{label} fit its inputSchema", not errors, "; ".join(errors))
            result = await run.call(name, arguments)
            if isinstance(result, Exception):
                run.check(label, False, repr(result))
                continue
            run.check(label, not result.is_error, texts(result))
            if "text" in entry:
                run.check(f"{label}: the text", entry["text"] in texts(result), texts(result))
            # The client itself has checked structured content against the output schema.
            if not result.is_error and "structuredContent" in wire(result) and result.content:
                # Before 2026-07-28 a list stands in an object, as its `result`.
                structured = result.structured_content
                if run.era == "legacy" and isinstance(json.loads(texts(result)), list):
                    structured = structured["result"]
                run.check(f"{label}: text and structure agree", json.loads(texts(result)) == structured)


@section("refusals")
async def refusals(run):
    for name, entry in TOOLS.items():
        good = as_list(entry["good"])[0]
        for kind in entry.get("break", {}):
            if kind not in KINDS:
                run.check(f"{name}: {kind}", False, f"no such kind of fault; known: {', '.join(KINDS)}")
                continue
            for what in as_list(entry["break"][kind]):
                arguments, names, secrets = fault(kind, good, what)
                label = f"{name}: {kind} {names[0]}"
                tool = run.tools.get(name)
                if tool is not None:
                    bad = not Draft202012Validator(tool.input_schema).is_valid(arguments)
                    run.check(f"{label} is against its inputSchema", bad)
                result = await run.call(name, arguments)
                if isinstance(result, Exception):
                    run.check(f"{label} is refused with an error result", False, repr(result))
                    continue
                told = json.dumps(wire(result), ensure_ascii=False)
                run.check(f"{label} is refused", result.is_error is True, told)
                for wanted in names:
                    run.check(f"{label}: the text names '{wanted}'", f"'{wanted}'" in texts(result), texts(result))
                for secret in secrets:
                    run.check(f"{label}: the value is not repeated", secret not in told, told)


@section("failures by design")
async def failures(run):
    for name, arguments, part in FAILING:
        result = await run.call(name, arguments)
        ok = not isinstance(result, Exception) and result.is_error and part in texts(result)
        run.check(f"{name}: fails with '{part}'", ok, str(result))
    result = await run.call(UNKNOWN_TOOL, {})
    run.check("an unknown tool is a protocol error", isinstance(result, MCPError) and result.code == INVALID_PARAMS, str(result))


@section("afterwards")
async def still_there(run):
    """After all the refusals the server still answers, many calls at once."""
    name, entry = next(iter(TOOLS.items()))
    good = as_list(entry["good"])[0]
    results = await asyncio.gather(*(run.call(name, good) for _ in range(50)))
    run.check("50 calls at once", all(not isinstance(r, Exception) and not r.is_error for r in results))


# ------------------------------------------------------------------ running
async def connection(command, era, tally):
    over_http = command[0].startswith("http://")
    server = command[0] if over_http else StdioServerParameters(command=command[0], args=command[1:])
    mode = "legacy" if era == "legacy" else "auto"
    heard = []

    async def listen(message):
        heard.append(message)

    # No cache: each section sees what the server says now.
    async with Client(server, mode=mode, read_timeout_seconds=TIMEOUT, message_handler=listen, cache=None) as client:
        run = Run(client, era, tally, notifications=heard)
        for title, function in SECTIONS:
            try:
                await asyncio.wait_for(function(run), 10 * TIMEOUT)
            except Exception as error:
                run.check(f"section '{title}' ran to its end", False, f"{type(error).__name__}: {error}")
        # The client passes on what it could not read as an exception: a line on stdout that is no message, say.
        strange = [m for m in heard if isinstance(m, Exception)]
        run.check("nothing but messages on stdout", not strange, "; ".join(map(str, strange)))


def main(command):
    if not command:
        sys.exit(__doc__)
    tally = {"passed": 0, "failed": 0}
    eras = ERAS
    if command[0].startswith("http://"):
        eras = command[1:]
        if len(eras) != 1 or eras[0] not in ERAS:
            sys.exit(__doc__)
    for era in eras:
        try:
            asyncio.run(asyncio.wait_for(connection(command, era, tally), 60 * TIMEOUT))
        except BaseException as error:
            tally["failed"] += 1
            print(f"FAIL {era}: connection: {type(error).__name__}: {error}", flush=True)
            if isinstance(error, KeyboardInterrupt):
                break
    print(f"{tally['passed']} passed, {tally['failed']} failed")
    return 1 if tally["failed"] or not tally["passed"] else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
