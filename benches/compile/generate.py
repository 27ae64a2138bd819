#!/usr/bin/env python3
"""Writes cargo workspaces of crates that declare N tools, for measuring what a tool costs to compile.

One workspace per flavour (so that dependencies are built once), one member crate `n{N}` per size.
Every crate is a library: `cargo check` of a library compiles the declarations and nothing else, and
needs neither a transport nor a `main`.

    ours         one `mcp_tools!` block: docs, #[tool(..)], rules, defaults; one shared result record
    ours-own     the same, with one result record per tool
    ours-plain   no rules, no defaults, no #[tool(..)]
    ours-async   as `ours`, with `async fn`
    manual       what is written by hand with serde derive: Args and Out per tool, a match on the name,
                 the listing as a literal
    manual-shared  the same with one shared Out
    manual-plain   the same without the checks and defaults (twin of ours-plain)

    generate.py --out DIR [--path CRATE] [--sizes 1,10,100,300] [--flavours ours,manual]
"""
import argparse
import json
import pathlib

ROOT = pathlib.Path(__file__).resolve().parents[2]
PACKAGE = "toolwright"
SIZES = (1, 10, 100, 300)


def describe(i):
    return f"Search corpus number {i} and return the best matches for a query."


def describe_query(i):
    return f"Query text for corpus {i}, plain words or a quoted phrase."


# ------------------------------------------------------------------ the macro
# No derives beside what makes it a result: the struct that is written by hand has none either.
RECORD = '''
    /// What tool {i} found.
    pub struct {name} {{
        pub tool: u32,
        pub summary: String,
        pub count: u32,
    }}
'''


def ours(n, plain=False, asynchronous=False, own=False):
    out = [f'''//! Generated: {n} tools.
#![allow(missing_docs, dead_code)]
use {PACKAGE}::{{mcp_tools, mcp_types}};

mcp_types! {{
    /// How to match.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Mode {{ #[rename("fast")] Fast, #[rename("exact")] Exact, #[rename("fuzzy")] Fuzzy }}
''']
    if own:
        out += [RECORD.format(i=i, name=f"Out{i}") for i in range(n)]
    else:
        out.append(RECORD.format(i="any", name="Out"))
    out.append('''}

impl Mode {
    fn as_str(self) -> &'static str { match self { Mode::Fast => "fast", Mode::Exact => "exact", Mode::Fuzzy => "fuzzy" } }
}

mcp_tools! {
    /// Searches corpora.
    pub static TOOLS: ToolSet<()>;
''')
    keyword = "async fn" if asynchronous else "fn"
    for i in range(n):
        record = f"Out{i}" if own else "Out"
        keys = "" if plain else f'    #[tool(read_only, title = "Tool {i}")]\n'
        rules = ("", "", "") if plain else (" [len(1..=200)]", " [1..=100] = 10", " = None")
        out.append(f'''
    /// {describe(i)}
{keys}    {keyword} tool_{i}(
        /// {describe_query(i)}
        query: String{rules[0]},
        /// How many.
        limit: u32{rules[1]},
        mode: Mode,
        tags: Option<Vec<String>>{rules[2]},
    ) -> {record} {{
        let summary = format!("t{i}:{{query}}:{{}}:{{}}", mode.as_str(), tags.as_ref().map_or(0, Vec::len));
        {record} {{ tool: {i}, summary, count: limit }}
    }}
''')
    out.append("}\n")
    return "".join(out)


# ------------------------------------------------------------------ by hand
def listed(i, plain):
    limit = {"type": "integer", "description": "How many.", "minimum": 0, "maximum": 4294967295}
    query = {"type": "string", "description": describe_query(i)}
    if not plain:
        limit |= {"minimum": 1, "maximum": 100, "default": 10}
        query |= {"minLength": 1, "maxLength": 200}
    tool = {"name": f"tool_{i}", "title": f"Tool {i}", "description": describe(i),
            "inputSchema": {"type": "object", "properties": {
                "query": query, "limit": limit,
                "mode": {"type": "string", "enum": ["fast", "exact", "fuzzy"]},
                "tags": {"type": "array", "items": {"type": "string"}}},
                "required": ["query", "limit", "mode", "tags"] if plain else ["query", "mode"],
                "additionalProperties": False},
            "outputSchema": {"type": "object", "properties": {
                "tool": {"type": "integer", "minimum": 0, "maximum": 4294967295}, "summary": {"type": "string"},
                "count": {"type": "integer", "minimum": 0, "maximum": 4294967295}},
                "required": ["tool", "summary", "count"], "additionalProperties": False},
            "annotations": {"readOnlyHint": True}}
    if plain:
        del tool["title"], tool["annotations"]
    return tool


