//! A lock for what the messages of one connection share.
//!
//! With `std` it is a mutex. Without, it is a cell for one thread: there is no mutex in
//! `core`, and a spinning one has no place under an interrupt. What holds such a lock is not
//! `Sync` then; the futures of calls hold none.

#[cfg(feature = "std")]
use std::sync::{Mutex, PoisonError};

#[derive(Debug, Default)]
pub(crate) struct Lock<T> {
    #[cfg(feature = "std")]
    inner: Mutex<T>,
    #[cfg(not(feature = "std"))]
    inner: core::cell::RefCell<T>,
}

impl<T> Lock<T> {
    #[cfg(feature = "std")]
    pub(crate) const fn new(value: T) -> Self {
        Self {
            inner: Mutex::new(value),
        }
    }

    #[cfg(not(feature = "std"))]
    pub(crate) const fn new(value: T) -> Self {
        Self {
            inner: core::cell::RefCell::new(value),
        }
    }

    /// Runs `work` on the value. `work` is short, and runs no code but the library's own.
    #[cfg(feature = "std")]
    pub(crate) fn with<R>(&self, work: impl FnOnce(&mut T) -> R) -> R {
        // What is kept under a lock is whole between any two statements, so a panic in
        // between leaves nothing to be afraid of.
        work(&mut self.inner.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Runs `work` on the value. `work` is short, and runs no code but the library's own.
    #[cfg(not(feature = "std"))]
    pub(crate) fn with<R>(&self, work: impl FnOnce(&mut T) -> R) -> R {
        work(&mut self.inner.borrow_mut())
    }
}
