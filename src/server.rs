//! One message in, one reply out.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::cell::OnceCell;
use core::fmt;

use crate::added::{Added, Facts};
use crate::ask::seal::Seal;
use crate::catalog::{Catalog, Item, LocalToolSet, Space, Tool, ToolSet};
use crate::content::Reply;
use crate::context::Context;
use crate::diagnostic::Diagnostic;
use crate::dispatch::{self, Calls, Incoming};
use crate::filter::{After, Before, Filter, Filtered, Filters, Verdict};
use crate::frame::{Frame, OneThread, Threading, Threads};
use crate::invoker::{Args, Shared, Source};
use crate::limits::{self, Limits};
#[cfg(feature = "std")]
use crate::lock::Lock;
use crate::panic;
use crate::pending::Outcome;
use crate::protocol::identity::Identity;
#[cfg(feature = "std")]
use crate::protocol::lists::Joined;
use crate::protocol::lists::List;
use crate::protocol::response::Cache;
use crate::protocol::{Revision, Scope};
use crate::refusal::Refusal;
use crate::session::Session;

/// What of a server does not depend on the type of its state: all but the calls.
///
/// Kept apart so that the crate of an author compiles only what is generic.
#[allow(clippy::struct_excessive_bools, reason = "switches of their own")]
pub(crate) struct Core {
    pub(crate) identity: Identity,
    pub(crate) catalog: &'static dyn Catalog,
    pub(crate) page_size: usize,
    pub(crate) cache: Cache,
    pub(crate) limits: Limits,
    pub(crate) logging: bool,
    /// What the set has, which decides what is served.
    facts: Facts,
    /// Sets that were added since.
    pub(crate) added: Added,
    /// Whether sets may be added and removed while clients are there.
    pub(crate) changing: bool,
    #[cfg(feature = "std")]
    pub(crate) joined: Joined,
    /// Whether clients may subscribe to resources.
    pub(crate) subscriptions: bool,
    #[cfg(feature = "std")]
    pub(crate) hub: alloc::sync::Arc<crate::notifier::Hub>,
    pub(crate) filters: Filters,
    pub(crate) seal: Seal,
    #[cfg(feature = "tasks")]
    pub(crate) tasks: crate::tasks::Tasks,
    /// The number of the next declaration that is added.
    #[cfg(feature = "std")]
    pub(crate) next: core::sync::atomic::AtomicUsize,
    on_diagnostic: Option<Box<Hear>>,
}

