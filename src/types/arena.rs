//! Text that had to be unescaped, kept for the length of a call.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::string::String;
use core::cell::{Cell, OnceCell};

/// Texts in the first shelf; every next one has room for twice as many.
const FIRST: usize = 8;

/// Keeps unescaped text alive for the length of a call.
///
/// Text of an argument is borrowed from the request where it can be; a `&str` parameter
/// whose text has escapes borrows from here. A client decides how many such texts there are,
/// so a place is found without a walk, and dropping them takes no recursion.
#[derive(Default)]
pub struct Arena {
    shelves: [OnceCell<Box<[OnceCell<String>]>>; 28],
    len: Cell<usize>,
}

impl Arena {
    /// An empty arena.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            shelves: [const { OnceCell::new() }; 28],
            len: Cell::new(0),
        }
    }

    /// Forgets all texts.
    pub(crate) fn clear(&mut self) {
        if self.len.replace(0) > 0 {
            let [first, others @ ..] = &mut self.shelves;
            // The first shelf stays for the next call.
            for text in first.get_mut().into_iter().flatten() {
                text.take();
            }
            for shelf in others {
                shelf.take();
            }
        }
    }

    /// Keeps `text` and lends it.
    pub(crate) fn keep(&self, text: String) -> &str {
        let number = self.len.get();
        self.len.set(number + 1);
        // Shelf k begins at FIRST * (2^k - 1).
        let level = (number / FIRST + 1).ilog2() as usize;
        let room = FIRST << level;
        let place = number - (room - FIRST);
        self.shelves[level].get_or_init(|| (0..room).map(|_| OnceCell::new()).collect())[place]
            .get_or_init(|| text)
    }

    pub(crate) fn cow<'a>(&'a self, text: Cow<'a, str>) -> &'a str {
        match text {
            Cow::Borrowed(text) => text,
            Cow::Owned(text) => self.keep(text),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Arena;
    use alloc::string::ToString as _;
    use alloc::vec::Vec;

    #[test]
    fn texts_stay_where_they_are() {
        let mut arena = Arena::new();
        for _ in 0..2 {
            let kept: Vec<&str> = (0..100_000)
                .map(|i: u32| arena.keep(i.to_string()))
                .collect();
            assert!(
                kept.iter()
                    .enumerate()
                    .all(|(i, text)| i.to_string() == *text)
            );
            arena.clear();
        }
    }
}
