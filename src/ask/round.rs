//! One round of a call of 2026-07-28: what was asked, what is answered, what is remembered.
//!
//! A client of that revision takes no requests. A call that has a question ends with it
//! (`input_required`); the client calls again with the answer, and the tool runs again from its
//! start. What it must not lose in between travels with the client, under a seal.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;
use core::sync::atomic::{AtomicBool, Ordering};

use super::Need;
use super::seal::{Bound, Principal};
use crate::call::Called;
use crate::context::Context;
use crate::json::{Cursor, writer};
use crate::once::{List, Once};
use crate::protocol::apps::member;
use crate::protocol::envelope::{Id, is_object, string};
use crate::protocol::error::Fault;
use crate::server::Core;

/// What one round of a call knows.
#[derive(Default)]
pub(crate) struct Round {
    /// The answers of the request, the JSON text of an object.
    responses: Once<Box<str>>,
    /// What the client has carried: the JSON text of an object.
    carried: Once<Box<str>>,
    log: List<Entry>,
}

enum Entry {
    /// A question that waits for its answer.
    Open(Arc<Open>),
    /// One that has it.
    Answered { key: Box<str>, answer: Box<str> },
    /// A value that the tool remembers.
    Kept { name: Box<str>, value: Box<str> },
}

/// What ends a round with its questions.
pub(crate) type End = fn(&Core, &Called<'_>, &mut Vec<u8>);

/// A question that waits for its answer.
pub(super) struct Open {
    /// Kept here, since a program that asks nothing has no other use for it, and so has no code of it.
    end: End,
    key: Box<str>,
    need: Need,
    params: Box<str>,
    /// The tool no longer waits for it.
    dropped: AtomicBool,
}

impl Open {
    pub(super) fn give_up(&self) {
        self.dropped.store(true, Ordering::Relaxed);
    }
}

impl Round {
    /// Forgets the last call.
    #[inline]
    pub(crate) fn clear(&mut self) {
        self.log.clear();
        self.responses.take();
        self.carried.take();
    }

    fn entries<'r>(&'r self, part: &'r str) -> impl Iterator<Item = (&'r str, &'r str)> {
        self.log.iter().filter_map(move |entry| match entry {
            Entry::Answered { key, answer } if part == ANSWERS => Some((&**key, &**answer)),
            Entry::Kept { name, value } if part == MEMO => Some((&**name, &**value)),
            _ => None,
        })
    }

    fn carried(&self, part: &str) -> Option<&str> {
        self.carried.get().and_then(|state| member(state, part))
    }

    /// How often a question of this key, or of one made from it, was asked so far.
    pub(super) fn count(&self, base: &str) -> usize {
        let is_same = |key: &str| {
            key.strip_prefix(base)
                .is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
        };
        self.log
            .iter()
            .filter(|entry| match entry {
                Entry::Open(open) => is_same(&open.key),
                Entry::Answered { key, .. } => is_same(key),
                Entry::Kept { .. } => false,
            })
            .count()
    }

    /// The answer to a question, if `read` can use it: one from an earlier round first.
    pub(super) fn answer<T>(&self, key: &str, read: impl Fn(&str) -> Option<T>) -> Option<T> {
        let given = [
            self.carried(ANSWERS),
            self.responses.get().map(|json| &**json),
        ];
        for answer in given
            .into_iter()
            .flatten()
            .filter_map(|json| member(json, key))
        {
            if let Some(usable) = read(answer) {
                self.log.push(Entry::Answered {
                    key: key.into(),
                    answer: answer.into(),
                });
                return Some(usable);
            }
        }
        None
    }

    /// Asks at the end of the round.
    pub(super) fn ask(&self, key: &str, need: Need, params: Vec<u8>) -> Arc<Open> {
        let open = Arc::new(Open {
            end: Core::ask,
            key: key.into(),
            need,
            params: String::from_utf8(params).unwrap_or_default().into(),
            dropped: AtomicBool::new(false),
        });
        self.log.push(Entry::Open(Arc::clone(&open)));
        open
    }

    fn open(&self) -> impl Iterator<Item = &Open> {
        self.log.iter().filter_map(|entry| match entry {
            Entry::Open(open) if !open.dropped.load(Ordering::Relaxed) => Some(&**open),
            _ => None,
        })
    }

    /// What ends the round, where a question waits for its answer.
    pub(crate) fn end(&self) -> Option<End> {
        if self.log.is_empty() {
            return None;
        }
        self.open().next().map(|open| open.end)
    }

    pub(super) fn keep(&self, name: &str, value: &str) {
        self.log.push(Entry::Kept {
            name: name.into(),
            value: value.into(),
        });
    }

    /// The value that was kept under a name last, in this round or an earlier one.
    pub(super) fn kept(&self, name: &str) -> Option<&str> {
        self.entries(MEMO)
            .filter(|(kept, _)| *kept == name)
            .last()
            .map(|(_, value)| value)
            .or_else(|| self.carried(MEMO).and_then(|json| member(json, name)))
    }

    /// What the next round has to know; empty where there is nothing.
    fn state(&self) -> String {
        let mut out = Vec::from(b"{");
        for part in [ANSWERS, MEMO] {
            let mut members: Vec<(Cow<'_, str>, &str)> = Vec::new();
            if let Some(object) = self.carried(part) {
                let mut cursor = Cursor::new(object);
                cursor.enter();
                while let Some(key) = cursor.next_key() {
                    members.push((key.text(), cursor.skip()));
                }
            }
            for (name, value) in self.entries(part) {
                match members.iter_mut().find(|(known, _)| known == name) {
                    Some(known) => known.1 = value,
                    None => members.push((name.into(), value)),
                }
            }
            if members.is_empty() {
                continue;
            }
            if out.len() > 1 {
                out.push(b',');
            }
            writer::string(part, &mut out);
            out.push(b':');
            for (i, (name, value)) in members.iter().enumerate() {
                out.push(if i == 0 { b'{' } else { b',' });
                writer::string(name, &mut out);
                out.push(b':');
                out.extend_from_slice(value.as_bytes());
            }
            out.push(b'}');
        }
        out.push(b'}');
        String::from_utf8(out).unwrap_or_default()
    }
}

const ANSWERS: &str = "answers";
const MEMO: &str = "memo";

/// There is nothing to seal a state with.
#[derive(Debug)]
pub(crate) struct NoKey;

impl fmt::Display for NoKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("there is no key to seal a request's state with: give one with `state_key`")
    }
}

