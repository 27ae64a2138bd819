//! Why an argument was refused: where, by what rule, and in which words.
//!
//! A refusal is an answer to a model, so it names the argument and the rule, and never
//! holds the value that was sent: no variant of [`Reason`] has room for it. Only the
//! *name* of an unknown member is echoed, escaped and cut.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::{self, Write as _};
use core::ops::Range;

use crate::json::{self, Kind};
use crate::schema::Bound;

/// How many scalar values of an unknown member's name are echoed.
const ECHO: usize = 64;

/// A rule that a value breaks, with the code and the sentence that answer it.
///
/// Made by the readers for every rule of a declaration, and by the author's own
/// `check` functions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    code: Cow<'static, str>,
    message: Cow<'static, str>,
}

impl Violation {
    /// A violation with a code and a sentence of the author's own.
    ///
    /// The sentence goes to the model: it should name the rule, and must not hold the value.
    pub fn new(code: impl Into<Cow<'static, str>>, message: impl Into<Cow<'static, str>>) -> Self {
        Self {
            code: code.into(),
            message: message.into(),
        }
    }

    /// `value_object.required`: there is no value where one has to be.
    pub fn required(message: impl Into<Cow<'static, str>>) -> Self {
        Self::new("value_object.required", message)
    }

    /// `value_object.not_parsable`: the text is no such value.
    pub fn not_parsable(message: impl Into<Cow<'static, str>>) -> Self {
        Self::new("value_object.not_parsable", message)
    }

    /// `value_object.too_short`: fewer characters than `least`.
    pub fn too_short(least: u32) -> Self {
        Self::new(
            "value_object.too_short",
            alloc::format!("{}", Broken::TooShort(least)),
        )
    }

    /// `value_object.too_long`: more characters than `most`.
    pub fn too_long(most: u32) -> Self {
        Self::new(
            "value_object.too_long",
            alloc::format!("{}", Broken::TooLong(most)),
        )
    }

    /// `value_object.invalid_format`: the text has another form than it should.
    pub fn invalid_format() -> Self {
        Self::new(
            "value_object.invalid_format",
            alloc::format!("{}", Broken::Format),
        )
    }

    /// `value_object.out_of_range`: the value lies outside its bounds.
    pub fn out_of_range(message: impl Into<Cow<'static, str>>) -> Self {
        Self::new("value_object.out_of_range", message)
    }

    /// `value_object.not_a_known_value`: not one of the accepted values.
    pub fn not_a_known_value() -> Self {
        Self::new(
            "value_object.not_a_known_value",
            alloc::format!("{}", Broken::NotKnown),
        )
    }

    /// The code, such as `value_object.out_of_range`.
    pub fn code(&self) -> &str {
        &self.code
    }

    /// The sentence.
    pub fn message(&self) -> &str {
        &self.message
    }
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl core::error::Error for Violation {}

/// A broken rule, before it is known whether a plain parameter or a value object broke it.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Broken {
    /// The empty string, where a value object does not allow it.
    Empty,
    /// Fewer scalar values than this.
    TooShort(u32),
    /// More scalar values than this.
    TooLong(u32),
    /// The pattern or the format does not match.
    Format,
    /// Below this bound.
    Below(Bound),
    /// Above this bound.
    Above(Bound),
    /// Below this bound, which travels as text.
    Before(Box<str>),
    /// Above this bound, which travels as text.
    Behind(Box<str>),
    /// Not one of the accepted values.
    NotKnown,
    /// Fewer items than this.
    TooFew(u32),
    /// More items than this.
    TooMany(u32),
    /// Two items are the same.
    Repeated,
    /// Zero, where a number must not be.
    Zero,
    /// The author's `check`.
    Check(Violation),
}

impl Broken {
    /// The code without its family: `out_of_range`.
    pub(crate) fn code(&self) -> &'static str {
        match self {
            Self::Empty => "required",
            Self::TooShort(_) => "too_short",
            Self::TooLong(_) => "too_long",
            Self::Format => "invalid_format",
            Self::Below(_) | Self::Above(_) | Self::Before(_) | Self::Behind(_) | Self::Zero => {
                "out_of_range"
            }
            Self::NotKnown => "not_a_known_value",
            Self::TooFew(_) => "too_few_items",
            Self::TooMany(_) => "too_many_items",
            Self::Repeated => "repeated_items",
            Self::Check(_) => "not_valid",
        }
    }
}

