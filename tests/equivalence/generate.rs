//! Instances of a listed schema, near misses among them, and mutations of both.

use super::json::Json;
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::Value;

/// Instances of the schema; about one leaf in eight is a near miss.
pub(crate) fn instances(schema: &Value) -> BoxedStrategy<Json> {
    let mut types: Vec<String> = match &schema["type"] {
        Value::String(one) => vec![one.clone()],
        Value::Array(some) => some
            .iter()
            .map(|one| one.as_str().unwrap_or_default().into())
            .collect(),
        _ => return any_json(),
    };
    let nullable = types
        .iter()
        .position(|one| one == "null")
        .map(|at| types.remove(at))
        .is_some();
    let of_type = match types[0].as_str() {
        "boolean" => any::<bool>().prop_map(Json::Bool).boxed(),
        "integer" => integers(schema),
        "number" => numbers(schema),
        "string" => strings(schema),
        "array" => arrays(schema),
        "object" => objects(schema),
        other => panic!("no type of the dialect: {other}"),
    };
    if nullable {
        prop_oneof![1 => Just(Json::Null), 5 => of_type].boxed()
    } else {
        of_type
    }
}

/// Instances, some of them changed in one or two places.
pub(crate) fn mutated(schema: &Value) -> BoxedStrategy<Json> {
    let changes = prop_oneof![
        2 => Just(Vec::new()).boxed(),
        2 => proptest::collection::vec(change(), 1..=2).boxed(),
    ];
    (instances(schema), changes)
        .prop_map(|(mut json, changes)| {
            for change in changes {
                apply(&mut json, &change);
            }
            json
        })
        .boxed()
}

#[derive(Clone, Debug)]
struct Change {
    place: prop::sample::Index,
    within: prop::sample::Index,
    kind: u8,
    other: Json,
}

fn change() -> impl Strategy<Value = Change> {
    (
        any::<prop::sample::Index>(),
        any::<prop::sample::Index>(),
        0..8u8,
        any_json(),
    )
        .prop_map(|(place, within, kind, other)| Change {
            place,
            within,
            kind,
            other,
        })
}

fn apply(json: &mut Json, change: &Change) {
    // Not the arguments themselves: those have to be an object.
    let count = json.count();
    let mut place = match change.kind {
        0..=3 if count == 1 => return,
        0..=3 => 1 + change.place.index(count - 1),
        _ => change.place.index(count),
    };
    let Some(node) = json.at(&mut place) else {
        return;
    };
    match (change.kind, node) {
        (4, Json::Object(members)) if !members.is_empty() => {
            members.remove(change.within.index(members.len()));
        }
        (5, Json::Object(members)) if !members.is_empty() => {
            // Twice, the second time perhaps with another value.
            let (name, value) = members[change.within.index(members.len())].clone();
            let value = if members.len() % 2 == 0 {
                value
            } else {
                change.other.clone()
            };
            members.push((name, value));
        }
        (6, Json::Object(members)) => members.push(("zzz".into(), change.other.clone())),
        (7, Json::Object(members)) => {
            let by = change.within.index(members.len().max(1));
            members.rotate_left(by);
        }
        (4 | 5, Json::Array(items)) if !items.is_empty() => {
            items.remove(change.within.index(items.len()));
        }
        (6, Json::Array(items)) if !items.is_empty() => {
            let item = items[change.within.index(items.len())].clone();
            items.push(item);
        }
        (7, Json::Array(items)) => items.push(change.other.clone()),
        (4, Json::String(text)) => {
            text.pop();
        }
        (5, Json::String(text)) => text.push('a'),
        (6, Json::String(text)) => text.insert(0, ' '),
        (7, Json::String(text)) => *text = text.to_uppercase(),
        // Not where a double has no room for the fraction: the judge reads doubles.
        (4..=6, Json::Number(token)) if token.len() < 15 => {
            *token = format!("{}.5", token.split(['.', 'e', 'E']).next().unwrap_or("0"))
        }
        (0..=3, node) => *node = change.other.clone(),
        _ => {}
    }
}

