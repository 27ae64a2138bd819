//! Values that travel with one request, one of each type.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::any::{Any, TypeId};
use core::fmt;

/// Values that travel with one request, one of each type: an identity that the shell has
/// made out, a trace, a tenant.
#[derive(Default)]
pub struct Extensions(Vec<(TypeId, Box<dyn Any + Send + Sync>)>);

impl Extensions {
    /// None.
    #[must_use]
    pub const fn new() -> Self {
        Self(Vec::new())
    }

    /// Puts a value there; gives back the one of its type that was there.
    pub fn insert<T: Any + Send + Sync>(&mut self, value: T) -> Option<T> {
        let earlier = self.remove::<T>();
        self.0.push((TypeId::of::<T>(), Box::new(value)));
        earlier
    }

    /// The value of this type.
    #[must_use]
    pub fn get<T: Any + Send + Sync>(&self) -> Option<&T> {
        self.0
            .iter()
            .find(|(id, _)| *id == TypeId::of::<T>())
            .and_then(|(_, value)| value.downcast_ref())
    }

    /// Takes the value of this type away.
    pub fn remove<T: Any + Send + Sync>(&mut self) -> Option<T> {
        let at = self.0.iter().position(|(id, _)| *id == TypeId::of::<T>())?;
        self.0.swap_remove(at).1.downcast().ok().map(|value| *value)
    }

    /// Takes all values away.
    pub fn clear(&mut self) {
        self.0.clear();
    }
}

impl fmt::Debug for Extensions {
    /// Says how many there are: the values may be secrets.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Extensions")
            .field("len", &self.0.len())
            .finish_non_exhaustive()
    }
}