impl Broken {
    /// The sentence, without the machinery of `fmt`: a refusal is as quick as an answer.
    fn say<T: Text>(&self, to: &mut T) {
        match self {
            Self::Empty => to.plain("The value must not be empty."),
            Self::TooShort(n) => {
                counted(to, "The value must be at least ", *n, " characters long.");
            }
            Self::TooLong(n) => counted(to, "The value must be at most ", *n, " characters long."),
            Self::Format => to.plain("The value does not match the expected format."),
            Self::Below(b) => bounded(to, LEAST, *b),
            Self::Above(b) => bounded(to, MOST, *b),
            Self::Before(bound) => sentence(to, LEAST, bound),
            Self::Behind(bound) => sentence(to, MOST, bound),
            Self::NotKnown => to.plain("The value is not one of the accepted values."),
            Self::TooFew(n) => counted(to, "The list must have at least ", *n, " items."),
            Self::TooMany(n) => counted(to, "The list must have at most ", *n, " items."),
            Self::Repeated => to.plain("The items must be different from each other."),
            Self::Zero => to.plain("The value must not be zero."),
            Self::Check(v) => to.put(v.message()),
        }
    }
}

fn counted<T: Text>(to: &mut T, before: &str, count: u32, after: &str) {
    to.plain(before);
    to.number(count.into());
    to.plain(after);
}

const LEAST: &str = "The value must be greater than or equal to ";
const MOST: &str = "The value must be less than or equal to ";

fn sentence<T: Text>(to: &mut T, before: &str, bound: &str) {
    to.plain(before);
    to.put(bound);
    to.plain(".");
}

/// A bound in the words of a message.
fn bounded<T: Text>(to: &mut T, before: &str, bound: Bound) {
    to.plain(before);
    match bound {
        Bound::Int(n) => match u64::try_from(n.unsigned_abs()) {
            Ok(small) => {
                if n < 0 {
                    to.plain("-");
                }
                to.number(small);
            }
            Err(_) => to.put(&alloc::format!("{n}")),
        },
        Bound::Uint(n) => to.put(&alloc::format!("{n}")),
        Bound::Float(x) => {
            let mut text = Vec::new();
            json::writer::float(x, &mut text);
            let text = core::str::from_utf8(&text).unwrap_or_default();
            // A person writes no `.0`.
            to.put(text.strip_suffix(".0").unwrap_or(text));
        }
        Bound::Text(text) => to.put(text),
        // These come as text, from the types that have them: others need no code for them.
        _ => {}
    }
    to.plain(".");
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        self.say(&mut text);
        f.write_str(&text)
    }
}

/// Where the words of a refusal go.
pub(crate) trait Text {
    /// Appends.
    fn put(&mut self, text: &str);
    /// Appends what needs no escape in JSON.
    fn plain(&mut self, text: &str);
    /// Appends a number.
    fn number(&mut self, number: u64);
    /// How many bytes are there.
    fn len(&self) -> usize;
}

impl Text for String {
    fn put(&mut self, text: &str) {
        self.push_str(text);
    }

    fn plain(&mut self, text: &str) {
        self.push_str(text);
    }

    fn number(&mut self, number: u64) {
        json::writer::digits(number, |digits| self.push_str(digits));
    }

    fn len(&self) -> usize {
        self.len()
    }
}

/// The words as the content of a JSON string.
pub(crate) struct Escaped<'o>(pub(crate) &'o mut Vec<u8>);

impl Text for Escaped<'_> {
    fn put(&mut self, text: &str) {
        json::writer::escape(text, self.0);
    }

    fn plain(&mut self, text: &str) {
        self.0.extend_from_slice(text.as_bytes());
    }

    fn number(&mut self, number: u64) {
        json::writer::unsigned(number, self.0);
    }

    fn len(&self) -> usize {
        self.0.len()
    }
}

/// Where parts of a refusal's text are.
pub(crate) struct Told {
    /// The path to the argument.
    pub(crate) path: Range<usize>,
    /// The rule alone, without the place where the rest of the text has that already.
    pub(crate) message: Range<usize>,
}

