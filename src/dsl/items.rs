//! Resources and prompts in `mcp_tools!`.
//!
//! Like a tool, each is its function, a declaration as data and a closure that reads the
//! parameters; those come as text.

/// The entry of a resource or a prompt, as an `Option<Entry>`:
/// `__item_entry!{ resource|prompt [docs] (keys) kind (async) (state) name (params) (ret) }`.
#[doc(hidden)]
#[macro_export]
macro_rules! __item_entry {
    ($what:ident $docs:tt $keys:tt $kind:ident $async:tt (()) $name:tt (& self $($rest:tt)*) $ret:tt) => {
        $crate::__slip!(NoState $name)
    };
    ($what:ident $docs:tt $keys:tt $kind:ident $async:tt $state:tt $name:tt (& $self:ident $(, $($params:tt)*)?) $ret:tt) => {
        $crate::__item! { $what $docs $keys $kind $async $state [method] $name ($($($params)*)?) $ret }
    };
    ($what:ident $docs:tt $keys:tt $kind:ident $async:tt $state:tt $name:tt (self $($rest:tt)*) $ret:tt) => {
        $crate::__slip!(OtherSelf $name)
    };
    ($what:ident $docs:tt $keys:tt $kind:ident $async:tt $state:tt $name:tt $params:tt $ret:tt) => {
        $crate::__item! { $what $docs $keys $kind $async $state [function] $name $params $ret }
    };
}

