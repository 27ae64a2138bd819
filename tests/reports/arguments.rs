//! Arguments that are nearly right.

use serde_json::json;

use super::{INIT, bad, call, good, listed, raw};

#[test]
fn wide_numbers_keep_their_digits() {
    for n in [
        "9007199254740993",
        "-9223372036854775808",
        "9223372036854775807",
    ] {
        assert_eq!(good("big", &format!(r#"{{"n":{n}}}"#)), n);
    }
    assert_eq!(
        bad("big", r#"{"n":9223372036854775808}"#),
        "Argument 'n' is not valid. The value does not fit."
    );
    let (out, _) = raw(format!("{INIT}\n{}\n", call("word", "{}")).as_bytes());
    assert_eq!(out.matches("18446744073709551615").count(), 2, "{out}");
}

#[test]
fn lengths_count_characters() {
    for s in ["😀", r"\ud83d\ude00", "é"] {
        good("one", &format!(r#"{{"s":"{s}"}}"#));
    }
    assert_eq!(
        bad("one", "{\"s\":\"e\u{301}\"}"),
        "Argument 's' is not valid. The value must be at most 1 characters long."
    );
    assert_eq!(
        bad("one", r#"{"s":""}"#),
        "Argument 's' is not valid. The value must be at least 1 characters long."
    );
    let schema = listed("one")["inputSchema"]["properties"]["s"].clone();
    assert_eq!(
        (&schema["minLength"], &schema["maxLength"]),
        (&json!(1), &json!(1))
    );
}

#[test]
fn a_refusal_holds_no_value() {
    for (arguments, text) in [
        (
            r#"{"port":"hunter2-port","password":"hunter2"}"#,
            "Argument 'port' is not valid. Expected an integer, found a string.",
        ),
        (
            r#"{"port":1,"password":"hunter2"}"#,
            "Argument 'password' is not valid. The value must be at least 12 characters long.",
        ),
        (
            r#"{"port":70000,"password":"hunter2hunter2"}"#,
            "Argument 'port' is not valid. The value does not fit.",
        ),
    ] {
        let (out, told) = raw(format!("{INIT}\n{}\n", call("connect", arguments)).as_bytes());
        assert!(out.contains(text), "{out}");
        assert!(
            !out.contains("hunter2") && !told.contains("hunter2"),
            "{out}{told}"
        );
    }
}

#[test]
fn null_is_absence_for_an_optional_alone() {
    assert_eq!(good("find", r#"{"query":"q","note":null}"#), "20 None");
    assert_eq!(
        bad("find", r#"{"query":"q","limit":null}"#),
        "Argument 'limit' cannot be null."
    );
    assert_eq!(
        bad("find", r#"{"query":null}"#),
        "Argument 'query' cannot be null."
    );
}

#[test]
fn unknown_names_are_told_and_not_dropped() {
    assert_eq!(
        bad("query", r#"{"datasourceUid":"u","query_type":"instant"}"#),
        "Argument 'query_type' is not known. Did you mean 'queryType'?"
    );
    assert!(
        bad("query", r#"{"datasource_uid":"u"}"#)
            .starts_with("Argument 'datasourceUid' is required.")
    );
    assert_eq!(
        bad("describe", r#"{"table_name":"t","sessionHandle":"h"}"#),
        "Argument 'sessionHandle' is not known. Did you mean 'session_handle'?"
    );
    assert!(bad("describe", r#"{"table_name":"t","cx":1,"_meta":{}}"#).contains("'cx'"));
    assert_eq!(bad("now", r#"{"a":1}"#), "Argument 'a' is not known.");
}

#[test]
fn names_with_underscores_and_keywords() {
    let properties = listed("read_at")["inputSchema"]["properties"].clone();
    assert_eq!(
        properties
            .as_object()
            .unwrap()
            .keys()
            .collect::<Vec<_>>()
            .len(),
        3
    );
    assert_eq!(
        good("read_at", r#"{"_path":"p","type":"t","match":1}"#),
        "p t 1"
    );
}
