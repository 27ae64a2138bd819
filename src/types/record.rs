//! Records, and the members of a call's arguments: read in the order of the declaration.
//!
//! Members that come in that order are read as they pass. At the first one that does not,
//! the rest are noted by name, and looked up from there on. Either way the first refusal
//! in the order of the *declaration* is the answer, and unknown members come last.

use alloc::borrow::Cow;
use alloc::vec::Vec;

use super::{Argument, DefaultFor, Input, ToolType, WriteJson, Writer};
use crate::json::{self, Cursor, Key, Kind, Value};
use crate::refusal::{self, Reason, Refusal};
use crate::schema::{Presence, Property, Rule};

/// A record of `mcp_types!`: how its fields are read from the members of an object.
pub trait Record<'a>: ToolType {
    /// Takes the fields in order.
    ///
    /// # Errors
    ///
    /// The first refusal.
    fn fields(members: &mut Members<'a, '_>) -> Result<Self, Refusal>;
}

/// Reads an object as a record whose members are `properties`.
///
/// # Errors
///
/// The first refusal, in the order of the fields; an unknown member comes last.
pub fn read<'a, T: Record<'a>>(
    input: &mut Input<'a>,
    properties: &'static [Property],
    name: &'static str,
) -> Result<T, Refusal> {
    let found = input.kind();
    if found != Kind::Object {
        return input
            .spelled(
                name,
                |kind| kind == Kind::Object,
                |input| read(input, properties, name),
            )
            .unwrap_or_else(|| Err(Refusal::expected("an object", found)));
    }
    input.cursor.enter();
    let mut members = Members::new(input, properties);
    let record = T::fields(&mut members)?;
    members.finish()?;
    Ok(record)
}

/// A member that was passed before its turn.
struct Noted<'a> {
    key: Key<'a>,
    value: Cursor<'a>,
}

/// How the members are come by.
enum Way<'a> {
    /// One after the other, as they pass: so far they came in the order of the properties.
    Passing {
        /// Where the value at hand starts.
        here: Cursor<'a>,
    },
    /// The rest was noted, and the object's end is behind `end`.
    Noted {
        rest: Vec<Noted<'a>>,
        end: Cursor<'a>,
    },
    /// There is one property, and its value is the whole object: a raw input schema.
    Whole,
    /// The message's outline lists all of them.
    Listed {
        list: &'a Listed,
        text: &'a str,
        /// The member that is likely to be next.
        likely: usize,
        /// How many members were found so far.
        found: usize,
    },
}

/// The arguments of a call, as the outline of its message lists them.
pub(crate) type Listed = json::Members<24>;

/// The members of an object, taken in the order of the properties.
pub struct Members<'a, 'i> {
    input: &'i mut Input<'a>,
    properties: &'static [Property],
    /// The next property to be taken.
    next: usize,
    way: Way<'a>,
    /// What was refused, on its way out.
    refusal: Option<Refusal>,
}

impl<'a, 'i> Members<'a, 'i> {
    /// The members of the object whose `{` was just passed.
    pub(crate) fn new(input: &'i mut Input<'a>, properties: &'static [Property]) -> Self {
        let here = input.cursor.clone();
        Self {
            input,
            properties,
            next: 0,
            way: Way::Passing { here },
            refusal: None,
        }
    }

    /// The members that an outline lists: all there are, with their places in `text`.
    pub(crate) fn listed(
        input: &'i mut Input<'a>,
        properties: &'static [Property],
        list: &'a Listed,
        text: &'a str,
    ) -> Self {
        Self {
            input,
            properties,
            next: 0,
            way: Way::Listed {
                list,
                text,
                likely: 0,
                found: 0,
            },
            refusal: None,
        }
    }

    /// The one property that is the whole of the object ahead.
    pub(crate) fn whole(input: &'i mut Input<'a>, properties: &'static [Property]) -> Self {
        Self {
            input,
            properties,
            next: 0,
            way: Way::Whole,
            refusal: None,
        }
    }

    /// Reads the values leniently, or not.
    pub(crate) fn set_lenient(&mut self, lenient: bool) {
        self.input.lenient = lenient;
    }