/// Anything small.
fn any_json() -> BoxedStrategy<Json> {
    let leaf = prop_oneof![
        Just(Json::Null),
        any::<bool>().prop_map(Json::Bool),
        (-3..300i64).prop_flat_map(spelled),
        prop_oneof![Just(0.5), Just(-1.25), Just(1e10)].prop_map(|x| Json::Number(format!("{x}"))),
        select(vec!["", "a", "5", "true", "2026-01-01", "FR"])
            .prop_map(|text| Json::String(text.into())),
    ];
    prop_oneof![
        8 => leaf.clone(),
        1 => proptest::collection::vec(leaf.clone(), 0..3).prop_map(Json::Array),
        1 => proptest::collection::vec((select(vec!["a", "b"]), leaf), 0..3)
            .prop_map(|members| Json::Object(members.into_iter().map(|(name, value)| (name.into(), value)).collect())),
    ]
    .boxed()
}

/// A whole number in one of its spellings.
fn spelled(number: i64) -> BoxedStrategy<Json> {
    spelled_wide(i128::from(number))
}

fn spelled_wide(number: i128) -> BoxedStrategy<Json> {
    let exact = number.unsigned_abs() < 1 << 52;
    (0..8u8)
        .prop_map(move |way| {
            Json::Number(match way {
                0 if exact => format!("{number}.0"),
                1 if exact => format!("{number}e0"),
                2 if exact && number != 0 => format!("{number}0e-1"),
                3 if exact && number % 10 == 0 && number != 0 => format!("{}E+1", number / 10),
                4 if number == 0 => "-0".into(),
                _ => number.to_string(),
            })
        })
        .boxed()
}

fn bound(schema: &Value, name: &str) -> Option<i128> {
    schema
        .get(name)
        .and_then(|bound| bound.to_string().parse().ok())
}

fn integers(schema: &Value) -> BoxedStrategy<Json> {
    let (low, high) = (bound(schema, "minimum"), bound(schema, "maximum"));
    // Where there is no bound, those of the widest types and what lies a little beyond.
    let edges = [
        low.unwrap_or(i128::from(i64::MIN)),
        high.unwrap_or(i128::from(i64::MAX)),
        high.unwrap_or(i128::from(u64::MAX)),
        low.unwrap_or(0),
    ];
    let inside = (
        low.unwrap_or(-9).max(-9_000_000_000_000),
        high.unwrap_or(300).min(9_000_000_000_000),
    );
    let inside = (inside.0.min(inside.1), inside.0.max(inside.1));
    prop_oneof![
        8 => (inside.0..=inside.1).prop_flat_map(spelled_wide),
        3 => select(edges.to_vec()).prop_flat_map(spelled_wide),
        1 => (select(edges.to_vec()), -1..=1i128).prop_flat_map(|(edge, off)| spelled_wide(edge + off)),
    ]
    .boxed()
}

fn numbers(schema: &Value) -> BoxedStrategy<Json> {
    let (low, high) = (schema["minimum"].as_f64(), schema["maximum"].as_f64());
    let token = |x: f64| {
        Json::Number(serde_json::Number::from_f64(x).map_or("0".into(), |x| x.to_string()))
    };
    let (from, to) = (low.unwrap_or(-1e3), high.unwrap_or(1e3));
    let edges = vec![
        from,
        to,
        from.next_down(),
        to.next_up(),
        from - 1e-9,
        to + 1e-9,
        0.0,
    ];
    prop_oneof![
        6 => (0.0..=1.0f64).prop_map(move |at| token((from + (to - from) * at).clamp(from, to))),
        2 => (-50..50i64).prop_flat_map(spelled),
        1 => select(edges).prop_map(token),
        1 => select(vec!["1e38", "3.4028235e38", "3.5e38", "1e300", "-1e-300", "0.1", "0.10", "1.0E-2"])
            .prop_map(|text| Json::Number(text.into())),
    ]
    .boxed()
}

/// Characters of one to four bytes, some that need escapes, some that change with their case.
fn characters() -> impl Strategy<Value = char> + Clone {
    prop_oneof![
        6 => proptest::char::range('a', 'z'),
        2 => proptest::char::range('0', '9'),
        1 => select(vec![' ', 'A', 'Z', '"', '\\', '\n', '\t', '\u{1}', 'é', 'É', 'ß', 'x', '\u{2028}', '世', '😀', '-', '.', '@', '/', ':', '%']),
    ]
}

