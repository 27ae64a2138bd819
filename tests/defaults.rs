//! Defaults, examples and known values that only a test can judge.
#![cfg(feature = "pattern")]
#![allow(
    clippy::too_many_arguments,
    clippy::trivially_copy_pass_by_ref,
    reason = "one tool holds every case; a check takes a reference"
)]

use toolwright::{Violation, check_defaults, mcp_tools, mcp_types};

fn even(n: &u32) -> Result<(), Violation> {
    if n % 2 == 0 {
        Ok(())
    } else {
        Err(Violation::new("n.odd", "The number must be even."))
    }
}

fn lower(text: &str) -> Result<(), Violation> {
    if text.chars().all(char::is_lowercase) {
        Ok(())
    } else {
        Err(Violation::new("text.upper", "Small letters only."))
    }
}

mcp_types! {
    pub struct Code(String [pattern("^[a-z]+$"), check(lower)]);
    pub struct Even(u32 [check(even)]);
    pub struct Shown(String [pattern("^[a-z]+$"), example("Ab"), one_of("Ab", "cd")]);
    pub struct Inside { code: Code = "A1" }
    pub struct Fine { code: Code = "ab", even: Even = 4 }
}

mcp_tools! {
    static GOOD: ToolSet<()>;
    fn good(
        a: String [pattern("^[a-z]+$"), example("b")] = "a",
        b: &str [format("date"), check(lower)],
        c: Vec<Code> = ["ab", "cd"],
        d: Code = "ab",
        e: u32 [check(even), ..=10] = 2,
        f: Option<Code> = None,
        g: Fine,
        h: Vec<String> [items(1..)] = ["é"],
    ) {
        let _ = (a, b, c, d, e, f, g, h);
    }
}

#[test]
fn good_ones_pass() {
    check_defaults(&GOOD);
}

mcp_tools! {
    static BAD: ToolSet<()>;
    fn bad(
        pattern: String [pattern("^[a-z]+$")] = "A",
        format: &str [format("email")] = "a",
        own: u32 [check(even)] = 3,
        borrowed: &str [check(lower)] = "A",
        code: Code = "a1",
        even: Even = 5,
        items: Vec<Code> = ["ab", "C"],
        inside: Vec<Inside>,
        shown: Shown,
        example: String [pattern("^[a-z]+$"), example("1")],
        fine: Option<Even> = None,
    ) {
        let _ = (pattern, format, own, borrowed, code, even, items, inside, shown, example, fine);
    }
}

#[test]
fn all_bad_ones_are_named() {
    let said = std::panic::catch_unwind(|| check_defaults(&BAD)).unwrap_err();
    let said = said.downcast_ref::<String>().unwrap();
    let expected = [
        "TW0008: `bad.pattern`: the default is refused by its own rule: The value does not match the expected format.",
        "TW0008: `bad.format`: the default is refused by its own rule: The value does not match the expected format.",
        "TW0008: `bad.own`: the default is refused by its own rule: The number must be even.",
        "TW0008: `bad.borrowed`: the default is refused by its own rule: Small letters only.",
        "TW0008: `bad.code`: the default is refused by its own rule: The value is not a valid Code: The value does not match the expected format.",
        "TW0008: `bad.even`: the default is refused by its own rule: The value is not a valid Even: The number must be even.",
        "TW0008: `bad.items`: the default is refused by its own rule: The value is not a valid Code: The value does not match the expected format.",
        "TW0008: `bad.inside.code`: the default is refused by its own rule: The value is not a valid Code: The value does not match the expected format.",
        "TW0015: `bad.shown`: the example is refused by its own rule: The value is not a valid Shown: The value does not match the expected format.",
        "TW0015: `bad.shown`: the known value is refused by its own rule: The value is not a valid Shown: The value does not match the expected format.",
        "TW0015: `bad.example`: the example is refused by its own rule: The value does not match the expected format.",
    ];
    assert_eq!(said.lines().collect::<Vec<_>>(), expected);
}
