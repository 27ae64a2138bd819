//! The subset, the engine, and ECMA-262 itself where Node is at hand.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use std::io::Write as _;
use std::process::{Command, Stdio};

use super::{compile, fault};

fn matches(pattern: &str, text: &str) -> bool {
    compile(pattern)
        .expect("what const evaluation accepts compiles")
        .is_match(text)
}

#[test]
fn what_is_portable_is_accepted_and_matches() {
    for (pattern, yes, no) in [
        (
            "^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$",
            "FR7630006000011234567890189",
            "fr76",
        ),
        ("a", "bab", "b"),
        ("^$", "", "\n"),
        ("^a.c$", "a😀c", "a\nc"),
        ("^.$", "\u{85}", "\u{2028}"),
        ("^\\d+$", "42", "٤٢"),
        ("^\\w$", "_", "é"),
        ("^\\s$", "\u{feff}", "\u{85}"),
        ("^[^\\s]$", "x", "\u{a0}"),
        ("^[\\S\\n]$", "\n", "\t"),
        ("\\bfoo\\b", "a foo b", "afoo"),
        ("\\Boo\\b", "foo", "oo"),
        ("éa\\b", "éa", "éab"),
        ("^(?:a|bc)*d?$", "abca", "abb"),
        ("^(a*)*b$", "aaab", "aaa"),
        ("^a{2,3}$", "aaa", "aaaa"),
        ("^a{0}b$", "b", "ab"),
        ("^a{2,}?$", "aaaa", "a"),
        ("^[-a]$", "-", "b"),
        ("^[a-]$", "-", "b"),
        ("^[\\-\\]\\[^]$", "^", "a"),
        ("^[\\\\-a]$", "^", "b"),
        ("^\\/\\.\\u0041\\x42\\u{1F600}$", "/.AB😀", "/.AB"),
        ("x$|^y", "yz", "zy"),
        ("^-?(?:0|[1-9][0-9]*)$", "-10", "01"),
        ("()", "", "\u{0}\u{0}" /* matches too */),
    ] {
        assert_eq!(fault(pattern), None, "{pattern}");
        assert!(matches(pattern, yes), "{pattern} on {yes:?}");
        assert!(
            pattern == "()" || !matches(pattern, no),
            "{pattern} on {no:?}"
        );
    }
}

#[test]
fn what_is_not_portable_is_refused_with_a_way_out() {
    for (pattern, word) in [
        ("", "empty"),
        (r"^\p{L}+$", "[A-Za-z]"),
        (r"\P{L}", "[A-Za-z]"),
        ("^(?!__).+$", "check(..)"),
        ("(?=a)", "check(..)"),
        ("(?<=a)b", "check(..)"),
        ("(?<!a)b", "check(..)"),
        (r"^[a[\]|@]+$", r"`\[`"),
        ("[[:alpha:]]", r"`\[`"),
        (r"^https\:\/\/", "backslash"),
        (r"a\-b", "backslash"),
        (r"\_", "backslash"),
        (r"\ ", "backslash"),
        ("^(?i)x$", "both cases"),
        ("(?i:x)", "both cases"),
        ("(?-i:x)", "both cases"),
        (r"(a+)+\1", "back-references"),
        (r"\k<a>", "back-references"),
        ("(?<y>a)", "plain group"),
        ("(?P<y>a)", "plain group"),
        ("(?>a)", "(?:..)"),
        (r"\Aa\z", "`^` or `$`"),
        (r"a\Z", "`^` or `$`"),
        ("[a&&b]", "operators"),
        ("[a~~b]", "operators"),
        ("[a--b]", r"`\-`"),
        ("[a-c-e]", r"`\-`"),
        (r"[\w-x]", r"`\-`"),
        (r"[a-\d]", r"`\-`"),
        ("[--a]", r"`\-`"),
        ("a{", r"`\{`"),
        ("a{,3}", "{0,5}"),
        ("a{x}", r"`\{`"),
        ("a}", r"`\}`"),
        ("a]", r"`\]`"),
        ("a{1001}", "1000"),
        ("a{1,99999999999}", "1000"),
        ("a{3,2}", "larger number"),
        ("(?:a{100}){1000}", "multiply"),
        ("(?:(?:a{1000}){1000}){1000}", "multiply"),
        ("[]", "empty class"),
        ("[^]", "empty class"),
        ("[z-a]", "larger end"),
        ("[a", "add `]`"),
        ("(a", "add `)`"),
        ("a)", r"`\)`"),
        ("*a", "nothing to repeat"),
        ("(*a)", "nothing to repeat"),
        ("a|+", "nothing to repeat"),
        ("^*", "stands behind"),
        (r"\b+", "stands behind"),
        ("a**", "(?:a+)?"),
        ("a++", "(?:a+)?"),
        ("a{2}{3}", "(?:a+)?"),
        (r"\x{41}", r"\u{41}"),
        (r"\u12", "four digits"),
        (r"\u{110000}", "four digits"),
        (r"\uD83D\uDE00", "surrogate"),
        (r"\012", "octal"),
        (r"\0", "octal"),
        (r"[\b]", r"\x08"),
        (r"\cJ", r"\x0A"),
        ("a\\", "backslash"),
    ] {
        let why = fault(pattern);
        assert!(
            why.is_some_and(|why| why.contains(word)),
            "{pattern}: {why:?}"
        );
    }
    let deep = format!("{}a{}", "(".repeat(32), ")".repeat(32));
    assert!(fault(&deep).is_some_and(|why| why.contains("deeper")));
    let wide = format!("{}a{}", "(".repeat(31), ")".repeat(31));
    assert_eq!(fault(&wide), None);
    assert!(matches(&wide, "a"));
}

