//! Tools, resources and prompts that are declared while the program runs: their names,
//! texts or parameters are known no sooner.
//!
//! They are listed byte for byte as `mcp_tools!` lists the same declaration, and their
//! arguments are read by the same readers, with the same refusals.
//!
//! ```
//! use toolwright::invoker::{Call, finish, put, take, take_or};
//! use toolwright::made::{Parameter, MadeTool};
//! use toolwright::{Server, ToolSet, mcp_tools};
//!
//! mcp_tools! { static STATIC: ToolSet<()>; }
//!
//! let server = Server::new(&STATIC, ()).changing();
//! let table = "orders"; // known at run time
//! let count = MadeTool::new(format!("count_{table}"))
//!     .description(format!("Counts the rows of {table}."))
//!     .read_only(true)
//!     .parameter(Parameter::of::<u32>("least").description("How many at least.").default(toolwright::schema::Lit::Int(0)))
//!     .returns::<u32>()
//!     .entry(Call::made(|_, mut args, reply| {
//!         let least = take_or::<u32, _>(&mut args, 0)?;
//!         finish(args)?;
//!         put(least, reply);
//!         Ok(())
//!     }));
//! let set = ToolSet::made("tables", vec![count]);
//! server.add(set)?;
//! assert!(server.remove(set));
//! # Ok::<(), toolwright::AddError>(())
//! ```
//!
//! A declaration that is made lives as long as the program, as a static does: make it once,
//! and add and remove its set as often as you like.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

use crate::catalog::{
    Entry, FREE, Item, Listing, LocalEntry, LocalToolSet, SetMeta, Tool, ToolSet, places,
};
use crate::content::{IntoReply, Reply};
use crate::invoker::{Args, Call, Later, LocalCall, LocalLater, Source};
use crate::refusal::Refusal;
use crate::schema::{
    ItemDef, ItemKind, ItemMeta, Lit, Note, Output, Presence, Property, Rule, ToolDef, ToolMeta,
    made_entry, made_item,
};
use crate::types::ToolType;

/// Keeps a text for as long as the program runs.
fn kept(text: impl Into<String>) -> &'static str {
    let text = text.into();
    if text.is_empty() { "" } else { text.leak() }
}

/// One parameter.
#[derive(Clone, Copy, Debug)]
pub struct Parameter {
    property: Property,
    note: Note,
}

impl Parameter {
    /// A parameter of type `T`, which is what its reader takes.
    #[must_use]
    pub fn of<T: ToolType>(name: impl Into<String>) -> Self {
        Self {
            property: Property {
                name: kept(name),
                rules: &[],
                presence: T::REQUIRED,
            },
            note: Note {
                written: None,
                schema: T::SCHEMA,
                docs: &[],
                description: "",
                default: Lit::Absent,
                header: "",
            },
        }
    }

    /// The same with a description.
    #[must_use]
    pub fn description(mut self, text: impl Into<String>) -> Self {
        self.note.description = kept(text);
        self
    }

    /// The same with rules, on top of the type's own.
    #[must_use]
    pub fn rules(mut self, rules: Vec<Rule>) -> Self {
        self.property.rules = rules.leak();
        self
    }

    /// The same with a default, as it is listed: that of [`take_or`](crate::invoker::take_or).
    #[must_use]
    pub fn default(mut self, default: Lit) -> Self {
        self.note.default = default;
        self.property.presence = Presence::with_default(self.note.schema);
        self
    }

    fn spelled(mut self) -> Self {
        if self.property.presence == Presence::Required && self.note.schema.nullable {
            self.property.presence = Presence::Optional;
        }
        self
    }
}

fn split(parameters: &[Parameter]) -> (&'static [Property], &'static [Note]) {
    let properties: Vec<_> = parameters
        .iter()
        .map(|parameter| parameter.property)
        .collect();
    let notes: Vec<_> = parameters.iter().map(|parameter| parameter.note).collect();
    (properties.leak(), notes.leak())
}

