//! Sets that were added while the server runs.

use crate::catalog::{Catalog, Item, Space};
use crate::protocol::lists::List;
use crate::schema::TaskSupport;

/// What of a set decides which methods are served, and how lists depend on the client.
#[derive(Clone, Copy, Debug, Default)]
#[allow(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub(crate) struct Facts {
    pub(crate) tools: bool,
    pub(crate) resources: bool,
    pub(crate) prompts: bool,
    /// An argument has suggestions.
    pub(crate) completions: bool,
    /// A tool has anything for MCP Apps.
    pub(crate) apps: bool,
    /// A resource is one of MCP Apps.
    pub(crate) ui: bool,
    /// A tool may run as a task.
    pub(crate) tasks: bool,
}

impl Facts {
    pub(crate) fn of(catalog: &dyn Catalog) -> Self {
        let mut facts = Self {
            completions: catalog.completes(),
            ..Self::default()
        };
        catalog.items(0, &mut |_, item| match item {
            Item::Tool(tool) => {
                facts.tools = true;
                facts.apps |= tool.entry.get().has_apps();
                facts.tasks |= tool.task != TaskSupport::Forbidden;
            }
            Item::Resource(resource) => {
                facts.resources = true;
                facts.ui |= crate::schema::is_ui(resource.uri);
            }
            Item::Prompt(_) => facts.prompts = true,
        });
        facts
    }

    /// Whether a list is another one for a client that knows MCP Apps.
    pub(crate) fn depends_on_client(self, list: List) -> bool {
        match list {
            List::Tools => self.apps,
            List::Resources | List::Templates => self.ui,
            List::Prompts => false,
        }
    }

    #[cfg(feature = "std")]
    fn and(self, other: Self) -> Self {
        Self {
            tools: self.tools || other.tools,
            resources: self.resources || other.resources,
            prompts: self.prompts || other.prompts,
            completions: self.completions || other.completions,
            apps: self.apps || other.apps,
            ui: self.ui || other.ui,
            tasks: self.tasks || other.tasks,
        }
    }
}

/// Sets beside the one that the server was made with, each with the number of its first
/// declaration. There are none without `std`, which has no lock that could be shared.
#[derive(Default)]
pub(crate) struct Added {
    #[cfg(feature = "std")]
    sets: crate::lock::Lock<std::vec::Vec<(usize, &'static dyn Catalog, Facts)>>,
    /// Whether there may be any: most servers never take the lock.
    #[cfg(feature = "std")]
    any: core::sync::atomic::AtomicBool,
}

#[cfg(feature = "std")]
impl Added {
    pub(crate) fn any(&self) -> bool {
        self.any.load(core::sync::atomic::Ordering::Acquire)
    }

    pub(crate) fn facts(&self, of_the_first: Facts) -> Facts {
        if !self.any() {
            return of_the_first;
        }
        self.sets.with(|sets| {
            sets.iter()
                .fold(of_the_first, |facts, (_, _, more)| facts.and(*more))
        })
    }

    pub(crate) fn items(&self, take: &mut dyn FnMut(usize, &'static Item)) {
        if self.any() {
            // The lock is not held while a list is written.
            for (first, set, _) in self.sets.with(|sets| sets.clone()) {
                set.items(first, take);
            }
        }
    }

    pub(crate) fn find(&self, space: Space, name: &str) -> Option<(usize, &'static Item)> {
        if !self.any() {
            return None;
        }
        self.sets.with(|sets| {
            sets.iter().find_map(|(first, set, _)| {
                let (number, item) = set.find_item(space, name)?;
                Some((first + number, item))
            })
        })
    }

    /// Adds a set, unless `clash` finds a reason against it among those that are there.
    pub(crate) fn add(
        &self,
        first: usize,
        set: &'static dyn Catalog,
        clash: impl Fn(&dyn Catalog) -> Option<(Space, &'static str)>,
    ) -> Result<(), (Space, &'static str)> {
        let facts = Facts::of(set);
        self.sets.with(|sets| {
            if let Some(clash) = sets.iter().find_map(|(_, other, _)| clash(*other)) {
                return Err(clash);
            }
            // In the order of their numbers, which pages go by: another set may have overtaken it.
            let place = sets.partition_point(|(other, _, _)| *other < first);
            sets.insert(place, (first, set, facts));
            self.any.store(true, core::sync::atomic::Ordering::Release);
            Ok(())
        })
    }

    /// Takes a set away again; says what it had.
    pub(crate) fn remove(&self, first: usize) -> Option<Facts> {
        self.sets.with(|sets| {
            let at = sets.iter().position(|(number, _, _)| *number == first)?;
            Some(sets.remove(at).2)
        })
    }
}

#[cfg(not(feature = "std"))]
#[allow(clippy::unused_self, reason = "with `std` there are sets")]
impl Added {
    pub(crate) fn facts(&self, of_the_first: Facts) -> Facts {
        of_the_first
    }

    pub(crate) fn any(&self) -> bool {
        false
    }

    pub(crate) fn items(&self, _: &mut dyn FnMut(usize, &'static Item)) {}

    pub(crate) fn find(&self, _: Space, _: &str) -> Option<(usize, &'static Item)> {
        None
    }
}
