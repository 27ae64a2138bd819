//! What a set declares besides tools: resources and prompts.

use crate::catalog::Tool;
use crate::schema::template::is_template;
use crate::schema::{self, ItemDef, ItemFragment, ItemKind, ItemText, Note, Property};

/// One declaration of a set.
#[derive(Clone, Copy)]
pub enum Item {
    /// A tool.
    Tool(Tool),
    /// A resource, or a template of resources.
    Resource(Resource),
    /// A prompt.
    Prompt(Prompt),
}

/// A resource, or a template of resources, as far as it does not depend on the state's type.
#[derive(Clone, Copy)]
pub struct Resource {
    /// Its URI or template.
    pub uri: &'static str,
    /// Whether it is a template.
    pub is_template: bool,
    /// The type of what it holds; empty where nothing is said.
    pub mime: &'static str,
    /// Its listing.
    pub entry: Listing<ItemFragment>,
    /// Its variables.
    pub params: &'static [Property],
    /// Its variables as they were listed: in tests alone.
    pub notes: Option<&'static [Note]>,
}

/// A prompt, as far as it does not depend on the state's type.
#[derive(Clone, Copy)]
pub struct Prompt {
    /// Its name on the wire.
    pub name: &'static str,
    /// Its listing.
    pub entry: Listing<ItemFragment>,
    /// Its arguments.
    pub params: &'static [Property],
    /// Its arguments as they were listed: in tests alone, for [`check_defaults`](crate::check_defaults).
    pub notes: Option<&'static [Note]>,
}

/// Where the text of a listing comes from.
#[derive(Debug)]
pub enum Listing<F: 'static> {
    /// It is a constant behind a function, so that it is made when the program is built and
    /// not when it is checked: see [`crate::schema::ToolText`].
    Built(fn() -> &'static F),
    /// It was made at run time.
    Made(&'static F),
}

impl<F> Listing<F> {
    /// The text.
    #[must_use]
    pub fn get(&self) -> &'static F {
        match self {
            Self::Built(built) => built(),
            Self::Made(made) => made,
        }
    }
}

impl<F> Clone for Listing<F> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<F> Copy for Listing<F> {}

/// Where a key is unique.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Space {
    /// Names of tools.
    Tools,
    /// URIs and templates of resources.
    Resources,
    /// Names of prompts.
    Prompts,
}

impl Space {
    /// The noun for one of them.
    #[must_use]
    pub const fn noun(self) -> &'static str {
        match self {
            Self::Tools => "tool",
            Self::Resources => "resource",
            Self::Prompts => "prompt",
        }
    }
}

/// What a declaration is found by.
#[derive(Clone, Copy, Debug)]
pub struct Key {
    /// Where it is unique.
    pub space: Space,
    /// The name or URI; empty for the place of a declaration behind a `cfg` that is off.
    pub name: &'static str,
    /// The `ui://` resource that a tool needs; empty for none.
    pub ui: &'static str,
}

impl Key {
    /// The key of nothing.
    pub(crate) const NONE: Self = Self {
        space: Space::Tools,
        name: "",
        ui: "",
    };
}

impl Item {
    /// A resource or a prompt from its declaration, which is checked here.
    ///
    /// # Panics
    ///
    /// In const evaluation, where the declaration contradicts itself: `TW0012: ..` and the like.
    #[must_use]
    #[track_caller]
    pub const fn of<T: ItemText>() -> Self {
        Self::with(
            &T::DEF,
            schema::declared_item::<T>(),
            Listing::Built(schema::item_entry::<T>),
        )
    }

    /// A resource or a prompt of this declaration, which has been checked.
    pub(crate) const fn with(
        def: &ItemDef,
        key: &'static str,
        entry: Listing<ItemFragment>,
    ) -> Self {
        match def.kind {
            ItemKind::Resource => Self::Resource(Resource {
                uri: key,
                is_template: is_template(key),
                mime: def.mime(),
                entry,
                params: def.params,
                notes: None,
            }),
            ItemKind::Prompt => Self::Prompt(Prompt {
                name: key,
                entry,
                params: def.params,
                notes: None,
            }),
        }
    }

    /// How its arguments are read, and how they were listed where that is known.
    pub(crate) const fn parameters(&self) -> (&'static [Property], Option<&'static [Note]>) {
        match self {
            Self::Tool(tool) => (tool.params, tool.notes),
            Self::Resource(resource) => (resource.params, resource.notes),
            Self::Prompt(prompt) => (prompt.params, prompt.notes),
        }
    }

    /// What it is found by.
    #[must_use]
    pub const fn key(&self) -> Key {
        match self {
            Self::Tool(tool) => Key {
                space: Space::Tools,
                name: tool.name,
                ui: tool.ui,
            },
            Self::Resource(resource) => Key {
                space: Space::Resources,
                name: resource.uri,
                ui: "",
            },
            Self::Prompt(prompt) => Key {
                space: Space::Prompts,
                name: prompt.name,
                ui: "",
            },
        }
    }
}
