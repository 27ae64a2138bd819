//! A set of tools, resources and prompts: names, listings, how to find and how to call them.

use crate::content::Reply;
use crate::invoker::{Args, Call, Later, LocalCall, LocalLater, Source};
pub use crate::item::{Item, Key, Listing, Prompt, Resource, Space};
use crate::refusal::Refusal;
use crate::schema::{Fragment, Output, Presence, Property, TaskSupport, ToolDef, ToolText};

/// One tool, as far as it does not depend on the state's type.
#[derive(Clone, Copy)]
pub struct Tool {
    /// Its name on the wire.
    pub name: &'static str,
    /// Its listing.
    pub entry: Listing<Fragment>,
    /// Its parameters.
    pub params: &'static [Property],
    /// Whether its one parameter is the whole of the arguments: it has a raw input schema.
    pub whole: bool,
    /// Whether it asks for its context or its cancellation.
    pub attentive: bool,
    /// Whether its calls run as tasks.
    pub task: TaskSupport,
    /// What of a result goes out as structured content.
    pub result: ResultForm,
    /// Its parameters as they were listed: in tests alone, for [`check_defaults`](crate::check_defaults).
    pub notes: Option<&'static [crate::schema::Note]>,
    /// The `ui://` resource that has to be declared for it; empty for none.
    pub ui: &'static str,
    /// Its declaration, for what an `assert_..!` asks: never in a set, so that no binary holds it.
    #[doc(hidden)]
    pub def: Option<crate::schema::assertion::Folded>,
}

impl Tool {
    /// A tool from its declaration, which is checked here.
    ///
    /// # Panics
    ///
    /// In const evaluation, where the declaration contradicts itself: `TW0007: ..` and the like.
    #[must_use]
    #[track_caller]
    pub const fn of<T: ToolText>() -> Self {
        Self::with(
            crate::schema::declaration::<T>(),
            crate::schema::declared::<T>(),
            Listing::Built(crate::schema::entry::<T>),
        )
    }

    /// A tool of this declaration, which has been checked.
    pub(crate) const fn with(def: &ToolDef, name: &'static str, entry: Listing<Fragment>) -> Self {
        Self {
            name,
            entry,
            params: def.params,
            whole: !def.meta.input_schema.is_empty(),
            attentive: attentive(def.params),
            task: def.meta.task,
            result: ResultForm::new(&def.output, def.meta.structured, def.meta.nullable_output),
            notes: None,
            ui: if def.meta.ui_dynamic { "" } else { def.meta.ui },
            def: None,
        }
    }
}

/// Whether one of them is no argument.
pub(crate) const fn attentive(params: &[Property]) -> bool {
    let mut rest = params;
    while let [param, more @ ..] = rest {
        if matches!(param.presence, Presence::Injected) {
            return true;
        }
        rest = more;
    }
    false
}

/// What a tool's schema says of its results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ResultForm {
    /// No schema.
    Text,
    /// An object, under a schema.
    Object,
    /// An object or nothing, under no schema.
    Loose,
    /// An object or `null`, under a schema.
    Nullable,
    /// Any value, under a schema.
    Any,
}

impl ResultForm {
    /// Made from what the function gives back and what the attribute says.
    #[must_use]
    pub const fn new(output: &Output, structured: bool, nullable: bool) -> Self {
        match output {
            Output::Value(_) if structured => Self::Any,
            Output::Content | Output::Value(_) => Self::Text,
            Output::Object(_) => Self::Object,
            Output::Nullable(_) if nullable => Self::Nullable,
            Output::Nullable(_) => Self::Loose,
        }
    }

    /// Whether a schema is listed, in the revisions that have one.
    pub(crate) const fn is_listed(self) -> bool {
        !matches!(self, Self::Text | Self::Loose)
    }
}

/// What the header of a set says.
#[derive(Clone, Copy, Debug)]
pub struct SetMeta {
    /// The module where the set is declared, for messages.
    pub module: &'static str,
    /// Server name; empty for none.
    pub name: &'static str,
    /// Server version; empty for none.
    pub version: &'static str,
    /// Server title; empty for none.
    pub title: &'static str,
    /// Server icon; empty for none.
    pub icon: &'static str,
    /// Doc lines: the instructions.
    pub docs: &'static [&'static str],
    /// Whether arguments are read leniently.
    pub lenient: bool,
    /// The declaring crate's name: the server's, where nobody says another.
    pub crate_name: &'static str,
    /// The declaring crate's version.
    pub crate_version: &'static str,
}

