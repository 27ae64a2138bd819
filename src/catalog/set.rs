//! Sets, and how they are merged and projected.

use super::index::{FREE, hash, is};
use super::{Catalog, Item, Key, SetMeta, Space};
use crate::content::Reply;
use crate::invoker::{Args, Call, Later, LocalCall, LocalLater, Source};
use crate::refusal::Refusal;
use crate::schema::ToolDef;

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

            /// The index of a set's entries: `N` is [`places`](super::index::places) of their number.
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