/// `__item!{ resource|prompt [docs] (keys) kind (async) (state) [method|function] name (params) (ret) }`.
#[doc(hidden)]
#[macro_export]
macro_rules! __item {
    ($what:ident [$($doc:expr,)*] ($($key:tt)*) $kind:ident $async:tt ($state:ty) [$form:tt] $name:tt
     ($($(#[doc = $pd:expr])* $(#[cfg($pcfg:meta)])* $(#[rename($rename:expr)])? $(#[description($describe:expr)])?
        $(#[complete($complete:path)])? $(#[header($header:expr)])? $(#[schema($schema:expr)])?
        $p:ident : $ty:ty $([$($rule:tt)*])? $(= $default:expr)?),* $(,)?)
     ($($ret:ty)?)) => {
        $crate::__private::Some($crate::__private::entry::$kind {
            item: {
                struct Item;
                impl $crate::__private::ItemText for Item {
                    const DEF: $crate::__private::ItemDef = $crate::__private::ItemDef {
                        kind: $crate::__private::items::$what::KIND,
                        function: $crate::__private::stringify!($name),
                        docs: $crate::__docs!($($doc),*),
                        meta: $crate::__item_meta!($what $($key)*),
                        params: {
                            #[allow(clippy::wildcard_imports, unused_imports)]
                            use $crate::__private::rule::*;
                            &[$($(#[cfg($pcfg)])* $crate::__private::from_text(
                                $crate::__property!($p [$($rename)?] [$ty] [$($($rule)*)?] $($default)?),
                                <$ty as $crate::types::ToolType>::SCHEMA,
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
                    };
                }
                // Named like the function: an error of its declaration then points there.
                #[allow(non_upper_case_globals)]
                const $name: $crate::catalog::Item = {
                    $($( $crate::__private::in_order($crate::__private::stringify!($name, $p = $default)); )?)*
                    $crate::__private::item::<Item>($crate::__private::cfg!(test))
                };
                $name
            },
            call: $crate::__private::call::$kind::Completed(
                &$crate::__item_call! {
                    $what $kind $async [$form] ($state) $name
                    ($($(#[cfg($pcfg)])* $p [$($rename)?] ($ty) [$($($rule)*)?] ($($default)?)),*)
                },
                &[$($(#[cfg($pcfg)])* $crate::__completer!([$state] $($complete)?)),*],
            ),
        })
    };
    ($what:ident $docs:tt $keys:tt $kind:ident $async:tt $state:tt $form:tt $name:tt $params:tt $ret:tt) => {
        $crate::__misread! { $name $params }
    };
}

/// The suggestions for a parameter, if it has any: `__completer!([state] path)` or `__completer!([state])`.
#[doc(hidden)]
#[macro_export]
macro_rules! __completer {
    ([$state:ty]) => {
        $crate::__private::None
    };
    ([$state:ty] $complete:path) => {
        $crate::__private::Some(|state, completing| {
            $crate::__private::suggest::<$state, _, _>($complete, state, completing)
        })
    };
}

/// How a resource or a prompt is called: `__item_call!{ resource|prompt kind (async) [form] (state) name (params) }`.
#[doc(hidden)]
#[macro_export]
macro_rules! __item_call {
    ($what:ident $kind:ident () [$form:tt] ($state:ty) $name:tt
     ($($(#[cfg($pcfg:meta)])* $p:ident $rename:tt ($ty:ty) [$($rule:tt)*] ($($default:expr)?)),*)) => {
        $crate::__private::call::$kind::Sync(|state, mut args, reply| {
            'refused: {
            $crate::__bind!([$form] function $name);
            $crate::__private::spelled(&mut args);
            $(
                $(#[cfg($pcfg)])*
                let $crate::__private::Some($p) = $crate::__take!(args [$ty] $($default)?) else { break 'refused };
                $(#[cfg($pcfg)])*
                $crate::__checks! { $p ($crate::__wire!([] $rename $p)) $($rule)* }
            )*
            if $crate::__private::no_more(&mut args) {
                $crate::__private::items::$what::put(
                    $crate::__target!([$form] ($state) $name function state ($($(#[cfg($pcfg)])* $p),*)),
                    reply,
                );
                return $crate::__private::Ok(());
            }
            }
            $crate::__private::Err($crate::__private::refused(args))
        })
    };
    ($what:ident $kind:ident (async) [$form:tt] ($state:ty) $name:tt
     ($($(#[cfg($pcfg:meta)])* $p:ident $rename:tt ($ty:ty) [$($rule:tt)*] ($($default:expr)?)),*)) => {
        $crate::__private::call::$kind::Async(|state, mut args| {
            'refused: {
            $crate::__bind!([$form] function $name);
            $crate::__private::spelled(&mut args);
            $(
                $(#[cfg($pcfg)])*
                let $crate::__private::Some($p) = $crate::__take!(args [$ty] $($default)?) else { break 'refused };
                $(#[cfg($pcfg)])*
                $crate::__checks! { $p ($crate::__wire!([] $rename $p)) $($rule)* }
            )*
            if $crate::__private::no_more(&mut args) {
                return $crate::__private::Ok($crate::__private::Box::pin($crate::__private::items::$what::later(
                    $crate::__target!([$form] ($state) $name function state ($($(#[cfg($pcfg)])* $p),*)),
                )));
            }
            }
            $crate::__private::Err($crate::__private::refused(args))
        })
    };
}

/// What `#[resource(..)]` or `#[prompt(..)]` says: `__item_meta!(resource keys)`.
#[doc(hidden)]
#[macro_export]
macro_rules! __item_meta {
    ($what:ident) => { $crate::__private::ItemMeta::new() };
    (resource $uri:literal $(, $($keys:tt)*)?) => { $crate::__item_meta!(resource uri = $uri $(, $($keys)*)?) };
    (prompt $name:literal $(, $($keys:tt)*)?) => { $crate::__item_meta!(prompt name = $name $(, $($keys)*)?) };
    ($what:ident $($key:tt $(($($group:tt)*))? $(= $value:expr)?),+ $(,)?) => {{
        let mut meta = $crate::__private::ItemMeta::new();
        $( $crate::__item_key!($what meta $key $(($($group)*))? $(= $value)?); )+
        meta
    }};
}

/// One key: `__item_key!(resource meta key = value)`, `.. key(group)` or `.. key`.
///
/// The last arms are for mistakes, as in `__tool_key`.
#[doc(hidden)]
#[macro_export]
macro_rules! __item_key {
    ($what:ident $meta:ident name = $value:expr) => { $meta.name = $value };
    ($what:ident $meta:ident title = $value:expr) => { $meta.title = $value };
    ($what:ident $meta:ident description = $value:expr) => { $meta.description = $value };
    ($what:ident $meta:ident icon = $value:expr) => { $meta.icon = $value };
    ($what:ident $meta:ident meta = $value:expr) => { $meta.meta = $value };
    (resource $meta:ident uri = $value:expr) => { $meta.uri = $value };
    (resource $meta:ident mime = $value:expr) => { $meta.mime = $value };
    (resource $meta:ident size = $value:expr) => { $meta.size = $crate::__private::Some($value) };
    (resource $meta:ident annotations($($key:tt = $value:expr),* $(,)?)) => {
        $( $crate::__annotation_key!($meta $key = $value); )*
    };
    (resource $meta:ident csp($($key:tt = $value:expr),* $(,)?)) => {
        $( $crate::__csp_key!($meta $key = $value); )*
    };
    (resource $meta:ident permissions($($permission:tt),* $(,)?)) => {
        $meta.ui.permissions = {
            use $crate::__private::permission::*;
            &[$($permission),*]
        }
    };
    (resource $meta:ident domain = $value:expr) => { $meta.ui.domain = $value };
    (resource $meta:ident prefers_border) => { $meta.ui.prefers_border = $crate::__private::Some(true) };
    (resource $meta:ident prefers_border = $value:expr) => {
        $meta.ui.prefers_border = $crate::__private::Some($value)
    };
    ($what:ident $meta:ident $key:tt = $value:expr) => {{
        #[allow(dead_code, non_camel_case_types)]
        enum $key {}
        let _: <$key as $crate::__private::items::$what::Key>::Value = $value;
    }};
    ($what:ident $meta:ident $key:tt $(($($group:tt)*))?) => {{
        #[allow(dead_code, non_camel_case_types)]
        enum $key {}
        let _: <$key as $crate::__private::items::$what::Key>::Value = true;
    }};
}

/// One key of `annotations(..)`.
#[doc(hidden)]
#[macro_export]
macro_rules! __annotation_key {
    ($meta:ident audience = $value:expr) => {
        $meta.audience = {
            use $crate::__private::audience::*;
            &$value
        }
    };
    ($meta:ident priority = $value:expr) => {
        $meta.priority = $crate::__private::Some($value)
    };
    ($meta:ident $key:tt = $value:expr) => {{
        #[allow(dead_code, non_camel_case_types)]
        enum $key {}
        let _: <$key as $crate::__private::AnnotationKey>::Value = $value;
    }};
}

/// One key of `csp(..)`.
#[doc(hidden)]
#[macro_export]
macro_rules! __csp_key {
    ($meta:ident connect_domains = $value:expr) => {
        $meta.ui.connect = &$value
    };
    ($meta:ident resource_domains = $value:expr) => {
        $meta.ui.resource = &$value
    };
    ($meta:ident frame_domains = $value:expr) => {
        $meta.ui.frame = &$value
    };
    ($meta:ident base_uri_domains = $value:expr) => {
        $meta.ui.base_uri = &$value
    };
    ($meta:ident $key:tt = $value:expr) => {{
        #[allow(dead_code, non_camel_case_types)]
        enum $key {}
        let _: <$key as $crate::__private::CspKey>::Value = $value;
    }};
}
