//! JSON as a client may write it: numbers spelled in any way, members in any order and more than once.

use serde_json::Value;

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Json {
    Null,
    Bool(bool),
    /// The token.
    Number(String),
    String(String),
    Array(Vec<Json>),
    Object(Vec<(String, Json)>),
}

impl Json {
    pub(crate) fn write(&self, out: &mut String) {
        match self {
            Self::Null => out.push_str("null"),
            Self::Bool(value) => out.push_str(if *value { "true" } else { "false" }),
            Self::Number(token) => out.push_str(token),
            Self::String(text) => quote(text, out),
            Self::Array(items) => {
                out.push('[');
                for (at, item) in items.iter().enumerate() {
                    if at > 0 {
                        out.push(',');
                    }
                    item.write(out);
                }
                out.push(']');
            }
            Self::Object(members) => {
                out.push('{');
                for (at, (name, value)) in members.iter().enumerate() {
                    if at > 0 {
                        out.push(',');
                    }
                    quote(name, out);
                    out.push(':');
                    value.write(out);
                }
                out.push('}');
            }
        }
    }

    pub(crate) fn text(&self) -> String {
        let mut out = String::new();
        self.write(&mut out);
        out
    }

    pub(crate) fn of(value: &Value) -> Self {
        match value {
            Value::Null => Self::Null,
            Value::Bool(value) => Self::Bool(*value),
            Value::Number(number) => Self::Number(number.to_string()),
            Value::String(text) => Self::String(text.clone()),
            Value::Array(items) => Self::Array(items.iter().map(Self::of).collect()),
            Value::Object(members) => Self::Object(
                members
                    .iter()
                    .map(|(name, value)| (name.clone(), Self::of(value)))
                    .collect(),
            ),
        }
    }

    /// What serde makes of it: of members with one name, the last.
    pub(crate) fn value(&self) -> Value {
        serde_json::from_str(&self.text()).expect("JSON within the range of doubles")
    }

    /// How many values it consists of.
    pub(crate) fn count(&self) -> usize {
        1 + match self {
            Self::Array(items) => items.iter().map(Self::count).sum(),
            Self::Object(members) => members.iter().map(|(_, value)| value.count()).sum(),
            _ => 0,
        }
    }

    /// The value at a place of a walk over all of them.
    pub(crate) fn at(&mut self, place: &mut usize) -> Option<&mut Self> {
        if *place == 0 {
            return Some(self);
        }
        *place -= 1;
        match self {
            Self::Array(items) => items.iter_mut().find_map(|item| item.at(place)),
            Self::Object(members) => members.iter_mut().find_map(|(_, value)| value.at(place)),
            _ => None,
        }
    }
}

/// Some characters that need no escape are written as one, so that both ways are read.
fn quote(text: &str, out: &mut String) {
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            'x' | 'é' | '\u{0}'..='\u{1f}' => out.push_str(&format!("\\u{:04x}", u32::from(c))),
            '😀' => out.push_str("\\ud83d\\uDE00"),
            c => out.push(c),
        }
    }
    out.push('"');
}
