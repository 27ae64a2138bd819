//! Suggestions for an argument of a prompt or a variable of a template.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use crate::invoker::Source;
use crate::json::Cursor;
use crate::protocol::envelope::{is_object, string};

/// How many suggestions a reply holds at most.
const MOST: usize = 100;

/// An argument that a client wants suggestions for.
#[derive(Clone, Copy, Debug)]
pub struct Completing<'c> {
    /// The parameter's number.
    pub(crate) argument: usize,
    pub(crate) value: &'c str,
    /// The arguments that are settled, as the JSON text of an object.
    pub(crate) settled: Option<&'c str>,
}

impl<'c> Completing<'c> {
    /// What has been typed so far.
    #[must_use]
    pub const fn value(&self) -> &'c str {
        self.value
    }

    /// An argument that is settled already, where the client says it (2025-06-18 and later).
    #[must_use]
    pub fn argument(&self, name: &str) -> Option<Cow<'c, str>> {
        let object = self.settled.filter(|text| is_object(text))?;
        let mut cursor = Cursor::new(object);
        cursor.enter();
        while let Some(key) = cursor.next_key() {
            let value = cursor.skip();
            if key.is(name) {
                return string(value);
            }
        }
        None
    }
}

/// The first suggestions, and how many there are.
#[derive(Debug, Default)]
pub struct Suggestions {
    pub(crate) values: Vec<String>,
    pub(crate) total: usize,
}

impl Suggestions {
    fn new<I: IntoIterator<Item: Into<String>>>(all: I) -> Self {
        let mut all = all.into_iter();
        let values: Vec<String> = all.by_ref().take(MOST).map(Into::into).collect();
        let total = values.len() + all.count();
        Self { values, total }
    }
}

/// `fn(&str) -> Vec<String>`
#[derive(Debug)]
pub enum OfText {}
/// `fn(&State, &str) -> Vec<String>`
#[derive(Debug)]
pub enum OfState {}
/// `fn(&State, &Completing) -> Vec<String>`
#[derive(Debug)]
pub enum OfCompleting {}

/// A function that `#[complete(..)]` can name; `Form` is which of the three it is.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot complete an argument",
    label = "not a completer",
    note = "write `fn(&str) -> Vec<String>`, `fn(&State, &str) -> Vec<String>` or `fn(&State, &Completing<'_>) -> Vec<String>`"
)]
pub trait Completer<S, Form> {
    /// The suggestions.
    fn suggest<'a>(&self, state: &dyn Source<'a, S>, completing: &Completing<'_>) -> Suggestions
    where
        S: 'a;
}

impl<S, F, I> Completer<S, OfText> for F
where
    F: Fn(&str) -> I,
    I: IntoIterator<Item: Into<String>>,
{
    fn suggest<'a>(&self, _: &dyn Source<'a, S>, completing: &Completing<'_>) -> Suggestions
    where
        S: 'a,
    {
        Suggestions::new(self(completing.value))
    }
}

impl<S, F, I> Completer<S, OfState> for F
where
    F: Fn(&S, &str) -> I,
    I: IntoIterator<Item: Into<String>>,
{
    fn suggest<'a>(&self, state: &dyn Source<'a, S>, completing: &Completing<'_>) -> Suggestions
    where
        S: 'a,
    {
        Suggestions::new(self(state.get(), completing.value))
    }
}

impl<S, F, I> Completer<S, OfCompleting> for F
where
    F: Fn(&S, &Completing<'_>) -> I,
    I: IntoIterator<Item: Into<String>>,
{
    fn suggest<'a>(&self, state: &dyn Source<'a, S>, completing: &Completing<'_>) -> Suggestions
    where
        S: 'a,
    {
        Suggestions::new(self(state.get(), completing))
    }
}

/// Named by the macro: the suggestions of one completer.
#[doc(hidden)]
#[allow(
    clippy::needless_pass_by_value,
    reason = "a function's name is a value"
)]
pub fn suggest<'a, S: 'a, Form, C: Completer<S, Form>>(
    completer: C,
    state: &dyn Source<'a, S>,
    completing: &Completing<'_>,
) -> Suggestions {
    completer.suggest(state, completing)
}
