//! Why an argument was refused: where, by what rule, and in which words.
//!
//! A refusal is an answer to a model, so it names the argument and the rule, and never
//! holds the value that was sent: no variant of [`Reason`] has room for it. Only the
//! *name* of an unknown member is echoed, escaped and cut.

mod broken;
mod names;
mod text;
mod violation;

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;

pub use self::broken::Broken;
pub(crate) use self::names::{distance, echo, nearest};
pub(crate) use self::text::{Escaped, Text};
pub use self::violation::Violation;
use crate::json::Kind;

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
