//! Values that travel with one request, one of each type.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::any::{Any, TypeId};
use core::fmt;

use crate::once::List;

/// Values that travel with one request, one of each type: an identity that the shell has
/// made out, a trace, a tenant.
#[derive(Default)]
pub struct Extensions {
    values: Vec<Value>,
    /// Those that were put there while the call was on its way.
    added: List<Value>,
}

type Value = (TypeId, Box<dyn Any + Send + Sync>);

impl Extensions {
    /// None.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            values: Vec::new(),
            added: List::new(),
        }
    }

    /// Puts a value there; gives back the one of its type that was there.
    pub fn insert<T: Any + Send + Sync>(&mut self, value: T) -> Option<T> {
        let earlier = self.remove::<T>();
        self.values.push((TypeId::of::<T>(), Box::new(value)));
        earlier
    }

    /// Puts a value there, which hides an earlier one of its type.
    pub(crate) fn add<T: Any + Send + Sync>(&self, value: T) {
        self.added.push((TypeId::of::<T>(), Box::new(value)));
    }

    /// The value of this type.
    #[must_use]
    pub fn get<T: Any + Send + Sync>(&self) -> Option<&T> {
        let is = |(id, _): &&Value| *id == TypeId::of::<T>();
        self.added
            .iter()
            .filter(is)
            .last()
            .or_else(|| self.values.iter().find(is))
            .and_then(|(_, value)| value.downcast_ref())
    }

    /// Takes the value of this type away.
    pub fn remove<T: Any + Send + Sync>(&mut self) -> Option<T> {
        self.settle();
        let is = |(id, _): &Value| *id == TypeId::of::<T>();
        let at = self.values.iter().rposition(is)?;
        let (_, value) = self.values.swap_remove(at);
        self.values.retain(|value| !is(value));
        value.downcast().ok().map(|value| *value)
    }

    /// Makes the added values like the others.
    fn settle(&mut self) {
        while let Some(value) = self.added.pop_front() {
            self.values.push(value);
        }
    }

    /// Takes all values away.
    #[inline]
    pub fn clear(&mut self) {
        self.values.clear();
        self.added.clear();
    }
}

impl fmt::Debug for Extensions {
    /// Says how many there are: the values may be secrets.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Extensions")
            .field("len", &(self.values.len() + self.added.iter().count()))
            .finish_non_exhaustive()
    }
}
