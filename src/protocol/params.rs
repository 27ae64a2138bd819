//! The params of a message: the raw text of every member that some method reads.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use super::envelope::{is_object, members};
use super::error::Fault;
use crate::json::{Key, Members, Outline};

macro_rules! params {
    ($($field:ident = $name:literal),* $(,)?) => {
        /// Raw JSON text of the members of `params`, each where it is there.
        #[derive(Clone, Copy, Debug, Default)]
        pub(crate) struct Params<'m> {
            $(pub(crate) $field: Option<&'m str>,)*
        }

        impl<'m> Params<'m> {
            fn slot(&mut self, name: &str) -> Option<&mut Option<&'m str>> {
                match name {
                    $($name => Some(&mut self.$field),)*
                    _ => None,
                }
            }
        }
    };
}

params! {
    name = "name",
    arguments = "arguments",
    meta = "_meta",
    cursor = "cursor",
    request_id = "requestId",
    protocol_version = "protocolVersion",
    capabilities = "capabilities",
    client_info = "clientInfo",
    level = "level",
    notifications = "notifications",
    uri = "uri",
    input_responses = "inputResponses",
    request_state = "requestState",
    reference = "ref",
    argument = "argument",
    context = "context",
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
                let value = |mark| list.known(mark, text).map(|value| value.json);
                read.name = value(known.name);
                read.arguments = value(known.arguments);
                read.meta = value(known.meta);
                return Ok(read);
            }
        }
        let (mut twice, mut others) = (false, 0);
        let mut spelled = String::new();
        members(listed, text, |member| {
            if let Some(slot) = read.slot(member.spelled(&mut spelled)) {
                twice |= slot.replace(member.value).is_some();
            } else {
                others += 1;
            }
        });
        if twice || others > 1 && repeat(listed, text) {
            Err(TWICE)
        } else {
            Ok(read)
        }
    }
}

/// Whether one of the members that no method reads is there twice.
#[cold]
fn repeat<const N: usize>(listed: Option<(&Members<N>, &str)>, text: &str) -> bool {
    let mut others = Others::default();
    members(listed, text, |member| {
        if Params::default().slot(&member.name().text()).is_none() {
            others.note(member.name());
        }
    });
    others.repeat()
}

/// The members that no method reads: kept to see whether one of them is there twice.
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

    fn repeat(mut self) -> bool {
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
        self.many.extend(self.few.iter().flatten().map(Key::text));
        self.many.sort_unstable();
        self.many.windows(2).any(|pair| pair[0] == pair[1])
    }
}
