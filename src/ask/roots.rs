//! Roots: the folders that the client works in.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;

use serde_json::Value;

use super::Need;
use super::question::{Question, Sealed};
use crate::protocol::Revision;

/// Which folders does the client work in?
#[derive(Clone, Copy, Debug, Default)]
pub struct Roots;

/// A folder that the client works in.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Root {
    /// Its address, `file://…` as a rule.
    pub uri: String,
    /// Its name for people.
    pub name: Option<String>,
}

impl Sealed for Roots {}

impl Question for Roots {
    type Answer = Vec<Root>;

    fn need(&self) -> Need {
        Need::Roots
    }

    fn params(&self, _: Revision, _: &str, out: &mut Vec<u8>) {
        out.extend_from_slice(b"{}");
    }

    fn read(&self, result: &str) -> Option<Vec<Root>> {
        let result: Value = serde_json::from_str(result).ok()?;
        let roots = result.get("roots")?.as_array()?;
        roots
            .iter()
            .map(|root| {
                Some(Root {
                    uri: root.get("uri")?.as_str()?.to_owned(),
                    name: root.get("name").and_then(Value::as_str).map(str::to_owned),
                })
            })
            .collect()
    }
}