def listing(n, plain):
    rows = ",\n    ".join('r##"' + ("," if i else "") + json.dumps(listed(i, plain), separators=(",", ":")) + '"##'
                          for i in range(n))
    return f'static TOOLS: &str = concat!(r##"{{"tools":["##,\n    {rows},\n    r##"]}}"##);\n'


FRAME = '''//! Generated: N tools by hand.
#![allow(missing_docs, dead_code)]
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::io::Write;

const INIT: &str = r#"{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},"serverInfo":{"name":"bench","version":"0"}}"#;
#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Mode { Fast, Exact, Fuzzy }
impl Mode {
    fn as_str(&self) -> &'static str { match self { Mode::Fast => "fast", Mode::Exact => "exact", Mode::Fuzzy => "fuzzy" } }
}
fn default_limit() -> u32 { 10 }
fn rpc_error(out: &mut Vec<u8>, code: i32, message: &str) {
    let _ = write!(out, r#","error":{{"code":{code},"message":"#);
    let _ = serde_json::to_writer(&mut *out, message);
    out.push(b'}');
}
fn answer(out: &mut Vec<u8>, json: &str) {
    out.extend_from_slice(br#","result":{"content":[{"type":"text","text":"#);
    let _ = serde_json::to_writer(&mut *out, json);
    out.extend_from_slice(br#"}],"structuredContent":"#);
    out.extend_from_slice(json.as_bytes());
    out.push(b'}');
}
fn refuse(out: &mut Vec<u8>, message: &str) {
    out.extend_from_slice(br#","result":{"content":[{"type":"text","text":"#);
    let _ = serde_json::to_writer(&mut *out, message);
    out.extend_from_slice(br#"}],"isError":true}"#);
}
#[derive(Deserialize)]
struct Request<'a> { #[serde(borrow, default)] id: Option<&'a RawValue>, #[serde(borrow)] method: Cow<'a, str>, #[serde(borrow, default)] params: Option<&'a RawValue> }
#[derive(Deserialize)]
struct Call<'a> { #[serde(borrow)] name: Cow<'a, str>, #[serde(borrow, default)] arguments: Option<&'a RawValue> }
pub fn handle(line: &[u8], out: &mut Vec<u8>) {
    let r: Request = match serde_json::from_slice(line) {
        Ok(r) => r,
        Err(e) => { out.extend_from_slice(br#"{"jsonrpc":"2.0""#); rpc_error(out, -32700, &e.to_string()); out.extend_from_slice(b"}\\n"); return }
    };
    let Some(id) = r.id else { return };
    out.extend_from_slice(br#"{"jsonrpc":"2.0","id":"#);
    out.extend_from_slice(id.get().as_bytes());
    match &*r.method {
        "initialize" => { out.extend_from_slice(b",\\"result\\":"); out.extend_from_slice(INIT.as_bytes()) }
        "ping" => out.extend_from_slice(b",\\"result\\":{}"),
        "tools/list" => { out.extend_from_slice(b",\\"result\\":"); out.extend_from_slice(TOOLS.as_bytes()) }
        "tools/call" => match serde_json::from_str::<Call>(r.params.map_or("{}", |p| p.get())) {
            Ok(c) => call(&c.name, c.arguments.map_or("{}", |a| a.get()), out),
            Err(e) => rpc_error(out, -32602, &e.to_string()),
        },
        _ => rpc_error(out, -32601, "method not found"),
    }
    out.extend_from_slice(b"}\\n");
}
fn go<A: for<'a> Deserialize<'a>, O: Serialize>(arguments: &str, f: fn(A) -> Result<O, String>, out: &mut Vec<u8>) {
    let a: A = match serde_json::from_str(arguments) { Ok(a) => a, Err(e) => return refuse(out, &format!("invalid arguments: {e}")) };
    match f(a) { Ok(o) => answer(out, &serde_json::to_string(&o).unwrap_or_default()), Err(e) => refuse(out, &e) }
}
'''


