//! Declarations in every place, and among names that an expansion might have meant.
#![allow(
    clippy::upper_case_acronyms,
    clippy::too_many_arguments,
    clippy::unnecessary_wraps,
    reason = "the names and shapes are what is tried"
)]
#![cfg(feature = "std")]

use toolwright::{ToolSet, mcp_tools};

mod places {
    pub(crate) mod deep {
        pub(crate) mod deeper {
            ::toolwright::mcp_types! {
                /// Where.
                #[derive(Debug, Clone, Copy, PartialEq, Eq)]
                pub(crate) enum Where { Deep, #[rename("deeper")] Deeper }
            }
            ::toolwright::mcp_tools! {
                pub(crate) static TOOLS: ToolSet<()>;
                pub(in crate::places) fn ask(place: Where = Where::Deep) -> String {
                    format!("{place:?}")
                }
            }
        }
        pub(crate) fn answer() -> String {
            deeper::ask(deeper::Where::Deeper)
        }
    }
}

#[test]
fn in_modules_and_functions() {
    mcp_tools! {
        static INSIDE: ToolSet<Local>;
        fn doubled(&self, n: u32 [..=10] = 2) -> u32 { self.0 * n }
    }
    toolwright::mcp_types! {
        pub struct Inner { pub a: u32 = 1 }
    }
    struct Local(u32);
    static ALL: ToolSet<Local> = ToolSet::merge(&[&INSIDE]);
    let nested = {
        mcp_tools! {
            static BLOCK: ToolSet<()>;
            fn f(inner: Inner) -> u32 { inner.a }
        }
        f(Inner { a: 3 }) + u32::try_from(BLOCK.len()).unwrap()
    };
    assert_eq!((ALL.len(), Local(4).doubled(3), nested), (1, 12, 4));
    assert_eq!(places::deep::answer(), "Deeper");
    assert_eq!(places::deep::deeper::TOOLS.len(), 1);
    toolwright::check_defaults(&places::deep::deeper::TOOLS);
}

/// From inside an author's own macro, with names, types and tokens of the author's caller.
macro_rules! service {
    ($vis:vis $set:ident for $state:ty { $($name:ident: $ty:ty = $default:expr => $body:block)* }) => {
        toolwright::mcp_tools! {
            /// Made by a macro.
            $vis static $set: ToolSet<$state>;
            $(
                /// One of them.
                #[tool(read_only, title = "One")]
                fn $name(value: $ty = $default, #[rename("named")] other: Option<$ty> = None) -> $ty {
                    let _ = (value, other);
                    $body
                }
            )*
        }
    };
}
service! {
    SERVICE for () {
        one: u32 = 1 => { 10 }
        two: String = "two" => { String::from("2") }
    }
}

#[test]
fn in_macros() {
    assert_eq!(
        (SERVICE.len(), one(5, None), two(String::new(), None)),
        (2, 10, "2".into())
    );
}

/// What a module may call as it likes: [`shadowed`] and [`bare`] declare the same in such modules.
macro_rules! everything {
    () => {
        ::toolwright::mcp_types! {
            /// A record.
            #[camel_case]
            pub struct Record {
                /// Its number.
                pub the_number: u32 [1..],
                #[rename("memo")]
                #[description("What to keep in mind.")]
                pub note: ::std::option::Option<::std::string::String> = ::std::option::Option::None,
                pub list: ::std::vec::Vec<Kind> [items(..=3), unique],
                #[skip]
                pub hidden: u32,
            }
            /// A choice.
            pub enum Kind { One, #[rename("two")] Two }
            /// A value object.
            pub struct Amount(i16 [-5..=1000]);
            pub struct Word(::std::string::String [trim, len(1..=9), one_of("a", "b"), example("a"), check(fine)]);
        }

        fn fine(_: &str) -> ::std::result::Result<(), ::toolwright::Violation> {
            ::std::result::Result::Ok(())
        }

        pub struct State;

        ::toolwright::mcp_tools! {
            /// All of it.
            #[server(name = "all", version = "1", title = "All", icon = "https://example.com/i.png")]
            #[lenient]
            pub static TOOLS: ToolSet<State>;

            /// Synchronous.
            #[tool(read_only, destructive = false, idempotent, open_world, title = "One", meta = r#"{"a/b":1}"#)]
            #[allow(unused_variables)]
            pub fn one(
                &self,
                cx: &::toolwright::Context,
                stop: &::toolwright::Cancellation,
                /// A record.
                record: Record,
                kind: Kind = Kind::One,
                amount: Amount [] = 5,
                #[rename("theWord")]
                #[description("A word.")]
                word: Word = "a",
                text: &str [len(1..=5), lowercase, format("email"), normalize(same)] = "a@b.c",
                list: ::std::vec::Vec<u32> = [1, 2],
                none: ::std::option::Option<u32> [1..=3] = ::std::option::Option::None,
                #[schema(r#"{"type":"object"}"#)]
                value: ::serde_json::Value,
            ) -> ::std::result::Result<Record, ::toolwright::ToolError> {
                ::std::result::Result::Ok(record)
            }

            /// Asynchronous.
            pub async fn two(&self, #[cfg(any())] never: Never, ratio: f64 [0.5..] = 0.5) -> Kind {
                let _ = ratio;
                Kind::Two
            }

            #[cfg(any())]
            fn never(never: Never) {}

            fn nothing() {}
        }

        ::toolwright::mcp_tools! {
            static PATHS: LocalToolSet<State>;
            #[tool("there", nullable_output)]
            fn here(&self, n: u32) -> ::std::option::Option<Record> = elsewhere;
            async fn waits(n: u32) -> ::std::string::String = waiting;
        }

        fn elsewhere(_: &State, _: u32) -> ::std::option::Option<Record> { ::std::option::Option::None }
        async fn waiting(_: u32) -> ::std::string::String { ::std::string::String::new() }
        fn same(text: &str) -> ::std::string::String { ::std::borrow::ToOwned::to_owned(text) }

        pub struct Whole { pub state: State }
        pub static VIEWED: ::toolwright::ToolSet<Whole> =
            ::toolwright::project!(TOOLS, |whole: &Whole| &whole.state);
        pub fn tools() -> (usize, usize) { (VIEWED.len(), PATHS.len()) }
    };
}

/// Names of the prelude and of the roots of paths, all of them something else.
mod shadowed {
    #![allow(
        dead_code,
        unused_macros,
        non_camel_case_types,
        non_snake_case,
        non_upper_case_globals,
        clippy::unused_async,
        clippy::too_many_arguments,
        reason = "the names are the point"
    )]
    pub mod core {}
    pub mod std_ {}
    pub mod alloc {}
    pub mod serde {}
    pub mod toolwright_ {}
    pub struct Option;
    pub type Result<T> = ::std::result::Result<T, Option>;
    pub struct String;
    pub struct Vec;
    pub struct Box;
    pub struct Cow;
    pub trait Into {}
    pub trait From {}
    pub trait TryFrom {}
    pub trait Clone {}
    pub trait Copy {}
    pub trait Default {}
    pub trait Iterator {}
    pub trait Send {}
    pub trait Sync {}
    pub trait Drop {}
    pub trait Fn {}
    pub trait Deserialize {}
    pub trait Serialize {}
    pub struct Some;
    pub struct None;
    pub struct Ok;
    pub struct Err;
    pub struct Set;
    pub struct Tool;
    pub struct ToolSet;
    pub struct Property;
    pub struct ENTRIES;
    pub struct u32_;
    pub fn drop() {}
    pub fn len() {}
    pub fn trim() {}
    pub const fn example() {}
    macro_rules! shadow { ($($name:ident)*) => { $( macro_rules! $name { ($d($d t:tt)*) => { compile_error!("shadowed") }; } )* }; }
    mod inner {
        // Textual macros: a macro of this name is found before the prelude's.
        macro_rules! stringify {
            ($($t:tt)*) => {
                ::std::compile_error!("shadowed")
            };
        }
        macro_rules! concat {
            ($($t:tt)*) => {
                ::std::compile_error!("shadowed")
            };
        }
        macro_rules! assert {
            ($($t:tt)*) => {
                ::std::compile_error!("shadowed")
            };
        }
        macro_rules! panic {
            ($($t:tt)*) => {
                ::std::compile_error!("shadowed")
            };
        }
        macro_rules! format {
            ($($t:tt)*) => {
                ::std::compile_error!("shadowed")
            };
        }
        macro_rules! vec {
            ($($t:tt)*) => {
                ::std::compile_error!("shadowed")
            };
        }
        macro_rules! matches {
            ($($t:tt)*) => {
                ::std::compile_error!("shadowed")
            };
        }
        macro_rules! env {
            ($($t:tt)*) => {
                ::std::compile_error!("shadowed")
            };
        }
        macro_rules! cfg {
            ($($t:tt)*) => {
                ::std::compile_error!("shadowed")
            };
        }
        macro_rules! module_path {
            ($($t:tt)*) => {
                ::std::compile_error!("shadowed")
            };
        }
        macro_rules! compile_error {
            ($($t:tt)*) => {
                "shadowed"
            };
        }
        #[allow(unused_imports, reason = "a glob: its names win over the prelude")]
        use super::*;
        everything! {}
    }
    pub use inner::tools;
}