/// What is wrong with an argument.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Reason {
    /// It is not there. The name of an unknown member that is close to it, if there is one.
    Missing(Option<String>),
    /// It is there twice.
    Twice,
    /// No parameter has this name. The name that is close to it, if there is one.
    Unknown(Option<&'static str>),
    /// It is `null`.
    Null,
    /// It is of another type: what was expected, what was found.
    Type(&'static str, &'static str),
    /// The Rust type cannot hold the number.
    DoesNotFit,
    /// Lenient mode could not read the text as this type.
    Unreadable(Cow<'static, str>),
    /// A plain parameter or field breaks a rule.
    Rule(Broken),
    /// A value object refuses it, in its own words.
    Violation(Violation),
}

#[derive(Clone, Debug, PartialEq)]
enum Step {
    Name(&'static str),
    /// The echo of an unknown member's name.
    Echo(String),
    Index(usize),
}

/// The way to an argument.
#[derive(Clone, Debug, Default, PartialEq)]
struct Path {
    last: Option<Step>,
    /// The steps before it, innermost first: pushed on the way out. Most arguments have none.
    around: Vec<Step>,
}

impl Path {
    fn push(&mut self, step: Step) {
        if self.last.is_none() {
            self.last = Some(step);
        } else {
            self.around.push(step);
        }
    }
}

#[derive(Clone, Debug, PartialEq)]
struct Inner {
    reason: Reason,
    path: Path,
}

/// A refused argument: the path to it and the reason.
///
/// One pointer wide, so that a reader's `Result` stays small on the path that succeeds.
#[derive(Clone, Debug, PartialEq)]
pub struct Refusal(Box<Inner>);

impl Refusal {
    /// A refusal of the value at hand; the readers add the path on the way out.
    #[cold]
    pub fn new(reason: Reason) -> Self {
        Self(Box::new(Inner {
            reason,
            path: Path::default(),
        }))
    }

    /// The value is `null`.
    #[cold]
    pub fn null() -> Self {
        Self::new(Reason::Null)
    }

    /// Another JSON type was expected: `expected` is a noun with its article, "an integer".
    #[cold]
    pub fn expected(expected: &'static str, found: Kind) -> Self {
        match found {
            Kind::Null => Self::null(),
            _ => Self::new(Reason::Type(expected, noun(found))),
        }
    }

    /// A number with a fraction where an integer was expected.
    #[cold]
    pub(crate) fn fraction() -> Self {
        Self::new(Reason::Type("an integer", "a number with a fraction"))
    }

    /// The Rust type cannot hold the number.
    #[cold]
    pub fn does_not_fit() -> Self {
        Self::new(Reason::DoesNotFit)
    }

    /// A plain parameter or field breaks a rule.
    #[cold]
    pub fn broken(rule: Broken) -> Self {
        Self::new(Reason::Rule(rule))
    }

    /// A value object refuses the value.
    #[cold]
    pub fn violation(violation: Violation) -> Self {
        Self::new(Reason::Violation(violation))
    }

    /// A member that nothing declares; `name` is as sent.
    #[cold]
    pub(crate) fn unknown(name: &str, near: Option<&'static str>) -> Self {
        let mut refusal = Self::new(Reason::Unknown(near));
        refusal.0.path.push(Step::Echo(echo(name)));
        refusal
    }

    /// A required member that is not there; `near` is an unknown member that was sent.
    #[cold]
    pub(crate) fn missing(near: Option<&str>) -> Self {
        Self::new(Reason::Missing(near.map(echo)))
    }

    /// The same refusal, inside the member `name`.
    #[cold]
    #[must_use]
    pub fn at(mut self, name: &'static str) -> Self {
        self.0.path.push(Step::Name(name));
        self
    }

    /// The same refusal, inside the item `index`.
    #[cold]
    #[must_use]
    pub fn at_index(mut self, index: usize) -> Self {
        self.0.path.push(Step::Index(index));
        self
    }

    /// The same refusal, inside a map: the path stops here, since a key may be a secret.
    #[cold]
    #[must_use]
    pub fn in_map(mut self) -> Self {
        self.0.path = Path::default();
        // Without a place, a name says nothing.
        if let Reason::Missing(near) = &mut self.0.reason {
            *near = None;
        }
        if let Reason::Unknown(near) = &mut self.0.reason {
            *near = None;
        }
        self
    }

    /// The reason.
    pub fn reason(&self) -> &Reason {
        &self.0.reason
    }

    /// The path to the refused argument: `lines[2].qty`.
    pub fn path(&self) -> String {
        let mut path = String::new();
        self.put_path(&mut path);
        path
    }

    fn put_path<T: Text>(&self, to: &mut T) {
        let Path { last, around } = &self.0.path;
        Self::put_steps(around.iter().rev().chain(last), to);
    }

    fn put_steps<'s, T: Text>(steps: impl Iterator<Item = &'s Step>, to: &mut T) {
        let mut first = true;
        for step in steps {
            match step {
                Step::Name(name) => {
                    if !first {
                        to.plain(".");
                    }
                    to.put(name);
                }
                Step::Echo(name) => {
                    if !first {
                        to.plain(".");
                    }
                    to.put(name);
                }
                Step::Index(index) => {
                    to.plain("[");
                    to.number(*index as u64);
                    to.plain("]");
                }
            }
            first = false;
        }
    }

    /// Puts the path to another member of the object that the last step is in.
    fn put_beside<T: Text>(&self, to: &mut T, name: &str) {
        let around = &self.0.path.around;
        if !around.is_empty() {
            Self::put_steps(around.iter().rev(), to);
            to.plain(".");
        }
        to.put(name);
    }

    /// The code of the structured answer.
    pub fn code(&self) -> Cow<'_, str> {
        match &self.0.reason {
            Reason::Missing(_) => "argument.required".into(),
            Reason::Twice => "argument.duplicate".into(),
            Reason::Unknown(_) => "argument.unknown".into(),
            Reason::Null => "argument.null".into(),
            Reason::Type(..) | Reason::Unreadable(_) => "argument.invalid_type".into(),
            Reason::DoesNotFit => "argument.out_of_range".into(),
            Reason::Rule(Broken::Check(violation)) | Reason::Violation(violation) => {
                violation.code().into()
            }
            Reason::Rule(rule) => alloc::format!("argument.{}", rule.code()).into(),
        }
    }

    /// Puts the code of the structured answer.
    pub(crate) fn put_code<T: Text>(&self, to: &mut T) {
        match &self.0.reason {
            Reason::Rule(Broken::Check(_)) => to.put(&self.code()),
            Reason::Rule(rule) => {
                to.plain("argument.");
                to.plain(rule.code());
            }
            _ => to.put(&self.code()),
        }
    }

    /// The sentence of the structured answer: the rule alone, without the place.
    pub fn message(&self) -> String {
        let mut text = String::new();
        let told = self.tell(&mut text);
        text.get(told.message).unwrap_or_default().into()
    }

    /// Puts the whole answer, as the model reads it.
    pub(crate) fn tell<T: Text>(&self, to: &mut T) -> Told {
        let start = to.len();
        to.plain("Argument '");
        let path = to.len();
        self.put_path(to);
        let path = path..to.len();
        // Where the sentence is about the place itself, it is the whole text.
        let mut from = start;
        match &self.0.reason {
            Reason::Missing(near) => {
                to.plain("' is required.");
                if let Some(sent) = near {
                    to.plain(" '");
                    self.put_beside(to, sent);
                    to.plain("' is not known: did you mean '");
                    self.put_path(to);
                    to.plain("'?");
                }
            }
            Reason::Twice => to.plain("' is given twice."),
            Reason::Unknown(near) => {
                to.plain("' is not known.");
                if let Some(near) = near {
                    to.plain(" Did you mean '");
                    self.put_beside(to, near);
                    to.plain("'?");
                }
            }
            Reason::Null => to.plain("' cannot be null."),
            Reason::Violation(violation) => {
                to.plain("' rejected (");
                to.put(violation.code());
                to.plain("): ");
                from = to.len();
                to.put(violation.message());
            }
            reason => {
                to.plain("' is not valid. ");
                from = to.len();
                match reason {
                    Reason::Type(expected, found) => {
                        to.plain("Expected ");
                        to.put(expected);
                        to.plain(", found ");
                        to.put(found);
                        to.plain(".");
                    }
                    Reason::Unreadable(ty) => {
                        to.plain("The value could not be read as ");
                        to.put(ty);
                        to.plain(".");
                    }
                    Reason::Rule(rule) => rule.say(to),
                    _ => to.plain("The value does not fit."),
                }
            }
        }
        Told {
            path,
            message: from..to.len(),
        }
    }
}