/// A tool in the making.
#[derive(Clone, Debug)]
pub struct MadeTool {
    meta: ToolMeta,
    parameters: Vec<Parameter>,
    output: Output,
}

macro_rules! texts {
    ($($(#[$doc:meta])* $name:ident)*) => {$(
        $(#[$doc])*
        #[must_use]
        pub fn $name(mut self, text: impl Into<String>) -> Self {
            self.meta.$name = kept(text);
            self
        }
    )*};
}

impl MadeTool {
    /// A tool of this name.
    #[must_use]
    pub fn new(name: impl Into<String>) -> Self {
        let mut meta = ToolMeta::new();
        meta.name = kept(name);
        Self {
            meta,
            parameters: Vec::new(),
            output: Output::Content,
        }
    }

    texts! {
        /// The same with a title for people.
        title
        /// The same with a description.
        description
        /// The same with an icon.
        icon
        /// The same with members of `_meta`, a JSON object.
        meta
        /// The same with a `ui://` resource that shows its results.
        ui
    }

    /// The same with the hint that it changes nothing, or that it does.
    #[must_use]
    pub const fn read_only(mut self, hint: bool) -> Self {
        self.meta.read_only = Some(hint);
        self
    }

    /// The same with the hint that it may destroy something, or that it does not.
    #[must_use]
    pub const fn destructive(mut self, hint: bool) -> Self {
        self.meta.destructive = Some(hint);
        self
    }

    /// The same with the hint that a second call changes nothing more, or that it does.
    #[must_use]
    pub const fn idempotent(mut self, hint: bool) -> Self {
        self.meta.idempotent = Some(hint);
        self
    }

    /// The same with the hint that it reaches beyond the server, or that it does not.
    #[must_use]
    pub const fn open_world(mut self, hint: bool) -> Self {
        self.meta.open_world = Some(hint);
        self
    }

    /// The same with calls that may, or have to, run as tasks.
    #[cfg(feature = "tasks")]
    #[must_use]
    pub const fn task(mut self, support: crate::schema::TaskSupport) -> Self {
        self.meta.task = support;
        self
    }

    /// The same with one more parameter; they are read in this order.
    #[must_use]
    pub fn parameter(mut self, parameter: Parameter) -> Self {
        self.parameters.push(parameter);
        self
    }

    /// The same with what [`put`](crate::invoker::put) is given.
    #[must_use]
    pub const fn returns<T: IntoReply>(mut self) -> Self {
        self.output = T::OUTPUT;
        self
    }

    /// The tool.
    ///
    /// # Panics
    ///
    /// Where the declaration contradicts itself, with the text of the compile error that
    /// `mcp_tools!` would give.
    #[must_use]
    pub fn make(self) -> Tool {
        let (params, notes) = split(&self.parameters);
        let def: &'static ToolDef = Box::leak(Box::new(ToolDef {
            function: self.meta.name,
            docs: &[],
            meta: self.meta,
            params,
            notes,
            output: self.output,
        }));
        let (name, entry) = made_entry(def);
        Tool::with(def, name, Listing::Made(entry))
    }
}

/// A resource, a template or a prompt in the making.
#[derive(Clone, Debug)]
pub struct MadeItem {
    kind: ItemKind,
    meta: ItemMeta,
    parameters: Vec<Parameter>,
}

impl MadeItem {
    /// A resource of this URI, or a template: its variables are parameters.
    ///
    /// The name is what the resource is listed under.
    #[must_use]
    pub fn resource(uri: impl Into<String>, name: impl Into<String>) -> Self {
        let mut meta = ItemMeta::new();
        meta.uri = kept(uri);
        meta.name = kept(name);
        Self {
            kind: ItemKind::Resource,
            meta,
            parameters: Vec::new(),
        }
    }

    /// A prompt of this name.
    #[must_use]
    pub fn prompt(name: impl Into<String>) -> Self {
        let mut meta = ItemMeta::new();
        meta.name = kept(name);
        Self {
            kind: ItemKind::Prompt,
            meta,
            parameters: Vec::new(),
        }
    }

