#!/usr/bin/env python3
"""Drives the station example with the official Python client: one named test for each part of the protocol.

    station.py COMMAND [ARG…]        e.g. station.py target/debug/examples/station

Every test runs in each era of the protocol that the client speaks: with `server/discover` and with the `initialize`
handshake. Each has a connection of its own, over the server's stdin and stdout.
"""
import asyncio
import json
import sys
import tempfile
import unittest
from contextlib import asynccontextmanager

import mcp_types as types
from mcp import Client, MCPError, StdioServerParameters
from mcp.client.extension import advertise
from mcp.client.stdio import stdio_client

APPS = "io.modelcontextprotocol/ui"
TIMEOUT = 20.0
COMMAND = []


def text(result):
    return result.content[0].text


async def until(condition):
    """Waits for what comes from the server by itself."""
    for _ in range(int(TIMEOUT * 100)):
        if condition():
            return
        await asyncio.sleep(0.01)
    raise AssertionError("it never came")


class Era:
    """The tests; a subclass says in which era."""
    mode = ""

    @asynccontextmanager
    async def connect(self, **options):
        """A connected client; `self.stderr` is what the server wrote there, once it has ended."""
        self.heard, self.logs = [], []

        async def hear(message):
            self.heard.append(message)

        async def log(params):
            self.logs.append(params)

        with tempfile.TemporaryFile("w+") as errors:
            transport = stdio_client(StdioServerParameters(command=COMMAND[0], args=COMMAND[1:]), errlog=errors)
            async with Client(transport, mode=self.mode, read_timeout_seconds=TIMEOUT, cache=None, message_handler=hear,
                              logging_callback=log, **options) as client:
                yield client
            errors.seek(0)
            self.stderr = errors.read()
        strange = [message for message in self.heard if isinstance(message, Exception)]
        self.assertEqual(strange, [], "nothing but messages on stdout")

    async def test_revision(self):
        async with self.connect() as client:
            self.assertEqual(client.protocol_version, self.revision)
            self.assertEqual((client.server_info.name, client.server_info.version), ("station", "1.0.0"))

    async def test_resources(self):
        async with self.connect() as client:
            listed = {str(resource.uri): resource for resource in (await client.list_resources()).resources}
            self.assertEqual(list(listed), ["station://note", "station://badge"])
            self.assertEqual(listed["station://badge"].mime_type, "image/png")
            note = (await client.read_resource("station://note")).contents[0]
            self.assertEqual((str(note.uri), note.mime_type, note.text), ("station://note", "text/plain", ""))
            badge = (await client.read_resource("station://badge")).contents[0]
            self.assertEqual(badge.blob, "iVBORw==")
            with self.assertRaises(MCPError) as missing:
                await client.read_resource("station://none")
            self.assertEqual(missing.exception.code, self.missing)

    async def test_templates(self):
        async with self.connect() as client:
            templates = (await client.list_resource_templates()).resource_templates
            self.assertEqual([template.uri_template for template in templates], ["station://days/{day}"])
            day = (await client.read_resource("station://days/7")).contents[0]
            self.assertEqual(json.loads(day.text), {"day": 7, "rain": False})
            for uri, code in (("station://days/366", self.missing), ("station://days/400", -32602)):
                with self.assertRaises(MCPError) as refused:
                    await client.read_resource(uri)
                self.assertEqual(refused.exception.code, code, uri)

    async def test_prompts(self):
        async with self.connect() as client:
            [prompt] = (await client.list_prompts()).prompts
            self.assertEqual((prompt.name, prompt.title), ("report", "Report"))
            self.assertEqual([(a.name, a.required) for a in prompt.arguments], [("town", True), ("days", None)])
            got = await client.get_prompt("report", {"town": "Oslo", "days": "3"})
            [message] = got.messages
            self.assertEqual((message.role, message.content.text), ("user", "Report 3 days of weather in Oslo."))
            for arguments in ({}, {"town": "Oslo", "days": "99"}):
                with self.assertRaises(MCPError) as refused:
                    await client.get_prompt("report", arguments)
                self.assertEqual(refused.exception.code, -32602)

    async def test_completion(self):
        async with self.connect() as client:
            self.assertIsNotNone(client.server_capabilities.completions)
            reference = types.PromptReference(type="ref/prompt", name="report")
            for typed, values in (("ber", ["Bergen", "Berlin"]), ("x", [])):
                result = await client.complete(reference, {"name": "town", "value": typed})
                self.assertEqual(result.completion.values, values)

    async def test_subscriptions_and_updates(self):
        async with self.connect() as client:
            await self.subscribed(client)
            self.assertEqual((await client.read_resource("station://note")).contents[0].text, "Fog.")

    async def test_progress(self):
        seen = []

        async def progress(done, total, message):
            seen.append((done, total, message))

        async with self.connect() as client:
            result = await client.call_tool("measure", {"times": 3}, progress_callback=progress)
            self.assertEqual(text(result), "3")
            await until(lambda: len(seen) == 3)
            self.assertEqual(seen, [(n, 3, "measured") for n in (1, 2, 3)])

    async def test_logging(self):
        async with self.connect(log_level="info") as client:
            await client.call_tool("measure", {"times": 2})
            await until(lambda: len(self.logs) == 2)
            self.assertEqual([(log.logger, log.data) for log in self.logs],
                             [("anemometer", "1 of 2"), ("anemometer", "2 of 2")])

    async def test_cancellation(self):
        async with self.connect() as client:
            waiting = asyncio.create_task(client.call_tool("wait_for_storm", {}))
            await asyncio.sleep(0.2)
            # Others are answered meanwhile.
            self.assertEqual(text(await client.call_tool("given_up", {})), "0")
            waiting.cancel()
            with self.assertRaises(asyncio.CancelledError):
                await waiting
            for _ in range(200):
                if text(await client.call_tool("given_up", {})) == "1":
                    return
                await asyncio.sleep(0.01)
            self.fail("the tool was not told")

    async def test_elicitation(self):
        asked = []

        async def elicit(context, params):
            asked.append(params)
            return answers[len(asked) - 1]

        answers = [types.ElicitResult(action="accept", content={"name": "Ann", "hours": 2}),
                   types.ElicitResult(action="decline"),
                   types.ElicitResult(action="cancel")]
        async with self.connect(elicitation_callback=elicit) as client:
            for words in ("Ann for 2 hours", "Nobody.", "Later."):
                self.assertEqual(text(await client.call_tool("take_watch", {})), words)
        self.assertEqual([params.message for params in asked], ["Who takes the watch?"] * 3)
        schema = asked[0].requested_schema
        self.assertEqual(schema["required"], ["name"])
        self.assertEqual(schema["properties"]["hours"]["default"], 4)

    async def test_elicitation_of_a_client_that_cannot(self):
        async with self.connect() as client:
            await self.cannot(client, "take_watch", {})

    async def test_sampling(self):
        asked = []

        async def sample(context, params):
            asked.append(params)
            content = types.TextContent(type="text", text="Windy")
            return types.CreateMessageResult(role="assistant", model="m", content=content)

        async with self.connect(sampling_callback=sample) as client:
            self.assertEqual(text(await client.call_tool("describe", {"town": "Oslo"})), "Windy")
        [params] = asked
        self.assertEqual(params.max_tokens, 10)
        self.assertEqual(params.messages[0].content.text, "The weather in Oslo, in one word.")

    async def test_roots(self):
        async def roots(context):
            return types.ListRootsResult(roots=[types.Root(uri="file:///reports")])

        async with self.connect(list_roots_callback=roots) as client:
            result = await client.call_tool("folders", {})
            self.assertEqual(json.loads(text(result)), ["file:///reports"])

    async def test_apps_negotiated(self):
        settings = {"mimeTypes": ["text/html;profile=mcp-app"]}
        async with self.connect(extensions=[advertise(APPS, settings)]) as client:
            self.assertIn(APPS, client.server_capabilities.extensions or {})
            tools = {tool.name: tool for tool in (await client.list_tools()).tools}
            self.assertEqual(tools["weather"].meta["ui"]["resourceUri"], "ui://station/card")
            listed = [str(resource.uri) for resource in (await client.list_resources()).resources]
            self.assertIn("ui://station/card", listed)
            page = (await client.read_resource("ui://station/card")).contents[0]
            self.assertEqual((page.mime_type, page.meta["ui"]), (settings["mimeTypes"][0], {"prefersBorder": True}))
            self.assertEqual(text(await client.call_tool("weather", {"town": "Oslo"})), "Sunny in Oslo")

    async def test_apps_not_negotiated(self):
        async with self.connect() as client:
            tools = {tool.name: tool for tool in (await client.list_tools()).tools}
            self.assertNotIn("ui", tools["weather"].meta or {})
            listed = [str(resource.uri) for resource in (await client.list_resources()).resources]
            self.assertNotIn("ui://station/card", listed)
            self.assertTrue((await client.read_resource("ui://station/card")).contents[0].text)
            self.assertEqual(text(await client.call_tool("weather", {"town": "Oslo"})), "Sunny in Oslo")

    async def test_a_filter_that_denies(self):
        async with self.connect() as client:
            for arguments in ({"code": 1234}, {"code": 1}, {"code": "x"}, {}):
                result = await client.call_tool("open_instruments", arguments)
                self.assertTrue(result.is_error)
                self.assertEqual(text(result), "Only the keeper may do this.", "and nothing of the rules")

    async def test_a_hidden_error_and_its_diagnostic(self):
        async with self.connect() as client:
            result = await client.call_tool("pressure", {})
            self.assertTrue(result.is_error)
            self.assertEqual(text(result), "The tool failed.")
            self.assertNotIn("baro0", str(result))
        lines = [line for line in self.stderr.splitlines() if "/dev/baro0" in line]
        self.assertEqual(len(lines), 1, self.stderr)
        self.assertIn("pressure", lines[0])


