//! Doc text: one golden text with all of it, and a naive twin against random docs.

use super::buffer::Writer;
use super::doc;
use std::string::{String, ToString};
use std::vec::Vec;
use std::{format, vec};

fn written(lines: &[&str]) -> String {
    let mut out = vec![0; 1 << 16];
    let mut w = Writer::new(&mut out);
    doc::docs(&mut w, lines);
    let len = w.len;
    let json = format!("\"{}\"", core::str::from_utf8(&out[..len]).unwrap());
    serde_json::from_str(&json).unwrap_or_else(|e| panic!("{e}: {json}"))
}

#[test]
fn all_of_it() {
    let docs = [
        " Finds  dockets whose text",
        " matches\ta `query`, as [`Page`]s.  ",
        "",
        " Newest first: see [the long",
        " guide](https://example.org/a_(b) \"Guide\") or [Store][crate::Store].",
        " - one `[u8]` item",
        "   goes on",
        " * two \"quoted\" \\ items [0, 1]",
        " 10. ten",
        "",
        "",
        " ```rust",
        " let  x = [`a`](b);",
        "",
        "     indented",
        " ```",
        " After snake_case, x^2, `` a ` b `` and [[`Nested`]](x).",
        "",
        " [`Page`]: crate::Page",
        " # Errors\n\n None — ever.\u{85}\n",
    ];
    let want = "Finds dockets whose text matches a query, as Pages.\n\
        \n\
        Newest first: see the long guide or Store.\n\
        - one [u8] item goes on\n\
        * two \"quoted\" \\ items [0, 1]\n\
        10. ten\n\
        \n\
        let  x = [`a`](b);\n\
        \n\
        \u{20}   indented\n\
        After snake_case, x^2, a ` b and Nested.\n\
        \n\
        # Errors\n\
        \n\
        None — ever.\u{85}";
    assert_eq!(written(&docs), want);
    assert_eq!(written(&[]), "");
    assert_eq!(written(&["", " "]), "");
}

/// What is said of `doc`, over whole texts and with no eye to cost.
#[derive(Default)]
struct Naive {
    text: String,
    paragraph: Vec<char>,
    between: &'static str,
    fence: Option<(char, usize)>,
    ticks: usize,
    open: Vec<(usize, bool)>,
}

impl Naive {
    fn read(entries: &[&str]) -> String {
        let mut s = Self::default();
        for entry in entries {
            let spaced = entry.starts_with(' ');
            let body = entry.strip_suffix('\n').unwrap_or(entry);
            for line in body.split('\n') {
                s.line(line, spaced);
            }
        }
        s.end("");
        s.text
    }

    fn push(&mut self, text: &str) {
        if !self.text.is_empty() {
            self.text.push_str(self.between);
        }
        self.text.push_str(text);
        self.between = "";
    }

    fn end(&mut self, between: &'static str) {
        let text: String = self.paragraph.drain(..).filter(|c| *c != '\0').collect();
        let text = text
            .split([' ', '\t', '\r', '\n'])
            .filter(|w| !w.is_empty())
            .collect::<Vec<_>>()
            .join(" ");
        if !text.is_empty() {
            self.push(&text);
        }
        if between.len() > self.between.len() {
            self.between = between;
        }
        self.ticks = 0;
        self.open.clear();
    }

