//! Checks of fields, and what is listed for defaults and for a number that is not zero.

use std::sync::Arc;

use serde_json::json;
use toolwright::{Server, Violation, mcp_tools, mcp_types};

use super::fixture::{self, answer, legacy, session};
use super::values::{Country, Refused};
use super::{Out, accepts, refuses};

mcp_types! {
    #[derive(Debug, Clone, Copy, PartialEq)]
    pub enum State { Open, #[rename("in transit")] InTransit }
    pub struct Item { pub n: u8 [check(odd)], pub code: Option<String> [check(no_x)] = None }
}
thrice! {
    fn item(v: Vec<Item>) { let _ = v; }
    fn item_out(v: Vec<Item>) -> Out { let _ = v; Out { n: 0 } }
}
mcp_tools! {
    static DEFAULTS: ToolSet<()>;
    fn defaults(
        states: Vec<State> = [State::InTransit, State::Open],
        boxed: Box<u8> = 5,
        shared: Arc<State> = State::Open,
        share: f32 [0.1..=0.7] = 0.3,
        country: Country = "FR",
        countries: Vec<Country> = ["BE"],
        /// How many steps.
        step: std::num::NonZero<i8> = -1,
    ) -> String {
        format!("{states:?} {boxed} {shared:?} {share} {country} {countries:?} {step}")
    }
}
fn odd(n: &u8) -> Result<(), Violation> {
    if n % 2 == 1 {
        Ok(())
    } else {
        Err(Violation::new("own.even", "The value must be odd."))
    }
}
fn no_x(code: &Option<String>) -> Result<(), Violation> {
    match code {
        Some(code) if code.contains('x') => Err(Violation::new("own.x", "No such letter.")),
        _ => Ok(()),
    }
}
fn ask(revision: &str, tool: &str, arguments: &str) -> String {
    THRICE.ask(revision, tool, arguments)
}

#[test]
fn checks_of_fields() {
    accepts(
        ask,
        "item",
        r#"{"v":[{"n":1},{"n":3,"code":"a"},{"n":5,"code":null}]}"#,
    );
    for (arguments, path, code, message) in [
        (
            r#"{"v":[{"n":1},{"n":2}]}"#,
            "v[1].n",
            "own.even",
            "The value must be odd.",
        ),
        (
            r#"{"v":[{"code":"x","n":1}]}"#,
            "v[0].code",
            "own.x",
            "No such letter.",
        ),
        (
            r#"{"v":[{"code":"x","n":2}]}"#,
            "v[0].n",
            "own.even",
            "The value must be odd.",
        ),
        (
            r#"{"v":[{"n":256}]}"#,
            "v[0].n",
            "argument.out_of_range",
            "The value does not fit.",
        ),
    ] {
        refuses(
            ask,
            "item",
            arguments,
            &Refused::not_valid(path, code, message),
        );
    }
}

#[test]
fn defaults_are_listed_and_used() {
    let server = Server::new(&DEFAULTS, ());
    let called = answer(
        &server,
        &session("2025-11-25"),
        fixture::call(1, "defaults", "{}"),
    );
    let reply = fixture::value(&called);
    assert_eq!(
        reply["result"]["content"][0]["text"],
        r#"[InTransit, Open] 5 Open 0.3 FR [Country("BE")] -1"#
    );
    let listed = answer(&server, &session("2025-11-25"), legacy(1, "tools/list", ""));
    let listed = fixture::value(&listed);
    let tool = listed["result"]["tools"]
        .as_array()
        .and_then(|tools| tools.iter().find(|tool| tool["name"] == "defaults"))
        .expect("the tool");
    let states = json!({"type": "string", "enum": ["Open", "in transit"]});
    let mut shared = states.clone();
    shared["default"] = json!("Open");
    let country = json!({
        "type": "string", "description": "A country that we deliver to.", "enum": ["FR", "BE", "LU"],
        "minLength": 2, "maxLength": 2,
    });
    let mut one_country = country.clone();
    one_country["default"] = json!("FR");
    assert_eq!(
        tool["inputSchema"],
        json!({
            "type": "object",
            "properties": {
                "states": {"type": "array", "items": states, "default": ["in transit", "Open"]},
                "boxed": {"type": "integer", "minimum": 0, "maximum": 255, "default": 5},
                "shared": shared,
                "share": {"type": "number", "minimum": 0.1, "maximum": 0.7, "default": 0.3},
                "country": one_country,
                "countries": {"type": "array", "items": country, "default": ["BE"]},
                "step": {
                    "type": "integer", "description": "How many steps.\n\nNot zero.",
                    "minimum": -128, "maximum": 127, "default": -1,
                },
            },
            "additionalProperties": false,
        })
    );
}