class Modern(Era, unittest.IsolatedAsyncioTestCase):
    """2026-07-28, by `server/discover`."""
    mode, revision, missing = "auto", "2026-07-28", -32602

    async def subscribed(self, client):
        async with client.listen(resource_subscriptions=["station://note"]) as events:
            await client.call_tool("write_note", {"text": "Fog."})
            event = await asyncio.wait_for(anext(aiter(events)), TIMEOUT)
            self.assertEqual(str(event.uri), "station://note")

    async def cannot(self, client, tool, arguments):
        with self.assertRaises(MCPError) as refused:
            await client.call_tool(tool, arguments)
        self.assertEqual(refused.exception.code, -32021)


class Legacy(Era, unittest.IsolatedAsyncioTestCase):
    """2025-11-25, by the handshake."""
    mode, revision, missing = "legacy", "2025-11-25", -32002

    async def subscribed(self, client):
        await client.subscribe_resource("station://note")
        await client.call_tool("write_note", {"text": "Fog."})

        def updates():
            return [m for m in self.heard if getattr(m, "method", "") == "notifications/resources/updated"]
        await until(updates)
        self.assertEqual(str(updates()[0].params.uri), "station://note")
        await client.unsubscribe_resource("station://note")
        await client.call_tool("write_note", {"text": "Fog."})
        self.assertEqual(len(updates()), 1)

    async def cannot(self, client, tool, arguments):
        result = await client.call_tool(tool, arguments)
        self.assertTrue(result.is_error)
        self.assertIn("has not declared the capability", text(result))


if __name__ == "__main__":
    COMMAND = sys.argv[1:]
    if not COMMAND:
        sys.exit(__doc__)
    unittest.main(argv=sys.argv[:1], verbosity=2)