impl SetMeta {
    /// Nothing said.
    #[must_use]
    pub const fn new(module: &'static str) -> Self {
        Self {
            module,
            name: "",
            version: "",
            title: "",
            icon: "",
            docs: &[],
            lenient: false,
            crate_name: "",
            crate_version: "",
        }
    }
}

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

/// Hash of a tool's name (FNV-1a): the same in const evaluation and at run time.
const fn hash(name: &[u8]) -> usize {
    let mut hash: u32 = 0x811c_9dc5;
    let mut i = 0;
    while i < name.len() {
        hash = (hash ^ name[i] as u32).wrapping_mul(0x0100_0193);
        i += 1;
    }
    // The low bits of FNV are its weak ones.
    (hash ^ (hash >> 15)) as usize
}

const fn same(a: &[u8], b: &[u8]) -> bool {
    if a.len() != b.len() {
        return false;
    }
    // Eight bytes at a time.
    let (mut a, mut b) = (a, b);
    while let (Some((x, rest_a)), Some((y, rest_b))) =
        (a.split_first_chunk::<8>(), b.split_first_chunk::<8>())
    {
        if u64::from_ne_bytes(*x) != u64::from_ne_bytes(*y) {
            return false;
        }
        (a, b) = (rest_a, rest_b);
    }
    while let ([x, rest_a @ ..], [y, rest_b @ ..]) = (a, b) {
        if *x != *y {
            return false;
        }
        (a, b) = (rest_a, rest_b);
    }
    true
}

/// Whether this is the key of something of that name.
const fn is(key: &Key, space: Space, name: &str) -> bool {
    key.space as u8 == space as u8 && same(key.name.as_bytes(), name.as_bytes())
}

/// Marks a free place of an index.
pub(crate) const FREE: u16 = u16::MAX;

/// How many places the index of `tools` tools has: at most half of them are taken.
///
/// # Panics
///
/// In const evaluation of a set of 32,767 tools and more, which has to be split and merged.
#[must_use]
pub const fn places(tools: usize) -> usize {
    assert!(
        tools < FREE as usize / 2,
        "a set of this size has to be split and merged"
    );
    (2 * tools).next_power_of_two()
}