def manual(n, plain=False, own=True):
    out = [FRAME.replace("N tools", f"{n} tools"), listing(n, plain)]
    record = '#[derive(Serialize)]\npub struct {} {{ pub tool: u32, pub summary: String, pub count: u32 }}\n'
    if not own:
        out.append(record.format("Out"))
    limit, tags, checks = ('#[serde(default = "default_limit")] ', "#[serde(default)] ", '''
    let length = a.query.chars().count();
    if !(1..=200).contains(&length) { return Err("query must be 1 to 200 characters long".into()) }
    if !(1..=100).contains(&a.limit) { return Err("limit must be in 1..=100".into()) }''')
    if plain:
        limit, tags, checks = "", "", ""
    for i in range(n):
        name = f"Out{i}" if own else "Out"
        out.append(f'''
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Args{i} {{
    pub query: String,
    {limit}pub limit: u32,
    pub mode: Mode,
    {tags}pub tags: Option<Vec<String>>,
}}
{record.format(name) if own else ""}fn tool_{i}(a: Args{i}) -> Result<{name}, String> {{{checks}
    let summary = format!("t{i}:{{}}:{{}}:{{}}", a.query, a.mode.as_str(), a.tags.as_ref().map_or(0, |t| t.len()));
    Ok({name} {{ tool: {i}, summary, count: a.limit }})
}}''')
    arms = "\n".join(f'        "tool_{i}" => go(arguments, tool_{i}, out),' for i in range(n))
    out.append(f'''
fn call(name: &str, arguments: &str, out: &mut Vec<u8>) {{
    match name {{
{arms}
        _ => rpc_error(out, -32602, "unknown tool"),
    }}
}}
''')
    return "".join(out)


FLAVOURS = {
    "ours": lambda n: ours(n),
    "ours-own": lambda n: ours(n, own=True),
    "ours-plain": lambda n: ours(n, plain=True),
    "ours-async": lambda n: ours(n, asynchronous=True),
    "manual": lambda n: manual(n),
    "manual-shared": lambda n: manual(n, own=False),
    "manual-plain": lambda n: manual(n, plain=True),
}


def dependencies(flavour, path):
    if flavour.startswith("ours"):
        return f'{PACKAGE} = {{ path = {json.dumps(str(path))} }}\n'
    return ('serde = { version = "1", features = ["derive"] }\n'
            'serde_json = { version = "1", features = ["raw_value"] }\n')


def write(path, text):
    # An unchanged file keeps its time stamp, so that a second run does not rebuild the dependencies.
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists() or path.read_text() != text:
        path.write_text(text)


def generate(out, flavours, sizes, path):
    """Writes DIR/{flavour}/Cargo.toml and DIR/{flavour}/n{N}/ for every size; returns the workspaces by flavour."""
    workspaces = {}
    for flavour in flavours:
        workspace = pathlib.Path(out) / flavour
        members = ", ".join(f'"n{n}"' for n in sizes)
        write(workspace / "Cargo.toml", f'[workspace]\nresolver = "2"\nmembers = [{members}]\n')
        for n in sizes:
            write(workspace / f"n{n}" / "Cargo.toml",
                  f'[package]\nname = "n{n}"\nversion = "0.0.0"\nedition = "2024"\npublish = false\n\n'
                  f'[dependencies]\n{dependencies(flavour, path)}')
            write(workspace / f"n{n}" / "src" / "lib.rs", FLAVOURS[flavour](n))
        workspaces[flavour] = workspace
    return workspaces


def arguments(parser):
    parser.add_argument("--path", type=pathlib.Path, default=ROOT, help="the crate under test (default: this repository)")
    parser.add_argument("--sizes", default=",".join(map(str, SIZES)), help="numbers of tools (default: %(default)s)")
    parser.add_argument("--flavours", default="ours,manual", help="of " + ", ".join(FLAVOURS) + " (default: %(default)s)")


def parsed(options, parser):
    options.path = options.path.resolve()
    options.sizes = sorted({int(n) for n in options.sizes.split(",")})
    options.flavours = options.flavours.split(",")
    for flavour in options.flavours:
        if flavour not in FLAVOURS:
            parser.error(f"unknown flavour {flavour!r}: one of {', '.join(FLAVOURS)}")
    return options


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", required=True, type=pathlib.Path)
    arguments(parser)
    options = parsed(parser.parse_args(), parser)
    for flavour, workspace in generate(options.out, options.flavours, options.sizes, options.path).items():
        print(flavour, workspace)