#[test]
fn time_does_not_explode() {
    let text = "a".repeat(5000);
    assert!(!matches("^(?:(?:a+)+)+b$", &text));
    assert!(matches("(?:a?){500}a{500}", &text));
}

/// A small generator of its own: the same patterns in every run, and no shrinking needed.
struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % n
    }

    fn one<'a>(&mut self, of: &[&'a str]) -> &'a str {
        of[usize::try_from(self.below(of.len() as u64)).unwrap()]
    }

    fn atom(&mut self, depth: u64, out: &mut String) {
        match self.below(if depth == 0 { 7 } else { 10 }) {
            0..=2 => {
                out.push_str(self.one(&["a", "b", "c", "-", "é", "😀", " ", "_", "A", "/", ":"]));
            }
            3 => out.push_str(self.one(&[
                ".",
                "\\d",
                "\\D",
                "\\w",
                "\\W",
                "\\s",
                "\\S",
                "\\.",
                "\\n",
                "\\u2028",
                "\\x61",
                "\\u{1F600}",
                "\\t",
                "\\/",
                "\\$",
            ])),
            4 => out.push_str(self.one(&["^", "$", "\\b", "\\B"])),
            5 | 6 => {
                out.push('[');
                if self.below(3) == 0 {
                    out.push('^');
                }
                if self.below(6) == 0 {
                    out.push('-');
                }
                for _ in 0..=self.below(3) {
                    out.push_str(self.one(&[
                        "a",
                        "a-c",
                        "\\d",
                        "\\w",
                        "\\S",
                        "\\s",
                        "\\W",
                        "\\D",
                        "é",
                        "\\n",
                        "A-Z",
                        "\\-",
                        "\\]",
                        ".",
                        "$",
                        "😀",
                        " -~",
                        "\\u2000-\\u2030",
                        "(",
                        "|",
                        "{",
                        "&",
                    ]));
                }
                out.push(']');
            }
            _ => {
                out.push_str(self.one(&["(", "(?:"]));
                self.pattern(depth - 1, out);
                out.push(')');
            }
        }
    }

    fn pattern(&mut self, depth: u64, out: &mut String) {
        for way in 0..=self.below(3) / 2 {
            if way > 0 {
                out.push('|');
            }
            for _ in 0..self.below(4) {
                self.atom(depth, out);
                out.push_str(self.one(&[
                    "", "", "", "*", "+", "?", "*?", "+?", "??", "{2}", "{0,2}", "{1,}", "{0}",
                    "{2,3}?",
                ]));
            }
        }
    }

    /// Pieces in any order: most are refused, and what is not has to be right.
    fn scrap(&mut self, out: &mut String) {
        for _ in 0..=self.below(7) {
            out.push_str(self.one(&[
                "(", ")", "(?:", "[", "[^", "]", "{", "}", "{2", ",", "2}", "\\", "-", "^", "$",
                "?", "*", "+", "a", "b", "1", "&", "~", ":", "=", "!", "<", "|", "\\d", "\\u",
                "0061", "\\x", "61", ".", "/", "\\b", "é",
            ]));
        }
    }

    fn text(&mut self) -> String {
        let mut text = String::new();
        for _ in 0..self.below(7) {
            text.push_str(self.one(&[
                "a", "b", "c", "A", "-", "é", "😀", " ", "_", "0", "7", "\n", "\r", "\u{2028}",
                "\u{a0}", "\u{feff}", "\u{85}", "/", ":", "٤", ".", "$", "\t",
            ]));
        }
        text
    }
}

