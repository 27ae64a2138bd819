//! Where the reader and the schema may differ, and nowhere else. Each has its direction and its reason; the
//! same list with more words is in `docs/values.md`.

use super::json::Json;
use super::subjects::Subject;
use serde_json::Value;

/// Who accepts what the other refuses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Direction {
    /// The reader accepts more than the schema.
    Looser,
    /// The reader refuses what the schema accepts.
    Stricter,
    /// Both happen.
    Either,
}

pub(crate) struct Exception {
    pub(crate) name: &'static str,
    pub(crate) direction: Direction,
    pub(crate) reason: &'static str,
    /// Whether one value, under its own schema, is a case of it.
    of: fn(&Subject, &Value, &Json) -> bool,
}

pub(crate) const EXCEPTIONS: &[Exception] = &[
    Exception {
        name: "null for an optional parameter",
        direction: Direction::Looser,
        reason: "several clients refuse type arrays, so `Option<T> = None` lists the schema of T; models send null all the same",
        of: |_, schema, json| {
            let (Json::Object(members), Some(properties)) =
                (json, schema["properties"].as_object())
            else {
                return false;
            };
            let required = |name: &str| {
                schema["required"]
                    .as_array()
                    .is_some_and(|all| all.iter().any(|one| one == name))
            };
            members.iter().any(|(name, value)| {
                *value == Json::Null
                    && !required(name)
                    && properties
                        .get(name)
                        .is_some_and(|of| of.get("default").is_none())
            })
        },
    },
    Exception {
        name: "duplicates in a set",
        direction: Direction::Looser,
        reason: "they are dropped: what is meant is plain",
        of: |subject, schema, json| {
            let Json::Array(items) = json else {
                return false;
            };
            subject.traits.set
                && schema["uniqueItems"] == true
                && items.iter().enumerate().any(|(at, item)| {
                    items[..at]
                        .iter()
                        .any(|before| same(&before.value(), &item.value()))
                })
        },
    },
    Exception {
        name: "numbers beyond the width of the type",
        direction: Direction::Stricter,
        reason: "the largest bounds break a provider's API, so 64-bit and float types list none",
        of: |subject, schema, json| match json {
            Json::Number(token) => {
                let number: f64 = token.parse().unwrap_or(f64::NAN);
                match schema["type"]
                    .as_str()
                    .or_else(|| schema["type"][0].as_str())
                {
                    // 2^63 and 2^64: what lies within is read exactly.
                    Some("integer") => {
                        schema.get("maximum").is_none()
                            && number
                                >= if schema.get("minimum").is_some() {
                                    18_446_744_073_709_551_616.0
                                } else {
                                    9_223_372_036_854_775_808.0
                                }
                            || schema.get("minimum").is_none()
                                && number <= -9_223_372_036_854_775_808.0
                    }
                    Some("number") => subject.traits.single && number.abs() > f64::from(f32::MAX),
                    _ => false,
                }
            }
            // Numbers of 128 bits and of decimals: the pattern cannot count.
            Json::String(text) => {
                schema.get("pattern").is_some()
                    && text.len() > 25
                    && text
                        .bytes()
                        .all(|b| b.is_ascii_digit() || b"-.".contains(&b))
            }
            _ => false,
        },
    },
    Exception {
        name: "bounds written as sentences",
        direction: Direction::Stricter,
        reason: "JSON Schema bounds numbers alone; zero in between cannot be left out without `not`",
        of: |_, schema, json| {
            let said = schema["description"].as_str().unwrap_or_default();
            match json {
                Json::String(text) => said.lines().any(|line| is_outside(text, line)),
                Json::Number(token) => {
                    said.contains("Not zero.") && token.parse::<f64>() == Ok(0.0)
                }
                _ => false,
            }
        },
    },
    Exception {
        name: "check",
        direction: Direction::Stricter,
        reason: "the author's own code has no keyword",
        of: |subject, _, json| {
            subject.traits.check
                && match json {
                    Json::String(text) => super::subjects::is_bad_text(text),
                    Json::Number(token) => token
                        .parse::<f64>()
                        .is_ok_and(super::subjects::is_bad_number),
                    _ => false,
                }
        },
    },
    Exception {
        name: "normalisers",
        direction: Direction::Either,
        reason: "the rules hold for the text that they leave",
        of: |subject, _, json| {
            let changes = |text: &str| {
                text != text.trim() || text != text.to_lowercase() || text != text.to_uppercase()
            };
            subject.traits.normalised
                && match json {
                    Json::String(text) => changes(text),
                    Json::Object(members) => members.iter().any(|(name, _)| changes(name)),
                    _ => false,
                }
        },
    },
    Exception {
        name: "duplicate members",
        direction: Direction::Stricter,
        reason: "a schema judges what a parser made of them, usually the last",
        of: |_, _, json| {
            let Json::Object(members) = json else {
                return false;
            };
            members
                .iter()
                .enumerate()
                .any(|(at, (name, _))| members[..at].iter().any(|(before, _)| before == name))
        },
    },
    Exception {
        name: "contentEncoding",
        direction: Direction::Stricter,
        reason: "an annotation in JSON Schema 2020-12: validators do not look into the text",
        of: |_, schema, json| {
            matches!(json, Json::String(text) if !is_base64(text))
                && schema.get("contentEncoding").is_some()
        },
    },
    Exception {
        name: "durations in years and months",
        direction: Direction::Stricter,
        reason: "how long they are depends on the date, and a `Duration` has none",
        of: |_, schema, json| {
            let Json::String(text) = json else {
                return false;
            };
            let date = text.split('T').next().unwrap_or_default();
            schema["format"] == "duration" && date.contains(['Y', 'M'])
        },
    },
    Exception {
        name: "fractions of a second in a duration",
        direction: Direction::Looser,
        reason: "they are in ISO 8601 and are written so, but not in the grammar that validators hold the format to",
        of: |_, schema, json| matches!(json, Json::String(text) if schema["format"] == "duration" && text.contains(['.', ','])),
    },
    Exception {
        name: "days that a month does not have",
        direction: Direction::Stricter,
        reason: "a date-time without an offset has no format, and a pattern cannot count days",
        of: |_, schema, json| {
            let Json::String(text) = json else {
                return false;
            };
            schema["pattern"]
                .as_str()
                .is_some_and(|pattern| pattern.contains("[12][0-9]|3[01])T"))
                && !is_day(text)
        },
    },
    Exception {
        name: "points of time that the type cannot hold",
        direction: Direction::Stricter,
        reason: "no keyword bounds a date-time: the last day of the year 9999, fractions finer than a nanosecond",
        of: |_, schema, json| {
            let Json::String(text) = json else {
                return false;
            };
            let fraction = text.split('.').nth(1).unwrap_or_default();
            schema["format"] == "date-time"
                && (text.starts_with("9999-12-3")
                    || text.starts_with("0000-01-01")
                    || fraction.bytes().take_while(u8::is_ascii_digit).count() > 9)
        },
    },
    #[cfg(feature = "url")]
    Exception {
        name: "addresses that the crate `url` refuses",
        direction: Direction::Stricter,
        reason: "it reads them as browsers do: a port has 16 bits, `http` needs a host",
        of: |subject, _, json| matches!(json, Json::String(text) if subject.traits.url && ::url::Url::parse(text).is_err()),
    },
    Exception {
        name: "text of a type without a keyword",
        direction: Direction::Stricter,
        reason: "no format says `IPv4 or IPv6`; the description does",
        of: |subject, _, json| {
            subject.traits.address
                && matches!(json, Json::String(text) if text.parse::<std::net::IpAddr>().is_err())
        },
    },
];

