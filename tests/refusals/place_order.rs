//! The tool of the fixtures, its listing and its refusals.

use serde_json::{Value, json};
use toolwright::Server;

use super::fixture::{answer, legacy, modern, session};
use super::values::{BirthDate, Country, CustomerId, Iban, Quantity, REVISIONS, Refused};
use super::{Out, accepts, refuses};

thrice! {
    /// Places an order.
    fn place_order(
        /// The account to debit.
        iban: Iban,
        quantity: Quantity,
        customer: CustomerId,
        country: Country,
        delivery: Option<BirthDate> = None => Lit::None,
    ) -> String {
        let _ = customer;
        format!("{iban} {quantity} {country} {}", delivery.is_some())
    }
    fn place_order_out(
        iban: Iban, quantity: Quantity, customer: CustomerId, country: Country, delivery: Option<BirthDate> = None => Lit::None,
    ) -> Out {
        let _ = (iban, quantity, customer, country, delivery);
        Out { n: 0 }
    }
}
fn ask(revision: &str, tool: &str, arguments: &str) -> String {
    THRICE.ask(revision, tool, arguments)
}

/// A good order with some of its members changed: `null` text removes one.
fn order(changed: &[(&str, &str)]) -> String {
    let members = [
        ("iban", r#""FR7630006000011234567890189""#),
        ("quantity", "5"),
        ("customer", r#""67e55044-10b1-426f-9247-bb680e5fe0c8""#),
        ("country", r#""FR""#),
        ("delivery", ""),
    ]
    .map(|(name, good)| {
        (
            name,
            changed
                .iter()
                .find(|(n, _)| *n == name)
                .map_or(good, |(_, value)| value),
        )
    });
    let members: Vec<String> = members
        .iter()
        .filter(|(_, value)| !value.is_empty())
        .map(|(name, value)| format!(r#""{name}":{value}"#))
        .collect();
    format!("{{{}}}", members.join(","))
}

#[test]
fn refusals() {
    for (name, value, code, message) in [
        (
            "iban",
            r#""FR76""#,
            "too_short",
            "The value is not a valid Iban: The value must be at least 15 characters long.",
        ),
        (
            "iban",
            &format!("\"FR76{}\"", "0".repeat(50)),
            "too_long",
            "The value is not a valid Iban: The value must be at most 34 characters long.",
        ),
        (
            "iban",
            r#""1234567890123456""#,
            "invalid_format",
            "The value is not a valid Iban: The value does not match the expected format.",
        ),
        (
            "iban",
            r#""FR7530006000011234567890189""#,
            "invalid_format",
            "The value is not a valid Iban: The value does not match the expected format.",
        ),
        (
            "iban",
            "42",
            "not_parsable",
            "Expected a JSON string for Iban but found Number.",
        ),
        (
            "quantity",
            "1001",
            "out_of_range",
            "The value is not a valid Quantity: The value must be less than or equal to 1000.",
        ),
        (
            "quantity",
            "true",
            "not_parsable",
            "Expected a JSON number for Quantity but found True.",
        ),
        (
            "quantity",
            "99999",
            "not_parsable",
            "The value is not a valid Quantity.",
        ),
        (
            "quantity",
            "3.5",
            "not_parsable",
            "The value is not a valid Quantity.",
        ),
        (
            "quantity",
            "null",
            "required",
            "Expected a JSON number for Quantity but found Null.",
        ),
        (
            "customer",
            r#""not-a-guid""#,
            "not_parsable",
            "The value is not a valid CustomerId.",
        ),
        (
            "customer",
            r#""00000000-0000-0000-0000-000000000000""#,
            "required",
            "The value is not a valid CustomerId: A customer identifier must not be empty.",
        ),
        (
            "country",
            r#""XX""#,
            "not_a_known_value",
            "The value is not a valid Country: The value is not one of the accepted values.",
        ),
        (
            "country",
            r#""FRA""#,
            "too_long",
            "The value is not a valid Country: The value must be at most 2 characters long.",
        ),
        (
            "delivery",
            r#""1850-01-01""#,
            "out_of_range",
            "The value is not a valid BirthDate: The value must be greater than or equal to 1900-01-01.",
        ),
    ] {
        let code = format!("value_object.{code}");
        refuses(
            ask,
            "place_order",
            &order(&[(name, value)]),
            &Refused::rejected(name, &code, message),
        );
        // Whatever comes behind it in the order of the parameters.
        let also = order(&[
            (name, value),
            ("delivery", if name == "delivery" { value } else { "7" }),
        ]);
        refuses(
            ask,
            "place_order",
            &also,
            &Refused::rejected(name, &code, message),
        );
    }
    accepts(ask, "place_order", &order(&[("country", r#"" fr ""#)]));
    accepts(ask, "place_order", &order(&[("delivery", "null")]));
    assert!(
        ask(
            "2024-11-05",
            "place_order",
            &order(&[("country", r#"" fr ""#)])
        )
        .contains(r#""text":"FR7630006000011234567890189 5 FR false""#)
    );
}

#[test]
fn absent_and_empty_arguments_are_alike() {
    let refused = Refused::rejected("iban", "value_object.required", "A value is required.");
    refuses(ask, "place_order", "{}", &refused);
    let server = Server::new(&SET, ());
    for revision in REVISIONS {
        let message = if revision >= "2026-07-28" {
            modern(1, "tools/call", r#""name":"place_order","#)
        } else {
            legacy(1, "tools/call", r#""name":"place_order""#)
        };
        assert_eq!(
            answer(&server, &session(revision), message),
            refused.reply(revision, false)
        );
    }
}

#[test]
fn listing() {
    let server = Server::new(&SET, ());
    for revision in REVISIONS {
        let message = if revision >= "2026-07-28" {
            modern(1, "tools/list", "")
        } else {
            legacy(1, "tools/list", "")
        };
        let reply: Value =
            serde_json::from_str(&answer(&server, &session(revision), message)).unwrap();
        let schema = &reply["result"]["tools"][0]["inputSchema"];
        assert_eq!(
            *schema,
            json!({
                "type": "object",
                "properties": {
                    "iban": {
                        "type": "string",
                        "description": "The account to debit.\n\nAn International Bank Account Number, stored in its electronic form.\n\nFormat: iban.",
                        "minLength": 15, "maxLength": 34,
                        "pattern": "^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$",
                        "examples": ["FR7630006000011234567890189"],
                    },
                    "quantity": {"type": "integer", "description": "A quantity of items.", "minimum": 0, "maximum": 1000},
                    "customer": {"type": "string", "format": "uuid", "description": "A customer's identifier."},
                    "country": {
                        "type": "string", "description": "A country that we deliver to.", "enum": ["FR", "BE", "LU"],
                        "minLength": 2, "maxLength": 2,
                    },
                    "delivery": {
                        "type": "string", "format": "date",
                        "description": "A date of birth.\n\nBetween 1900-01-01 and 2100-12-31, inclusive.",
                    },
                },
                "required": ["iban", "quantity", "customer", "country"],
                "additionalProperties": false,
            })
        );
    }
}