    /// Takes the next property.
    ///
    /// # Errors
    ///
    /// It is missing, given twice, or refused.
    #[inline]
    pub fn take<T: Argument<'a>>(&mut self) -> Result<T, Refusal> {
        match self.seek() {
            Ok(Some(rules)) => T::read(self.input, rules).map_err(|refusal| self.blame(refusal)),
            Ok(None) => Err(self.missing(T::absent)),
            Err(refusal) => Err(refusal),
        }
    }

    /// Takes the next property, or its default where it is absent.
    ///
    /// # Errors
    ///
    /// It is given twice, or refused.
    #[inline]
    pub fn take_or<T: Argument<'a>, D: DefaultFor<T>>(&mut self, default: D) -> Result<T, Refusal> {
        match self.seek() {
            Ok(Some(rules)) => T::read(self.input, rules).map_err(|refusal| self.blame(refusal)),
            Ok(None) => Ok(default.value()),
            Err(refusal) => Err(refusal),
        }
    }

    /// What was taken; a refusal is kept.
    #[inline]
    pub(crate) fn keep<T>(&mut self, taken: Result<T, Refusal>) -> Option<T> {
        match taken {
            Ok(value) => Some(value),
            Err(refusal) => {
                self.refusal = Some(refusal);
                None
            }
        }
    }

    /// Passes a property that is no member: the injected ones.
    pub(crate) fn pass(&mut self) {
        self.next += 1;
    }

    /// Moves to the value of the next property: its rules, or `None` where it is absent.
    fn seek(&mut self) -> Result<Option<&'static [Rule]>, Refusal> {
        let properties = self.properties;
        let Some(property) = properties.get(self.next) else {
            return Ok(None);
        };
        self.next += 1;
        let there = match &mut self.way {
            Way::Listed {
                list,
                text,
                likely,
                found,
            } => match find(list, text, property.name, *likely) {
                Some((at, value)) => {
                    *likely = at + 1;
                    *found += 1;
                    self.input.cursor = value.cursor();
                    true
                }
                None => false,
            },
            Way::Passing { here } => match self.input.cursor.next_key() {
                Some(key) if key.is(property.name) => {
                    *here = self.input.cursor.clone();
                    true
                }
                key => {
                    self.note(key)?;
                    self.seek_noted(property)?
                }
            },
            Way::Noted { .. } => self.seek_noted(property)?,
            Way::Whole => true,
        };
        if !there || self.skips_null(property) {
            return Ok(None);
        }
        Ok(Some(property.rules))
    }

    #[inline(never)]
    fn seek_noted(&mut self, property: &Property) -> Result<bool, Refusal> {
        let Way::Noted { rest, .. } = &self.way else {
            return Ok(false);
        };
        let mut same = rest.iter().filter(|member| member.key.is(property.name));
        let Some(member) = same.next() else {
            return Ok(false);
        };
        if same.next().is_some() {
            return Err(Refusal::new(Reason::Twice).at(property.name));
        }
        self.input.cursor = member.value.clone();
        Ok(true)
    }

    /// Lenient mode reads `null` for a parameter that has a default as absent.
    fn skips_null(&mut self, property: &Property) -> bool {
        let skips = self.input.lenient
            && property.presence == Presence::Defaulted
            && self.input.kind() == Kind::Null;
        if skips {
            self.input.cursor.skip();
        }
        skips
    }

    /// Notes the members from `key` on; one that was already taken is there twice.
    #[inline(never)]
    fn note(&mut self, key: Option<Key<'a>>) -> Result<(), Refusal> {
        let rest = self.rest(key);
        let taken = self.next - 1;
        self.way = Way::Noted {
            rest,
            end: self.input.cursor.clone(),
        };
        self.twice(taken, 1)
    }

    /// The members from `key` on, to the end of the object.
    fn rest(&mut self, key: Option<Key<'a>>) -> Vec<Noted<'a>> {
        let mut noted = Vec::new();
        let mut next = key;
        while let Some(key) = next {
            noted.push(Noted {
                key,
                value: self.input.cursor.clone(),
            });
            self.input.cursor.skip();
            next = self.input.cursor.next_key();
        }
        noted
    }

    /// Refuses the first of the `count` first properties that has `least` members left, or more.
    fn twice(&self, count: usize, least: usize) -> Result<(), Refusal> {
        let twice = self.properties[..count.min(self.properties.len())]
            .iter()
            .find(|property| {
                property.presence != Presence::Injected && self.count(property.name) >= least
            });
        match twice {
            Some(property) => Err(Refusal::new(Reason::Twice).at(property.name)),
            None => Ok(()),
        }
    }

    /// How many of the known keys spell `name`.
    fn count(&self, name: &str) -> usize {
        match &self.way {
            Way::Listed { list, text, .. } => (0..list.len())
                .filter(|at| list.value_of(*at, name, text).is_some())
                .count(),
            _ => self.keys().filter(|key| key.is(name)).count(),
        }
    }

    /// The keys that are known: all of them, but for those that passed.
    fn keys(&self) -> impl Iterator<Item = Key<'a>> {
        let (noted, listed) = match &self.way {
            Way::Passing { .. } | Way::Whole => (None, None),
            Way::Noted { rest, .. } => (Some(rest.iter().map(|member| member.key)), None),
            Way::Listed { list, text, .. } => (None, Some(list.iter(text).map(json::Member::name))),
        };
        noted
            .into_iter()
            .flatten()
            .chain(listed.into_iter().flatten())
    }

    /// Adds the property's name to a refusal, unless an earlier fault comes first.
    #[cold]
    fn blame(&mut self, refusal: Refusal) -> Refusal {
        // A second value for a property up to this one comes before this refusal.
        let twice = match &self.way {
            Way::Passing { here } => {
                self.input.cursor = here.clone();
                self.input.cursor.skip();
                let key = self.input.cursor.next_key();
                let rest = self.rest(key);
                self.way = Way::Noted {
                    rest,
                    end: self.input.cursor.clone(),
                };
                self.twice(self.next, 1)
            }
            Way::Listed { .. } => self.twice(self.next, 2),
            Way::Noted { .. } | Way::Whole => Ok(()),
        };
        match twice {
            Ok(()) => refusal.at(self.properties[self.next - 1].name),
            Err(twice) => twice,
        }
    }

    /// Refuses the absence of the property at hand.
    #[cold]
    fn missing(&self, absent: fn(Option<&str>) -> Refusal) -> Refusal {
        if let (Way::Listed { .. }, Err(twice)) = (&self.way, self.twice(self.next, 2)) {
            return twice;
        }
        let Some(property) = self.properties.get(self.next - 1) else {
            return absent(None);
        };
        let near = self
            .unknown()
            .map(|key| key.text())
            .filter_map(|sent| {
                refusal::distance(&sent, property.name).map(|distance| (distance, sent))
            })
            .min_by_key(|(distance, _)| *distance)
            .map(|(_, sent)| sent);
        absent(near.as_deref()).at(property.name)
    }

    /// The known keys that no property names.
    fn unknown(&self) -> impl Iterator<Item = Key<'a>> {
        let named = |key: &Key<'a>| {
            self.properties
                .iter()
                .any(|p| p.presence != Presence::Injected && key.is(p.name))
        };
        self.keys().filter(move |key| !named(key))
    }

    /// Passes the end of the object; what is left there is refused.
    ///
    /// # Errors
    ///
    /// The first member, in the order sent, that no property names.
    #[inline]
    pub fn finish(&mut self) -> Result<(), Refusal> {
        match &self.way {
            Way::Listed { list, found, .. } if *found == list.len() => return Ok(()),
            Way::Listed { .. } => self.twice(self.properties.len(), 2)?,
            Way::Passing { .. } => match self.input.cursor.next_key() {
                None => return Ok(()),
                key => {
                    self.next += 1;
                    self.note(key)?;
                }
            },
            Way::Noted { .. } => {}
            Way::Whole => return Ok(()),
        }
        self.settle()
    }

    #[inline(never)]
    fn settle(&mut self) -> Result<(), Refusal> {
        if let Some(key) = self.unknown().next().filter(|_| !self.input.open) {
            let sent: Cow<'_, str> = key.text();
            let names = self
                .properties
                .iter()
                .filter(|p| p.presence != Presence::Injected)
                .map(|p| p.name);
            return Err(Refusal::unknown(&sent, refusal::nearest(&sent, names)));
        }
        if let Way::Noted { end, .. } = &self.way {
            self.input.cursor = end.clone();
        }
        Ok(())
    }
}

