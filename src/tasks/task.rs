//! What is known of a task.

use alloc::borrow::ToOwned as _;
use alloc::format;
use alloc::string::{String, ToString as _};
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt::Write as _;
use core::sync::atomic::{AtomicU64, Ordering};
use core::time::Duration;
use std::time::{SystemTime, UNIX_EPOCH};

use serde_json::{Map, Value, json};

use crate::ask::seal;
use crate::calendar::Short;
use crate::json::writer;

/// How far a task is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Status {
    /// It runs.
    Working,
    /// It waits for answers of the client.
    InputRequired,
    /// It is over, and has a result, which may be an error of the tool.
    Completed,
    /// It is over, and has a protocol error instead of a result.
    Failed,
    /// It was given up.
    Cancelled,
}

impl Status {
    const ALL: [Self; 5] = [
        Self::Working,
        Self::InputRequired,
        Self::Completed,
        Self::Failed,
        Self::Cancelled,
    ];

    /// The name on the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Working => "working",
            Self::InputRequired => "input_required",
            Self::Completed => "completed",
            Self::Failed => "failed",
            Self::Cancelled => "cancelled",
        }
    }

    /// Whether nothing changes any more.
    #[must_use]
    pub const fn is_over(self) -> bool {
        matches!(self, Self::Completed | Self::Failed | Self::Cancelled)
    }
}

/// What is known of a task: what a [`TaskStore`](super::TaskStore) keeps.
///
/// A store needs [`id`](Self::id), [`version`](Self::version), [`expires`](Self::expires) and
/// the text of [`to_json`](Self::to_json); what else is in it is the library's.
#[derive(Clone, Debug, PartialEq)]
pub struct Task {
    id: String,
    pub(super) version: u64,
    tool: String,
    /// Who may ask for it; empty for anybody who knows the id.
    pub(super) principal: String,
    pub(super) status: Status,
    message: Option<String>,
    /// Milliseconds since 1970.
    created: u64,
    pub(super) updated: u64,
    ttl_ms: Option<u64>,
    poll_ms: u64,
    /// Questions by their keys, as JSON text.
    pub(super) requests: Vec<(String, Arc<str>)>,
    /// Answers by the keys of the questions, as JSON text.
    pub(super) answers: Vec<(String, Arc<str>)>,
    /// The result or the error, as JSON text.
    outcome: Option<Arc<str>>,
}

/// Milliseconds since 1970.
pub(super) fn now() -> u64 {
    let since = UNIX_EPOCH.elapsed().unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}

/// An id that nobody can guess: 128 bits under a key of the process's own.
fn fresh_id() -> String {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let number = COUNT.fetch_add(1, Ordering::Relaxed);
    let mut text = Vec::from(&b"task"[..]);
    text.extend_from_slice(&number.to_be_bytes());
    let mac = hmac_sha256::HMAC::mac(&text, seal::process_key().unwrap_or_default());
    let mut id = String::with_capacity(32);
    for byte in &mac[..16] {
        let _ = write!(id, "{byte:02x}");
    }
    id
}

impl Task {
    pub(super) fn new(tool: &str, ttl: Option<Duration>, poll: Duration) -> Self {
        let ms = |time: Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        let now = now();
        Self {
            id: fresh_id(),
            version: 0,
            tool: tool.to_owned(),
            principal: String::new(),
            status: Status::Working,
            message: None,
            created: now,
            updated: now,
            // It is a positive number on the wire.
            ttl_ms: ttl.map(|ttl| ms(ttl).max(1)),
            poll_ms: ms(poll),
            requests: Vec::new(),
            answers: Vec::new(),
            outcome: None,
        }
    }