/// Whether a sentence bounds what the text says, a number or a date, and the text lies beyond.
fn is_outside(text: &str, sentence: &str) -> bool {
    let sentence = sentence.trim_end_matches('.');
    let (low, high) = if let Some(both) = sentence
        .strip_prefix("Between ")
        .and_then(|rest| rest.strip_suffix(", inclusive"))
    {
        both.split_once(" and ")
            .map_or((None, None), |(low, high)| (Some(low), Some(high)))
    } else {
        (
            sentence.strip_prefix("At least "),
            sentence.strip_prefix("At most "),
        )
    };
    let is_below = |a: &str, b: &str| match (a.parse::<i128>(), b.parse::<i128>()) {
        (Ok(a), Ok(b)) => a < b,
        // Of dates as RFC 3339 writes them, the earlier one sorts first.
        _ => a.len() == b.len() && a < b,
    };
    low.is_some_and(|low| is_below(text, low)) || high.is_some_and(|high| is_below(high, text))
}

/// RFC 4648, section 4, with nothing left over in the last bits.
fn is_base64(text: &str) -> bool {
    const DIGITS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let digits = text.trim_end_matches('=');
    let padding = text.len() - digits.len();
    let last = digits
        .bytes()
        .last()
        .and_then(|last| DIGITS.iter().position(|digit| *digit == last));
    text.len() % 4 == 0
        && digits.bytes().all(|byte| DIGITS.contains(&byte))
        && match padding {
            0 => true,
            1 => last.is_some_and(|last| last % 4 == 0),
            2 => last.is_some_and(|last| last % 16 == 0),
            _ => false,
        }
}

/// Whether the date in front is one of the calendar.
fn is_day(text: &str) -> bool {
    let number = |at: std::ops::Range<usize>| text.get(at).and_then(|text| text.parse().ok());
    let (year, month, day): (u32, u32, u32) = match (number(0..4), number(5..7), number(8..10)) {
        (Some(year), Some(month), Some(day)) => (year, month, day),
        _ => return false,
    };
    let leap = year % 4 == 0 && year % 100 != 0 || year % 400 == 0;
    let most = match month {
        2 if leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    };
    day <= most
}

/// Equal as `uniqueItems` means it.
fn same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Number(a), Value::Number(b)) => a.as_f64() == b.as_f64(),
        (Value::Array(a), Value::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b))
        }
        (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len()
                && a.iter()
                    .all(|(name, a)| b.get(name).is_some_and(|b| same(a, b)))
        }
        (a, b) => a == b,
    }
}

/// Whether the exception has a case anywhere in the instance.
pub(crate) fn applies(
    exception: &Exception,
    subject: &Subject,
    schema: &Value,
    json: &Json,
) -> bool {
    if (exception.of)(subject, schema, json) {
        return true;
    }
    match json {
        Json::Array(items) => items
            .iter()
            .any(|item| applies(exception, subject, &schema["items"], item)),
        Json::Object(members) => members.iter().any(|(name, value)| {
            let of = schema["properties"]
                .get(name)
                .unwrap_or(&schema["additionalProperties"]);
            applies(exception, subject, of, value)
                || schema.get("propertyNames").is_some_and(|names| {
                    applies(exception, subject, names, &Json::String(name.clone()))
                })
        }),
        _ => false,
    }
}
