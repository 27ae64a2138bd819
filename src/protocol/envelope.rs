//! What a message is: a request, a notification, a response, a batch, or none of them.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use super::error::Fault;
use super::meta::Meta;
use super::params::Params;
use crate::json::{self, Cursor, Kind, Member, Members, Outline, Value};

/// The id of a request, as it was sent: a string or an integer written as digits.
#[derive(Clone, Copy, Debug)]
pub struct Id<'m>(&'m str);

impl<'m> Id<'m> {
    /// The id in this JSON text, if it is one.
    ///
    /// `1.0` and `1e2` are integers to some readers and not to others, so they are none here.
    pub(crate) fn read(json: &'m str) -> Option<Self> {
        let digits = json.strip_prefix('-').unwrap_or(json);
        let whole = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        (whole || json.starts_with('"')).then_some(Self(json))
    }

    /// The JSON text of the id, as it was sent.
    #[must_use]
    pub const fn json(&self) -> &'m str {
        self.0
    }

    /// Echoes the id byte for byte.
    ///
    /// All but the separators that end a line for some readers: those go out escaped.
    pub(crate) fn write(self, out: &mut Vec<u8>) {
        if self.0.is_ascii() {
            out.extend_from_slice(self.0.as_bytes());
        } else {
            let separators = ['\u{85}', '\u{2028}', '\u{2029}'];
            for part in self.0.split_inclusive(separators) {
                let text = part.trim_end_matches(separators);
                out.extend_from_slice(text.as_bytes());
                json::writer::escape(part.get(text.len()..).unwrap_or_default(), out);
            }
        }
    }

    /// Whether both ids are the same value; `other` is JSON text.
    pub(crate) fn same(self, other: &str) -> bool {
        if self.0 == other {
            return true;
        }
        let spelled = |json: &str| json.starts_with('"') && json.contains('\\');
        (spelled(self.0) || spelled(other))
            && self.0.starts_with('"') == other.starts_with('"')
            && Cursor::new(self.0).string() == Cursor::new(other).string()
    }
}

/// A request, read.
#[derive(Clone, Debug)]
pub(crate) struct Request<'m> {
    pub(crate) id: Id<'m>,
    pub(crate) method: Cow<'m, str>,
    pub(crate) params: Params<'m>,
    pub(crate) meta: Meta<'m>,
    /// The text of the message, where the outline lists its arguments.
    pub(crate) listed: Option<&'m str>,
}

