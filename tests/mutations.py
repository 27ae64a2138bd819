#!/usr/bin/env python3
"""Breaks each rule of the readers in turn, and shows which test notices.

    tests/mutations.py                 all of them
    tests/mutations.py pattern echo    those whose names hold one of the words

Each mutation is one edit of a copy of the tree, tested there with the seed that is fixed in the tests: the
equivalence test first (at most 100,000 cases, up to the first disagreement), then the tables. Exits with 1 where
a mutation survives, or no longer fits the source. The copies share one target directory, so that one costs the
build of this crate and of a test.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
CASES = 100_000
TABLES = ["refusals", "lenient", "results", "types"]

# name, file, what stands there, what takes its place
MUTATIONS = [
    ("minimum of integers", "src/types/integer.rs", "if below(number, low) {", "if below(number + 1, low) {"),
    ("maximum of integers", "src/types/integer.rs", "Bound::Int(high) if number > high)", "Bound::Int(high) if number > high + 1)"),
    ("width of integers", "src/types/integer.rs", "Integer::Fits(number) if low <= number && number <= high => number,", "Integer::Fits(number) if low <= number => number,"),
    ("fractions of integers", "src/types/integer.rs", "Integer::Fraction => return Err(Refusal::fraction()),", "Integer::Fraction => 1,"),
    ("zero of signed integers", "src/types/integer.rs", "NonZero::new(number).ok_or_else(", "NonZero::new(number).or(NonZero::new(1)).ok_or_else("),
    ("leading zeros of wide integers", "src/types/integer.rs", "(digits == \"0\" || !digits.starts_with('0'))", "(digits == \"0\" || !digits.starts_with(\"00\"))"),
    ("minimum of floats", "src/types/float.rs", "if number < low ||", "if number + 0.01 < low ||"),
    ("maximum of floats", "src/types/float.rs", "if number > high ||", "if number > high + 0.01 ||"),
    ("bounds of single floats", "src/types/float.rs", "check(json::float(token), rules)", "check(number.into(), rules)"),
    ("range of floats", "src/types/float.rs", "if !number.is_finite() {", "if number.is_nan() {"),
    ("booleans", "src/types/boolean.rs", "Kind::False => {", "Kind::False | Kind::Number => {"),
    ("least length", "src/types/text.rs", "if count < low64 {", "if count + 1 < low64 {"),
    ("greatest length", "src/types/text.rs", "if count > high64 &&", "if count > high64 + 1 &&"),
    ("characters, not bytes", "src/types/text.rs", "let count = text.chars().count() as u64;", "let count = bytes;"),
    ("pattern", "src/types/text.rs", "if !matches(text) {", "if text.is_empty() && !matches(text) {"),
    ("format", "src/types/text.rs", "if !crate::format::holds(format, text) {", "if text.is_empty() && !crate::format::holds(format, text) {"),
    ("accepted values", "src/types/text.rs", "if !accepted.contains(&text) {", "if text.is_empty() && !accepted.contains(&text) {"),
    ("one character", "src/types/character.rs", "(Some(c), None) => Ok(c),", "(Some(c), _) => Ok(c),"),
    ("names of an enumeration", "src/types/choice.rs", ".position(|name| *name == text)", ".position(|name| name.eq_ignore_ascii_case(&text))"),
    ("fewest items", "src/types/list.rs", "if count < low as usize =>", "if count + 1 < low as usize =>"),
    ("most items", "src/types/list.rs", "&& count > high as usize =>", "&& count > high as usize + 1 =>"),
    ("different items", "src/types/list.rs", "&& repeats(list) {", "&& count > 2 && repeats(list) {"),
    ("null for an option", "src/types/option.rs", "if input.kind() == Kind::Null {", "if input.kind() == Kind::False {"),
    ("unknown members", "src/types/record.rs", "if let Some(key) = self.unknown().next() {", "if let Some(key) = self.unknown().nth(1) {"),
    ("empty value object", "src/types/value_object.rs", "if text.is_empty() && !allows_empty(rules) {\n                    return Err(Broken::Empty);", "if text == \"x\" && !allows_empty(rules) {\n                    return Err(Broken::Empty);"),
    ("range of a value object", "src/types/value_object.rs", "V::Inner::read(input, V::RULES)", "V::Inner::read(input, &[])"),
    ("kind of a value object", "src/types/value_object.rs", "Kind::Number => expected == \"number\",", "Kind::Number => expected != STRING,"),
    ("keys of a map", "src/dsl/types.rs", "$crate::__private::Some($crate::__private::key_schema(SCHEMA));", "$crate::__private::None;"),
    ("dates", "src/format.rs", "\"date\" => calendar::date(bytes).is_some(),", "\"date\" => bytes.len() == 10,"),
    ("identifiers", "src/format.rs", "8 | 13 | 18 | 23 => text[i] == b'-',", "8 | 13 | 18 => text[i] == b'-',"),
    # What the schema cannot say is for the tables.
    ("members given twice", "src/types/record.rs", "if same.next().is_some() {", "if same.nth(1).is_some() {"),
    ("keys given twice", "src/types/map.rs", "return Err(Refusal::new(Reason::Twice));", ""),
    ("order of the parameters", "src/types/record.rs", "Ok(()) => refusal.at(self.properties[self.next - 1].name),", "Ok(()) => refusal.at(self.properties[0].name),"),
    ("check", "src/types/value_object.rs", "Err(own) => Err(violation(V::NAME, &Broken::Check(own))),", "Err(_) => Ok(V::wrap(inner)),"),
    ("trim", "src/types/text.rs", "Cow::Borrowed(text) => Cow::Borrowed(text.trim()),", "Cow::Borrowed(text) => Cow::Borrowed(text),"),
    ("normalisers run once", "src/types/value_object.rs", "Self::from(text).settle(rules).map_err(Some)", "Self::from(super::text::normalise(Cow::Borrowed(text), rules).into_owned()).settle(rules).map_err(Some)"),
    ("items of a set", "src/types/set.rs", "Ok(set.len())", "Ok(set.len() + 1)"),
    ("a path stops at the map", "src/refusal.rs", "        self.0.path.clear();\n", ""),
    ("names are cut", "src/refusal.rs", "for c in name.chars().take(ECHO) {", "for c in name.chars() {"),
    ("names are escaped", "src/refusal.rs", "if c.is_control() ||", "if"),
    ("a key is a secret", "src/types/value_object.rs", "Some(rest) => alloc::format!(\"The dictionary key{rest}\"),", "Some(rest) => alloc::format!(\"The dictionary key {text}{rest}\"),"),
    ("lenient: exact text", "src/types/mod.rs", "|| text.trim() != text {", "{"),
    ("lenient: nothing lost", "src/types/float.rs", "Ok(again) if json::equal(token, again) => Ok(()),", "Ok(_) => Ok(()),"),
    ("lenient: null for a default", "src/types/record.rs", "&& property.presence == Presence::Defaulted", "&& property.presence == Presence::Optional"),
]


def run(copy, test, cases):
    environment = dict(
        os.environ,
        CARGO_TARGET_DIR=os.environ.get("MUTATIONS_TARGET", os.path.join(ROOT, "target", "mutations")),
        EQUIVALENCE_CASES=str(cases),
        EQUIVALENCE_FIRST="1",
        RUST_BACKTRACE="0",
        CARGO_INCREMENTAL="0",
    )
    done = subprocess.run(
        ["cargo", "test", "--quiet", "--all-features", "--test", test],
        cwd=copy, env=environment, capture_output=True, text=True,
    )
    return done.returncode, done.stdout + done.stderr


def notice(copy):
    """What notices the change, and how soon; `None` where nothing does."""
    for test in ["equivalence", *TABLES]:
        status, output = run(copy, test, CASES)
        if status == 0:
            continue
        if "could not compile" in output:
            at = output.find("error")
            return None, "does not compile: " + output[at:at + 300]
        within = re.search(r"first disagreement within (\d+) cases", output)
        failed = re.findall(r"^    (\S+)$", output, re.M)
        if within:
            return test, f"within {int(within[1]):,} cases"
        return test, ", ".join(sorted(set(failed)))[:90] or output[-300:]
    return None, "SURVIVED"


def main():
    words = [word.lower() for word in sys.argv[1:]]
    chosen = [m for m in MUTATIONS if not words or any(word in m[0] for word in words)]
    survived = 0
    with tempfile.TemporaryDirectory(prefix="toolwright-mutations-") as copies:
        copy = os.path.join(copies, "tree")
        shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns("target", ".git"))
        print(f"{'mutation':34} {'noticed by':14} how", flush=True)
        for name, path, old, new in chosen:
            full = os.path.join(copy, path)
            with open(full, encoding="utf-8") as file:
                source = file.read()
            if old not in source:
                print(f"{name:34} {'':14} no longer fits {path}", flush=True)
                survived += 1
                continue
            with open(full, "w", encoding="utf-8") as file:
                file.write(source.replace(old, new))
            started = time.monotonic()
            test, how = notice(copy)
            took = time.monotonic() - started
            with open(full, "w", encoding="utf-8") as file:
                file.write(source)
            survived += test is None
            print(f"{name:34} {test or '-':14} {how} ({took:.0f} s)", flush=True)
    print(f"{len(chosen)} mutations, {survived} survived")
    return 1 if survived else 0


if __name__ == "__main__":
    sys.exit(main())
