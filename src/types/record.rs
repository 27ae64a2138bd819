//! Records, and the members of a call's arguments: read in the order of the declaration.
//!
//! Members that come in that order are read as they pass. At the first one that does not,
//! the rest are noted by name, and looked up from there on. Either way the first refusal
//! in the order of the *declaration* is the answer, and unknown members come last.

use alloc::borrow::Cow;
use alloc::vec::Vec;

use super::{Argument, DefaultFor, Input, ToolType, WriteJson, Writer};
use crate::json::{Cursor, Key, Kind};
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

/// The members of an object, taken in the order of the properties.
pub struct Members<'a, 'i> {
    input: &'i mut Input<'a>,
    properties: &'static [Property],
    /// The next property to be taken.
    next: usize,
    /// How many properties were taken as they passed: all of those before are there once.
    noted: Option<Vec<Noted<'a>>>,
    /// Where the value of the property at hand starts.
    here: Cursor<'a>,
    /// Where the object's text ends, once that is known.
    end: Option<Cursor<'a>>,
}

impl<'a, 'i> Members<'a, 'i> {
    /// The members of the object whose `{` was just passed.
    pub(crate) fn new(input: &'i mut Input<'a>, properties: &'static [Property]) -> Self {
        let here = input.cursor.clone();
        Self {
            input,
            properties,
            next: 0,
            noted: None,
            here,
            end: None,
        }
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

    /// Passes a property that is no member: the injected ones, and skipped fields.
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
        if self.noted.is_none() {
            match self.input.cursor.next_key() {
                Some(key) if key.is(property.name) => {
                    self.here = self.input.cursor.clone();
                    if self.skips_null(property) {
                        self.input.cursor.skip();
                        return Ok(None);
                    }
                    return Ok(Some(property.rules));
                }
                Some(key) => self.note(Some(key))?,
                None => {
                    self.end = Some(self.input.cursor.clone());
                    self.noted = Some(Vec::new());
                }
            }
        }
        let Some(noted) = &self.noted else {
            return Ok(None);
        };
        let mut same = noted.iter().filter(|member| member.key.is(property.name));
        let Some(member) = same.next() else {
            return Ok(None);
        };
        if same.next().is_some() {
            return Err(Refusal::new(Reason::Twice).at(property.name));
        }
        self.input.cursor = member.value.clone();
        if self.skips_null(property) {
            return Ok(None);
        }
        Ok(Some(property.rules))
    }

    /// Lenient mode reads `null` for a parameter that has a default as absent.
    fn skips_null(&self, property: &Property) -> bool {
        self.input.lenient
            && property.presence == Presence::Defaulted
            && self.input.kind() == Kind::Null
    }

    /// Notes the members from `key` on; one that was already taken is there twice.
    #[inline(never)]
    fn note(&mut self, key: Option<Key<'a>>) -> Result<(), Refusal> {
        let taken = self.next - 1;
        let noted = self.rest(key);
        let twice = self.properties[..taken].iter().find(|p| {
            p.presence != Presence::Injected && noted.iter().any(|member| member.key.is(p.name))
        });
        if let Some(property) = twice {
            return Err(Refusal::new(Reason::Twice).at(property.name));
        }
        self.noted = Some(noted);
        Ok(())
    }

    /// The members from `key` on, to the end of the object.
    fn rest(&mut self, key: Option<Key<'a>>) -> Vec<Noted<'a>> {
        let mut noted = Vec::new();
        let mut next = key.or_else(|| self.input.cursor.next_key());
        while let Some(key) = next {
            noted.push(Noted {
                key,
                value: self.input.cursor.clone(),
            });
            self.input.cursor.skip();
            next = self.input.cursor.next_key();
        }
        self.end = Some(self.input.cursor.clone());
        noted
    }

    /// Adds the property's name to a refusal, unless an earlier fault comes first.
    #[cold]
    fn blame(&mut self, refusal: Refusal) -> Refusal {
        if self.noted.is_none() {
            // A second value for a property up to this one comes before this refusal.
            self.input.cursor = self.here.clone();
            self.input.cursor.skip();
            let rest = self.rest(None);
            let twice = self.properties[..self.next].iter().find(|p| {
                p.presence != Presence::Injected && rest.iter().any(|member| member.key.is(p.name))
            });
            if let Some(property) = twice {
                return Refusal::new(Reason::Twice).at(property.name);
            }
        }
        refusal.at(self.properties[self.next - 1].name)
    }

    /// Refuses the absence of the property at hand.
    #[cold]
    fn missing(&self, absent: fn(Option<&str>) -> Refusal) -> Refusal {
        let name = self.properties[self.next - 1].name;
        let unknown = self.unknown().map(|member| member.key.text());
        let near = unknown
            .filter_map(|sent| refusal::distance(&sent, name).map(|distance| (distance, sent)))
            .min_by_key(|(distance, _)| *distance)
            .map(|(_, sent)| sent);
        absent(near.as_deref()).at(name)
    }

    /// The noted members that no property names.
    fn unknown(&self) -> impl Iterator<Item = &Noted<'a>> {
        let named = |key: &Key<'a>| {
            self.properties
                .iter()
                .any(|p| p.presence != Presence::Injected && key.is(p.name))
        };
        self.noted
            .iter()
            .flatten()
            .filter(move |member| !named(&member.key))
    }

    /// Passes the end of the object; what is left there is refused.
    ///
    /// # Errors
    ///
    /// The first member, in the order sent, that no property names.
    #[inline]
    pub fn finish(mut self) -> Result<(), Refusal> {
        if self.noted.is_none() {
            match self.input.cursor.next_key() {
                None => return Ok(()),
                Some(key) => {
                    self.next += 1;
                    self.note(Some(key))?;
                }
            }
        }
        self.settle()
    }

    #[inline(never)]
    fn settle(self) -> Result<(), Refusal> {
        if let Some(member) = self.unknown().next() {
            let sent: Cow<'_, str> = member.key.text();
            let names = self
                .properties
                .iter()
                .filter(|p| p.presence != Presence::Injected)
                .map(|p| p.name);
            return Err(Refusal::unknown(&sent, refusal::nearest(&sent, names)));
        }
        if let Some(end) = self.end {
            self.input.cursor = end;
        }
        Ok(())
    }
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
