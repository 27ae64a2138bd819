//! `mcp_tools!`.

/// Declares a set of tools.
///
/// ```
/// use toolwright::{ToolSet, mcp_tools};
///
/// mcp_tools! {
///     /// Sums.
///     pub static SUMS: ToolSet<()>;
///
///     /// Adds two numbers.
///     #[tool(read_only)]
///     fn add(
///         /// The first.
///         a: i64,
///         /// The second.
///         b: i64 [0..=1000] = 1,
///     ) -> i64 {
///         a + b
///     }
/// }
///
/// assert_eq!(SUMS.len(), 1);
/// assert_eq!(add(2, 3), 5);
/// ```
///
/// The whole grammar is in `docs/language.md`.
///
/// # How this macro works
///
/// Each function is emitted once, as the author wrote it, without our attributes, rules and
/// defaults: a method of the state's type, or a function of the enclosing module. Then one
/// static is emitted. Its entries are made by `__entry`: a constant with everything that the
/// listing is made from, the listing's bytes, and a closure that takes each parameter by type.
/// The top-level matcher captures little (a parameter list is one token tree), because
/// `macro_rules!` copies what it has matched so far at every repetition that it enters.
#[macro_export]
macro_rules! mcp_tools {
    // Without a state: written out, since a `ty` cannot be looked into, and `&self` is a mistake here.
    ($(#$set_attr:tt)* $set_vis:vis static $set:ident : $kind:ident < () > ;
     $( $(#$attr:tt)* $vis:vis $(async $(@ $async:tt)?)? fn $name:tt $args:tt $(-> $ret:ty)? { $($body:tt)* } )*
    ) => {
        $( $crate::__attributes! {
            [$(#$attr)*] __function [] [] [] []
            ($vis) ($(async $(@ $async)?)?) (()) $name $args ($($ret)?) { $($body)* }
        } )*
        $crate::__set! {
            ($(#$set_attr)*) ($set_vis) $set $kind (())
            [$( (
                [$(#$attr)*] __entry [] [] [] []
                $kind ($(async $(@ $async)?)?) (()) $name $args ($($ret)?)
            ) )*]
        }
    };
    ($(#$set_attr:tt)* $set_vis:vis static $set:ident : $kind:ident < () > ;
     $( $(#$attr:tt)* $(pub $(($($scope:tt)*))?)? $(async $(@ $async:tt)?)? fn $name:tt $args:tt
        $(-> $(& $($life:lifetime)?)? $(:: $(@ $root:tt)?)? $ret:ident $(:: $seg:ident)* $(< $($arg:ty),+ $(,)? >)?)?
        $({ $($body:tt)* })? $(= $path:path ;)? )*
    ) => {
        $( $crate::__attributes! {
            [$(#$attr)*] __function [] [] [] []
            ($(pub $(($($scope)*))?)?) ($(async $(@ $async)?)?) (()) $name $args
            ($($(& $($life)?)? $(:: $(@ $root)?)? $ret $(:: $seg)* $(< $($arg),+ >)?)?)
            $({ $($body)* })? $(= $path)?
        } )*
        $crate::__set! {
            ($(#$set_attr)*) ($set_vis) $set $kind (())
            [$( (
                [$(#$attr)*] __entry [] [] [] []
                $kind ($(async $(@ $async)?)?) (()) $name $args
                ($($(& $($life)?)? $(:: $(@ $root)?)? $ret $(:: $seg)* $(< $($arg),+ >)?)?)
            ) )*]
        }
    };
    // Every body in braces.
    ($(#$set_attr:tt)* $set_vis:vis static $set:ident : $kind:ident < $state:ty > ;
     $( $(#$attr:tt)* $vis:vis $(async $(@ $async:tt)?)? fn $name:tt $args:tt $(-> $ret:ty)? { $($body:tt)* } )*
    ) => {
        $( $crate::__attributes! {
            [$(#$attr)*] __function [] [] [] []
            ($vis) ($(async $(@ $async)?)?) ($state) $name $args ($($ret)?) { $($body)* }
        } )*
        $crate::__set! {
            ($(#$set_attr)*) ($set_vis) $set $kind ($state)
            [$( (
                [$(#$attr)*] __entry [] [] [] []
                $kind ($(async $(@ $async)?)?) ($state) $name $args ($($ret)?)
            ) )*]
        }
    };
    // Some bodies are `= path;`: here a return type is a path or a reference to one, since
    // `macro_rules!` lets a `ty` be followed by few things, and not by another item.
    ($(#$set_attr:tt)* $set_vis:vis static $set:ident : $kind:ident < $state:ty > ;
     $( $(#$attr:tt)* $(pub $(($($scope:tt)*))?)? $(async $(@ $async:tt)?)? fn $name:tt $args:tt
        $(-> $(& $($life:lifetime)?)? $(:: $(@ $root:tt)?)? $ret:ident $(:: $seg:ident)* $(< $($arg:ty),+ $(,)? >)?)?
        $({ $($body:tt)* })? $(= $path:path ;)? )*
    ) => {
        $( $crate::__attributes! {
            [$(#$attr)*] __function [] [] [] []
            ($(pub $(($($scope)*))?)?) ($(async $(@ $async)?)?) ($state) $name $args
            ($($(& $($life)?)? $(:: $(@ $root)?)? $ret $(:: $seg)* $(< $($arg),+ >)?)?)
            $({ $($body)* })? $(= $path)?
        } )*
        $crate::__set! {
            ($(#$set_attr)*) ($set_vis) $set $kind ($state)
            [$( (
                [$(#$attr)*] __entry [] [] [] []
                $kind ($(async $(@ $async)?)?) ($state) $name $args
                ($($(& $($life)?)? $(:: $(@ $root)?)? $ret $(:: $seg)* $(< $($arg),+ >)?)?)
            ) )*]
        }
    };
    // Mistakes. `__misread_items` has no arm for everything, so that the compiler still shows
    // where it stopped reading.
    ($(#$set_attr:tt)* $set_vis:vis static $set:ident : $kind:ident < $state:ty > ; $($item:tt)*) => {
        $crate::__misread_items! { $($item)* }
    };
    ($(#$set_attr:tt)* $set_vis:vis static mut $set:tt $($rest:tt)*) => {
        $crate::__slip_item! { HeaderForm $set }
    };
    ($(#$set_attr:tt)* $set_vis:vis static $set:tt : $kind:ident < $state:ty > $($rest:tt)*) => {
        $crate::__slip_item! { HeaderEnd $set }
    };
    ($(#$set_attr:tt)* $set_vis:vis static $set:tt $($rest:tt)*) => {
        $crate::__slip_item! { HeaderForm $set }
    };
    ($(#$set_attr:tt)* $set_vis:vis const $set:tt : $($rest:tt)*) => {
        $crate::__slip_item! { HeaderForm $set }
    };
    ($(#$set_attr:tt)* $set_vis:vis let $set:tt $($rest:tt)*) => {
        $crate::__slip_item! { HeaderForm $set }
    };
    ($(#$attr:tt)* $vis:vis $(async $(@ $async:tt)?)? fn $name:tt $($rest:tt)*) => {
        $crate::__slip_item! { NoHeader $name }
    };
}

/// The static of a set: `__set!{ (attributes) (vis) NAME kind (state) [(entry) ..] }`.
#[doc(hidden)]
#[macro_export]
macro_rules! __set {
    (($(#$attr:tt)*) ($($vis:tt)*) $set:ident ToolSet ($state:ty) [$(($($entry:tt)*))*]) => {
        $crate::__attributes! {
            [$(#$attr)*] __static [] [] [] []
            ($($vis)*) $set ToolSet ($state) [$($crate::__attributes! { $($entry)* }),*]
        }
    };
    (($(#$attr:tt)*) ($($vis:tt)*) $set:ident LocalToolSet ($state:ty) [$(($($entry:tt)*))*]) => {
        $crate::__attributes! {
            [$(#$attr)*] __static [] [] [] []
            ($($vis)*) $set LocalToolSet ($state) [$($crate::__attributes! { $($entry)* }),*]
        }
    };
    ($attr:tt $vis:tt $set:ident $kind:tt $($rest:tt)*) => { $crate::__slip_item! { HeaderKind $kind } };
}

/// `__static!{ [docs] [] [cfgs] [others] (vis) NAME kind (state) [entries] }`.
#[doc(hidden)]
#[macro_export]
macro_rules! __static {
    ([$($doc:expr,)*] [] [$($cfg:meta,)*] [$($other:tt)*]
     ($($vis:tt)*) $set:ident $kind:ident ($state:ty) [$($entry:expr),*]) => {
        // Under the name of the static, where types have their names: what `assert_..!` asks.
        $(#[cfg($cfg)])*
        #[doc(hidden)]
        #[allow(dead_code, non_camel_case_types, clippy::upper_case_acronyms)]
        $($vis)* enum $set {}
        // Docs within: on a call of a macro they would be lost.
        $(#[cfg($cfg)])*
        $crate::__header_attributes! { [$($other)*] [] {
            $(#[doc = $doc])*
            #[allow(non_upper_case_globals, non_local_definitions, clippy::large_const_arrays)]
            $($vis)* static $set: $crate::$kind<$state> = {
                type Set = $crate::$kind<$state>;
                const ONES: &[()] = &[$($crate::__one!($entry)),*];
                const COUNT: $crate::__private::usize = ONES.len();
                // A function and no constant: what refers to a constant looks through it again.
                const fn entries() -> [$crate::__private::Option<$crate::__private::entry::$kind<$state>>; COUNT] {
                    [$($entry),*]
                }
                #[doc(hidden)]
                static ENTRIES: [$crate::__private::Option<$crate::__private::entry::$kind<$state>>; COUNT] =
                    Set::listed(entries());
                #[doc(hidden)]
                static PLACES: [$crate::__private::u16; $crate::__private::places(COUNT)] = Set::index(&ENTRIES);
                impl<Asked> $crate::__private::assertion::Declaration<Asked> for $set {
                    const DEFS: &'static [$crate::__private::Option<&'static $crate::__private::ToolDef>] =
                        &Set::defs::<COUNT>(&entries());
                }
                Set::new(
                    $crate::__set_meta!([$($doc,)*] $($other)*),
                    &ENTRIES,
                    &PLACES,
                )
            };
        } }
    };
}

/// One, whatever the entry: `[__one!(entry), ..].len()` counts them without a look at them.
#[doc(hidden)]
#[macro_export]
macro_rules! __one {
    ($entry:expr) => {
        ()
    };
}

/// Keeps what is not ours of a header's attributes: `__header_attributes!{ [attributes] [kept] { item } }`.
#[doc(hidden)]
#[macro_export]
macro_rules! __header_attributes {
    ([] [$($kept:tt)*] { $($item:tt)* }) => { $($kept)* $($item)* };
    ([#[server($($key:tt)*)] $($more:tt)*] $kept:tt $item:tt) => {
        $crate::__header_attributes! { [$($more)*] $kept $item }
    };
    ([#[lenient] $($more:tt)*] $kept:tt $item:tt) => {
        $crate::__header_attributes! { [$($more)*] $kept $item }
    };
    ([#[$($other:tt)*] $($more:tt)*] [$($kept:tt)*] $item:tt) => {
        $crate::__header_attributes! { [$($more)*] [$($kept)* #[$($other)*]] $item }
    };
}

/// What a header says: `__set_meta!([docs] attributes)`.
#[doc(hidden)]
#[macro_export]
macro_rules! __set_meta {
    ([$($doc:expr,)*] $($other:tt)*) => {{
        #[allow(unused_mut)]
        let mut meta = $crate::__private::SetMeta::new($crate::__private::module_path!());
        meta.docs = &[$($doc),*];
        meta.crate_name = $crate::__private::env!("CARGO_PKG_NAME");
        meta.crate_version = $crate::__private::env!("CARGO_PKG_VERSION");
        $crate::__set_attributes! { meta $($other)* }
        meta
    }};
}

/// The header's own attributes: `__set_attributes!{ meta attributes }`.
#[doc(hidden)]
#[macro_export]
macro_rules! __set_attributes {
    ($meta:ident) => {};
    ($meta:ident #[lenient] $($more:tt)*) => {
        $meta.lenient = true;
        $crate::__set_attributes! { $meta $($more)* }
    };
    ($meta:ident #[server($($key:tt $(= $value:expr)?),* $(,)?)] $($more:tt)*) => {
        $( $crate::__server_key!($meta $key $(= $value)?); )*
        $crate::__set_attributes! { $meta $($more)* }
    };
    ($meta:ident #[server $($key:tt)*] $($more:tt)*) => {
        $crate::__private::compile_error!(
            "`#[server(..)]` takes keys with their values: `#[server(name = \"..\", version = \"..\")]`"
        );
    };
    ($meta:ident #[$($other:tt)*] $($more:tt)*) => { $crate::__set_attributes! { $meta $($more)* } };
}

/// A function as its author wrote it:
/// `__function!{ [docs] [kind] [cfgs] [others] (vis) (async) (state) name (params) (ret) body }`.
#[doc(hidden)]
#[macro_export]
macro_rules! __function {
    // Said once, where the entry is made.
    ($docs:tt $kind:tt $cfgs:tt $others:tt $vis:tt $async:tt (()) $name:tt (& self $($rest:tt)*) $($more:tt)*) => {};
    // A method of the state.
    ([$($doc:expr,)*] $kind:tt [$($cfg:meta,)*] [$($other:tt)*] ($($vis:tt)*) ($($async:tt)?) ($state:ty) $name:tt
     (& $self:ident $(, $(#[doc = $pd:expr])* $(#[cfg($pcfg:meta)])* $(#[rename($($rn:tt)*)])? $(#[description($($de:tt)*)])?
        $(#[complete($($co:tt)*)])? $(#[header($($hd:tt)*)])? $(#[schema($($sc:tt)*)])?
        $p:ident : $ty:ty $([$($rule:tt)*])? $(= $default:expr)?)* $(,)?)
     ($($ret:ty)?) { $($body:tt)* }) => {
        $(#[cfg($cfg)])*
        impl $state {
            $(#[doc = $doc])* $($other)*
            $($vis)* $($async)? fn $name(&$self $(, $(#[cfg($pcfg)])* $p: $ty)*) $(-> $ret)? { $($body)* }
        }
    };
    ([$($doc:expr,)*] $kind:tt [$($cfg:meta,)*] [$($other:tt)*] ($($vis:tt)*) ($($async:tt)?) ($state:ty) $name:tt
     (& $self:ident $(, $(#[doc = $pd:expr])* $(#[cfg($pcfg:meta)])* $(#[rename($($rn:tt)*)])? $(#[description($($de:tt)*)])?
        $(#[complete($($co:tt)*)])? $(#[header($($hd:tt)*)])? $(#[schema($($sc:tt)*)])?
        $p:ident : $ty:ty $([$($rule:tt)*])? $(= $default:expr)?)* $(,)?)
     ($($ret:ty)?) = $path:path) => {
        $(#[cfg($cfg)])*
        impl $state {
            $(#[doc = $doc])* $($other)*
            $($vis)* $($async)? fn $name(&$self $(, $(#[cfg($pcfg)])* $p: $ty)*) $(-> $ret)? {
                $crate::__delegate!(($($async)?) $path, $self $(, $(#[cfg($pcfg)])* $p)*)
            }
        }
    };
    ($docs:tt $kind:tt $cfgs:tt $others:tt $vis:tt $async:tt $state:tt $name:tt (self $($rest:tt)*) $($more:tt)*) => {};
    // A function of the module.
    ([$($doc:expr,)*] $kind:tt [$($cfg:meta,)*] [$($other:tt)*] ($($vis:tt)*) ($($async:tt)?) ($state:ty) $name:tt
     ($($(#[doc = $pd:expr])* $(#[cfg($pcfg:meta)])* $(#[rename($($rn:tt)*)])? $(#[description($($de:tt)*)])?
        $(#[complete($($co:tt)*)])? $(#[header($($hd:tt)*)])? $(#[schema($($sc:tt)*)])?
        $p:ident : $ty:ty $([$($rule:tt)*])? $(= $default:expr)?),* $(,)?)
     ($($ret:ty)?) { $($body:tt)* }) => {
        $(#[cfg($cfg)])* $(#[doc = $doc])* $($other)*
        $($vis)* $($async)? fn $name($($(#[cfg($pcfg)])* $p: $ty),*) $(-> $ret)? { $($body)* }
    };
    ([$($doc:expr,)*] $kind:tt [$($cfg:meta,)*] [$($other:tt)*] ($($vis:tt)*) ($($async:tt)?) ($state:ty) $name:tt
     ($($(#[doc = $pd:expr])* $(#[cfg($pcfg:meta)])* $(#[rename($($rn:tt)*)])? $(#[description($($de:tt)*)])?
        $(#[complete($($co:tt)*)])? $(#[header($($hd:tt)*)])? $(#[schema($($sc:tt)*)])?
        $p:ident : $ty:ty $([$($rule:tt)*])? $(= $default:expr)?),* $(,)?)
     ($($ret:ty)?) = $path:path) => {
        $(#[cfg($cfg)])* $(#[doc = $doc])* $($other)*
        $($vis)* $($async)? fn $name($($(#[cfg($pcfg)])* $p: $ty),*) $(-> $ret)? {
            $crate::__delegate!(($($async)?) $path $(, $(#[cfg($pcfg)])* $p)*)
        }
    };
    // Parameters that cannot be read: `__tool` says why.
    ($($unreadable:tt)*) => {};
}

/// The body of `= path;`: `__delegate!((async) path, arguments)`.
#[doc(hidden)]
#[macro_export]
macro_rules! __delegate {
    ((async) $path:path $(, $($arg:tt)*)?) => { $path($($($arg)*)?).await };
    (() $path:path $(, $($arg:tt)*)?) => { $path($($($arg)*)?) };
}

/// One entry of a set, as an `Option<Entry>`:
/// `__entry!{ [docs] [kind] [cfgs] [others] kind (async) (state) name (params) (ret) }`.
#[doc(hidden)]
#[macro_export]
macro_rules! __entry {
    ($docs:tt [] [] $others:tt $($rest:tt)*) => { $crate::__tool_entry! { $docs () $($rest)* } };
    ($docs:tt [tool $keys:tt] [] $others:tt $($rest:tt)*) => { $crate::__tool_entry! { $docs $keys $($rest)* } };
    ($docs:tt $kind:tt [$($cfg:meta,)+] $others:tt $($rest:tt)*) => {{
        #[cfg(all($($cfg),+))]
        let entry = $crate::__entry! { $docs $kind [] $others $($rest)* };
        #[cfg(not(all($($cfg),+)))]
        let entry = $crate::__private::None;
        entry
    }};
    ($docs:tt [$what:ident $keys:tt] [] $others:tt $($rest:tt)*) => {
        $crate::__item_entry! { $what $docs $keys $($rest)* }
    };
}

/// A tool's entry: `__tool_entry!{ [docs] (keys) kind (async) (state) name (params) (ret) }`.
#[doc(hidden)]
#[macro_export]
macro_rules! __tool_entry {
    ($docs:tt $keys:tt $kind:ident $async:tt (()) $name:tt (& self $($rest:tt)*) $ret:tt) => {
        $crate::__slip!(NoState $name)
    };
    ($docs:tt $keys:tt $kind:ident $async:tt $state:tt $name:tt (& $self:ident $(, $($params:tt)*)?) $ret:tt) => {
        $crate::__tool! { $docs $keys $kind $async $state [method] $name ($($($params)*)?) $ret }
    };
    ($docs:tt $keys:tt $kind:ident $async:tt $state:tt $name:tt (self $($rest:tt)*) $ret:tt) => {
        $crate::__slip!(OtherSelf $name)
    };
    ($docs:tt $keys:tt $kind:ident $async:tt $state:tt $name:tt $params:tt $ret:tt) => {
        $crate::__tool! { $docs $keys $kind $async $state [function] $name $params $ret }
    };
}

/// `__tool!{ [docs] (keys) kind (async) (state) [method|function] name (params) (ret) }`.
#[doc(hidden)]
#[macro_export]
macro_rules! __tool {
    ([$($doc:expr,)*] ($($key:tt)*) $kind:ident ($($async:tt)?) ($state:ty) [$form:tt] $name:tt
     ($($(#[doc = $pd:expr])* $(#[cfg($pcfg:meta)])* $(#[rename($rename:expr)])? $(#[description($describe:expr)])?
        $(#[complete($complete:path)])? $(#[header($header:expr)])? $(#[schema($schema:expr)])?
        $p:ident : $ty:ty $([$($rule:tt)*])? $(= $default:expr)?),* $(,)?)
     ($($ret:ty)?)) => {
        $crate::__private::Some($crate::__private::entry::$kind {
            item: $crate::catalog::Item::Tool({
                struct Tool;
                impl $crate::__private::ToolText for Tool {
                    const DEF: $crate::__private::ToolDef = $crate::__private::ToolDef {
                        function: $crate::__private::stringify!($name),
                        docs: $crate::__docs!($($doc),*),
                        meta: $crate::__tool_meta!($($key)*),
                        params: {
                            #[allow(clippy::wildcard_imports, unused_imports)]
                            use $crate::__private::rule::*;
                            $($( $crate::__no_completion!($complete); )?)*
                            &[$($(#[cfg($pcfg)])* $crate::__property!(
                                $p [$($rename)?] [$ty] [$($($rule)*)?] $($default)?
                            )),*]
                        },
                        notes: &[$($(#[cfg($pcfg)])* $crate::__private::Note {
                            schema: $crate::__schema!([$ty] $($schema)?),
                            docs: $crate::__docs!($($pd),*),
                            written: $crate::__private::AS_READ,
                            description: $crate::__first!($($describe)?),
                            default: $crate::__lit!([$ty] $($default)?),
                            header: $crate::__first!($($header)?),
                        }),*],
                        output: $crate::__output!($($ret)?),
                    };
                }
                // Named like the tool: an error of its declaration then points there.
                #[allow(non_upper_case_globals)]
                const $name: $crate::catalog::Tool = {
                    $($( $crate::__private::in_order($crate::__private::stringify!($name, $p = $default)); )?)*
                    $crate::__private::tool::<Tool>($crate::__private::cfg!(test))
                };
                $name
            }),
            call: $crate::__call! {
                $kind ($($async)?) [$form] ($state) $name
                ($($(#[cfg($pcfg)])* $p [$($rename)?] ($ty) [$($($rule)*)?] ($($default)?)),*)
            },
        })
    };
    ($docs:tt $keys:tt $kind:ident $async:tt $state:tt $form:tt $name:tt $params:tt $ret:tt) => {
        $crate::__misread! { $name $params }
    };
}

/// Arguments of tools are not completed by the protocol.
#[doc(hidden)]
#[macro_export]
macro_rules! __no_completion {
    ($path:path) => {
        $crate::__private::compile_error!(
            "`#[complete(..)]` is for prompts and resource templates: the protocol completes no arguments of tools"
        );
    };
}

/// The schema of a parameter: its type's, or raw JSON.
#[doc(hidden)]
#[macro_export]
macro_rules! __schema {
    ([$ty:ty]) => {
        <$ty as $crate::types::ToolType>::SCHEMA
    };
    ([$ty:ty] $raw:expr) => {{
        const RAW: &$crate::schema::Schema =
            &$crate::__private::raw_schema(<$ty as $crate::types::ToolType>::SCHEMA, $raw);
        RAW
    }};
}

/// What a tool gives back, as listed: `__output!(type)` or `__output!()`.
#[doc(hidden)]
#[macro_export]
macro_rules! __output {
    () => {
        <() as $crate::content::IntoReply>::OUTPUT
    };
    ($ret:ty) => {
        <$ret as $crate::content::IntoReply>::OUTPUT
    };
}

/// Lines of text. A constant that is empty costs the compiler a tenth of an empty slice.
#[doc(hidden)]
#[macro_export]
macro_rules! __docs {
    () => {
        $crate::__private::NO_TEXTS
    };
    ($($line:expr),+) => {
        &[$($line),+]
    };
}

/// The one expression, or an empty text.
#[doc(hidden)]
#[macro_export]
macro_rules! __first {
    () => {
        ""
    };
    ($text:expr) => {
        $text
    };
}

/// A default in wire form: `__lit!([type] default)` or `__lit!([type])`.
#[doc(hidden)]
#[macro_export]
macro_rules! __lit {
    ([$ty:ty]) => {
        $crate::__private::NO_DEFAULT
    };
    ([$ty:ty] $default:expr) => {
        <<$ty as $crate::types::ToolType>::Render>::of(&<$crate::__private::On<$ty>>::default(
            $default,
        ))
    };
}

/// A parameter or field as it is read: `__property!(name [rename] [type] [rules] default)`.
#[doc(hidden)]
#[macro_export]
macro_rules! __property {
    ($name:ident [] [$ty:ty] $rules:tt $($default:expr)?) => {
        $crate::__property!(($crate::__private::plain($crate::__private::stringify!($name))) [$ty] $rules $($default)?)
    };
    ($name:ident [$rename:expr] [$ty:ty] $rules:tt $($default:expr)?) => {
        $crate::__property!(($rename) [$ty] $rules $($default)?)
    };
    (($name:expr) [$ty:ty] [$($rule:tt)*]) => {
        $crate::schema::Property {
            name: $name,
            rules: $crate::__rules!([$ty] $($rule)*),
            presence: <$ty as $crate::types::ToolType>::REQUIRED,
        }
    };
    (($name:expr) [$ty:ty] [$($rule:tt)*] $default:expr) => {
        $crate::schema::Property {
            name: $name,
            rules: $crate::__rules!([$ty] $($rule)*),
            presence: <$ty as $crate::types::ToolType>::DEFAULTED,
        }
    };
}

/// How a tool is called: `__call!{ kind (async) [form] (state) name (params) }`.
#[doc(hidden)]
#[macro_export]
macro_rules! __call {
    ($kind:ident () [$form:tt] ($state:ty) $name:tt
     ($($(#[cfg($pcfg:meta)])* $p:ident $rename:tt ($ty:ty) [$($rule:tt)*] ($($default:expr)?)),*)) => {
        $crate::__private::call::$kind::Sync(|state, mut args, reply| {
            'refused: {
            $crate::__bind!([$form] function $name);
            $(
                $(#[cfg($pcfg)])*
                let $crate::__private::Some($p) = $crate::__take!(args [$ty] $($default)?) else { break 'refused };
                $(#[cfg($pcfg)])*
                $crate::__checks! { $p ($crate::__wire!([] $rename $p)) $($rule)* }
            )*
            if $crate::__private::no_more(&mut args) {
                $crate::__private::put($crate::__target!([$form] ($state) $name function state ($($(#[cfg($pcfg)])* $p),*)), reply);
                return $crate::__private::Ok(());
            }
            }
            $crate::__private::Err($crate::__private::refused(args))
        })
    };
    ($kind:ident (async) [$form:tt] ($state:ty) $name:tt
     ($($(#[cfg($pcfg:meta)])* $p:ident $rename:tt ($ty:ty) [$($rule:tt)*] ($($default:expr)?)),*)) => {
        $crate::__private::call::$kind::Async(|state, mut args| {
            'refused: {
            $crate::__bind!([$form] function $name);
            $(
                $(#[cfg($pcfg)])*
                let $crate::__private::Some($p) = $crate::__take!(args [$ty] $($default)?) else { break 'refused };
                $(#[cfg($pcfg)])*
                $crate::__checks! { $p ($crate::__wire!([] $rename $p)) $($rule)* }
            )*
            if $crate::__private::no_more(&mut args) {
                return $crate::__private::Ok($crate::__private::Box::pin($crate::__private::later(
                    $crate::__target!([$form] ($state) $name function state ($($(#[cfg($pcfg)])* $p),*)),
                )));
            }
            }
            $crate::__private::Err($crate::__private::refused(args))
        })
    };
}

/// Takes hold of a function before a parameter can hide its name.
#[doc(hidden)]
#[macro_export]
macro_rules! __bind {
    ([method] $function:ident $name:tt) => {};
    ([function] $function:ident $name:tt) => {
        #[allow(deprecated)]
        let $function = $name;
    };
}

/// The call itself.
#[doc(hidden)]
#[macro_export]
macro_rules! __target {
    ([method] ($state:ty) $name:tt $function:ident $source:ident ($($arg:tt)*)) => {
        {
            #[allow(deprecated)]
            <$state>::$name($crate::__private::state($source), $($arg)*)
        }
    };
    ([function] ($state:ty) $name:tt $function:ident $source:ident ($($arg:tt)*)) => {{
        let _ = $source;
        $function($($arg)*)
    }};
}

/// Takes a parameter: `__take!(args [type] default)` or `__take!(args [type])`.
#[doc(hidden)]
#[macro_export]
macro_rules! __take {
    ($args:ident [$ty:ty]) => {
        $crate::__private::argument::<$ty>(&mut $args)
    };
    ($args:ident [$ty:ty] $default:expr) => {
        <$crate::__private::On<$ty>>::argument_or(&mut $args, $default)
    };
}