macro_rules! sets {
    ($(
        $(#[$doc:meta])*
        $set:ident $entry:ident $call:ident $later:ident $index:ident $through:ident
    )*) => {$(
        /// One declaration of a set: what is listed, and how it is called.
        pub struct $entry<S: 'static> {
            /// What is listed.
            pub item: Item,
            /// How it is called.
            pub call: $call<S>,
        }

        /// How a projected set is called.
        pub type $through<S> =
            for<'a> fn(&dyn Source<'a, S>, usize, Args<'a, '_>, &mut Reply) -> Result<Option<$later<'a>>, Refusal>;

        enum $index<S: 'static> {
            Own { entries: &'static [Option<$entry<S>>], places: &'static [u16] },
            Parts(&'static [&'static $set<S>]),
            Through { catalog: &'static dyn Catalog, keys: &'static [Key], call: $through<S> },
        }

        $(#[$doc])*
        pub struct $set<S: 'static> {
            meta: SetMeta,
            index: $index<S>,
        }

        impl<S: 'static> $set<S> {
            /// A set of entries; `places` is their [`index`](Self::index). Made by `mcp_tools!`.
            #[must_use]
            pub const fn new(
                meta: SetMeta,
                entries: &'static [Option<$entry<S>>],
                places: &'static [u16],
            ) -> Self {
                Self { meta, index: $index::Own { entries, places } }
            }

            /// The entries of a set without their declarations, as the set holds them.
            #[doc(hidden)]
            #[must_use]
            pub const fn listed<const N: usize>(mut entries: [Option<$entry<S>>; N]) -> [Option<$entry<S>>; N] {
                let mut i = 0;
                while i < N {
                    if let Some($entry { item: Item::Tool(tool), .. }) = &mut entries[i] {
                        tool.def = None;
                    }
                    i += 1;
                }
                entries
            }

            /// The declarations of a set's entries.
            #[doc(hidden)]
            #[must_use]
            pub const fn defs<const N: usize>(entries: &[Option<$entry<S>>]) -> [Option<&'static ToolDef>; N] {
                let mut defs = [None; N];
                let mut i = 0;
                while i < N {
                    if let Some($entry { item: Item::Tool(tool), .. }) = &entries[i] {
                        if let Some(def) = tool.def {
                            defs[i] = Some(def.open());
                        }
                    }
                    i += 1;
                }
                defs
            }

            /// The index of a set's entries: `N` is [`places`] of their number.
            ///
            /// # Panics
            ///
            /// In const evaluation, where two tools share a name (TW0002), or one has a view
            /// that is not declared here (TW0014).
            #[must_use]
            #[track_caller]
            pub const fn index<const N: usize>(entries: &[Option<$entry<S>>]) -> [u16; N] {
                let mut places = [FREE; N];
                Self::fill(&mut places, entries);
                let mut i = 0;
                while i < entries.len() {
                    if let Some(entry) = &entries[i] {
                        let Key { name, ui, .. } = entry.item.key();
                        if !ui.is_empty() && Self::position(entries, &places, Space::Resources, ui).is_none() {
                            crate::schema::no_ui(name, ui);
                        }
                    }
                    i += 1;
                }
                places
            }

            /// Fills an index in, all of whose places are free.
            #[track_caller]
            pub(crate) const fn fill(places: &mut [u16], entries: &[Option<$entry<S>>]) {
                let mask = places.len() - 1;
                let mut i = 0;
                while i < entries.len() {
                    if let Some(entry) = &entries[i] {
                        let key = entry.item.key();
                        let mut at = hash(key.name.as_bytes()) & mask;
                        while places[at] != FREE {
                            if let Some(other) = &entries[places[at] as usize] {
                                if is(&other.item.key(), key.space, key.name) {
                                    crate::schema::shared_name(key.space.noun(), key.name);
                                }
                            }
                            at = (at + 1) & mask;
                        }
                        // There are fewer tools than places, and of those fewer than 2^16.
                        #[allow(clippy::cast_possible_truncation)]
                        let number = i as u16;
                        places[at] = number;
                    }
                    i += 1;
                }
            }

            /// One set of all the parts' tools, in their order.
            ///
            /// The first part's header is the merged set's; the arguments of every tool are read as
            /// its own part says.
            ///
            /// # Panics
            ///
            /// In const evaluation, where two tools share a name (TW0002).
            #[must_use]
            #[track_caller]
            pub const fn merge(parts: &'static [&'static Self]) -> Self {
                let meta = match parts {
                    [first, ..] => first.meta,
                    [] => SetMeta::new(""),
                };
                let (mut sum, mut part) = (0, 0);
                while part < parts.len() {
                    sum += parts[part].len();
                    part += 1;
                }
                match sum {
                    0..=64 => Self::distinct::<128>(parts),
                    65..=1024 => Self::distinct::<2048>(parts),
                    _ => Self::distinct::<0x1_0000>(parts),
                }
                Self { meta, index: $index::Parts(parts) }
            }

            /// Refuses two of one name or URI: each is hashed once, whatever the parts are,
            /// into `N` places.
            #[track_caller]
            const fn distinct<const N: usize>(parts: &[&Self]) {
                let mut places = [FREE; N];
                let (mut number, mut part) = (0, 0);
                while part < parts.len() {
                    let (mut i, count) = (0, parts[part].len());
                    while i < count {
                        let Key { space, name, .. } = parts[part].key(i);
                        if !name.is_empty() {
                            let mut at = hash(name.as_bytes()) & (N - 1);
                            while places[at] != FREE {
                                let (other, key) = Self::numbered(parts, places[at] as usize);
                                if is(&key, space, name) {
                                    crate::schema::shared_by(
                                        space.noun(),
                                        name,
                                        parts[other].owner(space, name),
                                        parts[part].owner(space, name),
                                    );
                                }
                                at = (at + 1) & (N - 1);
                            }
                            assert!(number < FREE / 2, "sets of together 32,767 and more cannot be merged");
                            places[at] = number;
                        }
                        number += 1;
                        i += 1;
                    }
                    part += 1;
                }
            }

            /// The part and the key of number `number` of some sets.
            const fn numbered(parts: &[&Self], mut number: usize) -> (usize, Key) {
                let mut part = 0;
                while number >= parts[part].len() {
                    number -= parts[part].len();
                    part += 1;
                }
                (part, parts[part].key(number))
            }

            /// Made by `project!`.
            #[doc(hidden)]
            #[must_use]
            pub const fn through(
                meta: SetMeta,
                catalog: &'static dyn Catalog,
                keys: &'static [Key],
                call: $through<S>,
            ) -> Self {
                Self { meta, index: $index::Through { catalog, keys, call } }
            }

            /// The header.
            #[doc(hidden)]
            #[must_use]
            pub const fn header(&self) -> SetMeta {
                self.meta
            }

            /// How many tools there are; one behind a `cfg` that is off counts.
            #[must_use]
            pub const fn len(&self) -> usize {
                match &self.index {
                    $index::Own { entries, .. } => entries.len(),
                    $index::Parts(parts) => {
                        let (mut sum, mut i) = (0, 0);
                        while i < parts.len() {
                            sum += parts[i].len();
                            i += 1;
                        }
                        sum
                    }
                    $index::Through { keys, .. } => keys.len(),
                }
            }

            /// Whether there is none.
            #[must_use]
            pub const fn is_empty(&self) -> bool {
                self.len() == 0
            }

            /// The name of declaration number `i`, or its URI; none where a `cfg` is off.
            #[must_use]
            pub const fn name(&self, i: usize) -> Option<&'static str> {
                let name = self.key(i).name;
                if name.is_empty() { None } else { Some(name) }
            }

            /// What declaration number `i` is found by; nothing where a `cfg` is off.
            #[doc(hidden)]
            #[must_use]
            pub const fn key(&self, mut i: usize) -> Key {
                match &self.index {
                    $index::Own { entries, .. } => match &entries[i] {
                        Some(entry) => entry.item.key(),
                        None => Key::NONE,
                    },
                    $index::Parts(parts) => {
                        let mut part = 0;
                        while part < parts.len() {
                            if i < parts[part].len() {
                                return parts[part].key(i);
                            }
                            i -= parts[part].len();
                            part += 1;
                        }
                        Key::NONE
                    }
                    $index::Through { keys, .. } => keys[i],
                }
            }

            /// All keys, for `project!`.
            #[doc(hidden)]
            #[must_use]
            pub const fn keys<const N: usize>(&self) -> [Key; N] {
                let mut keys = [Key::NONE; N];
                let mut i = 0;
                while i < N {
                    keys[i] = self.key(i);
                    i += 1;
                }
                keys
            }

            /// Checks that the `ui://` resource of every tool is declared in this set.
            ///
            /// What `mcp_tools!` declares is checked there. A projected set, or one that was put
            /// together by hand, is checked when a server is made, or by the compiler in a
            /// constant:
            ///
            /// ```
            /// # use toolwright::mcp_tools;
            /// # mcp_tools! { static TOOLS: ToolSet<()>; fn nothing() {} }
            /// const _: () = TOOLS.assert_complete();
            /// ```
            ///
            /// # Panics
            ///
            /// Where one is not (TW0014); a tool with `ui_dynamic` waives it.
            #[track_caller]
            pub const fn assert_complete(&self) {
                let (mut i, count) = (0, self.len());
                while i < count {
                    let key = self.key(i);
                    if !key.ui.is_empty() && !self.has(Space::Resources, key.ui) {
                        crate::schema::no_ui(key.name, key.ui);
                    }
                    i += 1;
                }
            }

            const fn position(
                entries: &[Option<$entry<S>>],
                places: &[u16],
                space: Space,
                name: &str,
            ) -> Option<usize> {
                if places.is_empty() {
                    return None;
                }
                let mut at = hash(name.as_bytes()) & (places.len() - 1);
                while places[at] != FREE {
                    if let Some(entry) = &entries[places[at] as usize] {
                        if is(&entry.item.key(), space, name) {
                            return Some(places[at] as usize);
                        }
                    }
                    at = (at + 1) & (places.len() - 1);
                }
                None
            }

            pub(crate) const fn has(&self, space: Space, name: &str) -> bool {
                !self.owner(space, name).is_empty()
            }

            /// The module that declares this; empty where none does.
            const fn owner(&self, space: Space, name: &str) -> &'static str {
                match &self.index {
                    $index::Own { entries, places } => {
                        if Self::position(entries, places, space, name).is_some() { self.meta.module } else { "" }
                    }
                    $index::Parts(parts) => {
                        let mut i = 0;
                        while i < parts.len() {
                            let owner = parts[i].owner(space, name);
                            if !owner.is_empty() {
                                return owner;
                            }
                            i += 1;
                        }
                        ""
                    }
                    $index::Through { keys, .. } => {
                        let mut i = 0;
                        while i < keys.len() {
                            if is(&keys[i], space, name) {
                                return self.meta.module;
                            }
                            i += 1;
                        }
                        ""
                    }
                }
            }

            /// Calls tool number `number`: into `reply`, or as a future.
            ///
            /// # Errors
            ///
            /// The arguments were refused, and the tool did not run.
            #[doc(hidden)]
            pub fn call<'a>(
                &self,
                state: &dyn Source<'a, S>,
                number: usize,
                mut args: Args<'a, '_>,
                reply: &mut Reply,
            ) -> Result<Option<$later<'a>>, Refusal> {
                match &self.index {
                    $index::Own { entries, .. } => {
                        args.set_lenient(self.meta.lenient);
                        match entries.get(number) {
                            Some(Some(entry)) => entry.call.run(state, args, reply),
                            // Numbers come from `find`; one that names no tool answers nothing.
                            _ => Ok(None),
                        }
                    }
                    $index::Parts(parts) => {
                        let mut number = number;
                        for part in *parts {
                            if number < part.len() {
                                return part.call(state, number, args, reply);
                            }
                            number -= part.len();
                        }
                        Ok(None)
                    }
                    $index::Through { call, .. } => call(state, number, args, reply),
                }
            }
        }

        impl<S: 'static> Catalog for $set<S> {
            fn meta(&self) -> &SetMeta {
                &self.meta
            }

            fn items(&self, first: usize, take: &mut dyn FnMut(usize, &'static Item)) {
                match &self.index {
                    $index::Own { entries, .. } => {
                        for (i, entry) in entries.iter().enumerate() {
                            if let Some(entry) = entry {
                                take(first + i, &entry.item);
                            }
                        }
                    }
                    $index::Parts(parts) => {
                        let mut first = first;
                        for part in *parts {
                            part.items(first, take);
                            first += part.len();
                        }
                    }
                    $index::Through { catalog, .. } => catalog.items(first, take),
                }
            }

            fn count(&self) -> usize {
                self.len()
            }

            fn is_async(&self, number: usize) -> bool {
                match &self.index {
                    $index::Own { entries, .. } => {
                        matches!(entries.get(number), Some(Some(entry)) if entry.call.is_async())
                    }
                    $index::Parts(parts) => {
                        let mut number = number;
                        for part in *parts {
                            if number < part.len() {
                                return part.is_async(number);
                            }
                            number -= part.len();
                        }
                        false
                    }
                    $index::Through { catalog, .. } => catalog.is_async(number),
                }
            }

            fn completes(&self) -> bool {
                match &self.index {
                    $index::Own { entries, .. } => entries.iter().flatten().any(|entry| entry.call.completes()),
                    $index::Parts(parts) => parts.iter().any(|part| part.completes()),
                    $index::Through { catalog, .. } => catalog.completes(),
                }
            }

            fn find_item(&self, space: Space, name: &str) -> Option<(usize, &'static Item)> {
                match &self.index {
                    $index::Own { entries, places } => {
                        let at = Self::position(entries, places, space, name)?;
                        entries[at].as_ref().map(|entry| (at, &entry.item))
                    }
                    $index::Parts(parts) => {
                        let mut first = 0;
                        for part in *parts {
                            if let Some((at, item)) = part.find_item(space, name) {
                                return Some((first + at, item));
                            }
                            first += part.len();
                        }
                        None
                    }
                    $index::Through { catalog, .. } => catalog.find_item(space, name),
                }
            }
        }
    )*};
}

