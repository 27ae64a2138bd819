//! The requests that are measured, and the work behind them, which both sides share.

use super::Tools;

/// One request, and what a good answer to it is.
pub(crate) struct Case {
    /// Its name in tables and in the committed bars.
    pub(crate) name: &'static str,
    /// The request, one line.
    pub(crate) line: Vec<u8>,
    /// Whether the call is to be refused.
    pub(crate) refused: bool,
    /// Whose server it goes to.
    pub(crate) tools: Tools,
}

/// What `search` does once its arguments are accepted.
pub(crate) fn search(query: &str, limit: u32, exact: bool) -> String {
    let mut found = String::with_capacity(query.len() + 24);
    found.push_str(query);
    found.push_str(if exact { ": exactly " } else { ": about " });
    found.push(char::from(b'0' + u8::try_from(limit % 10).unwrap_or(0)));
    found
}

fn lines(n: usize) -> String {
    let rows: Vec<String> = (0..n)
        .map(|i| {
            format!(
                r#"{{"sku":"SKU-{i:05}","qty":{},"price":{}.25}}"#,
                i % 9 + 1,
                i % 50 + 1
            )
        })
        .collect();
    format!("[{}]", rows.join(","))
}

fn call(tool: &str, arguments: &str) -> Vec<u8> {
    format!(r#"{{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{{"name":"{tool}","arguments":{arguments}}}}}"#)
        .into_bytes()
}

const LIST: &[u8] = br#"{"jsonrpc":"2.0","id":7,"method":"tools/list"}"#;

/// All cases, in the order in which they are printed.
pub(crate) fn cases() -> Vec<Case> {
    let order = |n| {
        format!(
            r#"{{"order":{{"customer":"C-1001","note":"Ring twice","lines":{}}}}}"#,
            lines(n)
        )
    };
    let good = |name, line| Case {
        name,
        line,
        refused: false,
        tools: Tools::Called,
    };
    let bad = |name, line| Case {
        name,
        line,
        refused: true,
        tools: Tools::Called,
    };
    let named = |count| Case {
        tools: Tools::Named(count),
        ..good(
            match count {
                1 => "find_1",
                100 => "find_100",
                _ => "find_1000",
            },
            call("t000", "{}"),
        )
    };
    vec![
        Case {
            tools: Tools::Ten,
            ..good("list_10", LIST.to_vec())
        },
        Case {
            tools: Tools::ThreeHundred,
            ..good("list_300", LIST.to_vec())
        },
        Case {
            tools: Tools::Copied,
            ..good("list_300_copied", LIST.to_vec())
        },
        named(1),
        named(100),
        named(1000),
        good("call_scalar", call("add", r#"{"a":19,"b":23}"#)),
        good(
            "call_text",
            call("search", r#"{"query":"rust macro","limit":7,"exact":true}"#),
        ),
        good(
            "call_text_escaped",
            call(
                "search",
                r#"{"query":"a \"quoted\" phrase\nand \u00e9","limit":7}"#,
            ),
        ),
        good("call_record", call("place_order", &order(3))),
        good("call_record_100", call("place_order", &order(100))),
        good(
            "call_list_100",
            call("discount", &format!(r#"{{"lines":{}}}"#, lines(100))),
        ),
        bad(
            "refuse_range",
            call("search", r#"{"query":"rust macro","limit":500}"#),
        ),
        bad("refuse_missing", call("search", r#"{"limit":7}"#)),
        bad(
            "refuse_unknown",
            call("search", r#"{"query":"rust macro","limt":7}"#),
        ),
        bad("refuse_type", call("add", r#"{"a":19,"b":"23"}"#)),
    ]
}

/// Sees to it that the sides answer alike, else their prices cannot be compared.
///
/// # Panics
///
/// Panics where a side fails a case, or where their results differ. The words of a refusal may differ.
pub(crate) fn check(sides: &[super::Side]) {
    for case in cases() {
        let mut first = None;
        for side in sides {
            let mut out = Vec::new();
            side.handle(&case)(&case.line, &mut out);
            let at = format!("{}, {}", side.name, case.name);
            let mut reply: serde_json::Value = serde_json::from_slice(&out)
                .unwrap_or_else(|error| panic!("{at}: {error}: {}", String::from_utf8_lossy(&out)));
            let refused = reply["result"]["isError"] == true;
            assert!(
                reply["id"] == 7 && reply["result"].is_object() && refused == case.refused,
                "{at}: {reply}"
            );
            if refused {
                continue;
            }
            // `false` may be written or left out.
            if let Some(result) = reply["result"].as_object_mut() {
                result.remove("isError");
            }
            match &first {
                None => first = Some(reply),
                Some(first) => assert_eq!(first, &reply, "{at} answers unlike {}", sides[0].name),
            }
        }
    }
}
