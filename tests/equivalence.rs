//! One truth: the reader accepts exactly what the listed schema accepts, and what a tool writes is what its
//! output schema says. A validator of JSON Schema is the judge.
//!
//! ```text
//! cargo test --all-features --test equivalence                                        a few thousand cases
//! EQUIVALENCE_CASES=1000000 cargo test --release --all-features --test equivalence -- --nocapture
//! ```
//!
//! `EQUIVALENCE_SEED` takes another number than 1; `EQUIVALENCE_FIRST=1` stops at the first disagreement. Where the two differ on purpose is written down in
//! `equivalence/exceptions.rs`, and in `docs/values.md`.
#![allow(
    clippy::boxed_local,
    clippy::trivially_copy_pass_by_ref,
    clippy::too_many_arguments,
    clippy::ptr_arg,
    clippy::format_push_string,
    clippy::items_after_statements,
    clippy::semicolon_if_nothing_returned,
    clippy::incompatible_msrv,
    reason = "shapes of declarations are tried, and tests run on the newest Rust"
)]

#[path = "equivalence/exceptions.rs"]
mod exceptions;
mod fixture;
#[path = "equivalence/generate.rs"]
mod generate;
#[path = "equivalence/json.rs"]
mod json;
#[path = "equivalence/subjects.rs"]
mod subjects;

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::fmt::Write as _;

use exceptions::{Direction, EXCEPTIONS, applies};
use json::Json;
use jsonschema::{Draft, Validator};
use proptest::strategy::Strategy;
use proptest::test_runner::{Config, RngAlgorithm, TestCaseError, TestError, TestRng, TestRunner};
use serde_json::Value;
use subjects::Subject;
use toolwright::catalog::Catalog;
use toolwright::{CallFrame, Outcome, Revision, Server, Session};

const REVISIONS: [&str; 3] = ["2025-06-18", "2025-11-25", "2026-07-28"];

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok().map(|text| {
        text.parse()
            .unwrap_or_else(|_| panic!("{name} is a number"))
    })
}

fn runner(cases: u64, salt: u64) -> TestRunner {
    let mut seed = [0; 32];
    seed[..8].copy_from_slice(&number("EQUIVALENCE_SEED").unwrap_or(1).to_le_bytes());
    seed[8..16].copy_from_slice(&salt.to_le_bytes());
    let config = Config {
        cases: u32::try_from(cases).expect("at most four thousand million cases"),
        failure_persistence: None,
        max_shrink_iters: 2000,
        ..Config::default()
    };
    TestRunner::new_with_rng(config, TestRng::from_seed(RngAlgorithm::ChaCha, &seed))
}

fn judge(schema: &Value) -> Validator {
    jsonschema::options()
        .with_draft(Draft::Draft202012)
        .should_validate_formats(true)
        .build(schema)
        .unwrap_or_else(|error| panic!("{error}: {schema}"))
}

/// A server with one set of tools, its frame, and a session.
struct Ask {
    server: Server<()>,
    frame: RefCell<CallFrame>,
    session: Session,
    modern: bool,
}

impl Ask {
    fn new(subject: &Subject, revision: &str) -> Self {
        Self {
            server: Server::new(subject.set, ()).on_diagnostic(|_| ()),
            frame: RefCell::new(CallFrame::new()),
            session: Session::agreed(Revision::named(revision).expect("a revision")),
            modern: revision >= "2026-07-28",
        }
    }

    fn send(&self, method: &str, params: &str) -> Vec<u8> {
        let message = if self.modern {
            fixture::modern(1, method, params)
        } else {
            fixture::legacy(1, method, params.strip_suffix(',').unwrap_or(params))
        };
        let mut out = Vec::new();
        let mut frame = self.frame.borrow_mut();
        let outcome = self
            .server
            .handle(message.as_bytes(), &mut frame, &self.session, &mut out);
        assert!(matches!(outcome, Outcome::Replied), "no reply to {message}");
        out
    }