    /// Its id: 32 hexadecimal digits.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.id
    }

    /// How often it was changed since it was created.
    #[must_use]
    pub fn version(&self) -> u64 {
        self.version
    }

    /// The tool that it is a call of.
    #[must_use]
    pub fn tool(&self) -> &str {
        &self.tool
    }

    /// How far it is.
    #[must_use]
    pub fn status(&self) -> Status {
        self.status
    }

    /// How long it is kept, from its creation on; `None` for ever.
    #[must_use]
    pub fn ttl(&self) -> Option<Duration> {
        self.ttl_ms.map(Duration::from_millis)
    }

    /// When it may be forgotten; `None` for never.
    #[must_use]
    pub fn expires(&self) -> Option<SystemTime> {
        UNIX_EPOCH.checked_add(Duration::from_millis(
            self.created.checked_add(self.ttl_ms?)?,
        ))
    }

    /// Gives it up, unless it is over. Says whether that is a change.
    pub(super) fn cancel(&mut self) -> bool {
        let running = !self.status.is_over();
        if running {
            self.status = Status::Cancelled;
            self.requests.clear();
        }
        running
    }

    /// Takes what the call came to, unless it is over. Says whether that is a change.
    pub(super) fn end(&mut self, outcome: &Result<Arc<str>, (Arc<str>, String)>) -> bool {
        if self.status.is_over() {
            return false;
        }
        self.requests.clear();
        match outcome {
            Ok(result) => {
                self.status = Status::Completed;
                self.outcome = Some(Arc::clone(result));
            }
            Err((error, message)) => {
                self.status = Status::Failed;
                self.message = Some(message.clone());
                self.outcome = Some(Arc::clone(error));
            }
        }
        true
    }

    /// Takes answers; those to questions that do not wait for one are passed over. Says
    /// whether that is a change.
    pub(super) fn answer(&mut self, answers: &[(String, Arc<str>)]) -> bool {
        let mut changed = false;
        for (key, answer) in answers {
            if let Some(at) = self.requests.iter().position(|(open, _)| open == key) {
                self.requests.remove(at);
                self.answers.push((key.clone(), Arc::clone(answer)));
                changed = true;
            }
        }
        changed && self.settle()
    }

    /// Makes these the questions that wait, but for those that have an answer. Says whether
    /// that is a change.
    pub(super) fn ask(&mut self, open: &[(String, Arc<str>)]) -> bool {
        if self.status.is_over() {
            return false;
        }
        let answered = |key: &str| self.answers.iter().any(|(known, _)| known == key);
        let open: Vec<_> = open
            .iter()
            .filter(|(key, _)| !answered(key))
            .cloned()
            .collect();
        let changed = open != self.requests;
        self.requests = open;
        changed && self.settle()
    }

    fn settle(&mut self) -> bool {
        self.status = if self.requests.is_empty() {
            Status::Working
        } else {
            Status::InputRequired
        };
        true
    }

    /// Writes the members that every answer about it has, without braces.
    pub(super) fn write(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(b"\"taskId\":");
        writer::string(&self.id, out);
        out.extend_from_slice(b",\"status\":");
        writer::string(self.status.as_str(), out);
        if let Some(message) = &self.message {
            out.extend_from_slice(b",\"statusMessage\":");
            writer::string(message, out);
        }
        for (name, at) in [("createdAt", self.created), ("lastUpdatedAt", self.updated)] {
            out.extend_from_slice(format!(",\"{name}\":\"{}\"", timestamp(at)).as_bytes());
        }
        match self.ttl_ms {
            Some(ttl) => out.extend_from_slice(format!(",\"ttlMs\":{ttl}").as_bytes()),
            None => out.extend_from_slice(b",\"ttlMs\":null"),
        }
        out.extend_from_slice(format!(",\"pollIntervalMs\":{}", self.poll_ms).as_bytes());
    }

    /// Writes the same and what belongs to its status.
    pub(super) fn write_detailed(&self, out: &mut Vec<u8>) {
        self.write(out);
        match (self.status, &self.outcome) {
            (Status::InputRequired, _) => {
                out.extend_from_slice(b",\"inputRequests\":{");
                for (i, (key, request)) in self.requests.iter().enumerate() {
                    if i > 0 {
                        out.push(b',');
                    }
                    writer::string(key, out);
                    out.push(b':');
                    out.extend_from_slice(request.as_bytes());
                }
                out.push(b'}');
            }
            (Status::Completed, Some(result)) => {
                out.extend_from_slice(b",\"result\":");
                out.extend_from_slice(result.as_bytes());
            }
            (Status::Failed, Some(error)) => {
                out.extend_from_slice(b",\"error\":");
                out.extend_from_slice(error.as_bytes());
            }
            _ => {}
        }
    }

    /// All of it as JSON, for a store to keep. It holds what client and tool said.
    #[must_use]
    pub fn to_json(&self) -> String {
        let texts = |texts: &[(String, Arc<str>)]| -> Value {
            texts
                .iter()
                .map(|(key, text)| json!([key, &**text]))
                .collect()
        };
        json!({
            "id": self.id,
            "version": self.version,
            "tool": self.tool,
            "principal": self.principal,
            "status": self.status.as_str(),
            "message": self.message,
            "created": self.created,
            "updated": self.updated,
            "ttlMs": self.ttl_ms,
            "pollMs": self.poll_ms,
            "requests": texts(&self.requests),
            "answers": texts(&self.answers),
            "outcome": self.outcome.as_deref(),
        })
        .to_string()
    }

    /// The task of which that is the JSON; nothing where it is none.
    #[must_use]
    pub fn from_json(json: &str) -> Option<Self> {
        let Value::Object(json) = serde_json::from_str(json).ok()? else {
            return None;
        };
        let text = |name: &str| json.get(name)?.as_str().map(String::from);
        let number = |name: &str| json.get(name)?.as_u64();
        let status = text("status")?;
        Some(Self {
            id: text("id")?,
            version: number("version")?,
            tool: text("tool")?,
            principal: text("principal")?,
            status: Status::ALL
                .into_iter()
                .find(|known| known.as_str() == status)?,
            message: text("message"),
            created: number("created")?,
            updated: number("updated")?,
            ttl_ms: number("ttlMs"),
            poll_ms: number("pollMs")?,
            requests: texts(&json, "requests")?,
            answers: texts(&json, "answers")?,
            outcome: text("outcome").map(Into::into),
        })
    }
}

