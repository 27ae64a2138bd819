//! The same tools three times: declared with `mcp_tools!`, added while the server runs, and by hand.
//!
//! The macro's rules stand in brackets, as an author writes them; behind them stands what they come to as data, for
//! the other two. Each answer is asked for from all three, and has to be the same bytes; with the feature `rmcp` the
//! official SDK, which writes it anew, has to give the same value.

use std::cell::RefCell;
use std::collections::HashMap;

use super::fixture::{answer, legacy, modern, session};
use toolwright::schema::{Kind, Lit, Presence, Schema};
use toolwright::{Server, ToolSet, Violation, mcp_tools};

mcp_tools! {
    static EMPTY: ToolSet<()>;
}

/// The three sets.
#[derive(Clone, Copy)]
pub(crate) struct Thrice {
    pub(crate) declared: &'static ToolSet<()>,
    pub(crate) made: fn() -> &'static ToolSet<()>,
    pub(crate) by_hand: &'static ToolSet<()>,
}

thread_local! {
    /// What was made so far: it lives as long as the program, so once is enough.
    static MADE: RefCell<HashMap<usize, &'static ToolSet<()>>> = RefCell::default();
}

impl Thrice {
    fn servers(self) -> [Server<()>; 3] {
        let key = std::ptr::from_ref(self.declared).addr();
        let made = MADE.with_borrow_mut(|made| *made.entry(key).or_insert_with(self.made));
        let running = Server::new(&EMPTY, ());
        running.add(made).expect("no other tool is there");
        [
            Server::new(self.declared, ()),
            running,
            Server::new(self.by_hand, ()),
        ]
        .map(|server| {
            server
                .name("toolwright")
                .version(env!("CARGO_PKG_VERSION"))
                .on_diagnostic(|_| ())
        })
    }

    fn send(self, revision: &str, method: &str, params: &str) -> String {
        let message = if revision >= "2026-07-28" {
            modern(1, method, params)
        } else {
            legacy(1, method, params.trim_end_matches(','))
        };
        let servers = self.servers();
        let [declared, made, by_hand] = servers
            .each_ref()
            .map(|server| answer(server, &session(revision), &message));
        assert_eq!(made, declared, "added at run time: {revision} {message}");
        assert_eq!(by_hand, declared, "by hand: {revision} {message}");
        #[cfg(feature = "rmcp")]
        {
            let [server, ..] = servers;
            super::hosted::agrees(server.into(), revision, &message, &declared);
        }
        declared
    }

