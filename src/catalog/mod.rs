//! A set of tools, resources and prompts: names, listings, how to find and how to call them.

mod index;
mod item;
mod meta;
mod set;
mod tool;

pub(crate) use self::index::FREE;
pub use self::index::places;
pub use self::item::{Item, Key, Listing, Prompt, Resource, Space};
pub use self::meta::SetMeta;
pub use self::set::{Entry, LocalEntry, LocalThrough, LocalToolSet, Through, ToolSet};
pub(crate) use self::tool::attentive;
pub use self::tool::{ResultForm, Tool};

/// The listing side of a set, whatever its state is.
pub trait Catalog: Sync {
    /// The header.
    fn meta(&self) -> &SetMeta;
    /// Hands everything over that is declared, in the order of the declarations, with its number.
    fn items(&self, first: usize, take: &mut dyn FnMut(usize, &'static Item));
    /// How many numbers the declarations take; one behind a `cfg` that is off keeps its own.
    fn count(&self) -> usize;
    /// Finds a declaration by its name or URI: its number and what it is.
    fn find_item(&self, space: Space, name: &str) -> Option<(usize, &'static Item)>;
    /// Whether an argument of any of them has suggestions.
    fn completes(&self) -> bool;

    /// Hands every tool over, in the order of the declarations, with its number.
    fn each(&self, first: usize, take: &mut dyn FnMut(usize, &'static Tool)) {
        self.items(first, &mut |number, item| {
            if let Item::Tool(tool) = item {
                take(number, tool);
            }
        });
    }

    /// Finds a tool by its name: its number and the tool.
    fn find(&self, name: &str) -> Option<(usize, &'static Tool)> {
        match self.find_item(Space::Tools, name) {
            Some((number, Item::Tool(tool))) => Some((number, tool)),
            _ => None,
        }
    }

    /// Whether tool number `number` is a future, rather than a function that keeps its thread.
    fn is_async(&self, number: usize) -> bool;
}