/// The whole answer, as the model reads it.
impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        self.tell(&mut text);
        f.write_str(&text)
    }
}

/// A JSON kind as a noun with its article.
pub(crate) const fn noun(kind: Kind) -> &'static str {
    match kind {
        Kind::Null => "null",
        Kind::True | Kind::False => "a boolean",
        Kind::Number => "a number",
        Kind::String => "a string",
        Kind::Array => "an array",
        Kind::Object => "an object",
    }
}

/// A name as it may be shown: control characters escaped, cut at 64 scalar values.
pub(crate) fn echo(name: &str) -> String {
    let mut shown = String::new();
    for c in name.chars().take(ECHO) {
        if c.is_control() || matches!(c, '\u{2028}' | '\u{2029}') {
            let _ = write!(shown, "\\u{:04x}", u32::from(c));
        } else {
            shown.push(c);
        }
    }
    shown
}

/// The candidate that `name` was probably meant to be, if one is close enough.
///
/// Compared without case and `_`/`-`, so that `queryType` finds `query_type`; else by
/// edit distance, at most a third of the length.
pub(crate) fn nearest(
    name: &str,
    candidates: impl Iterator<Item = &'static str>,
) -> Option<&'static str> {
    candidates
        .filter_map(|c| distance(name, c).map(|d| (d, c)))
        .min_by_key(|(d, _)| *d)
        .map(|(_, c)| c)
}