    fn line(&mut self, line: &str, spaced: bool) {
        let blank = |t: &str| t.trim_matches([' ', '\t', '\r']).is_empty();
        let gap = |t: &str| t.is_empty() || t.starts_with([' ', '\t', '\r']);
        let body = line.trim_start_matches([' ', '\t']);
        if let Some((mark, count)) = self.fence {
            let rest = body.trim_start_matches(mark);
            if body.len() - rest.len() >= count && blank(rest) {
                self.fence = None;
                self.between = "\n";
                return;
            }
            let code = if spaced {
                line.strip_prefix(' ').unwrap_or(line)
            } else {
                line
            };
            let code = code.strip_suffix('\r').unwrap_or(code).to_string();
            self.push(&code);
            self.between = "\n";
            return;
        }
        if body.is_empty() || body == "\r" {
            return self.end("\n\n");
        }
        for mark in ['`', '~'] {
            let rest = body.trim_start_matches(mark);
            if body.len() - rest.len() >= 3 && (mark == '~' || !rest.contains('`')) {
                self.end("\n");
                self.fence = Some((mark, body.len() - rest.len()));
                return;
            }
        }
        let number = body.trim_start_matches(|c: char| c.is_ascii_digit());
        if body.starts_with(['-', '*', '+']) && gap(&body[1..])
            || number.len() < body.len() && number.starts_with('.') && gap(&number[1..])
        {
            self.end("\n");
        }
        if body.starts_with('[') && self.ticks == 0 && self.open.is_empty() {
            if let Some((_, rest)) = body.split_once(']') {
                if rest.len() > 1 && rest.starts_with(':') && gap(&rest[1..]) {
                    return;
                }
            }
        }
        self.paragraph.push(' ');
        self.prose(&body.chars().collect::<Vec<_>>());
    }

    fn prose(&mut self, c: &[char]) {
        let mut i = 0;
        while i < c.len() {
            match c[i] {
                '`' => {
                    let count = c[i..].iter().take_while(|c| **c == '`').count();
                    if self.ticks == 0 {
                        self.ticks = count;
                    } else if self.ticks == count {
                        self.ticks = 0;
                    } else {
                        self.paragraph.extend(&c[i..i + count]);
                    }
                    i += count;
                    continue;
                }
                '[' if self.ticks == 0 => {
                    if self.open.len() < 8 {
                        self.open
                            .push((self.paragraph.len(), c.get(i + 1) == Some(&'`')));
                    }
                    self.paragraph.push('[');
                }
                ']' if self.ticks == 0 && !self.open.is_empty() => {
                    let (at, tick) = self.open.pop().unwrap();
                    let target = Self::target(&c[i + 1..]);
                    if target > 0 || tick && i > 0 && c[i - 1] == '`' {
                        self.paragraph[at] = '\0';
                        i += target;
                    } else {
                        self.paragraph.push(']');
                    }
                }
                other => self.paragraph.push(other),
            }
            i += 1;
        }
    }

    fn target(c: &[char]) -> usize {
        match c.first() {
            Some('[') => c.iter().position(|c| *c == ']').map_or(0, |i| i + 1),
            Some('(') => {
                let mut depth = 0;
                for (i, c) in c.iter().enumerate() {
                    depth += i32::from(*c == '(') - i32::from(*c == ')');
                    if depth == 0 {
                        return i + 1;
                    }
                }
                0
            }
            _ => 0,
        }
    }
}

#[test]
fn random_docs_agree_with_the_naive_twin() {
    let tokens = [
        " ",
        " ",
        " ",
        "  ",
        "\t",
        "a",
        "word",
        "longer_word_here",
        "`",
        "``",
        "```",
        "~~~",
        "[",
        "]",
        "](",
        ")",
        "(x)",
        "](target)",
        "][",
        "[`Page`]",
        "[text](u)",
        "[text][u]",
        "- ",
        "* ",
        "1. ",
        "12. ",
        "+",
        "\"",
        "\\",
        "^",
        "_",
        "—",
        "é",
        "\u{85}",
        "\u{2028}",
        "\u{2027}",
        "\n",
        "\n",
        "\r\n",
        "\r",
        "]: x",
        "[a]: b",
        "𝄞",
        "\u{1}",
        "# ",
        "sixteen bytes ok",
        "  - nested",
    ];
    let mut seed = 0xD1B5_4A32_D192_ED03_u64;
    let mut next = move || {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        usize::try_from(seed >> 33).unwrap()
    };
    for round in 0..300_000 {
        let lines: Vec<String> = (0..next() % 6)
            .map(|_| {
                let mut line = String::new();
                if next() % 3 != 0 {
                    line.push(' ');
                }
                for _ in 0..next() % 12 {
                    line.push_str(tokens[next() % tokens.len()]);
                }
                line
            })
            .collect();
        let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
        assert_eq!(written(&lines), Naive::read(&lines), "{round}: {lines:?}");
    }
}
