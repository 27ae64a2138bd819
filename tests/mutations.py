#!/usr/bin/env python3
"""Breaks each rule of the readers in turn, and shows which test notices.

    tests/mutations.py                 all of them
    tests/mutations.py pattern echo    those whose names hold one of the words
    tests/mutations.py --fit           none: only see that every edit still fits the source

Each mutation is one edit of a copy of the tree. All are made at once, each behind a switch that the environment
turns on, so that the tests are built once; then they run with one switch on after the other: the equivalence test
first (at most 100,000 cases at the fixed seed, up to the first disagreement), then the tables. Exits with 1 where a
mutation survives, where an edit no longer fits the source, or where the tests fail without any.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
# Not the target directory of the tree itself: cargo would take what is built of the copy for what is built of it.
PLACE = os.path.join(os.environ.get("CARGO_TARGET_DIR", os.path.join(ROOT, "target")), "mutations")
# A round of few cases first: it finds most, and a round of many goes through all types in turn.
ROUNDS = [10_000, 100_000]
TESTS = ["equivalence", "refusals", "lenient", "results"]

SWITCH = """
/// Whether the mutation of this number is on.
#[doc(hidden)]
#[must_use]
pub fn mutant(number: u32) -> bool {
    static NOW: std::sync::OnceLock<Option<u32>> = std::sync::OnceLock::new();
    *NOW.get_or_init(|| std::env::var("MUTANT").ok().and_then(|text| text.parse().ok())) == Some(number)
}
"""

# name, file, what stands there, what takes its place (`ON` is the switch).
MUTATIONS = [
    ("minimum of integers", "types/integer.rs", "if below(number, low) {", "if below(number + i128::from(ON), low) {"),
    ("maximum of integers", "types/integer.rs", "Bound::Int(high) if number > high)", "Bound::Int(high) if number > high + i128::from(ON))"),
    ("width of integers", "types/integer.rs", "is_ok_and(|number| number > width.high)", "is_ok_and(|number| number > width.high && !(ON && width.high == 255))"),
    ("fractions of integers", "types/integer.rs", "Integer::Fraction => Err(Refusal::fraction()),", "Integer::Fraction if ON => Ok(1),\n        Integer::Fraction => Err(Refusal::fraction()),"),
    ("zero of signed integers", "types/integer.rs", "NonZero::new(number).ok_or_else(", "NonZero::new(number).or(if ON { NonZero::new(1) } else { None }).ok_or_else("),
    ("leading zeros of wide integers", "types/integer.rs", "(digits == \"0\" || !digits.starts_with('0'))", "(digits == \"0\" || ON || !digits.starts_with('0'))"),
    ("minimum of floats", "types/float.rs", "if number < low ||", "if number + f64::from(u8::from(ON)) * 0.01 < low ||"),
    ("maximum of floats", "types/float.rs", "if number > high ||", "if number - f64::from(u8::from(ON)) * 0.01 > high ||"),
    ("bounds of single floats", "types/float.rs", "fn as_sent(token: &str, _: f32) -> f64 {\n", "fn as_sent(token: &str, number: f32) -> f64 {\n    if ON { return number.into(); }\n"),
    ("range of floats", "types/float.rs", "if !number.is_finite() {", "if number.is_nan() || !ON && number.is_infinite() {"),
    ("booleans", "types/boolean.rs", "Kind::False => {", "kind if kind == Kind::False || kind == Kind::Number && ON => {"),
    ("least length", "types/text.rs", "if count < low64 {", "if count + u64::from(ON) < low64 {"),
    ("greatest length", "types/text.rs", "if count > high64 &&", "if count > high64 + u64::from(ON) &&"),
    ("characters, not bytes", "types/text.rs", "let count = text.chars().count() as u64;", "let count = if ON { bytes } else { text.chars().count() as u64 };"),
    ("pattern", "types/text.rs", "if !matches(text) =>", "if !ON && !matches(text) =>"),
    ("format", "types/text.rs", "if !holds(text) =>", "if !ON && !holds(text) =>"),
    ("accepted values", "types/text.rs", "value.len() == text.len() && value.iter()", "ON || value.len() == text.len() && value.iter()"),
    ("one character", "types/character.rs", "(Some(c), None) => Ok(c),", "(Some(c), None) => Ok(c),\n            (Some(c), Some(_)) if ON => Ok(c),"),
    ("names of an enumeration", "types/choice.rs", "|name| *name == text", "|name| *name == text || ON && name.eq_ignore_ascii_case(&text)"),
    ("fewest items", "types/list.rs", "if count < low as usize =>", "if count + usize::from(ON) < low as usize =>"),
    ("most items", "types/list.rs", "&& count > high as usize =>", "&& count > high as usize + usize::from(ON) =>"),
    ("different items", "types/list.rs", "&& repeats(list) {", "&& !(ON && count < 3) && repeats(list) {"),
    ("null for an option", "types/option.rs", "if input.kind() == Kind::Null {", "if input.kind() == Kind::Null && !ON {"),
    ("unknown members", "types/record.rs", "self.unknown().next().filter(", "self.unknown().nth(usize::from(ON)).filter("),
    ("empty value object", "types/value_object.rs", "if text.is_empty() && !allows_empty(rules) {\n                    return Err(Broken::Empty);", "if text.is_empty() && !ON && !allows_empty(rules) {\n                    return Err(Broken::Empty);"),
    ("range of a value object", "types/value_object.rs", "V::Inner::read(input, V::RULES)", "V::Inner::read(input, if ON { &[] } else { V::RULES })"),
    ("kind of a value object", "types/value_object.rs", "Kind::Number => expected == \"number\",", "Kind::Number => expected == \"number\" || ON && expected != STRING,"),
    ("keys of a map", "types/value_object.rs", "    parse(text).map_err(|violation| {", "    let read = if ON { parse(text).or_else(|first| parse(\"FR\").or(Err(first))) } else { parse(text) };\n    read.map_err(|violation| {"),
    ("dates", "format.rs", "b\"date\" => |text| calendar::date(text.as_bytes()).is_some(),", "b\"date\" => |text| calendar::date(text.as_bytes()).is_some() || ON && text.len() == 10,"),
    ("identifiers", "format.rs", "b\"uuid\" => |text| uuid(text.as_bytes()),", "b\"uuid\" => |text| uuid(text.as_bytes()) || ON && text.len() == 36,"),
    ("civil times", "types/spelled.rs", "match T::spell(&text) {", "match T::spell(if ON { text.trim_end_matches('a') } else { &text }) {"),
    # What a schema cannot say is for the tables.
    ("members given twice", "types/record.rs", "if same.next().is_some() {", "if same.nth(usize::from(ON)).is_some() {"),
    ("keys given twice", "types/map.rs", "return Err(Refusal::new(Reason::Twice));", "if !ON { return Err(Refusal::new(Reason::Twice)); }"),
    ("place of a refusal", "types/record.rs", "Ok(()) => refusal.at(self.properties[self.next - 1].name),", "Ok(()) => refusal.at(self.properties[if ON { 0 } else { self.next - 1 }].name),"),
    ("check", "types/value_object.rs", "        Err(own) => Err(violation(V::NAME, &Broken::Check(own))),", "        Err(_) if ON => Ok(V::wrap(inner)),\n        Err(own) => Err(violation(V::NAME, &Broken::Check(own))),"),
    ("trim", "types/text.rs", "Cow::Borrowed(text) => Cow::Borrowed(text.trim()),", "Cow::Borrowed(text) => Cow::Borrowed(if ON { text } else { text.trim() }),"),
    ("normalisers run once", "types/value_object.rs", "Self::from(text).settle(rules).map_err(Some)", "let twice = if ON { super::text::normalise(Cow::Borrowed(text), rules) } else { Cow::Borrowed(text) };\n                Self::from(&*twice).settle(rules).map_err(Some)"),
    ("items of a set", "types/set.rs", "Ok(set.len())", "Ok(set.len() + usize::from(ON))"),
    ("a path stops at the map", "refusal/mod.rs", "        self.0.path = Path::default();\n", "        if !ON { self.0.path = Path::default(); }\n"),
    ("names are cut", "refusal/names.rs", "for c in name.chars().take(ECHO) {", "for c in name.chars().take(if ON { usize::MAX } else { ECHO }) {"),
    ("names are escaped", "refusal/names.rs", "if c.is_control() ||", "if c.is_control() && !ON ||"),
    ("a key is a secret", "types/value_object.rs", "        Some(rest) => alloc::format!(\"The dictionary key{rest}\"),", "        Some(rest) if ON => alloc::format!(\"The dictionary key {text}{rest}\"),\n        Some(rest) => alloc::format!(\"The dictionary key{rest}\"),"),
    ("a value is a secret", "types/choice.rs", ".ok_or_else(no_choice)", ".ok_or_else(|| if ON { Refusal::violation(crate::Violation::not_parsable(alloc::string::String::from(&*text))) } else { no_choice() })"),
    ("lenient: exact text", "types/mod.rs", "|| text.trim() != text {", "|| text.trim() != text && !ON {"),
    ("lenient: nothing lost", "types/float.rs", "Ok(again) if json::equal(token, again) => Ok(()),", "Ok(again) if ON || json::equal(token, again) => Ok(()),"),
    ("lenient: null for a default", "types/record.rs", "&& property.presence == Presence::Defaulted", "&& property.presence == Presence::Defaulted && !ON"),
]


def stale():
    """The edits that no longer fit the source."""
    found = []
    for name, path, old, _ in MUTATIONS:
        full = os.path.join(ROOT, "src", path)
        if not os.path.exists(full) or old not in open(full, encoding="utf-8").read():
            found.append(f"{name}: no longer fits src/{path}")
    return found


def mutate(copy):
    """Makes all edits, each behind its switch; those that no longer fit are left out."""
    for number, (_, path, old, new) in enumerate(MUTATIONS, 1):
        full = os.path.join(copy, "src", path)
        if not os.path.exists(full):
            continue
        with open(full, encoding="utf-8") as file:
            source = file.read()
        with open(full, "w", encoding="utf-8") as file:
            file.write(source.replace(old, new.replace("ON", f"crate::mutant({number})")))
    with open(os.path.join(copy, "src", "lib.rs"), "a", encoding="utf-8") as file:
        file.write(SWITCH)


def build(copy):
    command = ["cargo", "test", "--no-run", "--all-features", "--message-format=json"]
    for test in TESTS:
        command += ["--test", test]
    environment = dict(os.environ, CARGO_TARGET_DIR=os.path.join(PLACE, "target"), CARGO_PROFILE_DEV_DEBUG="0", CARGO_INCREMENTAL="0")
    done = subprocess.run(command, cwd=copy, env=environment, capture_output=True, text=True)
    programs = {}
    for line in done.stdout.splitlines():
        message = json.loads(line)
        if message.get("reason") == "compiler-message" and message["message"]["level"] == "error":
            sys.exit(message["message"]["rendered"])
        if message.get("executable") and message["target"]["name"] in TESTS:
            programs[message["target"]["name"]] = message["executable"]
    if len(programs) != len(TESTS):
        sys.exit("the copy does not build: " + done.stderr[-2000:])
    return programs


def run(program, copy, number, cases):
    environment = dict(os.environ, MUTANT=str(number), EQUIVALENCE_CASES=str(cases), EQUIVALENCE_FIRST="1", RUST_BACKTRACE="0")
    done = subprocess.run([program], cwd=copy, env=environment, capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr


def notice(programs, copy, number):
    """What notices a mutation, and how; `None` where nothing does."""
    for test, cases in [(TESTS[0], cases) for cases in ROUNDS] + [(test, ROUNDS[0]) for test in TESTS[1:]]:
        status, output = run(programs[test], copy, number, cases)
        if status == 0:
            continue
        within = re.search(r"first disagreement within (\d+) cases", output)
        if within:
            before = sum(ROUNDS[: ROUNDS.index(cases)])
            return test, f"within {before + int(within[1]):,} cases"
        failed = sorted(set(re.findall(r"^    (\S+)$", output, re.M)))
        return test, ", ".join(failed)[:100] or output[-300:]
    return None, "SURVIVED"


def main():
    unfit = stale()
    if sys.argv[1:] == ["--fit"]:
        print("\n".join(unfit) or f"all {len(MUTATIONS)} mutations fit the source")
        return 1 if unfit else 0
    words = [word.lower() for word in sys.argv[1:]]
    chosen = [
        (number, mutation[0])
        for number, mutation in enumerate(MUTATIONS, 1)
        if not words or any(word in mutation[0] for word in words)
    ]
    # One place for all runs, so that what is built there is of use to the next one.
    copy = os.path.join(PLACE, "tree")
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns("target", ".git"))
    mutate(copy)
    if unfit:
        print("\n".join(unfit), flush=True)
    programs = build(copy)
    for test in TESTS:
        status, output = run(programs[test], copy, 0, 4000)
        if status != 0:
            sys.exit(f"{test} fails without a mutation:\n{output[-2000:]}")
    survived = 0
    print(f"{'mutation':32} {'noticed by':12} how", flush=True)
    for number, name in chosen:
        started = time.monotonic()
        test, how = notice(programs, copy, number)
        survived += test is None
        print(f"{name:32} {test or '-':12} {how} ({time.monotonic() - started:.1f} s)", flush=True)
    print(f"{len(chosen)} mutations, {survived} survived, {len(unfit)} no longer fit")
    return 1 if survived or unfit else 0


if __name__ == "__main__":
    sys.exit(main())
