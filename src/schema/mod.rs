//! What a type and a tool say of themselves, as constant data.
//!
//! The macros fill these structures in; const evaluation checks them and writes
//! them as JSON (`writer`, `listing`). The readers take their rules from the same
//! [`Rule`] slices, so a schema cannot say one thing and the server do another.

#[doc(hidden)]
pub mod assertion;
mod bound;
mod buffer;
mod check;
mod complaint;
mod describe;
mod doc;
#[cfg(test)]
mod doc_tests;
mod escape;
mod facets;
mod form;
mod fragment;
#[cfg(test)]
mod golden;
mod header;
mod item;
mod item_check;
mod item_text;
mod json;
mod listing;
mod name;
pub(crate) mod number;
mod order;
mod raw;
#[cfg(test)]
mod refusals;
#[cfg(test)]
mod samples;
mod shared;
pub(crate) mod template;
mod text;
mod tool;

#[cfg(feature = "jiff")]
pub(crate) use bound::like;
pub(crate) use bound::{below, text as bound_text};
pub use check::{fields, known_values};
pub(crate) use form::{flat, form};
#[cfg(feature = "std")]
pub(crate) use fragment::Readers;
pub use fragment::{Audience, Fragment};
pub use item::{ItemDef, ItemKind, ItemMeta, UiMeta, is_ui};
pub(crate) use item_text::made_item;
pub use item_text::{ItemFragment, ItemText, declared_item, item_entry};
pub use listing::Out;
pub use order::in_order;
#[cfg(feature = "jiff")]
pub(crate) use shared::no_bound;
pub(crate) use shared::typed_range;
pub use shared::{distinct_names, no_ui, shared_by, shared_name};
pub(crate) use text::declaration;
pub(crate) use text::made_entry;
pub use text::{ToolText, declared, entry};
pub use tool::{Note, Output, Presence, Property, TaskSupport, ToolDef, ToolMeta};

/// A literal as JSON.
pub(crate) fn literal(value: Lit) -> alloc::string::String {
    let mut room = alloc::vec![0; 256];
    loop {
        let mut writer = buffer::Writer::new(&mut room);
        json::literal(&mut writer, value);
        let len = writer.len;
        if len <= room.len() {
            room.truncate(len);
            return alloc::string::String::from_utf8(room).unwrap_or_default();
        }
        room.resize(len, 0);
    }
}

/// The shape of a JSON value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Kind {
    /// Any JSON value: listed as `{}`.
    Any,
    /// `true` or `false`.
    Boolean,
    /// A number with an integral value.
    Integer,
    /// A finite number.
    Number,
    /// A string.
    String,
    /// An array of `items`.
    Array,
    /// An object whose members are all `items`, with keys of `keys`.
    Map,
    /// An object with `fields`.
    Record,
    /// Not an argument: the call's `Context`.
    Context,
    /// Not an argument: the call's `Cancellation`.
    Cancellation,
}

/// A bound of a range, inclusive.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Bound {
    /// No bound on this side.
    None,
    /// A whole number.
    Int(i128),
    /// A whole number above `i128::MAX`.
    Uint(u128),
    /// A floating-point number.
    Float(f64),
    /// A value that travels as text: listed as a sentence.
    Text(&'static str),
    /// A date, in days since 1970-01-01: a sentence too, as all that follow.
    Date(i32),
    /// A time of day, in nanoseconds.
    Time(u64),
    /// A date and a time without an offset: seconds since 1970-01-01T00:00:00, and nanoseconds.
    DateTime(i64, u32),
    /// A point of time: seconds since 1970-01-01T00:00:00Z, and nanoseconds.
    Instant(i64, u32),
    /// A length of time: seconds and nanoseconds.
    Span(u64, u32),
    /// A decimal number: its digits, and how many of them stand behind the point.
    Decimal(i128, u32),
}

/// Whether a text matches a pattern: one compiled expression behind a function.
pub type Engine = fn(&str) -> bool;

/// What makes a text that is checked of the one that was sent.
pub type Normaliser = fn(&str) -> alloc::string::String;

/// Whether a value, given as JSON, keeps the rules of its type and those beside it: for
/// tests, where the type itself is not at hand.
pub type Judge = fn(&'static str, &'static [Rule]) -> Result<(), crate::refusal::Refusal>;

