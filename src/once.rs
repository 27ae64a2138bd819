//! Values that are set once, and lists that only grow: shared without a lock, so that a
//! [`Context`](crate::Context) can be shared between threads without `std` as well.

use alloc::boxed::Box;
use core::fmt;

#[cfg(not(feature = "std"))]
pub(crate) use self::cell::Once;
#[cfg(feature = "std")]
pub(crate) use std::sync::OnceLock as Once;

/// A list that only grows while it is shared. Meant for few values: it is walked from the front.
pub(crate) struct List<T> {
    head: Once<Box<Node<T>>>,
}

struct Node<T> {
    value: T,
    next: Once<Box<Node<T>>>,
}

impl<T> List<T> {
    pub(crate) const fn new() -> Self {
        Self { head: Once::new() }
    }

    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.head.get().is_none()
    }

    /// Adds a value at the end.
    pub(crate) fn push(&self, value: T) {
        let mut node = Box::new(Node {
            value,
            next: Once::new(),
        });
        let mut place = &self.head;
        loop {
            while let Some(taken) = place.get() {
                place = &taken.next;
            }
            match place.set(node) {
                Ok(()) => return,
                // Another one came first.
                Err(back) => node = back,
            }
        }
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &T> {
        core::iter::successors(self.head.get(), |node| node.next.get()).map(|node| &node.value)
    }

    /// Takes the first value away.
    pub(crate) fn pop_front(&mut self) -> Option<T> {
        let mut first = self.head.take()?;
        if let Some(next) = first.next.take() {
            // The place was just emptied.
            let _ = self.head.set(next);
        }
        Some(first.value)
    }

    #[inline]
    pub(crate) fn clear(&mut self) {
        if !self.is_empty() {
            self.empty();
        }
    }

    fn empty(&mut self) {
        // One after the other: dropped at once, a long list would be a deep recursion.
        while self.pop_front().is_some() {}
    }
}

impl<T> Default for List<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T> Drop for List<T> {
    fn drop(&mut self) {
        self.clear();
    }
}

impl<T> fmt::Debug for List<T> {
    /// Says how many values there are: they may be a client's.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("List")
            .field("len", &self.iter().count())
            .finish_non_exhaustive()
    }
}

/// `OnceLock`, where there is no `std`.
#[cfg(any(not(feature = "std"), test))]
mod cell {
    use core::cell::UnsafeCell;
    use core::sync::atomic::{AtomicU8, Ordering};

    const EMPTY: u8 = 0;
    const BUSY: u8 = 1;
    const FULL: u8 = 2;

    /// A value that is set once.
    pub(crate) struct Once<T> {
        state: AtomicU8,
        value: UnsafeCell<Option<T>>,
    }

    // SAFETY: `value` is written by the one thread that turned `state` from EMPTY to BUSY, and
    // read through a shared reference after it was FULL alone, from when on it does not change.
    // A `&Once<T>` hands a `T` over to another thread (`set`, then `take` by the owner), and
    // shares one (`get`).
    unsafe impl<T: Send + Sync> Sync for Once<T> {}

    impl<T> Once<T> {
        pub(crate) const fn new() -> Self {
            Self {
                state: AtomicU8::new(EMPTY),
                value: UnsafeCell::new(None),
            }
        }

        pub(crate) fn get(&self) -> Option<&T> {
            if self.state.load(Ordering::Acquire) != FULL {
                return None;
            }
            // SAFETY: FULL was stored after the value was written, and nothing writes after it
            // but `take`, which has the only reference.
            unsafe { (*self.value.get()).as_ref() }
        }

        /// Sets the value, unless there is one, or one is being set at this moment.
        pub(crate) fn set(&self, value: T) -> Result<(), T> {
            let free =
                self.state
                    .compare_exchange(EMPTY, BUSY, Ordering::Acquire, Ordering::Relaxed);
            if free.is_err() {
                return Err(value);
            }
            // SAFETY: only one thread turns EMPTY into BUSY, and nobody reads until it is FULL.
            unsafe { *self.value.get() = Some(value) };
            self.state.store(FULL, Ordering::Release);
            Ok(())
        }

        pub(crate) fn take(&mut self) -> Option<T> {
            *self.state.get_mut() = EMPTY;
            self.value.get_mut().take()
        }
    }

    impl<T> Default for Once<T> {
        fn default() -> Self {
            Self::new()
        }
    }

    #[cfg(test)]
    mod tests {
        use super::Once;

        /// Threads that race: one sets, and all see its value.
        #[test]
        fn one_of_many_sets_it() {
            for _ in 0..200 {
                let once = Once::new();
                let set = std::thread::scope(|scope| {
                    let threads: alloc::vec::Vec<_> = (0..4)
                        .map(|i| {
                            let once = &once;
                            scope.spawn(move || {
                                let set = once.set(alloc::format!("{i}")).is_ok();
                                while once.get().is_none() {
                                    core::hint::spin_loop();
                                }
                                set.then_some(i)
                            })
                        })
                        .collect();
                    threads
                        .into_iter()
                        .filter_map(|thread| thread.join().expect("no panic"))
                        .collect::<alloc::vec::Vec<i32>>()
                });
                assert_eq!(set.len(), 1);
                let mut once = once;
                assert_eq!(once.take(), Some(alloc::format!("{}", set[0])));
                assert!(once.get().is_none());
                assert!(once.set(alloc::string::String::new()).is_ok());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::List;

    #[test]
    fn a_list_grows() {
        let mut list = List::new();
        assert!(list.is_empty());
        for i in 0..100 {
            list.push(i);
        }
        assert!(list.iter().copied().eq(0..100));
        assert_eq!(list.pop_front(), Some(0));
        assert!(list.iter().copied().eq(1..100));
        list.clear();
        assert!(list.is_empty());
    }
}
