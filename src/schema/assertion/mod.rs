//! What an author promises of a set of tools, beyond its being declared rightly.
//!
//! All of it is const evaluation that runs where an `assert_..!` stands, and nowhere else: a set
//! keeps its declarations behind [`Declaration`], which costs nothing until it is asked.
#![allow(clippy::large_stack_arrays, reason = "const evaluation has no stack")]

mod budget;
mod lock;
mod portable;

pub use budget::budget;
pub use lock::{bless, lock};
pub use portable::{Client, client, portable};

use core::mem::MaybeUninit;

use super::ToolDef;
use super::buffer::Writer;
use super::listing::{self, LARGEST};

/// The declarations of a set, under the name of its static. Implemented by `mcp_tools!`.
///
/// `Asked` keeps the constant from being evaluated before someone asks.
pub trait Declaration<Asked> {
    /// One a tool, in order; none where a `cfg` is off.
    const DEFS: &'static [Option<&'static ToolDef>];
}

/// A declaration that const evaluation does not look into: whatever a constant refers to is
/// looked through again for each constant that holds it.
#[derive(Clone, Copy)]
pub struct Folded(MaybeUninit<&'static ToolDef>);

impl Folded {
    /// Folds one.
    pub(crate) const fn new(def: &'static ToolDef) -> Self {
        Self(MaybeUninit::new(def))
    }

    /// What was folded.
    pub(crate) const fn open(self) -> &'static ToolDef {
        // SAFETY: `new` is the only way to make one, and it puts a reference in.
        unsafe { self.0.assume_init() }
    }
}

/// The declarations of one or of several sets.
pub type Sets<'a> = &'a [&'a [Option<&'static ToolDef>]];

/// Room for the text of any one tool.
type Room = [u8; LARGEST];

/// Walks over the tools of sets.
struct Walk<'a> {
    sets: Sets<'a>,
    set: usize,
    tool: usize,
}

impl<'a> Walk<'a> {
    const fn new(sets: Sets<'a>) -> Self {
        Self {
            sets,
            set: 0,
            tool: 0,
        }
    }

    const fn next(&mut self) -> Option<&'static ToolDef> {
        while self.set < self.sets.len() {
            let set = self.sets[self.set];
            while self.tool < set.len() {
                let def = set[self.tool];
                self.tool += 1;
                if def.is_some() {
                    return def;
                }
            }
            self.set += 1;
            self.tool = 0;
        }
        None
    }
}

/// Writes the entry of a tool as 2026-07-28 lists it to a client without extensions: its size,
/// and where its input schema stands.
const fn entry(room: &mut Room, def: &ToolDef) -> (usize, usize, usize) {
    let mut w = Writer::new(room);
    let parts = listing::entry(&mut w, def);
    (
        parts.meta as usize + 1,
        parts.description as usize,
        parts.input as usize,
    )
}

/// The name of a tool, within its entry.
const fn name(entry: &[u8]) -> &str {
    let (_, text) = entry.split_at(b"{\"name\":\"".len());
    let mut size = 0;
    while size < text.len() && text[size] != b'"' {
        size += 1;
    }
    match core::str::from_utf8(text.split_at(size).0) {
        Ok(name) => name,
        Err(_) => "",
    }
}
