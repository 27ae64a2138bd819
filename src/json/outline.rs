//! Where the members of a request lie in its text, noted in the pass that checks it.

use alloc::borrow::Cow;
use alloc::string::String;

use super::check::{DEEPEST, Malformed, Name, finish, member, name, next, utf8, value};
use super::reader::{Cursor, Key, Kind};

/// [`check`](super::check()), and in the same pass notes where the members of a request lie.
///
/// `out` may be reused from one message to the next; what it held before is
/// forgotten, also when the text is refused (then its content is of no use).
///
/// # Errors
///
/// Just as [`check`](super::check()).
pub fn outline<'a>(
    bytes: &'a [u8],
    max_depth: u32,
    out: &mut Outline,
) -> Result<&'a str, Malformed> {
    out.reset();
    let text = utf8(bytes)?;
    let (at, lead) = next(bytes, 0);
    out.top = Kind::of(lead);
    let end = if lead != b'{' {
        value(bytes, at, lead, max_depth)?
    } else if u32::try_from(bytes.len()).is_ok() {
        request(bytes, at, max_depth, out)?
    } else {
        // Places would not fit their fields: let the reader walk the text.
        out.irregular = true;
        out.root.overflow = true;
        value(bytes, at, lead, max_depth)?
    };
    finish(text, end)
}

/// Where the members of a request lie in its text.
///
/// Filled by [`outline`]. It holds places, not text, so one value can serve
/// message after message without being cleared; the accessors of [`Members`]
/// take the text that [`outline`] returned.
#[derive(Clone, Debug)]
pub struct Outline {
    /// Kind of the whole value. Nothing else is filled unless it is an object.
    pub top: Kind,
    /// The lists may not tell the whole story: a member of the whole object or
    /// of `params` has an escape in its name, or one of those in `Known` is
    /// there more than once (of `params`, `params.arguments` and `params._meta`
    /// the last one is listed), or the text is of 4 GiB and more. Walk the text
    /// with a cursor instead.
    pub irregular: bool,
    /// Where in their lists the members are that every message has.
    pub(crate) known: Known,
    /// Members of the whole object.
    pub root: Members<8>,
    /// Members of `params`, when that is an object.
    pub params: Members<12>,
    /// Members of `params.arguments`, when that is an object.
    pub arguments: Members<24>,
    /// Members of `params._meta`, when that is an object.
    pub meta: Members<8>,
}

impl Outline {
    /// An outline of nothing yet.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            top: Kind::Null,
            irregular: false,
            known: Known::NONE,
            root: Members::new(),
            params: Members::new(),
            arguments: Members::new(),
            meta: Members::new(),
        }
    }

    /// Whether every list is complete and unambiguous, so that no member has
    /// to be looked for in the text again.
    #[must_use]
    pub const fn complete(&self) -> bool {
        !(self.irregular
            || self.root.overflow
            || self.params.overflow
            || self.arguments.overflow
            || self.meta.overflow)
    }

    #[inline]
    fn reset(&mut self) {
        self.top = Kind::Null;
        self.irregular = false;
        self.known = Known::NONE;
        self.root.reset();
        self.params.reset();
        self.arguments.reset();
        self.meta.reset();
    }
}

/// Where in their lists the members are that a message is known by, so that nobody has to look
/// for them by name.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Known {
    pub(crate) jsonrpc: Mark,
    pub(crate) id: Mark,
    pub(crate) method: Mark,
    pub(crate) params: Mark,
    /// Of `params`, as the next two.
    pub(crate) name: Mark,
    pub(crate) arguments: Mark,
    pub(crate) meta: Mark,
}

impl Known {
    const NONE: Self = Self {
        jsonrpc: Mark::NONE,
        id: Mark::NONE,
        method: Mark::NONE,
        params: Mark::NONE,
        name: Mark::NONE,
        arguments: Mark::NONE,
        meta: Mark::NONE,
    };
}

/// The place of a member in a list, from one on; zero where there is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Mark(u8);

impl Mark {
    const NONE: Self = Self(0);

    /// Whether it was set before.
    #[inline(always)]
    fn set(&mut self, to: Self) -> bool {
        core::mem::replace(&mut self.0, to.0) != 0
    }

    /// How many members this is.
    #[inline(always)]
    pub(crate) const fn count(self) -> usize {
        (self.0 != 0) as usize
    }
}

impl Default for Outline {
    fn default() -> Self {
        Self::new()
    }
}

/// The first `N` members of one object, in the order of the text.
#[derive(Clone, Debug)]
pub struct Members<const N: usize> {
    /// The object is there. False also when the member is there but is
    /// something other than an object.
    pub present: bool,
    /// The object has more than `N` members; those behind are not listed.
    pub overflow: bool,
    len: usize,
    /// Slots from `len` on are left over from an earlier message.
    slots: [Slot; N],
}

impl<const N: usize> Members<N> {
    const fn new() -> Self {
        Self {
            present: false,
            overflow: false,
            len: 0,
            slots: [Slot::EMPTY; N],
        }
    }

