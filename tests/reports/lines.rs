//! What comes in on a line, and what goes out on one.

use serde_json::{Value, json};

use super::{INIT, PING, call, good, play, raw};

#[test]
fn bad_lines_do_not_end_the_session() {
    let replies = play(&format!("not json\n{PING}"));
    assert_eq!(replies[0]["error"]["code"], -32700);
    assert!(replies[0].get("id").is_none());
    assert_eq!(
        replies[1],
        json!({"jsonrpc": "2.0", "id": "p", "result": {}})
    );
}

#[test]
fn a_byte_order_mark_is_passed_over() {
    let (out, _) = raw(format!("\u{feff}{INIT}\n{PING}\n").as_bytes());
    assert_eq!(out.lines().count(), 2);
    assert!(!out.contains("-32700"));
}

#[test]
fn line_ends_of_any_kind_and_empty_lines() {
    let text = call("echo", r#"{"text":"a\r\nb"}"#);
    let replies = play(&format!("{PING}\r\n\r\n{text}\r"));
    assert_eq!(replies.len(), 2);
    assert_eq!(replies[1]["result"]["content"][0]["text"], "a\r\nb");
}

#[test]
fn a_reply_is_one_line_without_control_characters() {
    let (out, _) = raw(format!("{INIT}\n{}\n", call("notes", "{}")).as_bytes());
    let line = out.lines().nth(1).expect("a reply");
    assert!(line.chars().all(|c| c >= ' ' && c != '\u{2028}'), "{line}");
    let reply: Value = serde_json::from_str(line).expect("a message");
    let inner: Value =
        serde_json::from_str(reply["result"]["content"][0]["text"].as_str().unwrap()).unwrap();
    assert_eq!(inner, reply["result"]["structuredContent"]);
}

#[test]
fn long_lines_are_read() {
    let text = "a".repeat(300_000);
    assert_eq!(good("length", &format!(r#"{{"text":"{text}"}}"#)), "300000");
}

#[test]
fn deep_nesting_is_answered() {
    let deep = format!("{}1{}", r#"{"a":"#.repeat(200), "}".repeat(200));
    let replies = play(&format!(
        "{}\n{PING}",
        call("take", &format!(r#"{{"v":{deep}}}"#))
    ));
    assert_eq!(replies.len(), 2);
    assert_eq!(replies[0]["error"]["code"], -32700);
    assert_eq!(replies[1]["id"], "p");
}

#[test]
fn what_is_no_number_of_json_is_no_message() {
    for x in ["NaN", "Infinity", "+1", "01", ".5", "0x10"] {
        let replies = play(&format!(
            "{}\n{PING}",
            call("dbl", &format!(r#"{{"x":{x}}}"#))
        ));
        assert_eq!(replies[0]["error"]["code"], -32700, "{x}");
        assert_eq!(replies[1]["id"], "p");
    }
}
