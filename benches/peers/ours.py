"""Our server for the shared runner: the same N tools as its peers have, declared with the macros.

The tool bodies, the counting allocator and the in-process loop are the runner's (`peers.py`), so that both
sides run the same code around what is compared.
"""

HEAD = '''use ours::{mcp_tools, mcp_types, Server};
'''

TYPES = '''
mcp_types! {
    pub enum Mode { #[rename("fast")] Fast, #[rename("exact")] Exact, #[rename("fuzzy")] Fuzzy }
'''

RECORD = '''
    pub struct Out%(i)d { pub tool: u32, pub summary: String, pub count: u32 }
'''

MODE = '''}

impl Mode {
    fn as_str(&self) -> &'static str { match self { Mode::Fast => "fast", Mode::Exact => "exact", Mode::Fuzzy => "fuzzy" } }
}

mcp_tools! {
    #[server(name = "bench", version = "0")]
    pub static TOOLS: ToolSet<()>;
'''

TOOL = '''
    /// %(about)s
    fn tool_%(i)d(
        /// %(query)s
        query: String,
        limit: u32 [1..=100] = 10,
        mode: Mode,
        tags: Option<Vec<String>> = None,
    ) -> Out%(i)d {
        %(body)s
        out
    }
'''

# A page of a thousand: the runner asks for one page, and its peers have no pages.
MAIN = '''}

fn main() {
    #[cfg(feature = "count")] count::install();
    let server = Server::new(&TOOLS, ()).page_size(1000);
    #[cfg(feature = "inproc")]
    if std::env::args().nth(1).as_deref() == Some("inproc") { inproc(&server); return; }
    server.serve_stdio().unwrap();
}

#[cfg(feature = "inproc")]
fn inproc(server: &Server<()>) {
    use ours::{CallFrame, Outcome, Revision, Session};
    use std::hint::black_box;
    let line = r#"{"jsonrpc":"2.0","id":1001,"method":"tools/call","params":{"name":"tool_0","arguments":%(arguments)s}}"#;
    let session = Session::agreed(Revision::V2025_06_18);
    let (mut frame, mut out) = (CallFrame::new(), Vec::with_capacity(4096));
    report("line->bytes", 200_000, || {
        out.clear();
        let outcome = server.handle(black_box(line.as_bytes()), &mut frame, &session, &mut out);
        assert!(matches!(outcome, Outcome::Replied));
        drop(outcome);
        frame.clear();
        black_box(&out);
    });
    assert!(out.ends_with(b"}") && !String::from_utf8(out).unwrap().contains("isError\\":true"));
}
'''


def ours_main(peers, n):
    """The text of `src/main.rs` with N tools; `peers` is the runner's module."""
    tools = (TOOL % {"i": i, "about": peers.desc(i), "query": peers.qdesc(i), "body": peers.body(i, "")} for i in range(n))
    return "".join([HEAD, peers.COUNT, TYPES, *(RECORD % {"i": i} for i in range(n)), MODE, *tools,
                    MAIN % {"arguments": peers.ARGS_JSON}])