    /// Number of members listed.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.len
    }

    /// Whether no member is listed.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The member at `index` in `text`.
    #[must_use]
    #[inline]
    pub fn get<'a>(&self, index: usize, text: &'a str) -> Option<Member<'a>> {
        let listed = self.slots.get(..self.len)?;
        listed.get(index).map(|slot| slot.member(text))
    }

    /// The value of the member at `mark`.
    #[inline]
    pub(crate) fn known<'a>(&self, mark: Mark, text: &'a str) -> Option<Value<'a>> {
        let listed = self.slots.get(..self.len)?;
        let slot = listed.get(usize::from(mark.0).wrapping_sub(1))?;
        Some(slot.content(text))
    }

    /// The value of the member at `index`, if `name` is its name.
    #[inline(always)]
    pub(crate) fn value_of<'a>(
        &self,
        index: usize,
        name: &str,
        text: &'a str,
    ) -> Option<Value<'a>> {
        let slot = self.slots.get(..self.len)?.get(index)?;
        let [start, end] = slot.key;
        let is = if slot.escaped {
            slot.member(text).name().is(name)
        } else {
            text.as_bytes().get(start as usize..end as usize) == Some(name.as_bytes())
        };
        is.then(|| slot.content(text))
    }

    /// The members in `text`, which must be the text this was made from.
    #[must_use]
    #[inline]
    pub fn iter<'a>(
        &self,
        text: &'a str,
    ) -> impl DoubleEndedIterator<Item = Member<'a>> + ExactSizeIterator {
        let listed = self.slots.get(..self.len).unwrap_or_default();
        listed.iter().map(move |slot| slot.member(text))
    }

    #[inline(always)]
    fn reset(&mut self) {
        self.present = false;
        self.overflow = false;
        self.len = 0;
    }

    /// The place of the next member. Behind the end of the list there is nothing to be found.
    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "a list has few members")]
    const fn next(&self) -> Mark {
        Mark(self.len as u8 + 1)
    }

    #[inline(always)]
    fn push(&mut self, slot: Slot) {
        match self.slots.get_mut(self.len) {
            Some(free) => {
                *free = slot;
                self.len += 1;
            }
            None => self.overflow = true,
        }
    }
}

/// One member of an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Member<'a> {
    /// Raw text of the name, between the quotes.
    pub key: &'a str,
    /// The name holds an escape, so `key` is not what it spells.
    pub escaped: bool,
    /// Raw text of the value, without white space around it.
    pub value: &'a str,
    /// The value is a string that holds no escape: it spells what stands between its quotes.
    pub plain: bool,
}

impl<'a> Member<'a> {
    /// The name, to be compared by what it spells.
    #[must_use]
    #[inline]
    pub const fn name(self) -> Key<'a> {
        Key::new(self.key, self.escaped)
    }

    /// What the name spells; `spelled` is room for one with escapes.
    #[inline]
    pub(crate) fn spelled<'s>(self, spelled: &'s mut String) -> &'s str
    where
        'a: 's,
    {
        if self.escaped {
            *spelled = self.name().text().into_owned();
            spelled
        } else {
            self.key
        }
    }

    /// The value alone.
    #[inline]
    pub(crate) const fn content(self) -> Value<'a> {
        Value {
            json: self.value,
            plain: self.plain,
        }
    }
}

/// A value that was checked, and what the check knows of it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Value<'a> {
    /// Its raw text, without white space around it.
    pub(crate) json: &'a str,
    /// It is a string that holds no escape.
    plain: bool,
}

impl<'a> Value<'a> {
    /// A value whose raw text this is.
    #[inline]
    pub(crate) fn of(json: &'a str) -> Self {
        let plain = json.starts_with('"') && !json.as_bytes().contains(&b'\\');
        Self { json, plain }
    }

    /// The value, to be read.
    #[inline]
    pub(crate) const fn cursor(self) -> Cursor<'a> {
        Cursor::exact(self.json, self.plain)
    }

    /// What it spells, where it is a string.
    #[inline]
    pub(crate) fn string(self) -> Option<Cow<'a, str>> {
        if self.plain {
            let end = self.json.len().saturating_sub(1);
            return Some(Cow::Borrowed(self.json.get(1..end).unwrap_or_default()));
        }
        self.json.starts_with('"').then(|| self.cursor().string())
    }
}

/// A member as places in the text.
#[derive(Clone, Copy, Debug)]
struct Slot {
    key: [u32; 2],
    value: [u32; 2],
    escaped: bool,
    plain: bool,
}

impl Slot {
    const EMPTY: Self = Self {
        key: [0; 2],
        value: [0; 2],
        escaped: false,
        plain: false,
    };

