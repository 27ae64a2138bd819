//! What a value is: one noun a file.
//!
//! A type says how it is listed ([`ToolType`]), how it is read ([`Argument`]) and how it is
//! written ([`WriteJson`]). All three take their rules from the same constants.

mod address;
mod arena;
mod boolean;
mod boxed;
mod bytes;
mod character;
pub(crate) mod choice;
#[cfg(feature = "chrono")]
mod chrono;
mod context;
#[cfg(feature = "rust_decimal")]
mod decimal;
mod default;
mod float;
mod integer;
#[cfg(feature = "jiff")]
mod jiff;
mod list;
mod map;
mod option;
pub mod record;
mod set;
mod span;
#[allow(
    unreachable_pub,
    dead_code,
    reason = "which of them are used depends on the features"
)]
mod spelled;
#[cfg(feature = "std")]
mod system;
mod text;
#[cfg(feature = "time")]
mod time;
#[cfg(feature = "url")]
mod url;
#[cfg(feature = "uuid")]
mod uuid;
mod value;
pub mod value_object;

pub use self::arena::Arena;
pub use self::bytes::Base64;
pub use self::default::{DefaultFor, NoDefault, On, OnlyNone};
pub use self::list::ListLit;
pub use self::map::MapKey;
pub use self::record::{Members, Record};
use crate::json::{self, Cursor, Kind};
use crate::refusal::{Reason, Refusal};
use crate::schema::{Lit, Presence, Rule, Schema};

/// A type that a parameter or a field can have: how it is listed, and what its defaults are.
///
/// Implemented for the types of the table in `docs/values.md` and by `mcp_types!`.
#[diagnostic::on_unimplemented(
    message = "TW0003: `{Self}` cannot be a parameter or a field",
    label = "not a type of the table in docs/values.md, nor one of `mcp_types!`",
    note = "declare it with `mcp_types!`, or implement `toolwright::types::ToolType` and `Argument` for it"
)]
pub trait ToolType: Sized {
    /// The schema of an argument of this type.
    const SCHEMA: &'static Schema;
    /// What a default of this type is written as.
    type Const: 'static;
    /// Carrier of `const fn of(&'static Const) -> Lit`.
    #[doc(hidden)]
    type Render;
    /// The same for a constant list of such values.
    #[doc(hidden)]
    type Renders;
    /// The presence of a parameter without a default.
    #[doc(hidden)]
    const REQUIRED: Presence = Presence::without_default(Self::SCHEMA);
    /// The presence of a parameter with a default.
    #[doc(hidden)]
    const DEFAULTED: Presence = Presence::with_default(Self::SCHEMA);
}

/// A type that is read from an argument.
#[diagnostic::on_unimplemented(
    message = "TW0003: `{Self}` cannot be a parameter or a field",
    label = "cannot be read from JSON",
    note = "declare it with `mcp_types!`, or implement `toolwright::types::ToolType` and `Argument` for it"
)]
pub trait Argument<'a>: ToolType {
    /// Reads the value ahead and checks it against `rules`, which come on top of the type's own.
    ///
    /// # Errors
    ///
    /// A refusal whose path starts at this value.
    fn read(input: &mut Input<'a>, rules: &[Rule]) -> Result<Self, Refusal>;

    /// How an absent member is refused, where none has a default.
    #[cold]
    fn absent(near: Option<&str>) -> Refusal {
        Refusal::missing(near)
    }

    /// Takes the next parameter of a call; the injected ones are no members.
    #[doc(hidden)]
    #[inline]
    fn take(args: &mut crate::invoker::Args<'a, '_>) -> Result<Self, Refusal> {
        args.members.take()
    }
}

/// A type that is written as JSON: a result, or a field of one.
#[diagnostic::on_unimplemented(
    message = "TW0004: `{Self}` cannot be a result",
    label = "cannot be written as JSON",
    note = "declare it with `mcp_types!`, or implement `toolwright::types::WriteJson` for it"
)]
pub trait WriteJson {
    /// The schema of what is written.
    const WRITTEN: &'static Schema;
    /// How a value of this type becomes the content of a result.
    const SHAPE: Shape = match Self::WRITTEN.kind {
        crate::schema::Kind::Record => Shape::Object,
        _ => Shape::Value,
    };
    /// Whether the text of a result is the string itself, without quotes.
    const PLAIN: bool = false;

    /// Writes the value.
    fn write(&self, out: &mut Writer);

    /// Whether this is the `None` of an `Option`.
    #[doc(hidden)]
    fn is_none(&self) -> bool {
        false
    }
}

/// How a written value becomes a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Text; structured only where the tool asks for it.
    Value,
    /// Text and structured content: an object.
    Object,
    /// An object or `null`.
    Nullable,
}

/// The request's text, at the value to be read.
pub struct Input<'a> {
    /// The cursor over checked JSON.
    pub(crate) cursor: Cursor<'a>,
    /// Keeps text that had to be unescaped for `&str` parameters.
    pub(crate) arena: &'a Arena,
    /// Whether text is read as the type that it spells.
    pub(crate) lenient: bool,
    /// Whether members that no field names are passed over.
    pub(crate) open: bool,
}