    fn call(&self, tool: &str, arguments: &Json) -> Vec<u8> {
        self.send(
            "tools/call",
            &format!(r#""name":"{tool}","arguments":{},"#, arguments.text()),
        )
    }

    /// The tools with their schemas.
    fn list(&self) -> Vec<Value> {
        let reply: Value = serde_json::from_slice(&self.send("tools/list", "")).expect("JSON");
        reply["result"]["tools"].as_array().expect("a list").clone()
    }
}

/// Whether a call was refused.
fn is_refused(reply: &[u8]) -> bool {
    let has = |part: &[u8]| reply.windows(part.len()).any(|window| window == part);
    assert!(has(b"\"result\":{"), "{}", String::from_utf8_lossy(reply));
    has(b"\"isError\":true")
}

#[derive(Default)]
struct Counts {
    cases: u64,
    accepted: u64,
    excused: BTreeMap<&'static str, u64>,
}

impl Counts {
    fn table(&self) -> String {
        #[allow(clippy::cast_precision_loss, reason = "a percentage")]
        let share = |count: u64| count as f64 * 100.0 / self.cases.max(1) as f64;
        let mut table = format!(
            "{} cases, {} of them accepted ({:.1} %)\n",
            self.cases,
            self.accepted,
            share(self.accepted)
        );
        for exception in EXCEPTIONS {
            let count = self.excused.get(exception.name).copied().unwrap_or(0);
            let _ = writeln!(
                table,
                "{:>9} {:6.3} %  {} ({:?}): {}",
                count,
                share(count),
                exception.name,
                exception.direction,
                exception.reason
            );
        }
        table
    }
}

/// One case; `Err` where the two disagree and nothing excuses them.
fn compare(
    subject: &Subject,
    schema: &Value,
    judge: &Validator,
    ask: &Ask,
    tool: &str,
    json: &Json,
    counts: &RefCell<Counts>,
) -> Result<(), TestCaseError> {
    let accepted = !is_refused(&ask.call(tool, json));
    let valid = judge.is_valid(&json.value());
    let mut counts = counts.borrow_mut();
    counts.cases += 1;
    counts.accepted += u64::from(accepted);
    if accepted == valid {
        return Ok(());
    }
    let direction = if accepted {
        Direction::Looser
    } else {
        Direction::Stricter
    };
    let excuse = EXCEPTIONS.iter().find(|exception| {
        (exception.direction == Direction::Either || exception.direction == direction)
            && applies(exception, subject, schema, json)
    });
    match excuse {
        Some(exception) => {
            *counts.excused.entry(exception.name).or_default() += 1;
            Ok(())
        }
        None => Err(TestCaseError::fail(format!(
            "{} {tool}: the reader {} what the schema {}\n  {}\n  {schema}\n  {}",
            subject.name,
            if accepted { "accepts" } else { "refuses" },
            if valid { "accepts" } else { "refuses" },
            json.text(),
            String::from_utf8_lossy(&ask.call(tool, json)),
        ))),
    }
}

fn all() -> Vec<Subject> {
    let mut all = subjects::all();
    all.push(subjects::others());
    all
}

#[test]
fn the_reader_accepts_what_the_schema_accepts() {
    let subjects = all();
    let cases = number("EQUIVALENCE_CASES").unwrap_or(8000);
    let stop = number("EQUIVALENCE_FIRST").is_some();
    let counts = RefCell::new(Counts::default());
    let mut faults = Vec::new();
    let tools: usize = subjects.iter().map(|subject| subject.set.count()).sum();
    let each = (cases / tools as u64).max(1);
    let mut rest = cases.saturating_sub(each * tools as u64);
    for (at, subject) in subjects.iter().enumerate() {
        let ask = Ask::new(subject, "2025-11-25");
        for (number, tool) in ask.list().iter().enumerate() {
            let schema = &tool["inputSchema"];
            let tool = tool["name"].as_str().expect("a name");
            let judge = judge(schema);
            let more = u64::from(rest > 0);
            rest -= more;
            let outcome = runner(each + more, (at * 1000 + number) as u64)
                .run(&generate::mutated(schema), |json| {
                    compare(subject, schema, &judge, &ask, tool, &json, &counts)
                });
            match outcome {
                Ok(()) => continue,
                Err(TestError::Fail(reason, _)) => faults.push(reason.message().to_owned()),
                Err(error) => faults.push(error.to_string()),
            }
            if stop {
                let cases = counts.borrow().cases;
                panic!(
                    "first disagreement within {cases} cases:\n{}",
                    faults.join("\n")
                );
            }
        }
    }
    let counts = counts.into_inner();
    println!(
        "{}{} disagreements that nothing excuses",
        counts.table(),
        faults.len()
    );
    assert!(
        faults.is_empty(),
        "{} disagreements:\n{}",
        faults.len(),
        faults.join("\n\n")
    );
    for (name, count) in &counts.excused {
        assert!(
            count * 20 <= counts.cases,
            "{name} covers over 5 % of the cases"
        );
    }
    // As many good ones as bad: a generator that only makes what both refuse proves nothing.
    assert!(
        (35..=80).contains(&(counts.accepted * 100 / counts.cases)),
        "{}",
        counts.table()
    );
}

/// What a tool gives back validates against its output schema, in every revision that has them, and whatever it
/// read it writes.
#[test]
fn results_are_what_the_schema_says() {
    let subjects = all();
    let cases = number("EQUIVALENCE_CASES").unwrap_or(8000) / 8;
    let mut checked = BTreeMap::new();
    for (at, subject) in subjects.iter().enumerate() {
        for (when, revision) in REVISIONS.iter().enumerate() {
            let ask = Ask::new(subject, revision);
            for (number, tool) in ask.list().iter().enumerate() {
                let name = tool["name"].as_str().expect("a name");
                if !name.starts_with("back_") {
                    continue;
                }
                let output = tool.get("outputSchema");
                assert_eq!(
                    output.is_none(),
                    name == "back_loose",
                    "{} {name}",
                    subject.name
                );
                let judge = output.map(judge);
                let each = (cases / (subjects.len() * REVISIONS.len() * 7) as u64).max(1);
                let salt = 1_000_000 + (at * 1000 + when * 100 + number) as u64;
                let mut runner = runner(each, salt);
                let instances = generate::instances(&tool["inputSchema"]);
                for _ in 0..each {
                    let json = instances
                        .new_tree(&mut runner)
                        .expect("an instance")
                        .current();
                    let reply = ask.call(name, &json);
                    if is_refused(&reply) {
                        continue;
                    }
                    *checked.entry(name.to_owned()).or_insert(0u64) += 1;
                    result(subject, name, revision, judge.as_ref(), &json, &reply);
                }
            }
        }
    }
    println!("results: {checked:?}");
    assert!(
        checked.len() == 7 && checked.values().all(|count| *count > 100),
        "{checked:?}"
    );
}

use proptest::strategy::ValueTree as _;

fn result(
    subject: &Subject,
    tool: &str,
    revision: &str,
    judge: Option<&Validator>,
    sent: &Json,
    reply: &[u8],
) {
    let reply: Value = serde_json::from_slice(reply).expect("JSON");
    let result = &reply["result"];
    let told = || {
        format!(
            "{} {tool} {revision}: {} gave {result}",
            subject.name,
            sent.text()
        )
    };
    let structured = result.get("structuredContent");
    let text = result["content"][0]["text"]
        .as_str()
        .unwrap_or_else(|| panic!("no text: {}", told()));
    let nothing = sent.value()["v"].is_null() && matches!(tool, "back_nullable" | "back_loose");
    if nothing {
        assert_eq!(text, "null", "{}", told());
        let expected =
            (tool == "back_nullable" && revision >= "2026-07-28").then_some(&Value::Null);
        assert_eq!(structured, expected, "{}", told());
    } else {
        let value = structured.unwrap_or_else(|| panic!("nothing structured: {}", told()));
        // The text is the same value; before 2026-07-28 what is no object is wrapped.
        let wrapped = matches!(tool, "back_list" | "back_value") && !value["result"].is_null();
        let inner = if revision < "2026-07-28" && wrapped {
            &value["result"]
        } else {
            value
        };
        let plain = Value::String(text.into());
        let same =
            serde_json::from_str::<Value>(text).is_ok_and(|text| text == *inner) || *inner == plain;
        assert!(same, "{}", told());
        if revision < "2026-07-28" {
            assert!(value.is_object(), "{}", told());
        }
    }
    if let (Some(judge), Some(value)) = (judge, structured) {
        let errors: Vec<String> = judge
            .iter_errors(value)
            .map(|error| error.to_string())
            .collect();
        assert!(errors.is_empty(), "{}: {}", told(), errors.join("; "));
    }
}

/// What is planted in values and in the keys of maps; never in the name of a member, which is echoed.
#[derive(Clone, Debug)]
struct Marker {
    text: String,
    digits: String,
    places: [proptest::sample::Index; 3],
    way: u8,
}

fn markers() -> impl Strategy<Value = Marker> {
    let index = proptest::prelude::any::<[proptest::sample::Index; 3]>;
    ("Zq[a-z0-9]{9}", "[1-9][0-9]{8}", index(), 0..10u8).prop_map(|(text, digits, places, way)| {
        Marker {
            text,
            digits,
            places,
            way,
        }
    })
}

/// Puts the marker in place of values, and among the members of maps.
fn plant(json: &mut Json, schema: &Value, marker: &Marker) {
    let value = || match marker.way {
        0 => Json::Number(marker.digits.clone()),
        1 => Json::Number(format!("-{}.5", marker.digits)),
        2 => Json::Number(format!("{}e300", marker.digits)),
        3 => Json::Array(vec![Json::String(marker.text.clone())]),
        4 => Json::String(format!("[\"{}\",{}]", marker.text, marker.digits)),
        5 => Json::String(format!("{{\"{}\":1", marker.text)),
        6 => Json::String(marker.digits.clone()),
        7 => Json::String(format!(" {}\"\n😀", marker.text)),
        _ => Json::String(marker.text.clone()),
    };
    for place in &marker.places {
        let count = json.count();
        if count == 1 {
            return;
        }
        let mut at = 1 + place.index(count - 1);
        if let Some(node) = json.at(&mut at) {
            *node = value();
        }
    }
    keys(json, schema, &marker.text, &value());
}

fn keys(json: &mut Json, schema: &Value, key: &str, other: &Json) {
    match json {
        Json::Array(items) => items
            .iter_mut()
            .for_each(|item| keys(item, &schema["items"], key, other)),
        Json::Object(members) => {
            for (name, value) in members.iter_mut() {
                let of = schema["properties"]
                    .get(name.as_str())
                    .unwrap_or(&schema["additionalProperties"]);
                keys(value, of, key, other);
            }
            if schema["additionalProperties"].is_object() {
                let good = members
                    .first()
                    .map_or(Json::Null, |(_, value)| value.clone());
                members.push((key.into(), good));
                members.push((format!("{key}-"), other.clone()));
            }
        }
        _ => {}
    }
}

/// Whatever is sent in a value or as the key of a map comes back in no answer and no diagnostic, strict or lenient.
#[test]
fn no_value_comes_back() {
    use std::sync::{Arc, Mutex};

    let mut subjects = all();
    subjects.push(subjects::lenient());
    let cases = number("EQUIVALENCE_CASES").unwrap_or(8000) / 2;
    let (refused, checked) = (Cell::new(0u64), Cell::new(0u64));
    for (at, subject) in subjects.iter().enumerate() {
        let heard = Arc::new(Mutex::new(String::new()));
        let mut ask = Ask::new(subject, REVISIONS[at % 3]);
        let ear = Arc::clone(&heard);
        ask.server = Server::new(subject.set, ()).on_diagnostic(move |diagnostic| {
            let _ = writeln!(ear.lock().expect("whole"), "{diagnostic} {diagnostic:?}");
        });
        for (number, tool) in ask.list().iter().enumerate() {
            let name = tool["name"].as_str().expect("a name");
            if name.starts_with("back_") {
                continue;
            }
            let schema = &tool["inputSchema"];
            let each = (cases / (subjects.len() * 10) as u64).max(4);
            let strategy = (generate::instances(schema), markers());
            let outcome = runner(each, 2_000_000 + (at * 100 + number) as u64).run(
                &strategy,
                |(mut json, marker)| {
                    plant(&mut json, schema, &marker);
                    let reply = ask.call(name, &json);
                    checked.set(checked.get() + 1);
                    refused.set(refused.get() + u64::from(is_refused(&reply)));
                    let reply = String::from_utf8_lossy(&reply);
                    let heard = heard.lock().expect("whole");
                    for planted in [&marker.text, &marker.digits] {
                        if reply.contains(planted.as_str()) || heard.contains(planted.as_str()) {
                            return Err(TestCaseError::fail(format!(
                                "{} {name}: {} came back: {reply} {heard}",
                                subject.name,
                                json.text()
                            )));
                        }
                    }
                    Ok(())
                },
            );
            if let Err(TestError::Fail(reason, _)) = outcome {
                panic!("{reason}");
            }
        }
    }
    let (refused, checked) = (refused.get(), checked.get());
    println!("markers: {checked} calls, {refused} refused");
    assert!(refused * 2 > checked, "{refused} of {checked}");
}