/// Patterns of the subset, each with texts and whether the engine finds a match.
fn cases(count: usize) -> Vec<(String, Vec<(String, bool)>)> {
    let mut random = Random(0x5DEE_CE66_D1CE_5EED);
    let mut cases = Vec::new();
    while cases.len() < count {
        let mut pattern = String::new();
        if random.below(2) == 0 {
            random.pattern(3, &mut pattern);
        } else {
            random.scrap(&mut pattern);
        }
        if fault(&pattern).is_some() {
            continue;
        }
        let engine = compile(&pattern).expect("what const evaluation accepts compiles");
        // V8 finds `\B` between the halves of a surrogate pair, where ECMA-262 never looks
        // with the flag `u`: `/\B/u.test("0😀c")` has to be false.
        let halves = pattern.contains("\\B");
        let texts = (0..12).map(|_| random.text());
        let texts = texts.filter(|text| !(halves && text.contains('😀')));
        let texts = texts.map(|text| (text.clone(), engine.is_match(&text)));
        cases.push((pattern.clone(), texts.collect()));
    }
    cases
}

/// Compiles each accepted pattern, and runs it through `new RegExp(pattern, 'u')`; skipped where there is no Node.
#[test]
fn node_agrees() {
    const SCRIPT: &str = "
        const cases = JSON.parse(require('fs').readFileSync(0, 'utf8'));
        for (const [pattern, texts] of cases) {
            let regex;
            try { regex = new RegExp(pattern, 'u'); }
            catch (e) { console.log('refused ' + JSON.stringify(pattern) + ' ' + e); continue; }
            for (const [text, found] of texts)
                if (regex.test(text) !== found) console.log('differs ' + JSON.stringify([pattern, text, found]));
        }
        console.log('done ' + cases.length);";
    let Ok(mut node) = Command::new("node")
        .args(["-e", SCRIPT])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
    else {
        std::eprintln!("no node here: the comparison with ECMA-262 is skipped");
        return;
    };
    let json = serde_json::to_vec(&cases(20_000)).unwrap();
    let mut input = node.stdin.take().unwrap();
    let feed = std::thread::spawn(move || input.write_all(&json));
    let output = node.wait_with_output().unwrap();
    feed.join().unwrap().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stdout), "done 20000\n");
}

/// What const evaluation lets pass is within the engine's own limits, at its largest too.
#[test]
fn the_largest_patterns_compile() {
    let wide = "[A-Za-z0-9_.~!$&'()*+,;=:@/?%é-]";
    for atom in ["a", "\\W", ".", "\\S", "[^a]", "[^\\s😀]", wide] {
        let most =
            (1..100).find(|times| fault(&format!("(?:{atom}{{1000}}){{{times}}}")).is_some());
        let pattern = format!("(?:{atom}{{1000}}){{{}}}", most.unwrap() - 1);
        assert_ne!(most, Some(1), "{pattern}");
        assert!(super::engine::compile(&pattern).is_some(), "{pattern}");
    }
}
