//! Members that are missing, unknown or given twice.

use super::shapes::{limit, lines};
use super::values::Refused;
use super::{Ask, refuses};

/// Rows with the place in the sentence itself: `tool, arguments => argument, code, text`.
#[test]
fn members() {
    for (ask, tool, arguments, argument, code, text) in [
        // Plain, alone and in records.
        (
            limit::ask as Ask,
            "alone",
            "{}",
            "v",
            "required",
            "Argument 'v' is required.",
        ),
        (
            limit::ask,
            "alone",
            r#"{"w":1}"#,
            "v",
            "required",
            "Argument 'v' is required.",
        ),
        (
            limit::ask,
            "alone",
            r#"{"V":1}"#,
            "v",
            "required",
            "Argument 'v' is required. 'V' is not known: did you mean 'v'?",
        ),
        (
            limit::ask,
            "option",
            "{}",
            "v",
            "required",
            "Argument 'v' is required.",
        ),
        (
            limit::ask,
            "alone",
            r#"{"v":1,"v":2}"#,
            "v",
            "duplicate",
            "Argument 'v' is given twice.",
        ),
        (
            limit::ask,
            "alone",
            r#"{"v":"x","v":2}"#,
            "v",
            "duplicate",
            "Argument 'v' is given twice.",
        ),
        (
            limit::ask,
            "optional",
            r#"{"v":1,"v":null}"#,
            "v",
            "duplicate",
            "Argument 'v' is given twice.",
        ),
        (
            limit::ask,
            "alone",
            r#"{"v":1,"city":2}"#,
            "city",
            "unknown",
            "Argument 'city' is not known.",
        ),
        (
            limit::ask,
            "alone",
            r#"{"v":1,"V":2}"#,
            "V",
            "unknown",
            "Argument 'V' is not known. Did you mean 'v'?",
        ),
        (
            limit::ask,
            "alone",
            r#"{"v":null}"#,
            "v",
            "null",
            "Argument 'v' cannot be null.",
        ),
        (
            limit::ask,
            "list",
            r#"{"v":[1,null]}"#,
            "v[1]",
            "null",
            "Argument 'v[1]' cannot be null.",
        ),
        (
            limit::ask,
            "map",
            r#"{"v":{"secret":null}}"#,
            "v",
            "null",
            "Argument 'v' cannot be null.",
        ),
        (
            limit::ask,
            "map",
            r#"{"v":{"secret":1,"secret":1}}"#,
            "v",
            "duplicate",
            "Argument 'v' is given twice.",
        ),
        (
            limit::ask,
            "record",
            r#"{"v":null}"#,
            "v",
            "null",
            "Argument 'v' cannot be null.",
        ),
        (
            limit::ask,
            "record",
            r#"{"v":{}}"#,
            "v.inner",
            "required",
            "Argument 'v.inner' is required.",
        ),
        (
            limit::ask,
            "record",
            r#"{"v":{"iner":1}}"#,
            "v.inner",
            "required",
            "Argument 'v.inner' is required. 'v.iner' is not known: did you mean 'v.inner'?",
        ),
        (
            limit::ask,
            "records",
            r#"{"v":[{"inner":1},{"Inner":1}]}"#,
            "v[1].inner",
            "required",
            "Argument 'v[1].inner' is required. 'v[1].Inner' is not known: did you mean 'v[1].inner'?",
        ),
        (
            limit::ask,
            "records",
            r#"{"v":[{"inner":1,"inner":1}]}"#,
            "v[0].inner",
            "duplicate",
            "Argument 'v[0].inner' is given twice.",
        ),
        (
            limit::ask,
            "records",
            r#"{"v":[{"inner":null}]}"#,
            "v[0].inner",
            "null",
            "Argument 'v[0].inner' cannot be null.",
        ),
        (
            limit::ask,
            "records",
            r#"{"v":[{"inner":1,"other":1}]}"#,
            "v[0].other",
            "unknown",
            "Argument 'v[0].other' is not known.",
        ),
        (
            limit::ask,
            "records",
            r#"{"v":[{"inner":1,"innner":1}]}"#,
            "v[0].innner",
            "unknown",
            "Argument 'v[0].innner' is not known. Did you mean 'v[0].inner'?",
        ),
        // A path stops at the map, and a name without its place says nothing.
        (
            limit::ask,
            "record_map",
            r#"{"v":{"secret":{}}}"#,
            "v",
            "required",
            "Argument 'v' is required.",
        ),
        (
            limit::ask,
            "record_map",
            r#"{"v":{"secret":{"iner":1}}}"#,
            "v",
            "required",
            "Argument 'v' is required.",
        ),
        (
            limit::ask,
            "record_map",
            r#"{"v":{"secret":{"inner":1,"iner":1}}}"#,
            "v",
            "unknown",
            "Argument 'v' is not known.",
        ),
        (
            limit::ask,
            "record_map",
            r#"{"v":{"secret":{"inner":1,"inner":1}}}"#,
            "v",
            "duplicate",
            "Argument 'v' is given twice.",
        ),
        (
            lines::ask,
            "list",
            r#"{"v":[{"secret":{"sku":"a","qty":0}},{}]}"#,
            "v[0]",
            "out_of_range",
            "Argument 'v[0]' is not valid. The value must be greater than or equal to 1.",
        ),
        // Names are echoed, escaped and cut.
        (
            limit::ask,
            "optional",
            "{\"a\\u0000\\u2028\\n\\\"'\":1}",
            "a\\u0000\\u2028\\u000a\"'",
            "unknown",
            "Argument 'a\\u0000\\u2028\\u000a\"'' is not known.",
        ),
        (
            limit::ask,
            "optional",
            &format!(r#"{{"{}":1}}"#, "é".repeat(65)),
            &"é".repeat(64),
            "unknown",
            &format!("Argument '{}' is not known.", "é".repeat(64)),
        ),
        // Of many unknown ones, the first that was sent.
        (
            limit::ask,
            "alone",
            r#"{"z":1,"v":1,"a":1}"#,
            "z",
            "unknown",
            "Argument 'z' is not known.",
        ),
    ] {
        let code = format!("argument.{code}");
        let refused = if let Some(message) =
            text.strip_prefix(&format!("Argument '{argument}' is not valid. "))
        {
            Refused::not_valid(argument, &code, message)
        } else {
            Refused::sentence(argument, &code, text)
        };
        refuses(ask, tool, arguments, &refused);
    }
}
