//! The params of a message.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use super::apps::member;
use super::envelope::{is_object, members};
use super::error::Fault;
use crate::json::{self, Key, Members, Outline, Value};

/// The members of `params`, as raw JSON text, each where it is there.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Params<'m> {
    pub(crate) name: Option<Value<'m>>,
    pub(crate) arguments: Option<&'m str>,
    pub(crate) meta: Option<&'m str>,
    /// The params themselves, where they have other members: those of a call are read often,
    /// the others seldom.
    others: Option<&'m str>,
}

macro_rules! others {
    ($($(#[$attribute:meta])* $member:ident = $name:literal),* $(,)?) => {
        impl<'m> Params<'m> {
            $($(#[$attribute])* pub(crate) fn $member(&self) -> Option<&'m str> {
                self.others.and_then(|params| member(params, $name))
            })*
        }
    };
}

others! {
    cursor = "cursor",
    request_id = "requestId",
    protocol_version = "protocolVersion",
    capabilities = "capabilities",
    client_info = "clientInfo",
    level = "level",
    #[cfg(feature = "std")]
    notifications = "notifications",
    uri = "uri",
    input_responses = "inputResponses",
    request_state = "requestState",
    reference = "ref",
    argument = "argument",
    context = "context",
    #[cfg(feature = "tasks")]
    task_id = "taskId",
}

const TWICE: Fault<'static> = Fault::Params("a member of the params is given twice");

impl<'m> Params<'m> {
    /// Reads the params of a message; `null` is read as absent, since a real client sends it.
    ///
    /// # Errors
    ///
    /// They are not an object, or a member is there twice: two readers must never see two calls.
    pub(crate) fn read(
        params: Option<&'m str>,
        outline: Option<(&Outline, &'m str)>,
    ) -> Result<Self, Fault<'m>> {
        let mut read = Self::default();
        let Some(text) = params.filter(|text| *text != "null") else {
            return Ok(read);
        };
        if text.starts_with('[') {
            return Err(Fault::Params("params is an object"));
        }
        if !is_object(text) {
            return Err(Fault::Invalid("params is an object"));
        }
        let listed = outline.map(|(outline, text)| (&outline.params, text));
        if let Some((outline, text)) = outline {
            let (list, known) = (&outline.params, &outline.known);
            // A call has no other members.
            if list.len() == known.name.count() + known.arguments.count() + known.meta.count() {
                read.name = list.known(known.name, text);
                read.arguments = list.known(known.arguments, text).map(|value| value.json);
                read.meta = list.known(known.meta, text).map(|value| value.json);
                return Ok(read);
            }
        }
        let (mut twice, mut others) = (false, 0);
        let mut spelled = String::new();
        members(listed, text, |member| {
            twice |= match member.spelled(&mut spelled) {
                "name" => read.name.replace(member.content()).is_some(),
                "arguments" => read.arguments.replace(member.value).is_some(),
                "_meta" => read.meta.replace(member.value).is_some(),
                _ => {
                    others += 1;
                    false
                }
            };
        });
        if twice || others > 1 && repeat(listed, text) {
            return Err(TWICE);
        }
        if others > 0 {
            read.others = Some(text);
        }
        Ok(read)
    }
}

/// Whether one of the other members is there twice.
#[cold]
fn repeat<const N: usize>(listed: Option<(&Members<N>, &str)>, text: &str) -> bool {
    let mut others = Others::default();
    members(listed, text, |member| {
        if !matches!(&*member.name().text(), "name" | "arguments" | "_meta") {
            others.note(member.name());
        }
    });
    others.repeat()
}

/// The other members: kept to see whether one of them is there twice.
#[derive(Default)]
struct Others<'m> {
    few: [Option<Key<'m>>; 4],
    many: Vec<Cow<'m, str>>,
}

impl<'m> Others<'m> {
    fn note(&mut self, key: Key<'m>) {
        match self.few.iter_mut().find(|slot| slot.is_none()) {
            Some(slot) => *slot = Some(key),
            None => self.many.push(key.text()),
        }
    }

    fn repeat(self) -> bool {
        if self.many.is_empty() {
            let few = &self.few;
            return few.iter().enumerate().any(|(i, key)| {
                key.is_some_and(|key| {
                    few[..i]
                        .iter()
                        .flatten()
                        .any(|earlier| earlier.is(&key.text()))
                })
            });
        }
        // Sorted, since a message has room for more members than can be compared pair by pair.
        let few = self.few.iter().flatten().map(Key::text);
        json::texts_repeat(self.many.into_iter().chain(few))
    }
}
