//! The value objects that the tests and the pages share, and the text of their refusals.
#![allow(unused_imports, reason = "what is used depends on the features")]
#![allow(dead_code, unreachable_pub, reason = "every test file uses its part")]

use toolwright::{Violation, mcp_types};

/// The revisions, oldest first.
pub const REVISIONS: [&str; 5] = [
    "2024-11-05",
    "2025-03-26",
    "2025-06-18",
    "2025-11-25",
    "2026-07-28",
];

#[cfg(feature = "pattern")]
mcp_types! {
    /// An International Bank Account Number, stored in its electronic form.
    #[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub struct Iban(String [len(15..=34), pattern("^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$"), format("iban"),
                             example("FR7630006000011234567890189"), check(iban_checksum)]);
}

mcp_types! {
    /// A quantity of items.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub struct Quantity(i16 [0..=1000]);

    /// A country that we deliver to.
    #[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub struct Country(String [trim, uppercase, len(2..=2), one_of("FR", "BE", "LU")]);
}

#[cfg(feature = "uuid")]
mcp_types! {
    /// A customer's identifier.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub struct CustomerId(uuid::Uuid [check(not_nil)]);
}

#[cfg(feature = "jiff")]
mcp_types! {
    /// A date of birth.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub struct BirthDate(jiff::civil::Date [EARLIEST..=LATEST]);
}
#[cfg(feature = "jiff")]
const EARLIEST: &str = "1900-01-01";
#[cfg(feature = "jiff")]
const LATEST: &str = "2100-12-31";

/// ISO 13616: the country and the check digits behind the rest, letters as 10 to 35, modulo 97.
#[cfg(feature = "pattern")]
fn iban_checksum(iban: &str) -> Result<(), Violation> {
    let (head, tail) = iban.split_at(4);
    let rest = tail.chars().chain(head.chars()).fold(0, |rest, c| {
        let value = c.to_digit(36).unwrap_or(0);
        (rest * if value > 9 { 100 } else { 10 } + value) % 97
    });
    if rest == 1 {
        Ok(())
    } else {
        Err(Violation::invalid_format())
    }
}

#[cfg(feature = "uuid")]
fn not_nil(id: &uuid::Uuid) -> Result<(), Violation> {
    if id.is_nil() {
        Err(Violation::required(
            "A customer identifier must not be empty.",
        ))
    } else {
        Ok(())
    }
}

/// A refusal as it should be: where, by which code, in which words.
#[derive(Clone, Debug)]
pub struct Refused<'a> {
    pub argument: &'a str,
    pub code: &'a str,
    /// The whole text.
    pub text: String,
    /// The sentence of the structured body.
    pub message: String,
}

impl<'a> Refused<'a> {
    /// By a value object, in its own words.
    pub fn rejected(argument: &'a str, code: &'a str, message: &str) -> Self {
        Self {
            argument,
            code,
            text: format!("Argument '{argument}' rejected ({code}): {message}"),
            message: message.into(),
        }
    }

    /// By a type or a rule of a plain parameter or field.
    pub fn not_valid(argument: &'a str, code: &'a str, message: &str) -> Self {
        Self {
            argument,
            code,
            text: format!("Argument '{argument}' is not valid. {message}"),
            message: message.into(),
        }
    }

    /// In a sentence that names the argument itself.
    pub fn sentence(argument: &'a str, code: &'a str, text: &str) -> Self {
        Self {
            argument,
            code,
            text: text.into(),
            message: text.into(),
        }
    }

    /// The whole reply to the request 1 in a revision, of a tool with an output schema or without.
    pub fn reply(&self, revision: &str, output: bool) -> String {
        let quoted = |text: &str| serde_json::to_string(text).expect("text");
        let (head, tail) = if revision >= "2026-07-28" {
            (
                r#""resultType":"complete","#,
                format!(
                    r#","_meta":{{"io.modelcontextprotocol/serverInfo":{{"name":"toolwright","version":"{}"}}}}"#,
                    env!("CARGO_PKG_VERSION")
                ),
            )
        } else {
            ("", String::new())
        };
        let structured = if revision >= "2025-06-18" && !output {
            format!(
                r#","structuredContent":{{"error":"invalid_argument","argument":{},"code":{},"message":{}}}"#,
                quoted(self.argument),
                quoted(self.code),
                quoted(&self.message)
            )
        } else {
            String::new()
        };
        format!(
            r#"{{"jsonrpc":"2.0","id":1,"result":{{{head}"isError":true,"content":[{{"type":"text","text":{}}}]{structured}{tail}}}}}"#,
            quoted(&self.text)
        )
    }
}