/// Whether `sent` is close enough to `name` to be a slip for it.
pub(crate) fn distance(sent: &str, name: &str) -> Option<usize> {
    let (mut sent_room, mut name_room) = (['\0'; ECHO + 1], ['\0'; ECHO + 1]);
    let (a, b) = (fold(sent, &mut sent_room), fold(name, &mut name_room));
    if a.len() > ECHO || a.is_empty() || b.is_empty() {
        return None;
    }
    if a == b {
        return Some(0);
    }
    let limit = a.len().max(b.len()) / 3;
    if limit == 0 || a.len().abs_diff(b.len()) > limit {
        return None;
    }
    // What begins or ends alike is no part of the distance.
    let same = a.iter().zip(b).take_while(|(x, y)| x == y).count();
    let (a, b) = (&a[same..], &b[same..]);
    let same = a
        .iter()
        .rev()
        .zip(b.iter().rev())
        .take_while(|(x, y)| x == y)
        .count();
    let (a, b) = (&a[..a.len() - same], &b[..b.len() - same]);
    // Damerau-Levenshtein with adjacent swaps, three rows.
    let mut rows = [[0_u8; ECHO + 2]; 3];
    let [before, last, row] = &mut rows;
    let (mut before, mut last, mut row) = (before, last, row);
    for (count, place) in (0..).zip(&mut last[..=b.len()]) {
        *place = count;
    }
    for (i, x) in a.iter().enumerate() {
        row[0] = last[0] + 1;
        for (j, y) in b.iter().enumerate() {
            let mut cost = (last[j] + u8::from(x != y))
                .min(last[j + 1] + 1)
                .min(row[j] + 1);
            if i > 0 && j > 0 && *x == b[j - 1] && a[i - 1] == *y {
                cost = cost.min(before[j - 1] + 1);
            }
            row[j + 1] = cost;
        }
        (before, last, row) = (last, row, before);
    }
    Some(usize::from(last[b.len()])).filter(|distance| *distance <= limit)
}

/// A name without `_`/`-` and the case of ASCII, as far as it counts. A hint is not worth the tables
/// of case of all other letters, which would be in every program: 12 KiB.
fn fold<'r>(name: &str, room: &'r mut [char; ECHO + 1]) -> &'r [char] {
    let mut len = 0;
    let letters = name.chars().filter(|c| !matches!(c, '_' | '-'));
    for (place, c) in room.iter_mut().zip(letters) {
        *place = c.to_ascii_lowercase();
        len += 1;
    }
    &room[..len]
}