impl core::error::Error for NoKey {}

fn principal(context: &Context) -> &str {
    context
        .extensions()
        .get::<Principal>()
        .map_or("", |principal| &principal.0)
}

/// The params of the addresses that a call of 2025-11-25 waits for: the JSON text of an array.
pub(crate) fn addresses(context: &Context) -> String {
    let all: Vec<&str> = context.round().open().map(|open| &*open.params).collect();
    alloc::format!("[{}]", all.join(","))
}

impl Core {
    /// Takes up what the client has brought along: its answers, and the state it was given.
    ///
    /// `responses` and `state` are the JSON texts of the params. Answers that are no object are
    /// none. After the filters, since one of them may say who the caller is.
    ///
    /// # Errors
    ///
    /// The state is not one that was given for this call.
    pub(crate) fn resume(
        &self,
        context: &Context,
        bound: &Bound<'_>,
        responses: Option<&str>,
        state: Option<&str>,
    ) -> Result<(), Fault<'static>> {
        let round = context.round();
        if let Some(responses) = responses.filter(|json| is_object(json)) {
            let _ = round.responses.set(responses.into());
        }
        if let Some(json) = state {
            let sealed = string(json);
            let state = sealed
                .as_deref()
                .and_then(|sealed| self.seal.open(bound, principal(context), sealed))
                .ok_or(Fault::Params("'requestState' is not one for this request"))?;
            let _ = round.carried.set(state.into());
        }
        Ok(())
    }

    /// Writes the result that asks what is open in this round.
    ///
    /// # Errors
    ///
    /// There is something to remember, and no key to seal it with. Nothing is written then.
    pub(crate) fn write_round(
        &self,
        id: Id<'_>,
        context: &Context,
        bound: &Bound<'_>,
        out: &mut Vec<u8>,
    ) -> Result<(), NoKey> {
        let round = context.round();
        let state = round.state();
        let sealed = self.seal.close(bound, principal(context), &state);
        if sealed.is_none() && state != "{}" {
            return Err(NoKey);
        }
        out.extend_from_slice(b"{\"jsonrpc\":\"2.0\",\"id\":");
        id.write(out);
        out.extend_from_slice(
            b",\"result\":{\"resultType\":\"input_required\",\"inputRequests\":{",
        );
        let mut keys: Vec<&str> = Vec::new();
        for open in round.open() {
            // Two questions of one name are one question.
            if keys.contains(&&*open.key) {
                continue;
            }
            if !keys.is_empty() {
                out.push(b',');
            }
            keys.push(&open.key);
            writer::string(&open.key, out);
            out.extend_from_slice(b":{\"method\":");
            writer::string(open.need.method(), out);
            out.extend_from_slice(b",\"params\":");
            out.extend_from_slice(open.params.as_bytes());
            out.push(b'}');
        }
        out.push(b'}');
        if let Some(sealed) = sealed {
            out.extend_from_slice(b",\"requestState\":");
            writer::string(&sealed, out);
        }
        out.extend_from_slice(self.identity.tail().as_bytes());
        out.extend_from_slice(b"}}");
        Ok(())
    }
}