impl<'a> Input<'a> {
    /// At the first value of `text`, which has to be checked JSON.
    pub(crate) fn new(text: &'a str, arena: &'a Arena, lenient: bool) -> Self {
        Self {
            cursor: Cursor::new(text),
            arena,
            lenient,
            open: false,
        }
    }

    /// The JSON kind of the value ahead.
    #[inline]
    pub fn kind(&self) -> Kind {
        self.cursor.kind()
    }

    /// Reads the string ahead: borrowed from the request where it has no escapes.
    ///
    /// # Errors
    ///
    /// The value ahead is no string, or it breaks a rule.
    pub fn text(&mut self, rules: &[Rule]) -> Result<alloc::borrow::Cow<'a, str>, Refusal> {
        text::read(self, rules)
    }

    /// The raw JSON text of the value ahead, which is passed.
    pub fn raw(&mut self) -> &'a str {
        self.cursor.skip()
    }

    /// In lenient mode, where a string is ahead that spells a value of another kind: reads
    /// that value instead. `ty` names the type in the refusal.
    ///
    /// The text has to be that value exactly, without white space around it.
    #[cold]
    pub(crate) fn spelled<T>(
        &mut self,
        ty: impl Into<alloc::borrow::Cow<'static, str>>,
        accepts: impl Fn(Kind) -> bool,
        read: impl FnOnce(&mut Input<'a>) -> Result<T, Refusal>,
    ) -> Option<Result<T, Refusal>> {
        if !self.lenient || self.kind() != Kind::String {
            return None;
        }
        let unreadable = Refusal::new(Reason::Unreadable(ty.into()));
        let text = self.arena.cow(self.cursor.string());
        let Ok(inner) = json::check(text.as_bytes(), crate::limits::DEPTH) else {
            return Some(Err(unreadable));
        };
        let mut input = Input::new(inner, self.arena, true);
        let kind = input.kind();
        if !accepts(kind) || inner.len() != text.len() || text.trim() != text {
            return Some(Err(unreadable));
        }
        Some(read(&mut input).map_err(|refusal| {
            if matches!(kind, Kind::Array | Kind::Object) {
                // What is wrong within has a place and words of its own.
                return refusal;
            }
            match refusal.reason() {
                Reason::Type(..) | Reason::DoesNotFit => unreadable,
                _ => refusal,
            }
        }))
    }
}

/// Writes JSON text.
#[derive(Default)]
pub struct Writer {
    buf: alloc::vec::Vec<u8>,
    not_finite: bool,
}

impl Writer {
    /// An empty text.
    pub const fn new() -> Self {
        Self {
            buf: alloc::vec::Vec::new(),
            not_finite: false,
        }
    }

    pub(crate) fn clear(&mut self) {
        self.buf.clear();
        self.not_finite = false;
    }

    /// What has been written.
    pub fn bytes(&self) -> &[u8] {
        &self.buf
    }

    pub(crate) fn into_bytes(self) -> alloc::vec::Vec<u8> {
        self.buf
    }

    /// Whether a number was written that JSON cannot hold.
    pub(crate) fn not_finite(&self) -> bool {
        self.not_finite
    }

    /// Text as it stands: JSON made elsewhere.
    #[inline]
    pub fn raw(&mut self, json: &str) {
        self.buf.extend_from_slice(json.as_bytes());
    }

    /// A string, quoted and escaped.
    pub fn string(&mut self, text: &str) {
        json::writer::string(text, &mut self.buf);
    }

    /// A whole number.
    pub fn unsigned(&mut self, number: u64) {
        json::writer::unsigned(number, &mut self.buf);
    }

    /// A whole number.
    pub fn signed(&mut self, number: i64) {
        json::writer::signed(number, &mut self.buf);
    }

    /// A number; one that is not finite makes the whole result an error of the tool.
    pub fn float(&mut self, number: f64) {
        self.not_finite |= !json::writer::float(number, &mut self.buf);
    }

    /// A value that its form cannot hold, such as a year of five digits: the whole result is
    /// an error of the tool.
    #[allow(dead_code, reason = "only types behind features have such values")]
    pub(crate) fn unwritable(&mut self) {
        self.not_finite = true;
        self.raw("null");
    }

    /// A number of single precision.
    pub fn float32(&mut self, number: f32) {
        self.not_finite |= !json::writer::float32(number, &mut self.buf);
    }

    /// `{"name":` or `,"name":`, whichever is due; `name` is plain text.
    pub fn member(&mut self, first: &mut bool, name: &str) {
        let open = if core::mem::replace(first, false) {
            b"{\""
        } else {
            b",\""
        };
        self.buf.reserve(name.len() + 4);
        self.buf.extend_from_slice(open);
        json::writer::escape(name, &mut self.buf);
        self.buf.extend_from_slice(b"\":");
    }
}

/// Text types render their default as a string.
#[doc(hidden)]
pub struct TextLit;

impl TextLit {
    /// The literal.
    #[must_use]
    pub const fn of(text: &'static &'static str) -> Lit {
        Lit::Text(text)
    }
}

/// A list of text.
#[doc(hidden)]
pub struct TextLits;

impl TextLits {
    /// The literal.
    #[must_use]
    pub const fn of(texts: &'static [&'static str]) -> Lit {
        Lit::Texts(texts)
    }
}