/// No prelude at all.
mod bare {
    #![no_implicit_prelude]
    everything! {}
}

#[test]
fn among_other_names() {
    assert_eq!((shadowed::tools(), bare::tools()), ((3 + 1, 2), (3 + 1, 2)));
}

/// A type that is called as the author likes it.
mod aliases {
    #[derive(Debug)]
    pub struct Failed;
    pub type Result<T> = std::result::Result<T, Failed>;
    toolwright::mcp_types! { pub struct Page { pub n: u32 = 1 } }
    toolwright::mcp_tools! {
        pub static TOOLS: ToolSet<()>;
        fn page(n: u32 = 1) -> Page { Page { n } }
    }
    pub fn one() -> Result<u32> {
        Ok(page(1).n)
    }
}

#[test]
fn beside_an_alias() {
    assert_eq!(aliases::one().unwrap(), 1);
    assert_eq!(aliases::TOOLS.len(), 1);
}

mcp_tools! {
    static RAW: ToolSet<()>;

    /// Names that are words of the language, or begin with an underscore.
    fn read_at(_path: String, r#type: String, r#match: u32) -> String {
        format!("{_path} {} {}", r#type, r#match)
    }

    fn r#loop(function: u32, args: u32, reply: u32, state: u32, entry: u32, meta: u32) -> u32 {
        function + args + reply + state + entry + meta
    }
}

#[test]
fn names_of_parameters() {
    assert_eq!(RAW.name(1), Some("loop"));
    assert_eq!(r#loop(1, 2, 3, 4, 5, 6), 21);
    assert_eq!(read_at("p".into(), "t".into(), 1), "p t 1");
}

/// Looks like a mistake, and is none.
mod no_mistake {
    use toolwright::mcp_tools;

    mcp_tools! {
        pub(crate) static TOOLS: ToolSet<()>;

        /// No return type: the result is empty.
        pub(crate) fn nothing(_ignored: String) {}

        #[allow(clippy::unused_async, reason = "it has nothing to wait for")]
        pub(in crate::no_mistake) async fn later() {}
    }

    pub(crate) async fn wait() {
        later().await;
    }
}

mcp_tools! {
    static EMPTY: ToolSet<()>;
}

#[test]
fn what_looks_like_a_mistake() {
    no_mistake::nothing(String::new());
    drop(no_mistake::wait());
    assert_eq!((no_mistake::TOOLS.len(), EMPTY.len()), (2, 0));
}