    #[inline]
    fn member(self, text: &str) -> Member<'_> {
        let part =
            |[start, end]: [u32; 2]| text.get(start as usize..end as usize).unwrap_or_default();
        Member {
            key: part(self.key),
            escaped: self.escaped,
            value: part(self.value),
            plain: self.plain,
        }
    }

    #[inline]
    fn content(self, text: &str) -> Value<'_> {
        let [start, end] = self.value;
        Value {
            json: text.get(start as usize..end as usize).unwrap_or_default(),
            plain: self.plain,
        }
    }
}

/// Checks the object at `at` and lists what [`Outline`] promises.
fn request(bytes: &[u8], at: usize, room: u32, out: &mut Outline) -> Result<usize, Malformed> {
    let Outline {
        irregular,
        known,
        root,
        params,
        arguments,
        meta,
        ..
    } = out;
    members(bytes, at, room, root, |name, number, at, lead, room| {
        *irregular |= name.escaped;
        // Compared whole: a `match` on the bytes would compare them one by one.
        let raw = name.raw;
        let mark = match raw.len() {
            2 if raw == b"id" => &mut known.id,
            6 if raw == b"method" => &mut known.method,
            6 if raw == b"params" => {
                *irregular |= known.params.set(number);
                return parameters(
                    bytes, at, lead, room, irregular, known, params, arguments, meta,
                );
            }
            7 if raw == b"jsonrpc" => &mut known.jsonrpc,
            _ => return member(bytes, at, lead, room),
        };
        *irregular |= mark.set(number);
        member(bytes, at, lead, room)
    })
}

/// [`member`] for `params`.
#[inline(always)]
#[allow(
    clippy::too_many_arguments,
    reason = "the parts of an outline, one by one"
)]
fn parameters(
    bytes: &[u8],
    at: usize,
    lead: u8,
    room: u32,
    irregular: &mut bool,
    known: &mut Known,
    params: &mut Members<12>,
    arguments: &mut Members<24>,
    meta: &mut Members<8>,
) -> Result<(usize, bool), Malformed> {
    // A second `params` must hide all of the first one.
    params.reset();
    arguments.reset();
    meta.reset();
    (known.name, known.arguments, known.meta) = (Mark::NONE, Mark::NONE, Mark::NONE);
    if lead != b'{' {
        return member(bytes, at, lead, room);
    }
    let end = members(bytes, at, room, params, |name, number, at, lead, room| {
        *irregular |= name.escaped;
        let raw = name.raw;
        match raw.len() {
            4 if raw == b"name" => {
                *irregular |= known.name.set(number);
                member(bytes, at, lead, room)
            }
            5 if raw == b"_meta" => {
                *irregular |= known.meta.set(number);
                leaves(bytes, at, lead, room, meta)
            }
            9 if raw == b"arguments" => {
                *irregular |= known.arguments.set(number);
                leaves(bytes, at, lead, room, arguments)
            }
            _ => member(bytes, at, lead, room),
        }
    });
    Ok((end?, false))
}

/// [`member`], whose members are listed when it is an object itself.
fn leaves<const N: usize>(
    bytes: &[u8],
    at: usize,
    lead: u8,
    room: u32,
    list: &mut Members<N>,
) -> Result<(usize, bool), Malformed> {
    // The last one of several is listed.
    list.reset();
    if lead != b'{' {
        return member(bytes, at, lead, room);
    }
    let end = members(bytes, at, room, list, |_, _, at, lead, room| {
        member(bytes, at, lead, room)
    });
    Ok((end?, false))
}

/// Checks the object at `at`, each value through `inner`, which is given the
/// name, where it will be listed, the place and first byte of the value and the
/// depth left for it, and tells the end of the value and whether that is a string without escapes.
#[inline(always)]
fn members<const N: usize>(
    bytes: &[u8],
    at: usize,
    room: u32,
    list: &mut Members<N>,
    mut inner: impl FnMut(&Name<'_>, Mark, usize, u8, u32) -> Result<(usize, bool), Malformed>,
) -> Result<usize, Malformed> {
    let Some(room) = room.min(DEEPEST).checked_sub(1) else {
        return Err(Malformed::TooDeep);
    };
    list.present = true;
    let (mut at, mut lead) = next(bytes, at + 1);
    if lead == b'}' {
        return Ok(at + 1);
    }
    loop {
        let name = name(bytes, at, lead).ok_or(Malformed::Syntax)?;
        let (end, plain) = inner(&name, list.next(), name.value, name.lead, room)?;
        list.push(Slot {
            key: [place(at + 1), place(name.end)],
            value: [place(name.value), place(end)],
            escaped: name.escaped,
            plain,
        });
        let (after, mark) = next(bytes, end);
        match mark {
            b',' => (at, lead) = next(bytes, after + 1),
            b'}' => return Ok(after + 1),
            _ => return Err(Malformed::Syntax),
        }
    }
}

/// A place in a text whose length is known to fit.
#[inline(always)]
#[expect(clippy::cast_possible_truncation, reason = "the length fits u32")]
const fn place(at: usize) -> u32 {
    at as u32
}