fn texts(json: &Map<String, Value>, name: &str) -> Option<Vec<(String, Arc<str>)>> {
    let pair = |pair: &Value| {
        let (key, text) = (pair.get(0)?.as_str()?, pair.get(1)?.as_str()?);
        Some((String::from(key), Arc::from(text)))
    };
    json.get(name)?.as_array()?.iter().map(pair).collect()
}

/// `2026-07-28T12:00:00.5Z`
fn timestamp(ms: u64) -> String {
    let (seconds, rest) = (ms / 1000, ms % 1000);
    // Less than a second, so it fits.
    let nanoseconds = u32::try_from(rest * 1_000_000).unwrap_or_default();
    i64::try_from(seconds)
        .ok()
        .and_then(|seconds| Short::new().date_time(seconds, nanoseconds))
        .map_or_else(String::new, |text| text.byte(b'Z').as_str().into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_task_comes_back_from_its_json() {
        let mut task = Task::new("print", Some(Duration::from_secs(1)), Duration::ZERO);
        task.principal = "user-17".into();
        assert!(task.ask(&[("a".into(), "{\"x\":1}".into()), ("b".into(), "{}".into())]));
        assert!(task.answer(&[("a".into(), "{}".into()), ("z".into(), "{}".into())]));
        assert_eq!(Task::from_json(&task.to_json()).as_ref(), Some(&task));
        assert!(task.end(&Err(("{\"code\":1}".into(), "no".into()))));
        assert_eq!(Task::from_json(&task.to_json()).as_ref(), Some(&task));
        assert_eq!(Task::from_json("{}"), None);
    }

    #[test]
    fn a_question_that_is_answered_is_not_asked_again() {
        let open = [("a".into(), "{}".into()), ("b".into(), "{}".into())];
        let mut task = Task::new("print", None, Duration::ZERO);
        assert!(task.ask(&open));
        assert!(task.answer(&[("a".into(), "1".into())]));
        // The tool has not heard of the answer yet.
        assert!(!task.ask(&open));
        assert_eq!(task.requests, open[1..]);
        assert!(task.answer(&[("a".into(), "2".into()), ("b".into(), "3".into())]));
        assert_eq!(task.status(), Status::Working);
        assert_eq!(
            task.answers,
            [("a".into(), "1".into()), ("b".into(), "3".into())]
        );
    }

    #[test]
    fn a_task_that_is_over_stays_so() {
        let mut task = Task::new("print", None, Duration::ZERO);
        assert!(task.cancel());
        assert!(!task.cancel());
        assert!(!task.end(&Ok("{}".into())));
        assert!(!task.ask(&[("a".into(), "{}".into())]));
        assert_eq!(task.status(), Status::Cancelled);
    }

    #[test]
    fn a_timestamp_is_iso_8601() {
        assert_eq!(timestamp(1_785_240_000_250), "2026-07-28T12:00:00.25Z");
        assert_eq!(timestamp(0), "1970-01-01T00:00:00Z");
    }
}
