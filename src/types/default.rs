//! Defaults: what may be written behind `=` for each type.

use core::marker::PhantomData;

use crate::schema::Lit;

/// A constant that is the default of a `T`.
#[diagnostic::on_unimplemented(
    message = "TW0008: this default is not a `{T}`",
    label = "expected a constant for `{T}`, found `{Self}`",
    note = "write a literal of the parameter's own type: text for strings and dates, `[]` or a constant array for lists, `None` for an `Option`"
)]
pub trait DefaultFor<T>: Sized {
    /// The default itself, made anew for each call that needs it.
    fn value(self) -> T;
}

/// Gives the macros a place where a default's type is known: an argument of `default`
/// is reported at the author's own token.
#[doc(hidden)]
pub struct On<T>(PhantomData<T>);

impl<T> On<T> {
    /// The default, checked to be one of `T`.
    #[must_use]
    pub const fn default<D: DefaultFor<T>>(default: D) -> D {
        default
    }
}

/// The only default of an `Option` is `None`: this type has no value.
#[derive(Clone, Copy, Debug)]
pub enum OnlyNone {}

impl<T> DefaultFor<Option<T>> for Option<OnlyNone> {
    fn value(self) -> Option<T> {
        None
    }
}

/// Renders `None`.
#[doc(hidden)]
pub struct NoneLit;

impl NoneLit {
    /// The literal: not required, and nothing listed.
    #[allow(
        clippy::trivially_copy_pass_by_ref,
        clippy::ref_option,
        reason = "all literals are made from a reference"
    )]
    #[must_use]
    pub const fn of(_: &'static Option<OnlyNone>) -> Lit {
        Lit::None
    }
}

/// For types that have no constant default.
#[derive(Clone, Copy, Debug)]
pub enum NoDefault {}
