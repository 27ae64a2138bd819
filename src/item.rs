//! What a set declares besides tools: resources and prompts.

use crate::catalog::Tool;
use crate::schema::template::is_template;
use crate::schema::{self, ItemFragment, ItemKind, ItemText, Property};

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
    /// Its listing, which is a constant behind a function.
    pub entry: fn() -> &'static ItemFragment,
    /// Its variables.
    pub params: &'static [Property],
}

/// A prompt, as far as it does not depend on the state's type.
#[derive(Clone, Copy)]
pub struct Prompt {
    /// Its name on the wire.
    pub name: &'static str,
    /// Its listing, which is a constant behind a function.
    pub entry: fn() -> &'static ItemFragment,
    /// Its arguments.
    pub params: &'static [Property],
}

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
    pub const fn of<T: ItemText>() -> Self {
        let key = schema::declared_item::<T>();
        match T::DEF.kind {
            ItemKind::Resource => Self::Resource(Resource {
                uri: key,
                is_template: is_template(key),
                mime: T::DEF.mime(),
                entry: schema::item_entry::<T>,
                params: T::DEF.params,
            }),
            ItemKind::Prompt => Self::Prompt(Prompt {
                name: key,
                entry: schema::item_entry::<T>,
                params: T::DEF.params,
            }),
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
