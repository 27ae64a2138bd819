// Drives the warehouse example with the official TypeScript client and checks what comes back.
//
//     node warehouse.mjs COMMAND URL     the server as a command, over stdio, and where it is served over HTTP
//
// One line per check, a closing line with the sums, status 1 if anything failed.
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { isDeepStrictEqual } from "node:util";

const TIMEOUT = { timeout: 20_000 };
const [command, url] = process.argv.slice(2);
if (!url) {
    console.error("say the command and the URL of the server");
    process.exit(2);
}

const tally = { passed: 0, failed: 0 };

function check(where, label, ok, detail) {
    tally[ok ? "passed" : "failed"] += 1;
    console.log(`${ok ? "ok  " : "FAIL"} ${where}: ${label}${ok || detail === undefined ? "" : `: ${JSON.stringify(detail)}`}`);
}

function texts(result) {
    return result.content.filter((block) => block.type === "text").map((block) => block.text).join("\n");
}

/// Good calls: the client itself checks structured content against the output schema.
const GOOD = [
    ["get_docket", { number: 2 }, "Ring twice"],
    ["list_low_stock", { below: 5 }, "CRATE-L"],
    ["search_dockets", { text: "birch", limit: 5, states: ["placed"] }, ""],
];

/// Bad calls: the arguments and what the answer has to name.
const BAD = [
    ["get_docket", {}, "'number'"],
    ["get_docket", { number: "achtundachtzig" }, "'number'"],
    ["list_low_stock", { below: 918273 }, "'below'"],
    ["list_low_stock", { bellow: 5 }, "'bellow'"],
    ["search_dockets", { states: ["Zerstreut"] }, "'states[0]'"],
];

/// What one transport gives, to be compared with the other.
async function drive(where, transport) {
    const client = new Client({ name: "clients", version: "1.0.0" }, { capabilities: {} });
    const strange = [];
    client.onerror = (error) => strange.push(String(error));
    await client.connect(transport, TIMEOUT);
    const seen = [];
    try {
        check(where, "the server has a name", client.getServerVersion()?.name === "warehouse", client.getServerVersion());
        check(where, "it has tools", client.getServerCapabilities()?.tools !== undefined);
        const { tools } = await client.listTools({}, TIMEOUT);
        seen.push(tools);
        check(where, "nine tools are listed", tools.length === 9, tools.map((tool) => tool.name));
        await client.ping(TIMEOUT);
        check(where, "ping is answered", true);
        for (const [name, args, part] of GOOD) {
            const result = await client.callTool({ name, arguments: args }, undefined, TIMEOUT);
            seen.push(result);
            check(where, `${name} is called`, !result.isError && texts(result).includes(part), result);
            if (tools.find((tool) => tool.name === name)?.outputSchema) {
                check(where, `${name} gives structured content`, result.structuredContent !== undefined, result);
            }
        }
        for (const [name, args, part] of BAD) {
            const result = await client.callTool({ name, arguments: args }, undefined, TIMEOUT);
            seen.push(result);
            check(where, `${name} refuses ${JSON.stringify(args)}`, result.isError === true && texts(result).includes(part), result);
        }
        const unknown = await client.callTool({ name: "no_such_tool", arguments: {} }, undefined, TIMEOUT).catch((error) => error);
        check(where, "an unknown tool is a protocol error", unknown?.code === -32602, String(unknown));
        const many = await Promise.all(
            Array.from({ length: 50 }, () => client.callTool({ name: "get_docket", arguments: { number: 2 } }, undefined, TIMEOUT)),
        );
        check(where, "50 calls at once", many.every((result) => !result.isError));
        if (transport.terminateSession) {
            check(where, "there is a session", typeof transport.sessionId === "string");
            await transport.terminateSession();
            check(where, "it is ended", transport.sessionId === undefined);
        }
    } finally {
        await client.close();
    }
    check(where, "nothing strange came", strange.length === 0, strange);
    return seen;
}

async function attempt(where, transport) {
    try {
        return await drive(where, transport);
    } catch (error) {
        check(where, "all checks ran", false, String(error));
        return undefined;
    }
}

const stdio = await attempt("stdio", new StdioClientTransport({ command, args: [], stderr: "ignore" }));
const http = await attempt("http", new StreamableHTTPClientTransport(new URL(url)));
check("both", "answer alike", stdio !== undefined && isDeepStrictEqual(stdio, http));
console.log(`${tally.passed} passed, ${tally.failed} failed`);
process.exit(tally.failed ? 1 : 0);