/// One message, as far as it could be read.
#[derive(Clone, Debug)]
pub(crate) enum Envelope<'m> {
    /// Wants an answer.
    Request(Request<'m>),
    /// Wants none.
    Notification {
        method: Cow<'m, str>,
        params: Params<'m>,
    },
    /// A notification that cannot be read: not answered.
    BadNotification { fault: Fault<'m> },
    /// Answers a request of the server's: with a result, or with an error.
    Response {
        id: Option<Id<'m>>,
        answer: Result<&'m str, &'m str>,
    },
    /// An array of messages.
    Batch(&'m str),
    /// Answered with an error.
    Broken {
        id: Option<Id<'m>>,
        fault: Fault<'m>,
    },
}

/// The members of an object, each handed to `take`: from the outline where it lists them
/// all, else from the text.
pub(crate) fn members<'m, const N: usize>(
    listed: Option<(&Members<N>, &'m str)>,
    object: &'m str,
    mut take: impl FnMut(Member<'m>),
) {
    match listed {
        Some((list, text)) if list.present && !list.overflow => {
            for member in list.iter(text) {
                take(member);
            }
        }
        _ => {
            let mut cursor = Cursor::new(object);
            cursor.enter();
            while let Some(key) = cursor.next_key() {
                take(Member {
                    key: key.raw(),
                    escaped: key.escaped(),
                    value: cursor.skip(),
                    plain: false,
                });
            }
        }
    }
}

/// What the four members of a message hold; the flag of a member that is there twice.
#[derive(Default)]
struct Raw<'m> {
    jsonrpc: Option<Value<'m>>,
    id: Option<Value<'m>>,
    method: Option<Value<'m>>,
    params: Option<Value<'m>>,
    repeated: bool,
}

impl<'m> Envelope<'m> {
    /// Reads the bytes of one message. `outline` is room to work in.
    pub(crate) fn read(
        message: &'m [u8],
        limits: &crate::limits::Limits,
        outline: &mut Outline,
    ) -> Self {
        if message.len() > limits.message {
            return Self::Broken {
                id: None,
                fault: Fault::TooLong,
            };
        }
        match json::outline(message, limits.depth, outline) {
            Ok(text) => Self::of(
                text,
                outline.top,
                Some(&*outline).filter(|outline| !outline.irregular),
            ),
            Err(malformed) => Self::Broken {
                id: None,
                fault: Fault::Parse(malformed),
            },
        }
    }

    /// Reads one message of a batch, whose text has been checked.
    pub(crate) fn of_batch(text: &'m str) -> Self {
        match Cursor::new(text).kind() {
            Kind::Array => Self::Broken {
                id: None,
                fault: Fault::Invalid("a batch holds messages, not batches"),
            },
            kind => Self::of(text, kind, None),
        }
    }

    fn of(text: &'m str, kind: Kind, outline: Option<&Outline>) -> Self {
        match kind {
            Kind::Object => Self::object(text, outline),
            Kind::Array => Self::Batch(text),
            _ => Self::Broken {
                id: None,
                fault: Fault::Invalid("a message is an object"),
            },
        }
    }

    fn object(text: &'m str, outline: Option<&Outline>) -> Self {
        let mut raw = Raw::default();
        if let Some(outline) = outline.filter(|outline| !outline.root.overflow) {
            let (list, known) = (&outline.root, &outline.known);
            let value = |mark| list.known(mark, text);
            raw.jsonrpc = value(known.jsonrpc);
            raw.id = value(known.id);
            raw.method = value(known.method);
            raw.params = value(known.params);
        } else {
            raw.walk(text);
        }
        raw.envelope(text, outline)
    }
}

/// What the response to a request holds, its result or its error; nothing where it is none. Of
/// one that holds both, the result is not believed.
#[cold]
fn response(text: &str) -> Option<Result<&str, &str>> {
    let (mut result, mut error) = (None, None);
    let mut spelled = String::new();
    members::<0>(None, text, |member| match member.spelled(&mut spelled) {
        "result" => result = Some(member.value),
        "error" => error = Some(member.value),
        _ => {}
    });
    error.map(Err).or(result.map(Ok))
}

impl<'m> Raw<'m> {
    /// Finds the members in the text.
    #[cold]
    fn walk(&mut self, text: &'m str) {
        let mut spelled = String::new();
        members::<0>(None, text, |member| {
            let slot = match member.spelled(&mut spelled) {
                "jsonrpc" => &mut self.jsonrpc,
                "id" => &mut self.id,
                "method" => &mut self.method,
                "params" => &mut self.params,
                _ => return,
            };
            self.repeated |= slot.replace(member.content()).is_some();
        });
    }

    fn envelope(self, text: &'m str, outline: Option<&Outline>) -> Envelope<'m> {
        // Of two ids, neither is the request's.
        let id = if self.repeated {
            None
        } else {
            self.id.and_then(|id| Id::read(id.json))
        };
        let broken = |why| Envelope::Broken {
            id,
            fault: Fault::Invalid(why),
        };
        if self.repeated {
            return broken("a member of the message is given twice");
        }
        if !self
            .jsonrpc
            .is_some_and(|version| version.json == "\"2.0\"" || spells(version.json, "2.0"))
        {
            return broken("'jsonrpc' is not \"2.0\"");
        }
        let Some(method) = self.method else {
            return match response(text) {
                Some(answer) => Envelope::Response { id, answer },
                None => broken("there is no method"),
            };
        };
        let Some(method) = method.string() else {
            return broken("the method is not a string");
        };
        if self.id.is_some() && id.is_none() {
            return broken("an id is a string or an integer");
        }
        let read = Params::read(
            self.params.map(|params| params.json),
            outline.map(|outline| (outline, text)),
        );
        let (params, meta) = match read.and_then(|params| {
            let meta = Meta::read(params.meta, outline.map(|outline| (&outline.meta, text)))?;
            Ok((params, meta))
        }) {
            Ok(read) => read,
            Err(fault) if id.is_some() => return Envelope::Broken { id, fault },
            Err(fault) => return Envelope::BadNotification { fault },
        };
        match id {
            Some(id) => {
                let lists =
                    |outline: &&Outline| outline.arguments.present && !outline.arguments.overflow;
                let listed = outline.filter(lists).map(|_| text);
                Envelope::Request(Request {
                    id,
                    method,
                    params,
                    meta,
                    listed,
                })
            }
            None => Envelope::Notification { method, params },
        }
    }
}

/// What this JSON text spells, where it is a string.
pub(crate) fn string(json: &str) -> Option<Cow<'_, str>> {
    Value::of(json).string()
}

/// Whether this JSON text is a string that spells `text`.
pub(crate) fn spells(json: &str, text: &str) -> bool {
    string(json).is_some_and(|spelled| spelled == text)
}

/// Whether this JSON text is an object.
pub(crate) fn is_object(json: &str) -> bool {
    json.starts_with('{')
}