fn strings(schema: &Value) -> BoxedStrategy<Json> {
    if let Some(accepted) = schema["enum"].as_array() {
        let accepted: Vec<Json> = accepted.iter().map(Json::of).collect();
        let other = select(accepted.clone()).prop_map(|json| match json {
            Json::String(text) => Json::String(format!("{text} ").to_lowercase()),
            other => other,
        });
        return prop_oneof![9 => select(accepted), 1 => other].boxed();
    }
    let text = |all: BoxedStrategy<String>| all.prop_map(Json::String).boxed();
    let (least, most) = (
        bound(schema, "minLength").unwrap_or(0),
        bound(schema, "maxLength"),
    );
    let lengths = usize::try_from((least - 1).max(0)).unwrap_or(0)
        ..=usize::try_from(most.map_or(least + 8, |most| (most + 1).min(least + 40))).unwrap_or(0);
    let free = proptest::collection::vec(characters(), lengths)
        .prop_map(|all| all.into_iter().collect::<String>())
        .boxed();
    if schema["contentEncoding"] == "base64" {
        let good = proptest::string::string_regex(
            "([A-Za-z0-9+/]{4}){0,3}([A-Za-z0-9+/][AQgw]==|[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=)?",
        )
        .expect("a pattern");
        return text(prop_oneof![20 => good.boxed(), 1 => free].boxed());
    }
    if let Some(pattern) = schema["pattern"].as_str() {
        let inner = pattern.trim_start_matches('^').trim_end_matches('$');
        let good = proptest::string::string_regex(inner)
            .expect("a pattern without anchors")
            .boxed();
        return text(prop_oneof![12 => good.clone(), 2 => near(good), 1 => free].boxed());
    }
    match schema["format"].as_str() {
        None => text(free),
        Some(format) => {
            let good = formatted(format);
            text(prop_oneof![12 => good.clone(), 3 => near(good), 1 => free].boxed())
        }
    }
}

/// One character less, more, or another.
fn near(good: BoxedStrategy<String>) -> BoxedStrategy<String> {
    (good, any::<prop::sample::Index>(), characters(), 0..3u8)
        .prop_map(|(text, at, c, way)| {
            let mut all: Vec<char> = text.chars().collect();
            let at = at.index(all.len().max(1));
            match way {
                0 if !all.is_empty() => {
                    all.remove(at);
                }
                1 if !all.is_empty() => all[at] = c,
                _ => all.insert(at.min(all.len()), c),
            }
            all.into_iter().collect()
        })
        .boxed()
}

fn formatted(format: &str) -> BoxedStrategy<String> {
    let pattern = |pattern: &str| {
        proptest::string::string_regex(pattern)
            .expect("a pattern")
            .boxed()
    };
    const DATE: &str = "(19|20|00|99)[0-9]{2}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])";
    match format {
        "date" => pattern(DATE),
        "date-time" => prop_oneof![1 => pattern(&format!("{DATE}T23:59:60(\\.[0-9]{{1,11}})?Z")), 15 => pattern(&format!(
            "{DATE}[Tt]([01][0-9]|2[0-3]):[0-5][0-9]:([0-5][0-9]|60)(\\.[0-9]{{1,9}})?([Zz]|[+-]([01][0-9]|2[0-3]):[0-5][0-9])"
        ))].boxed(),
        "duration" => prop_oneof![
            6 => pattern("PT([0-9]{1,4}H([0-9]{1,2}M([0-9]{1,2}S)?)?|[0-9]{1,2}M([0-9]{1,2}S)?|[0-9]{1,3}S)"),
            4 => pattern("P([0-9]{1,3}D(T[0-9]{1,2}H)?|[0-9]{1,2}W)"),
            1 => pattern("P[0-9]Y([0-9]M)?|P[0-9]M"),
            1 => pattern("PT[0-9]\\.[0-9]{1,3}S"),
        ]
        .boxed(),
        "uuid" => pattern("[0-9a-fA-F]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"),
        "uri" => prop_oneof![
            4 => pattern("(https?|ftp|urn|x-a)://[a-z]{1,5}(\\.[a-z]{2,3}){0,2}(:[0-9]{1,4})?(/[a-z0-9._~-]{0,4}){0,3}(\\?[a-z=&]{0,5})?(#[a-z]{0,3})?"),
            1 => pattern("(mailto|urn|data):[a-z0-9:@,;=]{1,8}"),
        ]
        .boxed(),
        "ipv4" => pattern("(25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])(\\.(25[0-5]|1[0-9]{2}|[1-9]?[0-9])){3}"),
        "ipv6" => prop_oneof![pattern("[0-9a-fA-F]{1,4}(:[0-9a-f]{1,4}){7}"), pattern("([0-9a-f]{1,4}:){0,3}:[0-9a-f]{1,4}"), pattern("::ffff:[1-9]\\.0\\.1\\.2")].boxed(),
        "email" => pattern("[a-z0-9._%+-]{1,6}@[a-z0-9]{1,5}(-[a-z]{1,2})?(\\.[a-z]{2,3}){1,2}"),
        "hostname" => pattern("[a-z0-9]([a-z0-9-]{0,3}[a-z0-9])?(\\.[a-z]{1,4}){0,2}"),
        other => panic!("no generator for the format {other}"),
    }
}

