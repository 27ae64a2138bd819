//! Tests over generated texts, and what they share.

#![allow(clippy::format_push_string, reason = "short texts of a test")]

mod equality;
mod grammar;
mod numbers;
mod written;

use alloc::string::String;
use alloc::vec::Vec;

/// A small generator of its own, so that a failing seed can be repeated.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, end: usize) -> usize {
        usize::try_from(self.next() >> 11).unwrap() % end
    }

    fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from[self.below(from.len())]
    }

    fn space(&mut self, out: &mut String) {
        if self.below(6) == 0 {
            out.push_str(self.pick(&[" ", "\n", "\t", "\r", "  ", " \n\t"]));
        }
    }

    fn string(&mut self, out: &mut String) {
        out.push('"');
        for _ in 0..self.below(5) {
            out.push_str(self.pick(&[
                "a",
                "b",
                "key",
                "\u{e9}",
                "\u{20ac}",
                "\u{1f600}",
                "\\n",
                "\\\\",
                "\\\"",
                "\\/",
                "\\u0041",
                "\\ud83d\\ude00",
                "\\u00E9",
                "[",
                "}",
                "{",
                "]",
                ",",
                ":",
                "a longer run of text",
                "\u{7f}",
                "\\b\\f\\r\\t",
            ]));
        }
        out.push('"');
    }

    fn name(&mut self, out: &mut String) {
        if self.below(3) == 0 {
            self.string(out);
        } else {
            out.push_str(self.pick(&[
                "\"params\"",
                "\"arguments\"",
                "\"_meta\"",
                "\"id\"",
                "\"method\"",
                "\"p\\u0061rams\"",
                "\"x\"",
                "\"y\"",
            ]));
        }
    }

    fn number(&mut self, out: &mut String) {
        out.push_str(self.pick(&[
            "0",
            "-0",
            "1",
            "7",
            "12",
            "-305",
            "1.5",
            "0.25",
            "1e2",
            "1E+2",
            "1e-2",
            "-1.0e0",
            "123456789012345678",
            "1234567890123456789",
            "9007199254740993.0",
            "18446744073709551615",
            "1e22",
        ]));
    }

    fn value(&mut self, depth: usize, out: &mut String) {
        match self.below(if depth == 0 { 5 } else { 10 }) {
            0 => self.number(out),
            1 | 2 => self.string(out),
            3 => out.push_str(self.pick(&["true", "false", "null"])),
            4 => out.push_str(self.pick(&["[]", "{}", "\"\"", "[ ]", "{\n}"])),
            5 | 6 => {
                out.push('[');
                self.list(depth, false, out);
                out.push(']');
            }
            _ => {
                out.push('{');
                self.list(depth, true, out);
                out.push('}');
            }
        }
    }

    fn list(&mut self, depth: usize, object: bool, out: &mut String) {
        for index in 0..self.below(5) {
            if index > 0 {
                out.push(',');
            }
            self.space(out);
            if object {
                self.name(out);
                self.space(out);
                out.push(':');
                self.space(out);
            }
            self.value(depth - 1, out);
            self.space(out);
        }
    }

    fn text(&mut self) -> String {
        let mut out = String::new();
        self.space(&mut out);
        self.value(4, &mut out);
        self.space(&mut out);
        out
    }

    fn mutate(&mut self, bytes: &mut Vec<u8>) {
        const BYTES: &[u8] = b"\"\\{}[],:0123456789.eE+-untf \n\x00\x1f\x7f\x80\xc3\xe2\xff/dDa";
        for _ in 0..=self.below(2) {
            let at = self.below(bytes.len() + 1);
            let byte = BYTES[self.below(BYTES.len())];
            match self.below(4) {
                0 => bytes.insert(at, byte),
                1 if at < bytes.len() => drop(bytes.remove(at)),
                2 => bytes.truncate(at),
                _ if at < bytes.len() => bytes[at] = byte,
                _ => bytes.push(byte),
            }
        }
    }
}

/// Few enough for an unoptimised run; optimised it is a million.
const CASES: u32 = if cfg!(debug_assertions) {
    300_000
} else {
    1_000_000
};