/// One rule of a parameter, a field or a type: checked when a value is read, and listed.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Rule {
    /// Inclusive bounds of a number (JSON keywords) or of a value written as text (a sentence).
    Range(Bound, Bound),
    /// Fewest and most Unicode scalar values of a string; `u32::MAX` is no upper limit.
    Len(u32, u32),
    /// Fewest and most items of an array; `u32::MAX` is no upper limit.
    Items(u32, u32),
    /// The items of an array differ from each other.
    Unique,
    /// The accepted strings.
    OneOf(&'static [&'static str]),
    /// A regular expression of the portable subset.
    Pattern(&'static str, Engine),
    /// A regular expression outside that subset, and what of it is: refused wherever it is listed.
    #[doc(hidden)]
    Unportable(&'static str, &'static str),
    /// A named format, and what checks it: made by [`Rule::format`].
    Format(&'static str, Engine),
    /// An example, listed only.
    Example(&'static str),
    /// The author's own normaliser: runs before anything is checked.
    Normalize(Normaliser),
    /// White space at both ends is removed before anything else is checked.
    Trim,
    /// The text is put in lower case first: made as [`Rule::LOWERCASE`].
    Lowercase(Normaliser),
    /// The text is put in upper case first: made as [`Rule::UPPERCASE`].
    Uppercase(Normaliser),
    /// The empty string is a value.
    AllowEmpty,
    /// The number is not zero: said in a sentence.
    NotZero,
    /// The author's own check, of a value given as JSON: for tests alone, since the call
    /// itself checks the value that it has read.
    Check(fn(&'static str) -> Result<(), crate::refusal::Violation>),
}

/// Rules that bring what they run: a program has the tables of case and the readers of formats
/// that its rules name, and no others.
impl Rule {
    /// The text is put in lower case first.
    pub const LOWERCASE: Self = Self::Lowercase(str::to_lowercase);
    /// The text is put in upper case first.
    pub const UPPERCASE: Self = Self::Uppercase(str::to_uppercase);

    /// A named format; one that is not enforced is listed as a sentence and holds always.
    #[must_use]
    pub const fn format(name: &'static str) -> Self {
        Self::Format(name, crate::format::engine(name))
    }
}

/// A constant in wire form: a default value.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Lit {
    /// There is no default.
    Absent,
    /// `None`: not required, and no `default` keyword.
    None,
    /// A boolean.
    Bool(bool),
    /// A whole number.
    Int(i128),
    /// A whole number written as JSON text (`i128`, `u128`).
    IntText(i128),
    /// The same above `i128::MAX`.
    UintText(u128),
    /// A finite number.
    Float(f64),
    /// One character.
    Char(char),
    /// A string.
    Text(&'static str),
    /// A text that is no value of its type, and what it is not: refused wherever it is listed.
    #[doc(hidden)]
    Wrong(&'static str, &'static str),
    /// An empty list.
    Empty,
    /// A list of booleans.
    Bools(&'static [bool]),
    /// A list of whole numbers.
    Ints(Ints),
    /// A list of numbers.
    Floats(&'static [f64]),
    /// A list of numbers of single precision.
    Floats32(&'static [f32]),
    /// A list of characters.
    Chars(&'static [char]),
    /// A list of strings.
    Texts(&'static [&'static str]),
    /// A list of names of an enumeration.
    Names(Names),
}

/// Some of the names of an enumeration, in an order of their own.
#[derive(Clone, Copy, Debug)]
pub struct Names {
    all: &'static [&'static str],
    picked: [u8; Self::MOST],
    len: usize,
}

impl Names {
    /// As many names as a default may list.
    pub const MOST: usize = 32;

    /// None of `all` yet.
    #[must_use]
    pub const fn of(all: &'static [&'static str]) -> Self {
        Self {
            all,
            picked: [0; Self::MOST],
            len: 0,
        }
    }

    /// One more: the name at `at`.
    ///
    /// # Panics
    ///
    /// In const evaluation of a default with more than 32 names, or one behind the 256th.
    #[must_use]
    #[allow(clippy::cast_possible_truncation, reason = "checked before the cast")]
    pub const fn and(mut self, at: usize) -> Self {
        assert!(
            self.len < Self::MOST && at < 256,
            "TW0008: a default lists at most 32 variants, of the first 256"
        );
        self.picked[self.len] = at as u8;
        self.len += 1;
        self
    }

    /// How many names there are.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.len
    }

    /// Whether there is none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The name at `i`.
    #[must_use]
    pub const fn get(&self, i: usize) -> &'static str {
        self.all[self.picked[i] as usize]
    }
}

macro_rules! ints {
    ($($variant:ident $ty:ty),*) => {
        /// A constant list of whole numbers.
        #[derive(Clone, Copy, Debug)]
        #[allow(missing_docs, reason = "one variant a width")]
        #[non_exhaustive]
        pub enum Ints { $($variant(&'static [$ty])),* }
        impl Ints {
            /// How many numbers there are.
            #[must_use]
            pub const fn len(self) -> usize { match self { $(Self::$variant(s) => s.len()),* } }
            /// Whether there is none.
            #[must_use]
            pub const fn is_empty(self) -> bool { self.len() == 0 }
            /// The number at `i`.
            #[must_use]
            #[allow(clippy::cast_lossless, clippy::cast_possible_wrap, reason = "`From` is not const; every width fits i128")]
            pub const fn get(self, i: usize) -> i128 { match self { $(Self::$variant(s) => s[i] as i128),* } }
        }
    };
}
ints!(I8 i8, I16 i16, I32 i32, I64 i64, Isize isize, U8 u8, U16 u16, U32 u32, U64 u64, Usize usize);

/// What a type says of itself.
#[derive(Clone, Copy, Debug)]
pub struct Schema {
    /// The JSON shape.
    pub kind: Kind,
    /// Whether `null` is a value too.
    pub nullable: bool,
    /// The Rust name, as refusals give it.
    pub name: &'static str,
    /// The `format` keyword; empty for none.
    pub format: &'static str,
    /// The type's own description, one doc line an entry.
    pub docs: &'static [&'static str],
    /// Rules of the type itself; those of a parameter come on top.
    pub rules: &'static [Rule],
    /// The names of an enumeration, in order.
    pub choices: &'static [&'static str],
    /// The `contentEncoding` keyword; empty for none.
    pub encoding: &'static str,
    /// The items of an array, the values of a map.
    pub items: Option<&'static Schema>,
    /// The keys of a map, where they carry rules.
    pub keys: Option<&'static Schema>,
    /// The members of a record.
    pub fields: &'static [Property],
    /// How each member is listed, beside `fields`.
    pub notes: &'static [Note],
    /// A schema given as JSON text, passed on unchanged; empty for none.
    pub raw: &'static str,
    /// Whether this is a value object: its own description stands under that of
    /// every parameter, and it refuses the empty string unless a rule allows it.
    pub value_object: bool,
    /// What the type's own `rules` come to as keywords, ready-written
    /// (`,"minimum":0,"maximum":255`); written instead of them where a parameter
    /// adds no rule. Empty: written from the rules.
    pub bounds: &'static str,
    /// What tests ask about a default that const evaluation cannot judge; none where it can.
    pub judge: Option<Judge>,
}

impl Schema {
    /// A schema of this kind and nothing more.
    #[must_use]
    pub const fn new(kind: Kind, name: &'static str) -> Self {
        Self {
            kind,
            nullable: false,
            name,
            format: "",
            docs: &[],
            rules: &[],
            choices: &[],
            encoding: "",
            items: None,
            keys: None,
            fields: &[],
            notes: &[],
            raw: "",
            value_object: false,
            bounds: "",
            judge: None,
        }
    }

    /// The type as its author wrote it, for refusals: `Vec<u32>`.
    pub(crate) fn type_name(&self) -> alloc::borrow::Cow<'static, str> {
        let Some(items) = self.items else {
            return self.name.into();
        };
        let keys = self.keys.map_or("String", |keys| keys.name);
        let name = match *self.rules {
            [Rule::Items(count, _)] => self.name.replace('N', &alloc::format!("{count}")),
            _ => self.name.replace('K', keys),
        };
        name.replace('_', &items.type_name()).into()
    }

    /// The same as a value object.
    #[must_use]
    pub const fn value_object(mut self) -> Self {
        self.value_object = true;
        self
    }

    /// The same with a judge of its defaults.
    #[must_use]
    pub const fn judge(mut self, judge: Judge) -> Self {
        self.judge = Some(judge);
        self
    }

    /// The same with the keywords of its rules ready-written.
    #[must_use]
    pub const fn bounds(mut self, bounds: &'static str) -> Self {
        self.bounds = bounds;
        self
    }

    /// The same with the `format` keyword.
    #[must_use]
    pub const fn format(mut self, format: &'static str) -> Self {
        self.format = format;
        self
    }

    /// The same with rules of the type itself.
    #[must_use]
    pub const fn rules(mut self, rules: &'static [Rule]) -> Self {
        self.rules = rules;
        self
    }

    /// The same with a description.
    #[must_use]
    pub const fn docs(mut self, docs: &'static [&'static str]) -> Self {
        self.docs = docs;
        self
    }

    /// The same with items (of an array) or values (of a map).
    #[must_use]
    pub const fn items(mut self, items: &'static Schema) -> Self {
        self.items = Some(items);
        self
    }

    /// The same, where `null` is a value too.
    #[must_use]
    pub const fn nullable(mut self) -> Self {
        self.nullable = true;
        self
    }
}
