// The module under Node: node --test test.mjs, with the path of the module in MODULE.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";

import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";

import { Module } from "./module.mjs";

const path = process.env.MODULE;

test("three exports", async () => {
  const module = await Module.load(path);
  assert.deepEqual(module.exports, ["poll", "room", "take"]);
});

test("the transcript", { timeout: 30_000 }, async () => {
  const module = await Module.load(path);
  const replies = [];
  let wake = () => {};
  module.onreply = (text) => {
    replies.push(text);
    wake();
  };
  let count = 0;
  for (const line of (await readFile("../transcript.txt", "utf8")).split("\n")) {
    if (line.startsWith("> ")) module.take(line.slice(2));
    if (!line.startsWith("< ")) continue;
    while (replies.length === 0) await new Promise((resolve) => (wake = resolve));
    assert.equal(replies.shift(), line.slice(2));
    count += 1;
  }
  assert.deepEqual(replies, []);
  assert.ok(count > 40);
});

/** The official client, connected to a module of its own. */
async function connect() {
  const module = await Module.load(path);
  const [near, far] = InMemoryTransport.createLinkedPair();
  far.onmessage = (message) => module.take(JSON.stringify(message));
  module.onreply = (text) => far.send(JSON.parse(text));
  await far.start();
  const client = new Client({ name: "test", version: "1.0.0" });
  await client.connect(near);
  return client;
}

test("the official client", { timeout: 30_000 }, async (t) => {
  const client = await connect();
  t.after(() => client.close());
  assert.deepEqual(client.getServerVersion(), { name: "greenhouse", title: "Greenhouse", version: "1.0.0" });

  // Page by page. What the client keeps of a page is what it checks results with, so a tool is called
  // while its page is the last one.
  const tools = new Map();
  let cursor;
  do {
    const page = await client.listTools({ cursor });
    for (const tool of page.tools) tools.set(tool.name, tool);
    if (page.tools.some((tool) => tool.name === "read_probe")) {
      const { structuredContent } = await client.callTool({ name: "read_probe", arguments: { bed: 2, probe: "light" } });
      assert.deepEqual(structuredContent, { bed: 2, probe: "light", value: 21600 });
    }
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  assert.equal(tools.size, 10);
  assert.deepEqual(tools.get("read_probe").inputSchema.required, ["bed", "probe"]);

  const schedule = { start: 360, minutes: 20, days: ["monday"] };
  const set = await client.callTool({ name: "set_schedule", arguments: { bed: 3, schedule } });
  assert.deepEqual(set.structuredContent.schedule, schedule);
  const refused = await client.callTool({ name: "open_valve", arguments: { bed: 1, minutes: 61 } });
  assert.equal(refused.isError, true);
  assert.equal(refused.content[0].text, "Argument 'minutes' is not valid. The value must be less than or equal to 60.");

  const manual = await client.readResource({ uri: "greenhouse://manual" });
  assert.match(manual.contents[0].text, /^# Greenhouse/);
  const prompt = await client.getPrompt({ name: "plan_watering", arguments: { bed: "1", plant: "beans" } });
  assert.match(prompt.messages[0].content.text, /It grows beans/);
  await assert.rejects(client.readResource({ uri: "greenhouse://nothing" }), { code: -32002 });
});

test("a tool that waits lets others through", { timeout: 30_000 }, async (t) => {
  const client = await connect();
  t.after(() => client.close());
  const order = [];
  const started = performance.now();
  const sample = { name: "sample_probe", arguments: { bed: 1, probe: "humidity", count: 3, pause_ms: 50 } };
  await Promise.all([
    client.callTool(sample).then((result) => {
      order.push("sample");
      assert.equal(result.structuredContent.count, 3);
    }),
    client.ping().then(() => order.push("ping")),
  ]);
  assert.deepEqual(order, ["ping", "sample"]);
  assert.ok(performance.now() - started >= 147, "it waited three times");
  // The client gives up: the module is told so, drops the call, and answers the next one.
  const given = new AbortController();
  const long = { name: "sample_probe", arguments: { bed: 1, probe: "light", count: 20, pause_ms: 1000 } };
  const call = client.callTool(long, undefined, { signal: given.signal });
  given.abort();
  await assert.rejects(call);
  await client.ping();
});
