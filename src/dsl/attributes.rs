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
    // A second kind.
    ([#[tool $($key:tt)*] $($more:tt)*] $callback:ident $($rest:tt)*) => { $crate::__attributes! { @ TwoKinds $callback $($rest)* } };
    ([#[resource $($key:tt)*] $($more:tt)*] $callback:ident $($rest:tt)*) => { $crate::__attributes! { @ TwoKinds $callback $($rest)* } };
    ([#[prompt $($key:tt)*] $($more:tt)*] $callback:ident $($rest:tt)*) => { $crate::__attributes! { @ TwoKinds $callback $($rest)* } };
    ([#[cfg($($cfg:tt)*)] $($more:tt)*] $callback:ident $docs:tt $kind:tt [$($cfgs:tt)*] $($rest:tt)*) => {
        $crate::__attributes! { [$($more)*] $callback $docs $kind [$($cfgs)* $($cfg)*,] $($rest)* }
    };
    ([#[cfg_attr($cfg:meta, tool $($key:tt)*)] $($more:tt)*] $callback:ident $($rest:tt)*) => {
        $crate::__attributes! { @ ConditionalKind $callback $($rest)* }
    };
    ([#[cfg_attr($cfg:meta, resource $($key:tt)*)] $($more:tt)*] $callback:ident $($rest:tt)*) => {
        $crate::__attributes! { @ ConditionalKind $callback $($rest)* }
    };
    ([#[cfg_attr($cfg:meta, prompt $($key:tt)*)] $($more:tt)*] $callback:ident $($rest:tt)*) => {
        $crate::__attributes! { @ ConditionalKind $callback $($rest)* }
    };
    // Said once, at the function's name: the function itself is left out.
    (@ $slip:ident __function $($rest:tt)*) => {};
    (@ $slip:ident __entry $docs:tt $own:tt $cfgs:tt $others:tt $kind:ident $async:tt $state:tt $name:tt $($rest:tt)*) => {
        $crate::__slip!($slip $name)
    };
    (@ $slip:ident $callback:ident $docs:tt $own:tt $cfgs:tt $others:tt ($($vis:tt)*) $name:tt $($rest:tt)*) => {
        $crate::__slip_item! { $slip $name }
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
        $( $crate::__tool_key!(meta $key $(= $value)?); )+
        meta
    }};
    ($($keys:tt)+) => { $crate::__misread_tool_keys! { $($keys)+ } };
}

/// One key: `__tool_key!(meta key = value)` or `__tool_key!(meta key)`.
///
/// The last two arms are for mistakes: a key that is not known becomes a local enum, which
/// has none of the traits, so that the error stands on the author's token and names the keys.
#[doc(hidden)]
#[macro_export]
macro_rules! __tool_key {
    ($meta:ident name = $value:expr) => {
        $meta.name = $value
    };
    ($meta:ident title = $value:expr) => {
        $meta.title = $value
    };
    ($meta:ident description = $value:expr) => {
        $meta.description = $value
    };
    ($meta:ident icon = $value:expr) => {
        $meta.icon = $value
    };
    ($meta:ident meta = $value:expr) => {
        $meta.meta = $value
    };
    ($meta:ident input_schema = $value:expr) => {
        $meta.input_schema = $value
    };
    ($meta:ident read_only) => {
        $meta.read_only = $crate::__private::Some(true)
    };
    ($meta:ident read_only = $value:expr) => {
        $meta.read_only = $crate::__private::hint($value)
    };
    ($meta:ident destructive) => {
        $meta.destructive = $crate::__private::Some(true)
    };
    ($meta:ident destructive = $value:expr) => {
        $meta.destructive = $crate::__private::hint($value)
    };
    ($meta:ident idempotent) => {
        $meta.idempotent = $crate::__private::Some(true)
    };
    ($meta:ident idempotent = $value:expr) => {
        $meta.idempotent = $crate::__private::hint($value)
    };
    ($meta:ident open_world) => {
        $meta.open_world = $crate::__private::Some(true)
    };
    ($meta:ident open_world = $value:expr) => {
        $meta.open_world = $crate::__private::hint($value)
    };
    ($meta:ident structured) => {
        $meta.structured = true
    };
    ($meta:ident structured = $value:expr) => {
        $meta.structured = $value
    };
    ($meta:ident nullable_output) => {
        $meta.nullable_output = true
    };
    ($meta:ident nullable_output = $value:expr) => {
        $meta.nullable_output = $value
    };
    ($meta:ident ui = $value:expr) => {
        $meta.ui = $value
    };
    ($meta:ident ui_dynamic) => {
        $meta.ui_dynamic = true
    };
    ($meta:ident ui_dynamic = $value:expr) => {
        $meta.ui_dynamic = $value
    };
    ($meta:ident visibility = $value:expr) => {
        $meta.visibility = {
            use $crate::__private::visibility::*;
            &$value
        }
    };
    ($meta:ident task) => {
        $crate::__task_key!($meta optional)
    };
    ($meta:ident task = $value:expr) => {
        $crate::__task_key!($meta $value)
    };
    ($meta:ident $key:tt = $value:expr) => {{
        #[allow(dead_code, non_camel_case_types)]
        enum $key {}
        let _: <$key as $crate::__private::Key>::Value = $value;
    }};
    ($meta:ident $key:tt) => {{
        #[allow(dead_code, non_camel_case_types)]
        enum $key {}
        let _: <$key as $crate::__private::Flag>::Value = true;
    }};
}

/// The key `task`: `__task_key!(meta value)`.
#[cfg(feature = "tasks")]
#[doc(hidden)]
#[macro_export]
macro_rules! __task_key {
    ($meta:ident $value:expr) => {
        $meta.task = {
            use $crate::__private::task_support::*;
            $value
        }
    };
}

/// The same without the feature: a slip.
#[cfg(not(feature = "tasks"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __task_key {
    ($meta:ident $value:expr) => {
        $crate::__private::compile_error!(
            "`task` needs the feature `tasks` of toolwright: without it, no call runs as a task"
        )
    };
}

/// One key of `#[server(..)]`; the last arm is for mistakes, as above.
#[doc(hidden)]
#[macro_export]
macro_rules! __server_key {
    ($meta:ident name = $value:expr) => {
        $meta.name = $value
    };
    ($meta:ident version = $value:expr) => {
        $meta.version = $value
    };
    ($meta:ident title = $value:expr) => {
        $meta.title = $value
    };
    ($meta:ident icon = $value:expr) => {
        $meta.icon = $value
    };
    ($meta:ident $key:tt = $value:expr) => {{
        #[allow(dead_code, non_camel_case_types)]
        enum $key {}
        let _: <$key as $crate::__private::ServerKey>::Value = $value;
    }};
    ($meta:ident $key:tt) => {{
        #[allow(dead_code, non_camel_case_types)]
        enum $key {}
        let _: <$key as $crate::__private::ServerFlag>::Value = true;
    }};
}
