//! Attributes of the language's own, and ours among them.
//!
//! A matcher cannot tell `#[tool(..)]` from any other attribute in one repetition, so a
//! sorter walks over them: the usual shape (docs, then one of ours) in one step, all else
//! one attribute at a time, docs eight at a time.

/// Sorts attributes: `__attributes!{ [attributes] callback [docs] [kind] [cfgs] [others] rest }`
/// ends in `callback!{ [docs] [kind] [cfgs] [others] rest }`.
///
/// `docs` are expressions with a comma behind each, `kind` is `tool(..)`, `resource(..)`,
/// `prompt(..)` or empty, `cfgs` are predicates with a comma behind each, and `others` are
/// whole attributes.
#[doc(hidden)]
#[macro_export]
macro_rules! __attributes {
    ([$(#[doc = $doc:expr])* $(#[tool $(($($key:tt)*))?])?] $callback:ident [] [] [] [] $($rest:tt)*) => {
        $crate::$callback! { [$($doc,)*] [$(tool ($($($key)*)?))?] [] [] $($rest)* }
    };
    ([] $callback:ident $docs:tt $kind:tt $cfgs:tt $others:tt $($rest:tt)*) => {
        $crate::$callback! { $docs $kind $cfgs $others $($rest)* }
    };
    ([#[doc = $a:expr] #[doc = $b:expr] #[doc = $c:expr] #[doc = $d:expr]
      #[doc = $e:expr] #[doc = $f:expr] #[doc = $g:expr] #[doc = $h:expr] $($more:tt)*]
     $callback:ident [$($doc:tt)*] $($rest:tt)*) => {
        $crate::__attributes! { [$($more)*] $callback [$($doc)* $a, $b, $c, $d, $e, $f, $g, $h,] $($rest)* }
    };
    ([#[doc = $a:expr] $($more:tt)*] $callback:ident [$($doc:tt)*] $($rest:tt)*) => {
        $crate::__attributes! { [$($more)*] $callback [$($doc)* $a,] $($rest)* }
    };
    ([#[tool $(($($key:tt)*))?] $($more:tt)*] $callback:ident $docs:tt [] $($rest:tt)*) => {
        $crate::__attributes! { [$($more)*] $callback $docs [tool ($($($key)*)?)] $($rest)* }
    };
    ([#[resource $(($($key:tt)*))?] $($more:tt)*] $callback:ident $docs:tt [] $($rest:tt)*) => {
        $crate::__attributes! { [$($more)*] $callback $docs [resource ($($($key)*)?)] $($rest)* }
    };
    ([#[prompt $(($($key:tt)*))?] $($more:tt)*] $callback:ident $docs:tt [] $($rest:tt)*) => {
        $crate::__attributes! { [$($more)*] $callback $docs [prompt ($($($key)*)?)] $($rest)* }
    };
    ([#[tool $($key:tt)*] $($more:tt)*] $($rest:tt)*) => {
        $crate::__private::compile_error!("a function is one tool, one resource or one prompt: write one such attribute");
    };
    ([#[cfg($($cfg:tt)*)] $($more:tt)*] $callback:ident $docs:tt $kind:tt [$($cfgs:tt)*] $($rest:tt)*) => {
        $crate::__attributes! { [$($more)*] $callback $docs $kind [$($cfgs)* $($cfg)*,] $($rest)* }
    };
    ([#[cfg_attr($cfg:meta, tool $($key:tt)*)] $($more:tt)*] $($rest:tt)*) => {
        $crate::__private::compile_error!(
            "`#[cfg_attr(.., tool(..))]` cannot be seen by `mcp_tools!`: write two functions, each with its `#[cfg(..)]`"
        );
    };
    ([#[$($other:tt)*] $($more:tt)*] $callback:ident $docs:tt $kind:tt $cfgs:tt [$($others:tt)*] $($rest:tt)*) => {
        $crate::__attributes! { [$($more)*] $callback $docs $kind $cfgs [$($others)* #[$($other)*]] $($rest)* }
    };
}

/// What `#[tool(..)]` says: `__tool_meta!( keys )`.
#[doc(hidden)]
#[macro_export]
macro_rules! __tool_meta {
    () => { $crate::__private::ToolMeta::new() };
    ($name:literal $(, $($keys:tt)*)?) => { $crate::__tool_meta!(name = $name $(, $($keys)*)?) };
    ($($key:tt $(= $value:expr)?),+ $(,)?) => {{
        let mut meta = $crate::__private::ToolMeta::new();
        $( $crate::__key!(meta $key $(= $value)?); )+
        meta
    }};
}

/// One key: `__key!(meta key = value)` or `__key!(meta key)`.
///
/// A key that is not known resolves to the local enum, which is no `Key`: the error stands
/// on the author's token and names the accepted ones.
#[doc(hidden)]
#[macro_export]
macro_rules! __key {
    ($meta:ident $key:tt = $value:expr) => {{
        #[allow(dead_code, non_camel_case_types, clippy::items_after_statements)]
        enum $key {}
        {
            #[allow(
                clippy::wildcard_imports,
                clippy::items_after_statements,
                unused_imports
            )]
            use $crate::__private::keys::*;
            <<$key as $crate::__private::Key>::Setter>::set(&mut $meta, $value);
        }
    }};
    ($meta:ident $key:tt) => {{
        #[allow(dead_code, non_camel_case_types, clippy::items_after_statements)]
        enum $key {}
        {
            #[allow(
                clippy::wildcard_imports,
                clippy::items_after_statements,
                unused_imports
            )]
            use $crate::__private::keys::*;
            <<$key as $crate::__private::Flag>::Setter>::on(&mut $meta);
        }
    }};
}
