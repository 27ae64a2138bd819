//! Compared with the grammars of the RFCs, read once more and independently: rule by rule as they
//! stand there, put into regular expressions.
//!
//! `FORMAT_CASES` takes another number of cases a format than 1000.

use alloc::format;
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;

use proptest::prelude::*;
use proptest::sample::{Index, select};
use proptest::test_runner::{Config, RngAlgorithm, TestCaseError, TestRng, TestRunner};
use regex_automata::meta::Regex;

use super::engine;
use super::testing::{FORMATS, differs_on_purpose, validator};

/// Rules in terms of those before them, in angle brackets: RFC 3986 appendix A, RFC 3339 section
/// 5.6 and appendix A, RFC 5321 section 4.1.2, RFC 1123 section 2.1, RFC 4122 section 3.
///
/// A letter in an ABNF string stands for both cases. The designators of durations are the
/// exception: ISO 8601, from which that grammar was collected, has capitals.
const RULES: &[(&str, &str)] = &[
    ("unreserved", "[A-Za-z0-9._~-]"),
    ("pct-encoded", "%[0-9A-Fa-f]{2}"),
    ("sub-delims", "[!$&'()*+,;=]"),
    ("pchar", "<unreserved>|<pct-encoded>|<sub-delims>|[:@]"),
    (
        "dec-octet",
        "[0-9]|[1-9][0-9]|1[0-9]{2}|2[0-4][0-9]|25[0-5]",
    ),
    (
        "ipv4",
        r"<dec-octet>\.<dec-octet>\.<dec-octet>\.<dec-octet>",
    ),
    ("h16", "[0-9A-Fa-f]{1,4}"),
    ("ls32", "<h16>:<h16>|<ipv4>"),
    (
        "ipv6",
        "(?:<h16>:){6}<ls32>\
         |::(?:<h16>:){5}<ls32>\
         |(?:<h16>)?::(?:<h16>:){4}<ls32>\
         |(?:(?:<h16>:){0,1}<h16>)?::(?:<h16>:){3}<ls32>\
         |(?:(?:<h16>:){0,2}<h16>)?::(?:<h16>:){2}<ls32>\
         |(?:(?:<h16>:){0,3}<h16>)?::<h16>:<ls32>\
         |(?:(?:<h16>:){0,4}<h16>)?::<ls32>\
         |(?:(?:<h16>:){0,5}<h16>)?::<h16>\
         |(?:(?:<h16>:){0,6}<h16>)?::",
    ),
    (
        "ipvfuture",
        r"[Vv][0-9A-Fa-f]+\.(?:<unreserved>|<sub-delims>|:)+",
    ),
    ("ip-literal", r"\[(?:<ipv6>|<ipvfuture>)\]"),
    ("reg-name", "(?:<unreserved>|<pct-encoded>|<sub-delims>)*"),
    ("host", "<ip-literal>|<ipv4>|<reg-name>"),
    ("userinfo", "(?:<unreserved>|<pct-encoded>|<sub-delims>|:)*"),
    ("authority", "(?:<userinfo>@)?<host>(?::[0-9]*)?"),
    ("path-abempty", "(?:/(?:<pchar>)*)*"),
    ("path-absolute", "/(?:(?:<pchar>)+(?:/(?:<pchar>)*)*)?"),
    ("path-rootless", "(?:<pchar>)+(?:/(?:<pchar>)*)*"),
    (
        "hier-part",
        "//<authority><path-abempty>|<path-absolute>|<path-rootless>|",
    ),
    ("scheme", "[A-Za-z][A-Za-z0-9+.-]*"),
    ("query", "(?:<pchar>|[/?])*"),
    ("uri", r"<scheme>:<hier-part>(?:\?<query>)?(?:#<query>)?"),
    (
        "date",
        "[0-9]{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])",
    ),
    (
        "partial-time",
        r"(?:[01][0-9]|2[0-3]):[0-5][0-9]:(?:[0-5][0-9]|60)(?:\.[0-9]+)?",
    ),
    ("time-offset", "[Zz]|[+-](?:[01][0-9]|2[0-3]):[0-5][0-9]"),
    ("date-time", "<date>[Tt]<partial-time><time-offset>"),
    ("dur-second", "[0-9]+S"),
    ("dur-minute", "[0-9]+M(?:<dur-second>)?"),
    ("dur-hour", "[0-9]+H(?:<dur-minute>)?"),
    ("dur-time", "T(?:<dur-hour>|<dur-minute>|<dur-second>)"),
    ("dur-day", "[0-9]+D"),
    ("dur-week", "[0-9]+W"),
    ("dur-month", "[0-9]+M(?:<dur-day>)?"),
    ("dur-year", "[0-9]+Y(?:<dur-month>)?"),
    (
        "dur-date",
        "(?:<dur-day>|<dur-month>|<dur-year>)(?:<dur-time>)?",
    ),
    ("duration", "P(?:<dur-date>|<dur-time>|<dur-week>)"),
    ("label", "[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?"),
    ("hostname", r"<label>(?:\.<label>)*"),
    ("atom", "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"),
    ("quoted", r#""(?:[ !#-\[\]-~]|\\[ -~])*""#),
    ("local-part", r"<atom>(?:\.<atom>)*|<quoted>"),
    ("address-literal", r"\[(?:<ipv4>|[Ii][Pp][Vv]6:<ipv6>)\]"),
    ("email", "<local-part>@(?:<hostname>|<address-literal>)"),
    (
        "uuid",
        "[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}",
    ),
];

/// Where near misses of a format are also looked for: parts that are rare in the whole, and lengths.
const NEAR: &[(&str, &str)] = &[
    ("uri", "a://<authority>"),
    ("uri", r"a:(?://)?<ip-literal>(?::[0-9]*)?"),
    ("uri", r"a://\[v[0-9a-g]\.(?:a|%41|:){1,3}\]"),
    ("uri", "<scheme>:@?<path-absolute>"),
    ("hostname", r"[a-z-]{61,65}(?:\.[a-z]{1,63}){0,4}"),
    ("hostname", r"(?:[a-z]{63}\.){3}[a-z]{59,63}"),
    ("email", "[a-z]{62,66}@<label>"),
    ("email", "[a-z]@<address-literal>"),
    (
        "date-time",
        "<date>T(?:23:59:60|22:59:60|00:29:60)<time-offset>",
    ),
];

/// An expression with all rules put in.
fn expression(text: &str) -> String {
    let mut text = text.to_string();
    for (name, rule) in RULES.iter().rev() {
        text = text.replace(&format!("<{name}>"), &format!("(?:{rule})"));
    }
    text
}

/// What the RFCs say in words beside the grammar.
fn in_words(format: &str, text: &str) -> bool {
    let number = |text: &str| text.parse::<u32>().expect("digits");
    match format {
        "date" => {
            let (year, month, day) = (
                number(&text[..4]),
                number(&text[5..7]),
                number(&text[8..10]),
            );
            let leap = year % 4 == 0 && year % 100 != 0 || year % 400 == 0;
            day <= [
                31,
                if leap { 29 } else { 28 },
                31,
                30,
                31,
                30,
                31,
                31,
                30,
                31,
                30,
                31,
            ][month as usize - 1]
        }
        "date-time" => {
            // A leap second is the last one of a day in UTC.
            let (hour, minute) = (number(&text[11..13]), number(&text[14..16]));
            let offset = match text.as_bytes()[text.len() - 6] {
                sign @ (b'+' | b'-') => {
                    let east =
                        number(&text[text.len() - 5..][..2]) * 60 + number(&text[text.len() - 2..]);
                    if sign == b'+' { 1440 - east } else { east }
                }
                _ => 0,
            };
            let in_utc = (hour * 60 + minute + offset) % 1440;
            in_words("date", &text[..10]) && (&text[17..19] != "60" || in_utc == 1439)
        }
        // RFC 1035: what fits a name of 255 bytes. RFC 5891: which labels may have a mark there.
        "hostname" => {
            text.len() <= 253
                && text
                    .split('.')
                    .all(|label| label.get(2..4) != Some("--") || label.starts_with("xn--"))
        }
        "email" => {
            let (local, domain) = text.rsplit_once('@').expect("an @");
            local.len() <= 64 && (domain.starts_with('[') || in_words("hostname", domain))
        }
        _ => true,
    }
}

/// Where a validator, and so this crate, is not at one with the grammar: they take a tab in a quoted
/// local part, as RFC 5322 does, and no escaped space. (Nor zeros in front of the numbers of an
/// address in brackets, which [`RULES`] leaves out.)
fn reads_otherwise(format: &str, text: &str) -> bool {
    format == "email" && (text.contains('\t') || text.contains("\\ "))
}

/// Texts of the grammar and near misses, with marks that mean something to one format or another.
fn texts(expression: &str) -> BoxedStrategy<String> {
    // Fewer of each repetition, so that every part of a long rule is tried.
    let short = expression
        .replace(")*", "){0,3}")
        .replace(")+", "){1,3}")
        .replace("]*", "]{0,3}")
        .replace("]+", "]{1,4}");
    let good = proptest::string::string_regex(&short).expect("an expression");
    let marks: Vec<char> =
        ":/?#[]@!$&'()*+,;=%-._~0159aAfFgGzZvVxXnTtPYMWDHS\"\\ \tàé\u{7f}<>{}|^`"
            .chars()
            .collect();
    let change = (any::<Index>(), select(marks), 0..4u8);
    (good, proptest::collection::vec(change, 0..3))
        .prop_map(|(text, changes)| {
            let mut text: Vec<char> = text.chars().collect();
            for (at, mark, way) in changes {
                let at = at.index(text.len() + 1);
                match way {
                    0 if at < text.len() => drop(text.remove(at)),
                    1 if at < text.len() => text[at] = mark,
                    2 if at < text.len() => text.insert(at, text[at]),
                    _ => text.insert(at, mark),
                }
            }
            text.into_iter().collect()
        })
        .boxed()
}

#[test]
fn the_grammars_and_a_validator_agree() {
    let cases = std::env::var("FORMAT_CASES").map_or(1000, |text| text.parse().expect("a number"));
    let mut wrong = Vec::new();
    for format in FORMATS {
        let whole = expression(&format!("<{format}>"));
        let grammar = Regex::builder()
            .configure(Regex::config().nfa_size_limit(None))
            .build(&format!("^{whole}$"))
            .expect("an expression");
        let (holds, validator) = (engine(format), validator(format));
        let near = NEAR
            .iter()
            .filter(|(of, _)| *of == format)
            .map(|(_, text)| expression(text));
        for from in near.chain([whole.clone()]) {
            let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &[7; 32]);
            let config = Config {
                cases,
                failure_persistence: None,
                ..Config::default()
            };
            let outcome = TestRunner::new_with_rng(config, rng).run(&texts(&from), |text| {
                let ours = holds(&text);
                let theirs = validator.is_valid(&serde_json::Value::String(text.clone()));
                let stands = grammar.is_match(&text) && in_words(format, &text);
                let excused = ours == stands || reads_otherwise(format, &text);
                if ours == theirs && excused || differs_on_purpose(format, &text) {
                    return Ok(());
                }
                Err(TestCaseError::fail(format!(
                    "{format}: {ours}, grammar {stands}, validator {theirs}: {text:?}"
                )))
            });
            if let Err(error) = outcome {
                wrong.push(error.to_string());
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