    texts! {
        /// The same with a title for people.
        title
        /// The same with a description.
        description
        /// The same with an icon.
        icon
        /// The same with members of `_meta`, a JSON object.
        meta
        /// The same with the type of what a resource holds.
        mime
    }

    /// The same with the size of what a resource holds, in bytes.
    #[must_use]
    pub const fn size(mut self, bytes: u64) -> Self {
        self.meta.size = Some(bytes);
        self
    }

    /// The same with one more parameter; they are read in this order, from text:
    /// [`spelled`](crate::invoker::spelled) comes first in the call.
    #[must_use]
    pub fn parameter(mut self, parameter: Parameter) -> Self {
        self.parameters.push(parameter.spelled());
        self
    }

    /// The resource or the prompt.
    ///
    /// # Panics
    ///
    /// As [`MadeTool::make`].
    #[must_use]
    pub fn make(self) -> Item {
        let (params, notes) = split(&self.parameters);
        let def: &'static ItemDef = Box::leak(Box::new(ItemDef {
            kind: self.kind,
            function: self.meta.name,
            docs: &[],
            meta: self.meta,
            params,
            notes,
        }));
        let (key, entry) = made_item(def);
        Item::with(def, key, Listing::Made(entry))
    }
}

macro_rules! made {
    ($($set:ident $entry:ident $call:ident $later:ident $make:ident)*) => {$(
        impl MadeTool {
            /// The tool and how it is called, for a set.
            ///
            /// # Panics
            ///
            /// As [`make`](Self::make).
            #[must_use]
            pub fn $make<S>(self, call: $call<S>) -> $entry<S> {
                $entry { item: Item::Tool(self.make()), call }
            }
        }

        impl MadeItem {
            /// The resource or prompt and how it is called, for a set.
            ///
            /// # Panics
            ///
            /// As [`make`](Self::make).
            #[must_use]
            pub fn $make<S>(self, call: $call<S>) -> $entry<S> {
                $entry { item: self.make(), call }
            }
        }

        impl<S: 'static> $call<S> {
            /// A call that is made at run time: it takes each parameter, and puts the result.
            pub fn made(
                call: impl for<'a> Fn(&dyn Source<'a, S>, Args<'a, '_>, &mut Reply) -> Result<(), Refusal>
                    + Send + Sync + 'static,
            ) -> Self {
                Self::Made(Self::kept(move |state, args, reply| {
                    call(state, args, reply).map(|()| None)
                }))
            }

            /// The same as a future, made with [`later`](crate::invoker::later) and its like.
            pub fn made_async(
                call: impl for<'a> Fn(&dyn Source<'a, S>, Args<'a, '_>) -> Result<$later<'a>, Refusal>
                    + Send + Sync + 'static,
            ) -> Self {
                Self::MadeAsync(Self::kept(move |state, args, _| call(state, args).map(Some)))
            }

            fn kept<F>(call: F) -> &'static F
            where
                F: for<'a> Fn(&dyn Source<'a, S>, Args<'a, '_>, &mut Reply) -> Result<Option<$later<'a>>, Refusal>
                    + Send + Sync + 'static,
            {
                Box::leak(Box::new(call))
            }
        }

        impl<S: 'static> $set<S> {
            /// A set that is made at run time; `name` stands for the module in messages.
            ///
            /// # Panics
            ///
            /// Where two entries share a name (TW0002).
            #[must_use]
            pub fn made(name: impl Into<String>, entries: Vec<$entry<S>>) -> &'static Self {
                let entries: Vec<_> = entries.into_iter().map(Some).collect();
                let mut index = alloc::vec![FREE; places(entries.len())];
                Self::fill(&mut index, &entries);
                Box::leak(Box::new(Self::new(SetMeta::new(kept(name)), entries.leak(), index.leak())))
            }
        }
    )*};
}
made! {
    ToolSet Entry Call Later entry
    LocalToolSet LocalEntry LocalCall LocalLater local_entry
}