sets! {
    /// A set of tools over a state `S`, declared with `mcp_tools!`.
    ///
    /// Its tools may run on any thread: futures of asynchronous ones are `Send`.
    ToolSet Entry Call Later Index Through

    /// A set of tools that stay on one thread: no `Send` is asked of anything.
    ///
    /// For single-threaded executors, wasm and microcontrollers.
    LocalToolSet LocalEntry LocalCall LocalLater LocalIndex LocalThrough
}

/// Views a set with state `B` as one with state `A`, through a function `&A -> &B`.
///
/// ```ignore
/// static ALL: ToolSet<App> = ToolSet::merge(&[&app::TOOLS, &BILLING]);
/// static BILLING: ToolSet<App> = project!(billing::TOOLS, |app: &App| &app.billing);
/// ```
#[macro_export]
macro_rules! project {
    ($set:path, $part:expr $(,)?) => {{
        static __KEYS: [$crate::catalog::Key; $set.len()] = $set.keys();
        $crate::ToolSet::through(
            $set.header(),
            &$set,
            &__KEYS,
            |state, number, args, reply| {
                $set.call(
                    &$crate::__private::Projected {
                        whole: state,
                        part: $part,
                    },
                    number,
                    args,
                    reply,
                )
            },
        )
    }};
}