fn arrays(schema: &Value) -> BoxedStrategy<Json> {
    let least = bound(schema, "minItems").unwrap_or(0);
    let most = bound(schema, "maxItems").unwrap_or(least + 3);
    let range = |low: i128, high: i128| {
        usize::try_from(low.max(0)).unwrap_or(0)..=usize::try_from(high).unwrap_or(0)
    };
    let (exact, near) = (
        range(least, most.min(least + 6)),
        range(least - 1, most.min(least + 6) + 1),
    );
    let items = instances(&schema["items"]);
    let unique = schema["uniqueItems"] == true;
    prop_oneof![
        7 => proptest::collection::vec(items.clone(), exact),
        1 => proptest::collection::vec(items, near),
    ]
    .prop_flat_map(move |items| (Just(items), 0..12u8))
    .prop_map(move |(mut items, keep)| {
        if unique && keep > 0 {
            let mut seen: Vec<Value> = Vec::new();
            items.retain(|item| {
                let value = item.value();
                let new = !seen.contains(&value);
                seen.push(value);
                new
            });
        }
        Json::Array(items)
    })
    .boxed()
}

fn objects(schema: &Value) -> BoxedStrategy<Json> {
    let required: Vec<&str> = schema["required"].as_array().map_or(Vec::new(), |all| {
        all.iter().filter_map(Value::as_str).collect()
    });
    let mut members: BoxedStrategy<Vec<(String, Json)>> = Just(Vec::new()).boxed();
    if let Some(properties) = schema["properties"].as_object() {
        for (name, of) in properties {
            let name = name.clone();
            let value = if required.contains(&name.as_str()) {
                instances(of).prop_map(Some).boxed()
            } else {
                // What an optional member is for: sometimes sent, sometimes as `null`.
                prop_oneof![3 => instances(of).prop_map(Some), 3 => Just(None)].boxed()
            };
            members = (members, value)
                .prop_map(move |(mut members, value)| {
                    members.extend(value.map(|value| (name.clone(), value)));
                    members
                })
                .boxed();
        }
    }
    if schema["additionalProperties"].is_object() {
        let names = match schema.get("propertyNames") {
            Some(names) => strings(names)
                .prop_map(|name| match name {
                    Json::String(name) => name,
                    _ => String::new(),
                })
                .boxed(),
            None => proptest::collection::vec(characters(), 0..4)
                .prop_map(|all| all.into_iter().collect())
                .boxed(),
        };
        let value = instances(&schema["additionalProperties"]);
        members = proptest::collection::vec((names, value), 0..4)
            .prop_flat_map(|members| (Just(members), 0..16u8))
            .prop_map(|(mut members, keep)| {
                if keep > 0 {
                    let mut seen = Vec::new();
                    members.retain(|(name, _)| {
                        let new = !seen.contains(name);
                        seen.push(name.clone());
                        new
                    });
                }
                members
            })
            .boxed();
    }
    (members, 0..4usize)
        .prop_map(|(mut members, by)| {
            // In another order now and then.
            if members.len() > 1 {
                let by = by % members.len();
                members.rotate_left(by);
            }
            Json::Object(members)
        })
        .boxed()
}