/// Takes the next field; what refuses it is kept for [`made`].
#[doc(hidden)]
#[inline]
pub fn field<'a, T: Argument<'a>>(members: &mut Members<'a, '_>) -> Option<T> {
    let taken = members.take();
    members.keep(taken)
}

/// The record, or what was refused of it.
///
/// # Errors
///
/// What was refused.
#[doc(hidden)]
#[inline]
pub fn made<T>(made: Option<T>, members: &mut Members<'_, '_>) -> Result<T, Refusal> {
    match made {
        Some(record) => Ok(record),
        None => Err(refused(members)),
    }
}

/// What was refused.
#[cold]
pub(crate) fn refused(members: &mut Members<'_, '_>) -> Refusal {
    // A reader comes here with a refusal that it kept.
    members
        .refusal
        .take()
        .unwrap_or_else(|| Refusal::missing(None))
}

/// Finds a member by name, at its likely place first.
#[inline]
fn find<'a>(
    list: &'a Listed,
    text: &'a str,
    name: &str,
    likely: usize,
) -> Option<(usize, Value<'a>)> {
    if let Some(value) = list.value_of(likely, name, text) {
        return Some((likely, value));
    }
    find_elsewhere(list, text, name)
}

#[inline(never)]
fn find_elsewhere<'a>(list: &'a Listed, text: &'a str, name: &str) -> Option<(usize, Value<'a>)> {
    (0..list.len()).find_map(|at| Some((at, list.value_of(at, name, text)?)))
}

/// Writes one member of a record.
#[inline]
pub fn write_field<T: WriteJson>(out: &mut Writer, first: &mut bool, name: &str, value: &T) {
    out.member(first, name);
    value.write(out);
}

/// Writes one member of a record, unless it is `None`.
#[inline]
pub fn write_optional<T: WriteJson>(out: &mut Writer, first: &mut bool, name: &str, value: &T) {
    if !value.is_none() {
        write_field(out, first, name, value);
    }
}

/// Ends a record.
pub fn close(out: &mut Writer, first: bool) {
    out.raw(if first { "{}" } else { "}" });
}
