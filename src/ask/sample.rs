//! Sampling: the client's model writes something for the tool.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use serde_json::Value;

use super::Need;
use super::question::{Question, Sealed, text_of};
use crate::json::writer;
use crate::protocol::Revision;

/// What the client's model is to write.
#[derive(Clone, Debug)]
pub struct Sample {
    messages: Vec<(&'static str, String)>,
    max_tokens: u32,
    others: Vec<(String, Value)>,
}

impl Sample {
    /// An answer to `prompt`, of at most so many tokens.
    pub fn new(prompt: impl Into<String>, max_tokens: u32) -> Self {
        Self {
            messages: alloc::vec![("user", prompt.into())],
            max_tokens,
            others: Vec::new(),
        }
    }

    /// A further message of the user.
    #[must_use]
    pub fn user(mut self, text: impl Into<String>) -> Self {
        self.messages.push(("user", text.into()));
        self
    }

    /// A further message of the model.
    #[must_use]
    pub fn assistant(mut self, text: impl Into<String>) -> Self {
        self.messages.push(("assistant", text.into()));
        self
    }

    /// The system prompt that the client may use.
    #[must_use]
    pub fn system(self, text: impl Into<String>) -> Self {
        self.with("systemPrompt", Value::String(text.into()))
    }

    /// Any other member of the request: `temperature`, `stopSequences`, `modelPreferences` …
    #[must_use]
    pub fn with(mut self, member: impl Into<String>, value: impl Into<Value>) -> Self {
        let (member, value) = (member.into(), value.into());
        self.others.retain(|(other, _)| *other != member);
        if !matches!(&*member, "messages" | "maxTokens") {
            self.others.push((member, value));
        }
        self
    }
}

/// What the client's model wrote.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Sampled {
    /// The model's name.
    pub model: String,
    /// Why it stopped, if the client says.
    pub stop_reason: Option<String>,
    /// Its content: a block, or an array of them.
    pub content: Value,
}

impl Sampled {
    /// The text of all its text blocks.
    #[must_use]
    pub fn text(&self) -> String {
        let text = |block: &Value| {
            block
                .get("text")
                .and_then(Value::as_str)
                .map(str::to_string)
        };
        match &self.content {
            Value::Array(blocks) => blocks.iter().filter_map(text).collect(),
            block => text(block).unwrap_or_default(),
        }
    }
}

impl Sealed for Sample {}

impl Question for Sample {
    type Answer = Sampled;

    fn need(&self) -> Need {
        Need::Sampling
    }

    fn params(&self, _: Revision, _: &str, out: &mut Vec<u8>) {
        out.extend_from_slice(b"{\"messages\":");
        for (i, (role, text)) in self.messages.iter().enumerate() {
            out.push(if i == 0 { b'[' } else { b',' });
            out.extend_from_slice(b"{\"role\":");
            writer::string(role, out);
            out.extend_from_slice(b",\"content\":{\"type\":\"text\",\"text\":");
            writer::string(text, out);
            out.extend_from_slice(b"}}");
        }
        out.extend_from_slice(b"],\"maxTokens\":");
        writer::unsigned(self.max_tokens.into(), out);
        for (name, value) in &self.others {
            out.push(b',');
            writer::string(name, out);
            out.push(b':');
            out.extend_from_slice(text_of(value).as_bytes());
        }
        out.push(b'}');
    }

    fn read(&self, result: &str) -> Option<Sampled> {
        let result: Value = serde_json::from_str(result).ok()?;
        let is_block = |block: &Value| block.get("type").is_some_and(Value::is_string);
        let content = result.get("content")?;
        let usable = match content {
            Value::Array(blocks) => blocks.iter().all(is_block),
            block => is_block(block),
        };
        let text = |name| result.get(name).and_then(Value::as_str).map(str::to_string);
        text("role").filter(|_| usable)?;
        Some(Sampled {
            model: text("model")?,
            stop_reason: text("stopReason"),
            content: content.clone(),
        })
    }
}
