use toolwright::mcp_tools;

mcp_tools! {
    static TOOLS: ToolSet<()>;

    fn a(s: String [pattern(r"^\p{L}+$")]) { let _ = s; }
    fn b(s: String [pattern(r"^(?!__).+$")]) { let _ = s; }
    fn c(s: String [pattern(r"^[a[\]|@]+$")]) { let _ = s; }
    fn d(s: String [pattern(r"^https\:\/\/")]) { let _ = s; }
    fn e(s: String [pattern(r"^(?i)x$")]) { let _ = s; }
    fn f(s: String [pattern(r"(a+)+\1")]) { let _ = s; }
}

fn main() {}
