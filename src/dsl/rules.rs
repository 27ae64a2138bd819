//! Rules in brackets behind a type.

/// The rules as data: `__rules!([type] rule, rule, ..)` is a `&'static [Rule]`.
///
/// Wants `__private::rule::*` in scope: a name of a rule is then the author's own token.
#[doc(hidden)]
#[macro_export]
macro_rules! __rules {
    ([$ty:ty]) => { $crate::__private::NO_RULES };
    ([$ty:ty] $($rule:tt)+) => { $crate::__rule! { [$ty] [] $($rule)+ } };
}

/// Walks over the rules of one parameter: `__rule!{ [type] [done] rules }`.
#[doc(hidden)]
#[macro_export]
macro_rules! __rule {
    ([$ty:ty] [$($done:tt)*]) => { &[$($done)*] };
    ([$ty:ty] [$($done:tt)*] one_of($($value:expr),+ $(,)?) $(, $($more:tt)*)?) => {
        $crate::__rule! {
            [$ty] [$($done)* <$crate::__private::On<$ty>>::rule(one_of(&[$($value),+])).rule(),] $($($more)*)?
        }
    };
    ([$ty:ty] [$($done:tt)*] pattern($text:expr) $(, $($more:tt)*)?) => {
        $crate::__rule! {
            [$ty]
            [$($done)* <$crate::__private::On<$ty>>::rule(pattern(
                $text,
                $crate::__engine!($text),
            )).rule(),]
            $($($more)*)?
        }
    };
    // Typed functions, called where the value is at hand: see `__checks`. The rule is for tests.
    ([$ty:ty] [$($done:tt)*] check($check:expr) $(, $($more:tt)*)?) => {
        $crate::__rule! {
            [$ty]
            [$($done)* $crate::__private::Rule::Check(|json| {
                $crate::__private::judged::<$ty>(json, |value| $crate::__private::check($check)(value))
            }),]
            $($($more)*)?
        }
    };
    ([$ty:ty] [$($done:tt)*] $rule:expr $(, $($more:tt)*)?) => {
        $crate::__rule! { [$ty] [$($done)* <$crate::__private::On<$ty>>::rule($rule).rule(),] $($($more)*)? }
    };
}

/// Runs the author's checks: `__checks!{ value (name) rules }`, as statements of a reader.
#[doc(hidden)]
#[macro_export]
macro_rules! __checks {
    ($value:ident ($name:expr)) => {};
    ($value:ident ($name:expr) check($check:expr) $(, $($more:tt)*)?) => {
        let checked: $crate::__private::Result<(), $crate::Violation> = ($check)(&$value);
        if let $crate::__private::Err(violation) = checked {
            return $crate::__private::Err($crate::__private::checked(violation, $name));
        }
        $crate::__checks! { $value ($name) $($($more)*)? }
    };
    ($value:ident ($name:expr) $rule:expr $(, $($more:tt)*)?) => {
        $crate::__checks! { $value ($name) $($($more)*)? }
    };
}

/// The engine of one pattern, compiled when it is first used: `__engine!("^[a-z]+$")`.
#[cfg(feature = "pattern")]
#[doc(hidden)]
#[macro_export]
macro_rules! __engine {
    ($text:expr) => {{
        fn matches(text: &$crate::__private::str) -> $crate::__private::bool {
            static PATTERN: $crate::__private::Pattern =
                $crate::__private::Pattern::new(|| $crate::__private::compile($text));
            PATTERN.matches(text)
        }
        matches
    }};
}

/// Without the feature there is no engine, and a pattern that is listed but not checked
/// would be a lie.
#[cfg(not(feature = "pattern"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __engine {
    ($text:expr) => {
        $crate::__private::compile_error!(
            "`pattern(..)` needs the feature `pattern` of `toolwright`: add it in Cargo.toml, \
             features = [\"pattern\"]"
        )
    };
}