    /// The reply of all three to a call.
    pub(crate) fn ask(self, revision: &str, tool: &str, arguments: &str) -> String {
        self.send(
            revision,
            "tools/call",
            &format!(r#""name":"{tool}","arguments":{arguments},"#),
        )
    }

    /// What all three list.
    pub(crate) fn list(self, revision: &str) -> String {
        self.send(revision, "tools/list", "")
    }
}

/// Whether a parameter has to be there.
pub(crate) const fn presence(schema: &Schema, default: Lit) -> Presence {
    match (schema.kind, default) {
        (Kind::Context, _) => Presence::Injected,
        (_, Lit::Absent) => Presence::Required,
        _ if schema.nullable => Presence::Optional,
        _ => Presence::Defaulted,
    }
}

/// Runs an author's check where nothing does it for them.
pub(crate) fn check<T>(
    value: &T,
    name: &'static str,
    check: fn(&T) -> Result<(), Violation>,
) -> Result<(), toolwright::refusal::Refusal> {
    check(value).map_err(|violation| {
        toolwright::refusal::Refusal::broken(toolwright::refusal::Broken::Check(violation)).at(name)
    })
}

/// `fn name(v: Type [rules] { the same as data } = default => the same as data) -> Out { .. }`, into `THRICE`.
macro_rules! thrice {
    ($($(#[doc = $doc:literal])? fn $name:ident($($(#[doc = $note:literal])? $p:ident: $ty:ty $([$($rule:tt)*] {$($data:expr),*} $(check $check:path)?)? $(= $default:tt => $lit:expr)?),* $(,)?)
        $(-> $out:ty)? { $($body:tt)* })*) => {
        toolwright::mcp_tools! {
            static SET: ToolSet<()>;
            $($(#[doc = $doc])? fn $name($($(#[doc = $note])? $p: $ty $([$($rule)*])? $(= $default)?),*) $(-> $out)? { $($body)* })*
        }

        fn made() -> &'static toolwright::ToolSet<()> {
            #[allow(unused_imports, reason = "not every table has rules and defaults")]
            use toolwright::schema::{Bound, Lit, Rule};
            toolwright::ToolSet::made("made", vec![$(
                toolwright::made::MadeTool::new(stringify!($name))
                    $(.description($doc.trim()))?
                    $(.parameter(
                        toolwright::made::Parameter::of::<$ty>(stringify!($p))
                            $(.description($note.trim()))?
                            $(.rules(vec![$($data),*]))?
                            $(.default($lit))?
                    ))*
                    .returns::<thrice!(@out $($out)?)>()
                    .entry(toolwright::invoker::Call::made(|_, args, reply| {
                        thrice!(@call args reply ($($p: $ty [$($($check)?)?] [$($default)?];)*) ($($out)?) { $($body)* })
                    }))
            ),*])
        }

        const ENTRIES: &[Option<toolwright::catalog::Entry<()>>] = &[$(Some(toolwright::catalog::Entry {
            item: toolwright::catalog::Item::Tool({
                #[allow(unused_imports, reason = "not every table has rules and defaults")]
                use toolwright::schema::{Bound, Lit, Rule};
                struct Tool;
                impl toolwright::schema::ToolText for Tool {
                    const DEF: toolwright::schema::ToolDef = toolwright::schema::ToolDef {
                        function: stringify!($name),
                        docs: &[$($doc)?],
                        meta: toolwright::schema::ToolMeta::new(),
                        params: &[$(toolwright::schema::Property {
                            name: stringify!($p),
                            rules: &[$($($data),*)?],
                            presence: $crate::thrice::presence(
                                <$ty as toolwright::types::ToolType>::SCHEMA,
                                thrice!(@lit $($lit)?),
                            ),
                        }),*],
                        notes: &[$(toolwright::schema::Note {
                            written: None,
                            schema: <$ty as toolwright::types::ToolType>::SCHEMA,
                            docs: &[$($note)?],
                            description: "",
                            default: thrice!(@lit $($lit)?),
                            header: "",
                        }),*],
                        output: <thrice!(@out $($out)?) as toolwright::content::IntoReply>::OUTPUT,
                    };
                }
                toolwright::catalog::Tool::of::<Tool>()
            }),
            call: toolwright::invoker::Call::Sync(|_, args, reply| {
                thrice!(@call args reply ($($p: $ty [$($($check)?)?] [$($default)?];)*) ($($out)?) { $($body)* })
            }),
        })),*];
        static PLACES: [u16; toolwright::catalog::places(ENTRIES.len())] = toolwright::ToolSet::index(ENTRIES);
        static BY_HAND: toolwright::ToolSet<()> =
            toolwright::ToolSet::new(toolwright::catalog::SetMeta::new(module_path!()), ENTRIES, &PLACES);
        pub(super) const THRICE: $crate::thrice::Thrice = $crate::thrice::Thrice { declared: &SET, made, by_hand: &BY_HAND };
    };
    (@out) => { () };
    (@out $out:ty) => { $out };
    (@lit) => { toolwright::schema::Lit::Absent };
    (@lit $lit:expr) => { $lit };
    (@call $args:ident $reply:ident ($($p:ident: $ty:ty [$($check:path)?] [$($default:tt)?];)*) ($($out:ty)?) { $($body:tt)* }) => {{
        #[allow(unused_mut, reason = "a tool without parameters takes none")]
        let mut $args = $args;
        $(
            let $p = thrice!(@take $args $ty [$($default)?]);
            $( $crate::thrice::check::<$ty>(&$p, stringify!($p), $check)?; )?
        )*
        toolwright::invoker::finish($args)?;
        let out: thrice!(@out $($out)?) = { $($body)* };
        toolwright::invoker::put(out, $reply);
        Ok(())
    }};
    (@take $args:ident $ty:ty []) => { toolwright::invoker::take::<$ty>(&mut $args)? };
    (@take $args:ident $ty:ty [$default:tt]) => { toolwright::invoker::take_or::<$ty, _>(&mut $args, $default)? };
}
