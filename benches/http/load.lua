-- One call of 2026-07-28, again and again over kept connections.
wrk.method = "POST"
wrk.headers["Content-Type"] = "application/json"
wrk.headers["Accept"] = "application/json, text/event-stream"
wrk.headers["MCP-Protocol-Version"] = "2026-07-28"
wrk.headers["Mcp-Method"] = "tools/call"
wrk.headers["Mcp-Name"] = "quote"
wrk.body = [[{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"quote","arguments":{"sku":"CRATE-L","pieces":3,"weight":12.5,"express":true},"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"load","version":"1.0.0"},"io.modelcontextprotocol/clientCapabilities":{}}}}]]

function done(summary, latency)
    io.write(string.format("figures %d %d %d %d %d\n", summary.requests, summary.duration, latency:percentile(50), latency:percentile(99),
        summary.errors.status + summary.errors.connect + summary.errors.read + summary.errors.write + summary.errors.timeout))
end
