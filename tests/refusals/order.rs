//! Parameters are read in their order, whatever the order of the members; unknown members last.

use toolwright::Violation;

use super::values::{Country, Quantity, Refused};
use super::{Out, accepts, refuses};

thrice! {
    fn order(a: Quantity, b: u8, c: Country = "FR" => Lit::Text("FR"), d: u8 [check(odd)] {} check odd = 1 => Lit::Int(1)) { let _ = (a, b, c, d); }
    fn order_out(a: Quantity, b: u8, c: Country = "FR" => Lit::Text("FR"), d: u8 [check(odd)] {} check odd = 1 => Lit::Int(1)) -> Out { let _ = (a, b, c, d); Out { n: 0 } }
    fn nothing() {}
    fn nothing_out() -> Out { Out { n: 0 } }
    fn context(cx: &toolwright::Context, n: u8) { let _ = (cx, n); }
    fn context_out(cx: &toolwright::Context, n: u8) -> Out { let _ = (cx, n); Out { n: 0 } }
}
fn odd(n: &u8) -> Result<(), Violation> {
    if n % 2 == 1 {
        Ok(())
    } else {
        Err(Violation::new("own.even", "The value must be odd."))
    }
}
fn ask(revision: &str, tool: &str, arguments: &str) -> String {
    THRICE.ask(revision, tool, arguments)
}

#[test]
fn the_first_in_the_order_of_the_parameters() {
    let a = Refused::rejected(
        "a",
        "value_object.not_parsable",
        "Expected a JSON number for Quantity but found True.",
    );
    let b = Refused::not_valid(
        "b",
        "argument.invalid_type",
        "Expected an integer, found a string.",
    );
    let c = Refused::rejected(
        "c",
        "value_object.not_a_known_value",
        "The value is not a valid Country: The value is not one of the accepted values.",
    );
    let d = Refused::not_valid("d", "own.even", "The value must be odd.");
    let e = Refused::sentence("e", "argument.unknown", "Argument 'e' is not known.");
    let members = [
        r#""a":true"#,
        r#""b":"x""#,
        r#""c":"XX""#,
        r#""d":2"#,
        r#""e":1"#,
    ];
    let good = [r#""a":1"#, r#""b":1"#, r#""c":"fr""#, r#""d":3"#];
    for (first, refused) in [&a, &b, &c, &d, &e].into_iter().enumerate() {
        let mut sent: Vec<&str> = good[..first]
            .iter()
            .chain(&members[first..])
            .copied()
            .collect();
        refuses(ask, "order", &format!("{{{}}}", sent.join(",")), refused);
        sent.reverse();
        refuses(ask, "order", &format!("{{{}}}", sent.join(",")), refused);
        sent.rotate_left(2);
        refuses(ask, "order", &format!("{{{}}}", sent.join(",")), refused);
    }
    accepts(ask, "order", r#"{"a":1,"b":1}"#);
    refuses(
        ask,
        "nothing",
        r#"{"a":1}"#,
        &Refused::sentence("a", "argument.unknown", "Argument 'a' is not known."),
    );
    // What is injected is no argument.
    refuses(
        ask,
        "context",
        r#"{"cx":{},"n":1}"#,
        &Refused::sentence("cx", "argument.unknown", "Argument 'cx' is not known."),
    );
}