type Hear = dyn Fn(&Diagnostic<'_>) + Send + Sync;

impl Core {
    fn new(catalog: &'static dyn Catalog) -> Self {
        Self {
            identity: Identity::new(catalog.meta()),
            catalog,
            page_size: limits::PAGE,
            cache: Cache::default(),
            limits: Limits::new(),
            logging: false,
            facts: Facts::of(catalog),
            added: Added::default(),
            changing: false,
            #[cfg(feature = "std")]
            joined: Joined::of(catalog),
            subscriptions: false,
            #[cfg(feature = "std")]
            hub: alloc::sync::Arc::default(),
            filters: Filters::default(),
            seal: Seal::default(),
            #[cfg(feature = "tasks")]
            tasks: crate::tasks::Tasks::default(),
            #[cfg(feature = "std")]
            next: core::sync::atomic::AtomicUsize::new(catalog.count()),
            on_diagnostic: None,
        }
    }

    /// Hands an event to the author's function, or prints it on stderr where there is `std`:
    /// also where that function panics, which costs no reply.
    pub(crate) fn tell(&self, diagnostic: &Diagnostic<'_>) {
        let hear = self.on_diagnostic.as_deref();
        let heard = hear.is_some_and(|hear| panic::guard(|| hear(diagnostic)).is_ok());
        if cfg!(feature = "std") && !heard {
            #[cfg(feature = "std")]
            crate::diagnostic::to_stderr(diagnostic);
        }
    }

    /// What there is now, which decides what is served.
    #[inline]
    pub(crate) fn facts(&self) -> Facts {
        if self.changing || self.added.any() {
            self.changing_facts()
        } else {
            self.facts
        }
    }

    fn changing_facts(&self) -> Facts {
        let facts = self.added.facts(self.facts);
        if !self.changing {
            return facts;
        }
        Facts {
            tools: true,
            resources: true,
            prompts: true,
            ..facts
        }
    }

    /// Hands everything over that is declared, with its number.
    pub(crate) fn items(&self, take: &mut dyn FnMut(usize, &'static Item)) {
        self.catalog.items(0, take);
        self.added.items(take);
    }

    /// Finds a declaration by its name or URI.
    pub(crate) fn find_item(&self, space: Space, name: &str) -> Option<(usize, &'static Item)> {
        self.catalog
            .find_item(space, name)
            .or_else(|| self.added.find(space, name))
    }

    /// Finds a tool by its name.
    pub(crate) fn find_tool(&self, name: &str) -> Option<(usize, &'static Tool)> {
        self.catalog
            .find(name)
            .or_else(|| match self.added.find(Space::Tools, name) {
                Some((number, Item::Tool(tool))) => Some((number, tool)),
                _ => None,
            })
    }

    /// How long a list may be kept, and by whom: one that depends on the client is its own.
    pub(crate) fn list_cache(&self, list: List) -> Cache {
        if self.facts().depends_on_client(list) {
            Cache {
                scope: Scope::Private,
                ..self.cache
            }
        } else {
            self.cache
        }
    }

    /// Whether messages are logged to the client. Before 2026-07-28 the level that it wants is
    /// its session's: where there is none, nothing is announced, taken or sent.
    #[inline]
    pub(crate) fn logs(&self, revision: Revision, session: &Session) -> bool {
        self.logging && (revision.is_modern() || !session.is_passing())
    }

    /// The lists of which clients are told that they changed: tools, prompts, resources.
    #[cfg(feature = "std")]
    pub(crate) fn announced(&self) -> [bool; 3] {
        let facts = self.facts();
        [facts.tools, facts.prompts, facts.resources].map(|served| served && self.changing)
    }

    /// Writes the capabilities: what is served in this session, and nothing else.
    pub(crate) fn write_capabilities(
        &self,
        revision: Revision,
        session: &Session,
        out: &mut Vec<u8>,
    ) {
        let facts = self.facts();
        let tasks = facts.tasks && revision.is_modern() && session.runs_tasks();
        // Before 2026-07-28, a client is told of changes by its session, or not at all.
        let tells = revision.is_modern() || !session.is_passing();
        let extensions = match (facts.apps, tasks) {
            (true, true) => {
                "{\"io.modelcontextprotocol/ui\":{},\"io.modelcontextprotocol/tasks\":{}}"
            }
            (false, true) => "{\"io.modelcontextprotocol/tasks\":{}}",
            (_, false) => "{\"io.modelcontextprotocol/ui\":{}}",
        };
        let lists = |served: bool, name: &'static str, subscribe: bool| {
            let settings = match (subscribe && tells, self.changing && tells) {
                (false, false) => "{}",
                (false, true) => "{\"listChanged\":true}",
                (true, false) => "{\"subscribe\":true}",
                (true, true) => "{\"subscribe\":true,\"listChanged\":true}",
            };
            (served, name, settings)
        };
        let served = [
            lists(facts.tools, "tools", false),
            lists(facts.resources, "resources", self.subscriptions),
            lists(facts.prompts, "prompts", false),
            // 2024-11-05 serves completions without a word for them.
            (
                facts.completions && revision >= Revision::V2025_03_26,
                "completions",
                "{}",
            ),
            (self.logs(revision, session), "logging", "{}"),
            (facts.apps || tasks, "extensions", extensions),
        ];
        out.push(b'{');
        let mut first = true;
        for (_, name, settings) in served.iter().filter(|(served, ..)| *served) {
            if !core::mem::take(&mut first) {
                out.push(b',');
            }
            out.push(b'"');
            out.extend_from_slice(name.as_bytes());
            out.extend_from_slice(b"\":");
            out.extend_from_slice(settings.as_bytes());
        }
        out.push(b'}');
    }
}

macro_rules! servers {
    ($(
        $(#[$doc:meta])*
        $server:ident $set:ident $threading:ident $make:ident $runner:ident $made:ident $states:ident
        ($($bound:tt)*) ($($make_bound:tt)*) $answer:ident
    )*) => {$(
        type $make<S> = dyn Fn(&Context) -> S + $($make_bound)*;

        /// Where the state of a call comes from.
        enum $states<S> {
            One(S),
            PerCall(Box<$make<S>>),
        }

        /// A set and its state: all that is generic in a server.
        pub(crate) struct $runner<S: 'static> {
            set: &'static $set<S>,
            states: $states<S>,
            /// How many declarations the set has.
            #[cfg(feature = "std")]
            count: usize,
            /// Sets that were added, each with the number of its first declaration.
            #[cfg(feature = "std")]
            pub(crate) added: Lock<Vec<(usize, &'static $set<S>)>>,
        }

        impl<S: 'static> $runner<S> {
            fn new(set: &'static $set<S>, states: $states<S>) -> Self {
                Self {
                    set,
                    states,
                    #[cfg(feature = "std")]
                    count: set.len(),
                    #[cfg(feature = "std")]
                    added: Lock::default(),
                }
            }

            /// The set that declares this number, and the number there: none where the set was
            /// removed meanwhile, since no number is given twice.
            fn place(&self, number: usize) -> Option<(&'static $set<S>, usize)> {
                #[cfg(feature = "std")]
                if number >= self.count {
                    return self.added.with(|sets| {
                        sets.iter().find_map(|(first, set)| {
                            let number = number.checked_sub(*first)?;
                            (number < set.len()).then_some((*set, number))
                        })
                    });
                }
                Some((self.set, number))
            }
        }

        /// A state that is made when the tool asks for it, after its arguments were accepted.
        struct $made<'a, S> {
            make: &'a $make<S>,
            context: &'a Context,
            place: &'a OnceCell<Box<<$threading as Threading>::Held>>,
        }

        impl<'a, S: $($bound)* 'static> Source<'a, S> for $made<'a, S> {
            fn get(&self) -> &'a S {
                match self.place.get_or_init(|| Box::new((self.make)(self.context))).downcast_ref() {
                    Some(state) => state,
                    None => unreachable!("a frame holds the state of one call"),
                }
            }
        }

        impl<S: $($bound)* 'static> Calls<$threading> for $runner<S> {
            fn start<'f>(
                &'f self,
                number: usize,
                context: &'f Context,
                place: &'f OnceCell<Box<<$threading as Threading>::Held>>,
                args: Args<'f, '_>,
                reply: &mut Reply,
            ) -> Result<Option<<$threading as Threading>::Later<'f>>, Refusal> {
                let Some((set, number)) = self.place(number) else {
                    *reply = Reply::shown("What was called is not there any more.");
                    return Ok(None);
                };
                match &self.states {
                    $states::One(state) => set.call(&Shared(state), number, args, reply),
                    $states::PerCall(make) => {
                        let made = $made { make: &**make, context, place };
                        set.call(&made, number, args, reply)
                    }
                }
            }

            fn is_async(&self, number: usize) -> bool {
                self.place(number).is_some_and(|(set, number)| Catalog::is_async(set, number))
            }
        }

        $(#[$doc])*
        pub struct $server<S: 'static> {
            pub(crate) core: Core,
            pub(crate) runner: $runner<S>,
        }

        impl<S: $($bound)* 'static> $server<S> {
            /// Serves a set over one state that all calls share.
            ///
            /// # Panics
            ///
            /// Where a tool needs a `ui://` resource that the set does not declare (TW0014):
            /// `assert_complete` of the set finds it when the program is built.
            #[must_use]
            #[track_caller]
            pub fn new(set: &'static $set<S>, state: S) -> Self {
                set.assert_complete();
                Self { core: Core::new(set), runner: $runner::new(set, $states::One(state)) }
            }

            /// Serves a set over a state that is made for every call.
            ///
            /// It is made after the arguments were accepted, so that a refused call makes none,
            /// and dropped before the next message is read into the same frame.
            ///
            /// # Panics
            ///
            /// As `new`.
            #[must_use]
            #[track_caller]
            pub fn per_call(
                set: &'static $set<S>,
                make: impl Fn(&Context) -> S + $($make_bound)* + 'static,
            ) -> Self {
                set.assert_complete();
                Self { core: Core::new(set), runner: $runner::new(set, $states::PerCall(Box::new(make))) }
            }

            /// The server's name; else the header's, else that of the crate that declares the set.
            #[must_use]
            pub fn name(mut self, name: impl Into<Cow<'static, str>>) -> Self {
                self.core.identity.name = name.into();
                self.core.identity.settle();
                self
            }

            /// The server's version; else the header's, else 0.0.0.
            #[must_use]
            pub fn version(mut self, version: impl Into<Cow<'static, str>>) -> Self {
                self.core.identity.version = version.into();
                self.core.identity.settle();
                self
            }

            /// The server's name for people; else the header's, else none.
            #[must_use]
            pub fn title(mut self, title: impl Into<Cow<'static, str>>) -> Self {
                self.core.identity.title = title.into();
                self.core.identity.settle();
                self
            }

            /// How a model should use the server; else the header's doc comment, else nothing.
            #[must_use]
            pub fn instructions(mut self, instructions: impl Into<Cow<'static, str>>) -> Self {
                self.core.identity.instructions = instructions.into();
                self
            }

            /// Entries of one page of a list: 100 if nothing is said; 0 counts as 1.
            #[must_use]
            pub fn page_size(mut self, entries: usize) -> Self {
                self.core.page_size = entries.max(1);
                self
            }

            /// How long a client of 2026-07-28 may keep a list, in milliseconds, and who may: 0
            /// and everybody if nothing is said.
            #[must_use]
            pub fn cache(mut self, ttl_ms: u64, scope: Scope) -> Self {
                self.core.cache = Cache { ttl_ms, scope };
                self
            }

            /// Offers `Context::log` to clients: the capability `logging`.
            #[must_use]
            pub fn logging(mut self) -> Self {
                self.core.logging = true;
                self
            }

            /// What tells clients of changes; it may outlive the server.
            #[cfg(feature = "std")]
            #[must_use]
            pub fn notifier(&self) -> crate::notifier::Notifier {
                crate::notifier::Notifier(alloc::sync::Arc::clone(&self.core.hub))
            }

            /// Ends the subscriptions of a connection that is about to be closed, each with
            /// `notifications/cancelled` and its result; the shells of this crate do so.
            #[cfg(feature = "std")]
            pub fn close(&self, session: &Session) {
                dispatch::close(&self.core, session, true);
            }

            /// The same over a stream that has nothing but the subscription, which its result
            /// alone ends.
            #[cfg(feature = "std")]
            pub fn close_stream(&self, session: &Session) {
                dispatch::close(&self.core, session, false);
            }

            /// Adds a function in front of every call: see [`filter`](crate::filter).
            #[must_use]
            pub fn filter(
                self,
                before: impl for<'f> Fn(Filtered<'f>) -> Verdict<'f> + Send + Sync + 'static,
            ) -> Self {
                self.filter_with(Before(before))
            }

            /// Adds a function behind every call, which sees its result: see
            /// [`filter`](crate::filter).
            #[must_use]
            pub fn filter_result(
                self,
                after: impl Fn(Filtered<'_>, &mut Reply) + Send + Sync + 'static,
            ) -> Self {
                self.filter_with(After(after))
            }

            /// Adds a filter around every call: see [`filter`](crate::filter).
            #[must_use]
            pub fn filter_with(mut self, filter: impl Filter + 'static) -> Self {
                self.core.filters.add(Box::new(filter));
                self
            }

            /// What seals the state of a call that has asked the client in 2026-07-28: 32 random
            /// bytes that nobody else knows. With the same key, another process can take the
            /// next round; without one a process has a key of its own, where there is `std`.
            #[must_use]
            pub fn state_key(mut self, key: [u8; 32]) -> Self {
                self.core.seal.set_key(key);
                self
            }

            /// How long a client may take to answer in 2026-07-28, in seconds: an hour if
            /// nothing is said. Without a clock, which only `std` has, it may take any time.
            #[must_use]
            pub fn state_lifetime(mut self, seconds: u64) -> Self {
                self.core.seal.lifetime = seconds;
                self
            }

            /// What the server takes at most.
            #[must_use]
            pub fn limits(mut self, limits: Limits) -> Self {
                self.core.limits = limits;
                self
            }

            /// Where diagnostics go; else they are lines on stderr, where there is `std`.
            #[must_use]
            pub fn on_diagnostic(mut self, hear: impl Fn(&Diagnostic<'_>) + Send + Sync + 'static) -> Self {
                self.core.on_diagnostic = Some(Box::new(hear));
                self
            }

            /// Reads the bytes of one message, without white space that a transport puts around it.
            ///
            /// The frame lets go of its last message.
            pub fn read<'m>(&self, message: &'m [u8], frame: &mut Frame<$threading>) -> Incoming<'m> {
                dispatch::read(&self.core, message, frame)
            }

            /// Answers a message that was read into this frame: runs its tool, if it calls one.
            ///
            /// A reply is appended to `out`, without a line feed; it holds none itself.
            pub fn answer<'f>(
                &'f self,
                incoming: Incoming<'f>,
                frame: &'f mut Frame<$threading>,
                session: &Session,
                out: &mut Vec<u8>,
            ) -> Outcome<'f, $threading> {
                dispatch::$answer(&self.core, &self.runner, incoming, frame, session, out)
            }

            /// [`read`](Self::read) and [`answer`](Self::answer) in one.
            pub fn handle<'f>(
                &'f self,
                message: &'f [u8],
                frame: &'f mut Frame<$threading>,
                session: &Session,
                out: &mut Vec<u8>,
            ) -> Outcome<'f, $threading> {
                let incoming = dispatch::read(&self.core, message, frame);
                dispatch::$answer(&self.core, &self.runner, incoming, frame, session, out)
            }

            #[cfg(feature = "std")]
            pub(crate) fn parts(&self) -> (&Core, &<$threading as Threading>::Calls) {
                (&self.core, &self.runner)
            }
        }

        impl<S> fmt::Debug for $server<S> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.debug_struct(stringify!($server)).field("name", &self.core.identity.name).finish_non_exhaustive()
            }
        }
    )*};
}

servers! {
    /// Serves a [`ToolSet`]: messages may be handled on any thread, at the same time.
    ///
    /// The core alone: bytes of one message in, bytes of its reply out. A shell moves the
    /// bytes, such as the blocking one of the feature `std`.
    Server ToolSet Threads Make Runner Made States (Send + Sync +) (Send + Sync) answer_threads

    /// Serves a [`LocalToolSet`]: everything stays on one thread.
    ///
    /// The core alone, as [`Server`].
    LocalServer LocalToolSet OneThread LocalMake LocalRunner LocalMade LocalStates () ('static) answer_local
}
