//! `mcp_types!`.

/// Declares records, enumerations and value objects.
///
/// ```
/// use toolwright::mcp_types;
///
/// mcp_types! {
///     /// One order on paper.
///     #[derive(Debug, Clone, PartialEq)]
///     #[camel_case]
///     pub struct Docket {
///         /// Its number.
///         pub docket_id: u32 [1..],
///         pub state: State = State::Open,
///         pub note: Option<String> = None,
///     }
///
///     /// Where a docket stands.
///     #[derive(Debug, Clone, Copy, PartialEq, Eq)]
///     pub enum State { Open, Packed, #[rename("shipped_out")] Shipped }
/// }
///
/// let docket: Docket = serde_json::from_str(r#"{"docketId":7}"#).unwrap();
/// assert_eq!(docket, Docket { docket_id: 7, state: State::Open, note: None });
/// assert_eq!(serde_json::to_string(&docket).unwrap(), r#"{"docketId":7,"state":"Open"}"#);
/// ```
///
/// # How this macro works
///
/// Each item is emitted once, as the author wrote it, without our attributes, rules and
/// defaults. Beside it, in an anonymous constant, stand the implementations of the library's
/// traits: what is listed as constant data, and a reader and a writer that name each field once.
#[macro_export]
macro_rules! mcp_types {
    ($( $(#$attr:tt)* $vis:vis $keyword:ident $name:ident $body:tt $(;)? )*) => {
        $( $crate::__type_attributes! { [$(#$attr)*] $keyword [] [] [] [] ($vis) $name $body } )*
    };
    // Mistakes.
    ($($item:tt)*) => { $crate::__misread_types! { $($item)* } };
}

/// Sorts a type's attributes: `__type_attributes!{ [attributes] keyword [docs] [camel] [description] [others] rest }`.
#[doc(hidden)]
#[macro_export]
macro_rules! __type_attributes {
    ([] struct [$($docs:tt)*] $($rest:tt)*) => { $crate::__struct! { [$($docs)*] $($rest)* } };
    ([] enum [$($docs:tt)*] $($rest:tt)*) => { $crate::__enum! { [$($docs)*] $($rest)* } };
    ([#[doc = $doc:expr] $($more:tt)*] $keyword:ident [$($docs:tt)*] $($rest:tt)*) => {
        $crate::__type_attributes! { [$($more)*] $keyword [$($docs)* $doc,] $($rest)* }
    };
    ([#[camel_case] $($more:tt)*] $keyword:ident $docs:tt [] $($rest:tt)*) => {
        $crate::__type_attributes! { [$($more)*] $keyword $docs [camel] $($rest)* }
    };
    ([#[description($text:expr)] $($more:tt)*] $keyword:ident $docs:tt $camel:tt [] $($rest:tt)*) => {
        $crate::__type_attributes! { [$($more)*] $keyword $docs $camel [$text] $($rest)* }
    };
    ([#[$($other:tt)*] $($more:tt)*] $keyword:ident $docs:tt $camel:tt $description:tt [$($others:tt)*] $($rest:tt)*) => {
        $crate::__type_attributes! { [$($more)*] $keyword $docs $camel $description [$($others)* #[$($other)*]] $($rest)* }
    };
    ([$($attr:tt)*] $keyword:ident $($rest:tt)*) => {
        $crate::__private::compile_error!($crate::__private::concat!(
            "`mcp_types!` takes `struct` and `enum`, found `", $crate::__private::stringify!($keyword), "`"
        ));
    };
}

/// The type's docs as data: its description where there is one, else its doc comment.
#[doc(hidden)]
#[macro_export]
macro_rules! __type_docs {
    ([$($doc:expr,)*] []) => { $crate::__docs!($($doc),*) };
    ([$($doc:expr,)*] [$description:expr]) => { &[$description] };
}

/// A name on the wire: `__wire!([camel] [rename] name)`.
#[doc(hidden)]
#[macro_export]
macro_rules! __wire {
    ($camel:tt [$rename:expr] $name:ident) => {
        $rename
    };
    ([] [] $name:ident) => {
        $crate::__private::plain($crate::__private::stringify!($name))
    };
    ([camel] [] $name:ident) => {{
        const NAME: &$crate::__private::Wire =
            &$crate::__private::Wire::camel($crate::__private::stringify!($name));
        NAME.as_str()
    }};
}

/// `__struct!{ [docs] [camel] [description] [others] (vis) Name { fields } }` and `.. Name (value object)`.
#[doc(hidden)]
#[macro_export]
macro_rules! __struct {
    ([$($doc:expr,)*] $camel:tt $description:tt [$($other:tt)*] ($($vis:tt)*) $name:ident {
        $( $(#[doc = $fdoc:expr])* $(#[cfg($fcfg:meta)])* $(#[rename($rename:expr)])? $(#[description($describe:expr)])?
           $(#[skip $(@ $skip:tt)?])? $fvis:vis $field:ident : $ty:ty $([$($rule:tt)*])? $(= $default:expr)? ),* $(,)?
    }) => {
        $(#[doc = $doc])* $($other)*
        $($vis)* struct $name {
            $( $(#[doc = $fdoc])* $(#[cfg($fcfg)])* $fvis $field: $ty, )*
        }
        const _: () = {
            const PROPERTIES: &[$crate::schema::Property] = {
                #[allow(clippy::wildcard_imports, unused_imports)]
                use $crate::__private::rule::*;
                &[$($(#[cfg($fcfg)])* #[cfg(not(any($(all($($skip)?))?)))] $crate::__property!(
                ($crate::__wire!($camel [$($rename)?] $field)) [$ty] [$($($rule)*)?] $($default)?
            )),*]
            };
            const TW0005_SCHEMAS_ARE_INLINED_SO_A_TYPE_CANNOT_CONTAIN_ITSELF: &$crate::schema::Schema = &$crate::__private::record(
                $crate::__private::stringify!($name),
                $crate::__type_docs!([$($doc,)*] $description),
                PROPERTIES,
                &[$($(#[cfg($fcfg)])* #[cfg(not(any($(all($($skip)?))?)))] $crate::__private::Note {
                    schema: <$ty as $crate::types::ToolType>::SCHEMA,
                    written: $crate::__private::Some(<$ty as $crate::types::WriteJson>::WRITTEN),
                    docs: $crate::__docs!($($fdoc),*),
                    description: $crate::__first!($($describe)?),
                    default: $crate::__lit!([$ty] $($default)?),
                    header: "",
                }),*],
            );
            impl $crate::types::ToolType for $name {
                const SCHEMA: &'static $crate::schema::Schema =
                    TW0005_SCHEMAS_ARE_INLINED_SO_A_TYPE_CANNOT_CONTAIN_ITSELF;
                type Const = $crate::types::NoDefault;
                type Render = ();
                type Renders = ();
            }
            impl<'a> $crate::types::Argument<'a> for $name {
                fn read(
                    input: &mut $crate::types::Input<'a>,
                    _: &[$crate::schema::Rule],
                ) -> $crate::__private::Result<Self, $crate::refusal::Refusal> {
                    $crate::__private::read_record(input, PROPERTIES, $crate::__private::stringify!($name))
                }
            }
            impl<'a> $crate::types::Record<'a> for $name {
                fn fields(
                    members: &mut $crate::types::Members<'a, '_>,
                ) -> $crate::__private::Result<Self, $crate::refusal::Refusal> {
                    let made = 'refused: {
                        $(
                            $(#[cfg($fcfg)])*
                            #[cfg(any($(all($($skip)?))?))]
                            let $field = $crate::__private::Default::default();
                            $(#[cfg($fcfg)])*
                            #[cfg(not(any($(all($($skip)?))?)))]
                            let $crate::__private::Some($field) = $crate::__field!(members [$ty] $($default)?) else { break 'refused $crate::__private::None };
                            $(#[cfg($fcfg)])*
                            $crate::__checks! { $field ($crate::__wire!($camel [$($rename)?] $field)) $($($rule)*)? }
                        )*
                        $crate::__private::Some(Self { $($(#[cfg($fcfg)])* $field),* })
                    };
                    $crate::__private::made(made, members)
                }
            }
            impl $crate::types::WriteJson for $name {
                const WRITTEN: &'static $crate::schema::Schema =
                    TW0005_SCHEMAS_ARE_INLINED_SO_A_TYPE_CANNOT_CONTAIN_ITSELF;
                fn write(&self, out: &mut $crate::types::Writer) {
                    let mut first = true;
                    $(
                        $(#[cfg($fcfg)])*
                        #[cfg(not(any($(all($($skip)?))?)))]
                        $crate::__write_field!(
                            out first ($crate::__wire!($camel [$($rename)?] $field)) (&self.$field) $($default)?
                        );
                    )*
                    $crate::__private::close(out, first);
                }
            }
            $crate::__serde! { $name }
        };
    };
    ([$($doc:expr,)*] [] $description:tt [$($other:tt)*] ($($vis:tt)*) $name:ident (
        $inner:ty $([$($rule:tt)*])? $(,)?
    )) => {
        $(#[doc = $doc])* $($other)*
        $($vis)* struct $name($inner);
        impl $name {
            $crate::__bounds! { $inner; $($($rule)*)? }

            /// Makes one: normalises the value, then checks every rule.
            ///
            /// # Errors
            ///
            /// The rule that the value breaks, with its code.
            pub fn new(value: $inner) -> $crate::__private::Result<Self, $crate::Violation> {
                $crate::__private::value_object::make(value)
            }

            /// Makes one without a look at the value: for values that are known to keep the rules.
            ///
            /// A value that breaks them is no danger to memory, but goes out under a schema that
            /// says otherwise.
            #[must_use]
            pub const fn new_unchecked(value: $inner) -> Self {
                Self(value)
            }

            /// The value.
            #[must_use]
            pub fn get(&self) -> <$inner as $crate::__private::value_object::Inner>::Get<'_> {
                $crate::__private::value_object::Inner::get(&self.0)
            }

            /// The value, taken out.
            #[must_use]
            pub fn into_inner(self) -> $inner {
                self.0
            }
        }
        const _: () = {
            const OWN: &[$crate::schema::Rule] = {
                #[allow(clippy::wildcard_imports, unused_imports)]
                use $crate::__private::rule::*;
                $crate::__rules!([$inner] $($($rule)*)?)
            };
            const INNER: &[$crate::schema::Rule] = <$inner as $crate::types::ToolType>::SCHEMA.rules;
            static ALL: [$crate::schema::Rule; INNER.len() + OWN.len()] =
                $crate::__private::value_object::all_rules(INNER, OWN);
            const SCHEMA: &$crate::schema::Schema = &$crate::__private::value_object::schema::<$name>(
                $crate::__type_docs!([$($doc,)*] $description),
                &ALL,
            );
            impl $crate::__private::value_object::ValueObject for $name {
                type Inner = $inner;
                const NAME: &'static $crate::__private::str = $crate::__private::stringify!($name);
                const RULES: &'static [$crate::schema::Rule] = OWN;
                fn check(inner: &$inner) -> $crate::__private::Result<(), $crate::Violation> {
                    let _ = inner;
                    $crate::__own_checks! { inner $($($rule)*)? }
                    $crate::__private::Ok(())
                }
                fn wrap(inner: $inner) -> Self { Self(inner) }
                fn inner(&self) -> &$inner { &self.0 }
            }
            impl $crate::types::ToolType for $name {
                const SCHEMA: &'static $crate::schema::Schema = SCHEMA;
                type Const = <$inner as $crate::types::ToolType>::Const;
                type Render = <$inner as $crate::types::ToolType>::Render;
                type Renders = <$inner as $crate::types::ToolType>::Renders;
            }
            impl $crate::types::DefaultFor<$name> for <$inner as $crate::types::ToolType>::Const {
                fn value(self) -> $name {
                    $crate::__private::value_object::default($crate::types::DefaultFor::<$inner>::value(self))
                }
            }
            impl<'a> $crate::types::Argument<'a> for $name {
                fn read(
                    input: &mut $crate::types::Input<'a>,
                    _: &[$crate::schema::Rule],
                ) -> $crate::__private::Result<Self, $crate::refusal::Refusal> {
                    $crate::__private::value_object::read(input)
                }
                fn absent(_: $crate::__private::Option<&$crate::__private::str>) -> $crate::refusal::Refusal {
                    $crate::__private::value_object::absent()
                }
            }
            impl $crate::types::WriteJson for $name {
                const WRITTEN: &'static $crate::schema::Schema = &$crate::__private::written_object(SCHEMA);
                const PLAIN: $crate::__private::bool = <$inner as $crate::types::WriteJson>::PLAIN;
                fn write(&self, out: &mut $crate::types::Writer) {
                    $crate::types::WriteJson::write(&self.0, out);
                }
            }
            impl $crate::types::MapKey for $name {
                const KEYS: $crate::__private::Option<&'static $crate::schema::Schema> =
                    $crate::__private::Some($crate::__private::key_schema(SCHEMA));
                fn read(
                    key: $crate::__private::Cow<'_, $crate::__private::str>,
                ) -> $crate::__private::Result<Self, $crate::refusal::Refusal> {
                    $crate::__private::value_object::key(&key)
                }
                fn text(&self) -> $crate::__private::Cow<'_, $crate::__private::str> {
                    $crate::__private::Cow::Owned($crate::__private::value_object::text(&self.0))
                }
            }
            impl $crate::__private::fmt::Display for $name {
                fn fmt(&self, f: &mut $crate::__private::fmt::Formatter<'_>) -> $crate::__private::fmt::Result {
                    f.write_str(&$crate::__private::value_object::text(&self.0))
                }
            }
            impl $crate::__private::FromStr for $name {
                type Err = $crate::Violation;
                fn from_str(text: &$crate::__private::str) -> $crate::__private::Result<Self, $crate::Violation> {
                    $crate::__private::value_object::parse(text)
                }
            }
            impl $crate::__private::TryFrom<$inner> for $name {
                type Error = $crate::Violation;
                fn try_from(value: $inner) -> $crate::__private::Result<Self, $crate::Violation> {
                    $crate::__private::value_object::make(value)
                }
            }
            impl $crate::__private::From<$name> for $inner {
                fn from(value: $name) -> $inner { value.0 }
            }
            $crate::__serde! { $name }
        };
    };
    ([$($doc:expr,)*] [camel] $description:tt $other:tt $vis:tt $name:ident ($($body:tt)*)) => {
        $crate::__private::compile_error!("`#[camel_case]` is for records and enumerations: a value object has no names");
    };
    ($docs:tt $camel:tt $description:tt $other:tt $vis:tt $name:ident ($($body:tt)*)) => {
        $crate::__private::compile_error!($crate::__private::concat!(
            "`", $crate::__private::stringify!($name),
            "` is no value object: write one type in parentheses, `(Type [rules])`, or a record with named fields"
        ));
    };
    ($docs:tt $camel:tt $description:tt $other:tt $vis:tt $name:ident {$($field:tt)*}) => {
        const _: $crate::__private::Option<()> = $crate::__misread! { @ $name $($field)* };
    };
    ($docs:tt $camel:tt $description:tt $other:tt $vis:tt $name:ident $body:tt) => {
        $crate::__private::compile_error!($crate::__private::concat!(
            "`", $crate::__private::stringify!($name), "` has no fields: write a record, `{ name: Type }`"
        ));
    };
}

/// The author's checks of a value object, as statements: `__own_checks!{ inner rules }`.
#[doc(hidden)]
#[macro_export]
macro_rules! __own_checks {
    ($inner:ident) => {};
    ($inner:ident check($check:expr) $(, $($more:tt)*)?) => {
        let checked: $crate::__private::Result<(), $crate::Violation> = ($check)($inner);
        if let $crate::__private::Err(violation) = checked {
            return $crate::__private::Err(violation);
        }
        $crate::__own_checks! { $inner $($($more)*)? }
    };
    ($inner:ident $rule:expr $(, $($more:tt)*)?) => { $crate::__own_checks! { $inner $($($more)*)? } };
}

/// `MIN`, `MAX` and `KNOWN`, where the first rule of each kind gives them.
#[doc(hidden)]
#[macro_export]
macro_rules! __bounds {
    ($inner:ty;) => {};
    ($inner:ty; $low:tt ..= $high:tt $(, $($more:tt)*)?) => {
        /// The smallest value.
        pub const MIN: Self = Self(<$crate::__private::On<$inner>>::bound($low));
        /// The largest value.
        pub const MAX: Self = Self(<$crate::__private::On<$inner>>::bound($high));
    };
    ($inner:ty; - $low:tt ..= $high:tt $(, $($more:tt)*)?) => {
        /// The smallest value.
        pub const MIN: Self = Self(<$crate::__private::On<$inner>>::bound(-$low));
        /// The largest value.
        pub const MAX: Self = Self(<$crate::__private::On<$inner>>::bound($high));
    };
    ($inner:ty; - $low:tt ..= - $high:tt $(, $($more:tt)*)?) => {
        /// The smallest value.
        pub const MIN: Self = Self(<$crate::__private::On<$inner>>::bound(-$low));
        /// The largest value.
        pub const MAX: Self = Self(<$crate::__private::On<$inner>>::bound(-$high));
    };
    ($inner:ty; $low:tt .. $(, $($more:tt)*)?) => {
        /// The smallest value.
        pub const MIN: Self = Self(<$crate::__private::On<$inner>>::bound($low));
    };
    ($inner:ty; - $low:tt .. $(, $($more:tt)*)?) => {
        /// The smallest value.
        pub const MIN: Self = Self(<$crate::__private::On<$inner>>::bound(-$low));
    };
    ($inner:ty; ..= $high:tt $(, $($more:tt)*)?) => {
        /// The largest value.
        pub const MAX: Self = Self(<$crate::__private::On<$inner>>::bound($high));
    };
    ($inner:ty; ..= - $high:tt $(, $($more:tt)*)?) => {
        /// The largest value.
        pub const MAX: Self = Self(<$crate::__private::On<$inner>>::bound(-$high));
    };
    ($inner:ty; $low:tt .. $high:tt $(, $($more:tt)*)?) => {
        /// The smallest value.
        pub const MIN: Self = Self(<$crate::__private::On<$inner>>::bound($low));
        /// The largest value.
        pub const MAX: Self = Self(<$crate::__private::On<$inner>>::bound($high - 1));
    };
    ($inner:ty; - $low:tt .. $high:tt $(, $($more:tt)*)?) => {
        /// The smallest value.
        pub const MIN: Self = Self(<$crate::__private::On<$inner>>::bound(-$low));
        /// The largest value.
        pub const MAX: Self = Self(<$crate::__private::On<$inner>>::bound($high - 1));
    };
    ($inner:ty; one_of($($value:expr),+ $(,)?) $(, $($more:tt)*)?) => {
        /// The accepted values.
        pub const KNOWN: &'static [&'static $crate::__private::str] = &[$($value),+];
    };
    ($inner:ty; $rule:expr $(, $($more:tt)*)?) => { $crate::__bounds! { $inner; $($($more)*)? } };
    ($inner:ty; $($rule:tt)*) => {};
}

/// Takes a field: `__field!(members [type] default)` or `__field!(members [type])`.
#[doc(hidden)]
#[macro_export]
macro_rules! __field {
    ($members:ident [$ty:ty]) => {
        $crate::__private::field::<$ty>($members)
    };
    ($members:ident [$ty:ty] $default:expr) => {
        <$crate::__private::On<$ty>>::field_or($members, $default)
    };
}

/// Writes a field; one with a default is left out where it is `None`.
#[doc(hidden)]
#[macro_export]
macro_rules! __write_field {
    ($out:ident $first:ident ($name:expr) ($value:expr)) => {
        $crate::__private::write_field($out, &mut $first, $name, $value)
    };
    ($out:ident $first:ident ($name:expr) ($value:expr) $default:expr) => {
        $crate::__private::write_optional($out, &mut $first, $name, $value)
    };
}

/// `serde` for a type that has a reader and a writer: through the same two.
#[doc(hidden)]
#[macro_export]
macro_rules! __serde {
    ($name:ident) => {
        impl $crate::__private::serde::Serialize for $name {
            fn serialize<S: $crate::__private::serde::Serializer>(
                &self,
                serializer: S,
            ) -> $crate::__private::Result<S::Ok, S::Error> {
                $crate::__private::serialize(self, serializer)
            }
        }
        impl<'de> $crate::__private::serde::Deserialize<'de> for $name {
            fn deserialize<D: $crate::__private::serde::Deserializer<'de>>(
                deserializer: D,
            ) -> $crate::__private::Result<Self, D::Error> {
                $crate::__private::deserialize(deserializer)
            }
        }
    };
}

/// `__enum!{ [docs] [camel] [description] [others] (vis) Name { variants } }`.
#[doc(hidden)]
#[macro_export]
macro_rules! __enum {
    ([$($doc:expr,)*] $camel:tt $description:tt [$($other:tt)*] ($($vis:tt)*) $name:ident {
        $( $(#[doc = $vdoc:expr])* $(#[cfg($vcfg:meta)])* $(#[rename($rename:expr)])? $variant:ident ),* $(,)?
    }) => {
        $(#[doc = $doc])* $($other)*
        $($vis)* enum $name {
            $( $(#[doc = $vdoc])* $(#[cfg($vcfg)])* $variant, )*
        }
        const _: () = {
            const NAMES: &[&$crate::__private::str] =
                &[$($(#[cfg($vcfg)])* $crate::__wire!($camel [$($rename)?] $variant)),*];
            const SCHEMA: &$crate::schema::Schema = &$crate::__private::choice(
                $crate::__private::stringify!($name),
                $crate::__type_docs!([$($doc,)*] $description),
                NAMES,
            );
            /// Renders a variant.
            pub struct Render;
            impl Render {
                /// The literal.
                pub const fn of(value: &'static $name) -> $crate::schema::Lit {
                    $crate::schema::Lit::Text(match value {
                        $( $(#[cfg($vcfg)])* $name::$variant => $crate::__wire!($camel [$($rename)?] $variant), )*
                    })
                }
            }
            /// Renders a list of variants.
            pub struct Renders;
            impl Renders {
                /// The literal.
                pub const fn of(values: &'static [$name]) -> $crate::schema::Lit {
                    let mut names = $crate::schema::Names::of(NAMES);
                    let mut i = 0;
                    while i < values.len() {
                        names = names.and(place(&values[i]));
                        i += 1;
                    }
                    $crate::schema::Lit::Names(names)
                }
            }
            const fn place(value: &$name) -> $crate::__private::usize {
                match value {
                    $( $(#[cfg($vcfg)])* $name::$variant => $name::$variant as $crate::__private::usize, )*
                }
            }
            impl $crate::types::DefaultFor<$name> for $name {
                fn value(self) -> $name { self }
            }
            impl $crate::types::ToolType for $name {
                const SCHEMA: &'static $crate::schema::Schema = SCHEMA;
                type Const = $name;
                type Render = Render;
                type Renders = Renders;
            }
            impl<'a> $crate::types::Argument<'a> for $name {
                fn read(
                    input: &mut $crate::types::Input<'a>,
                    _: &[$crate::schema::Rule],
                ) -> $crate::__private::Result<Self, $crate::refusal::Refusal> {
                    let at = match $crate::__private::read_choice(input, NAMES) {
                        $crate::__private::Ok(at) => at,
                        $crate::__private::Err(refusal) => return $crate::__private::Err(refusal),
                    };
                    $(
                        $(#[cfg($vcfg)])*
                        if at == $name::$variant as $crate::__private::usize {
                            return $crate::__private::Ok($name::$variant);
                        }
                    )*
                    $crate::__private::Err($crate::__private::no_choice())
                }
            }
            impl $crate::types::WriteJson for $name {
                const WRITTEN: &'static $crate::schema::Schema = SCHEMA;
                const PLAIN: $crate::__private::bool = true;
                fn write(&self, out: &mut $crate::types::Writer) {
                    out.string(match self {
                        $( $(#[cfg($vcfg)])* $name::$variant => $crate::__wire!($camel [$($rename)?] $variant), )*
                    });
                }
            }
            $crate::__serde! { $name }
        };
    };
    ($docs:tt $camel:tt $description:tt $other:tt $vis:tt $name:ident {$($variant:tt)*}) => {
        $crate::__misread_variants! { $($variant)* }
    };
}
