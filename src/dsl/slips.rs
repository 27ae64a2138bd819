//! What is said where a declaration cannot be read.
//!
//! Nothing here is reached by a declaration that is right. A mistake is shown on one of the
//! author's own words: the word becomes a local type that lacks a trait, and the trait's message
//! (`crate::slips`) says what to write. Where no word is at hand, `compile_error!` speaks.

/// Says a slip on the author's word: `__slip!(Trait word)`. It is an expression, `None`.
///
/// The word travels as `tt` all the way: as `ident` it would lose its place.
#[doc(hidden)]
#[macro_export]
macro_rules! __slip {
    ($slip:ident $word:tt) => {{
        #[allow(dead_code, non_camel_case_types)]
        enum $word {}
        let _: <$word as $crate::__private::slip::$slip>::Never;
        $crate::__private::None
    }};
}

/// The same where an item stands.
#[doc(hidden)]
#[macro_export]
macro_rules! __slip_item {
    ($slip:ident $word:tt) => {
const _: $crate::__private::Option<()> = $crate::__slip!($slip $word);
    };
}

/// Finds what is wrong in a block whose header is right: `__misread_items!{ functions }`.
///
/// It has no arm for the rest: what no arm knows is shown by the compiler where it stands.
#[doc(hidden)]
#[macro_export]
macro_rules! __misread_items {
    () => {
        $crate::__private::compile_error!(
            "in a block that holds a `= path;`, a return type is a path or a reference to one: name the type, or write a body in braces"
        );
    };
    // Functions that can be read, some at a time.
    ($(#$a1:tt)* $v1:vis $(async $(@ $y1:tt)?)? fn $n1:tt ($($p1:tt)*) $(-> $r1:ty)? { $($b1:tt)* }
     $(#$a2:tt)* $v2:vis $(async $(@ $y2:tt)?)? fn $n2:tt ($($p2:tt)*) $(-> $r2:ty)? { $($b2:tt)* }
     $(#$a3:tt)* $v3:vis $(async $(@ $y3:tt)?)? fn $n3:tt ($($p3:tt)*) $(-> $r3:ty)? { $($b3:tt)* }
     $(#$a4:tt)* $v4:vis $(async $(@ $y4:tt)?)? fn $n4:tt ($($p4:tt)*) $(-> $r4:ty)? { $($b4:tt)* }
     $($rest:tt)*) => { $crate::__misread_items! { $($rest)* } };
    ($(#$attr:tt)* $vis:vis $(async $(@ $async:tt)?)? fn $name:tt ($($p:tt)*) $(-> $ret:ty)? { $($body:tt)* } $($rest:tt)*) => {
        $crate::__misread_items! { $($rest)* }
    };
    ($(#$attr:tt)* $vis:vis $(async $(@ $async:tt)?)? fn $name:tt ($($p:tt)*) $(-> $ret:ty)? = $path:path ; $($rest:tt)*) => {
        $crate::__misread_items! { $($rest)* }
    };
    // One that cannot.
    ($(#$attr:tt)* $vis:vis $(async $(@ $async:tt)?)? fn $name:tt < $($rest:tt)*) => {
        $crate::__slip_item! { Generics $name }
    };
    ($(#$attr:tt)* $vis:vis $(async $(@ $async:tt)?)? fn $name:tt ($($p:tt)*) $(-> $ret:ty)? where $($rest:tt)*) => {
        $crate::__slip_item! { Where $name }
    };
    ($(#$attr:tt)* $vis:vis $(async $(@ $async:tt)?)? fn $name:tt ($($p:tt)*) $(-> $ret:ty)? = $($rest:tt)*) => {
        $crate::__slip_item! { NoPath $name }
    };
    ($(#$attr:tt)* $vis:vis $(async $(@ $async:tt)?)? fn $name:tt ($($p:tt)*) #[$($inside:tt)*] $($rest:tt)*) => {
        $crate::__slip_item! { DocInside $name }
    };
    ($(#$attr:tt)* $vis:vis $(async $(@ $async:tt)?)? fn $name:tt ($($p:tt)*) $($rest:tt)*) => {
        $crate::__slip_item! { NoBody $name }
    };
    ($(#$attr:tt)* $vis:vis const fn $name:tt $($rest:tt)*) => { $crate::__slip_item! { Qualified $name } };
    ($(#$attr:tt)* $vis:vis unsafe fn $name:tt $($rest:tt)*) => { $crate::__slip_item! { Qualified $name } };
    ($(#$attr:tt)* $vis:vis extern $abi:literal fn $name:tt $($rest:tt)*) => { $crate::__slip_item! { Qualified $name } };
    ($(#$attr:tt)* $vis:vis struct $name:tt $($rest:tt)*) => { $crate::__slip_item! { NoFunction $name } };
    ($(#$attr:tt)* $vis:vis enum $name:tt $($rest:tt)*) => { $crate::__slip_item! { NoFunction $name } };
    ($(#$attr:tt)* $vis:vis type $name:tt $($rest:tt)*) => { $crate::__slip_item! { NoFunction $name } };
    ($(#$attr:tt)* $vis:vis const $name:tt $($rest:tt)*) => { $crate::__slip_item! { NoFunction $name } };
    ($(#$attr:tt)* $vis:vis mod $name:tt $($rest:tt)*) => { $crate::__slip_item! { NoFunction $name } };
    ($(#$attr:tt)* $vis:vis static $name:tt $($rest:tt)*) => { $crate::__slip_item! { SecondHeader $name } };
    ($(#$attr:tt)+) => {
        $crate::__private::compile_error!(
            "a doc comment or an attribute stands at the end of the block: write it in front of its function"
        );
    };
}

/// Finds what is wrong in a block of types: `__misread_types!{ types }`.
///
/// It has no arm for the rest, as above.
#[doc(hidden)]
#[macro_export]
macro_rules! __misread_types {
    ($(#$attr:tt)* $vis:vis $keyword:ident $name:tt < $($rest:tt)*) => {
        $crate::__slip_item! { Generics $name }
    };
    ($(#$attr:tt)* $vis:vis $keyword:ident $name:tt $body:tt ; $($rest:tt)*) => {
        $crate::__misread_types! { $($rest)* }
    };
    ($(#$attr:tt)* $vis:vis $keyword:ident $name:tt $body:tt $($rest:tt)*) => {
        $crate::__misread_types! { $($rest)* }
    };
}

/// Finds what is wrong with a list of parameters: `__misread!{ tool (parameters) }`.
#[doc(hidden)]
#[macro_export]
macro_rules! __misread {
    ($tool:tt (& mut self $($rest:tt)*)) => { $crate::__slip!(MutSelf $tool) };
    ($tool:tt (self $($rest:tt)*)) => { $crate::__slip!(OtherSelf $tool) };
    ($tool:tt (mut self $($rest:tt)*)) => { $crate::__slip!(OtherSelf $tool) };
    ($tool:tt (& $life:lifetime $($rest:tt)*)) => { $crate::__slip!(OtherSelf $tool) };
    ($tool:tt (& self $(, $($rest:tt)*)?)) => { $crate::__misread! { @ $tool $($($rest)*)? } };
    ($tool:tt ($($rest:tt)*)) => { $crate::__misread! { @ $tool $($rest)* } };

    // The next parameter. All of them can be read: then it is for another reason.
    (@ $tool:tt) => { $crate::__slip!(Unreadable $tool) };
    (@ $tool:tt $(#[doc = $doc:expr])+) => { $crate::__slip!(DocBehind $tool) };
    // Its attributes: the known ones in their order, else one that is not known.
    (@ $tool:tt $(#[doc = $doc:expr])* $(#[cfg $c:tt])* $(#[rename $r:tt])? $(#[description $d:tt])?
        $(#[complete $o:tt])? $(#[header $h:tt])? $(#[schema $s:tt])? $(#[skip $(@ $skip:tt)?])? $vis:vis $p:ident : $($rest:tt)*) => {
        $crate::__misread! { : $tool $($rest)* }
    };
    (@ $tool:tt #[$key:tt $($value:tt)*] $($rest:tt)*) => { $crate::__misread! { # $tool [$key] $($rest)* } };
    // A parameter that is no plain name, or has no type.
    (@ $tool:tt mut $p:tt $($rest:tt)*) => { $crate::__slip!(MutParameter $p) };
    (@ $tool:tt ($($p:tt)*) $($rest:tt)*) => { $crate::__slip!(Pattern $tool) };
    (@ $tool:tt [$($p:tt)*] $($rest:tt)*) => { $crate::__slip!(Pattern $tool) };
    (@ $tool:tt & $($rest:tt)*) => { $crate::__slip!(Pattern $tool) };
    (@ $tool:tt _ $($rest:tt)*) => { $crate::__slip!(Pattern $tool) };
    (@ $tool:tt pub ($($in:tt)*) $p:tt $($rest:tt)*) => { $crate::__slip!(Untyped $p) };
    (@ $tool:tt pub $p:tt $($rest:tt)*) => { $crate::__slip!(Untyped $p) };
    (@ $tool:tt $p:tt , $($rest:tt)*) => { $crate::__slip!(Untyped $p) };
    (@ $tool:tt $p:tt = $($rest:tt)*) => { $crate::__slip!(Untyped $p) };
    (@ $tool:tt $p:tt [$($rule:tt)*] $($rest:tt)*) => { $crate::__slip!(Untyped $p) };
    (@ $tool:tt $p:tt) => { $crate::__slip!(Untyped $p) };
    (@ $tool:tt $($rest:tt)*) => { $crate::__slip!(Pattern $tool) };

    // What stands behind the colon, up to the next comma: no other parameter may begin there.
    (: $tool:tt) => { $crate::__misread! { @ $tool } };
    (: $tool:tt , $($rest:tt)*) => { $crate::__misread! { @ $tool $($rest)* } };
    (: $tool:tt pub ($($in:tt)*) $p:tt : $($rest:tt)*) => { $crate::__slip!(NoComma $p) };
    (: $tool:tt pub $p:tt : $($rest:tt)*) => { $crate::__slip!(NoComma $p) };
    (: $tool:tt $p:tt : $($rest:tt)*) => { $crate::__slip!(NoComma $p) };
    // Docs or attributes stand where a comma was due: the name behind them shows it.
    (: $tool:tt #[$($attr:tt)*] $($rest:tt)*) => { $crate::__misread! { ; $tool $($rest)* } };
    (: $tool:tt $skip:tt $($rest:tt)*) => { $crate::__misread! { : $tool $($rest)* } };

    // Behind attributes that are not as they should be: `[names of attributes]`.
    (# $tool:tt [$($key:tt)+] #[$more:tt $($value:tt)*] $($rest:tt)*) => {
        $crate::__misread! { # $tool [$($key)+ $more] $($rest)* }
    };
    (# $tool:tt [$($key:tt)+] pub ($($in:tt)*) $p:tt : $($rest:tt)*) => { $crate::__misread_keys! { $p $($key)+ } };
    (# $tool:tt [$($key:tt)+] pub $p:tt : $($rest:tt)*) => { $crate::__misread_keys! { $p $($key)+ } };
    (# $tool:tt [$($key:tt)+] $p:tt : $($rest:tt)*) => { $crate::__misread_keys! { $p $($key)+ } };
    (# $tool:tt [$($key:tt)+] $($rest:tt)*) => { $crate::__misread! { @ $tool $($rest)* } };

    // Behind attributes that stand where a comma was due.
    (; $tool:tt #[$($attr:tt)*] $($rest:tt)*) => { $crate::__misread! { ; $tool $($rest)* } };
    (; $tool:tt pub ($($in:tt)*) $p:tt : $($rest:tt)*) => { $crate::__slip!(NoComma $p) };
    (; $tool:tt pub $p:tt : $($rest:tt)*) => { $crate::__slip!(NoComma $p) };
    (; $tool:tt $p:tt : $($rest:tt)*) => { $crate::__slip!(NoComma $p) };
    (; $tool:tt $($rest:tt)*) => { $crate::__slip!(DocBehind $tool) };
}

/// Which attribute of a parameter or field is not one: `__misread_keys!{ parameter keys }`.
#[doc(hidden)]
#[macro_export]
macro_rules! __misread_keys {
    ($p:tt) => { $crate::__slip!(AttributeOrder $p) };
    ($p:tt doc $($more:tt)*) => { $crate::__misread_keys! { $p $($more)* } };
    ($p:tt cfg $($more:tt)*) => { $crate::__misread_keys! { $p $($more)* } };
    ($p:tt rename $($more:tt)*) => { $crate::__misread_keys! { $p $($more)* } };
    ($p:tt description $($more:tt)*) => { $crate::__misread_keys! { $p $($more)* } };
    ($p:tt complete $($more:tt)*) => { $crate::__misread_keys! { $p $($more)* } };
    ($p:tt header $($more:tt)*) => { $crate::__misread_keys! { $p $($more)* } };
    ($p:tt schema $($more:tt)*) => { $crate::__misread_keys! { $p $($more)* } };
    ($p:tt skip $($more:tt)*) => { $crate::__misread_keys! { $p $($more)* } };
    ($p:tt $key:tt $($more:tt)*) => { $crate::__slip!(ParameterAttribute $key) };
}

/// Finds what is wrong with the variants of an enumeration: `__misread_variants!{ variants }`.
#[doc(hidden)]
#[macro_export]
macro_rules! __misread_variants {
    ($(#[$key:tt $($value:tt)*])+ $variant:ident $(, $($rest:tt)*)?) => { $crate::__misread_variants! { ($($key)+) $variant $($($rest)*)? } };
    ((doc $($key:tt)*) $($rest:tt)*) => { $crate::__misread_variants! { ($($key)*) $($rest)* } };
    ((cfg $($key:tt)*) $($rest:tt)*) => { $crate::__misread_variants! { ($($key)*) $($rest)* } };
    ((rename) $variant:ident $($rest:tt)*) => { $crate::__misread_variants! { $($rest)* } };
    (() $variant:ident $($rest:tt)*) => { $crate::__misread_variants! { $($rest)* } };
    (($key:tt $($keys:tt)*) $variant:ident $($rest:tt)*) => { $crate::__slip_item! { VariantAttribute $key } };
    ($(#[$($attr:tt)*])* $variant:tt ($($fields:tt)*) $($rest:tt)*) => { $crate::__slip_item! { VariantFields $variant } };
    ($(#[$($attr:tt)*])* $variant:tt {$($fields:tt)*} $($rest:tt)*) => { $crate::__slip_item! { VariantFields $variant } };
    ($(#[$($attr:tt)*])* $variant:tt = $($rest:tt)*) => { $crate::__slip_item! { VariantValue $variant } };
    ($variant:ident $(, $($rest:tt)*)?) => { $crate::__misread_variants! { $($($rest)*)? } };
    ($first:ident $variant:tt $($rest:tt)*) => { $crate::__slip_item! { NoComma $variant } };
}

/// Finds what is wrong with `#[tool(..)]`: `__misread_tool_keys!{ keys }`. It gives the keys' type.
#[doc(hidden)]
#[macro_export]
macro_rules! __misread_tool_keys {
    ($key:tt ($($value:tt)*) $($rest:tt)*) => {{
        let _: $crate::__private::Option<()> = $crate::__slip!(KeyForm $key);
        $crate::__private::ToolMeta::new()
    }};
    ($key:tt : $($rest:tt)*) => {{
        let _: $crate::__private::Option<()> = $crate::__slip!(KeyForm $key);
        $crate::__private::ToolMeta::new()
    }};
    ($key:ident $next:tt $($rest:tt)*) => {{
        let _: $crate::__private::Option<()> = $crate::__slip!(NoCommaBetweenKeys $next);
        $crate::__private::ToolMeta::new()
    }};
    ($key:tt $(= $value:expr)? $(, $($rest:tt)*)?) => { $crate::__misread_tool_keys! { $($($rest)*)? } };
    ($($rest:tt)*) => {
        $crate::__private::compile_error!(
            "`#[tool(..)]` takes keys with commas between them: `#[tool(read_only, title = \"..\")]`"
        )
    };
}
