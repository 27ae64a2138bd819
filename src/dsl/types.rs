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
    ([$($doc:expr,)*] []) => { &[$($doc),*] };
    ([$($doc:expr,)*] [$description:expr]) => { &[$description] };
}

/// A name on the wire: `__wire!([camel] [rename] name)`.
#[doc(hidden)]
#[macro_export]
macro_rules! __wire {
    ($camel:tt [$rename:expr] $name:ident) => { $rename };
    ([] [] $name:ident) => { $crate::__private::plain($crate::__private::stringify!($name)) };
    ([camel] [] $name:ident) => {{
        const NAME: &$crate::__private::Wire = &$crate::__private::Wire::camel($crate::__private::stringify!($name));
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
            const PROPERTIES: &[$crate::schema::Property] = &[$($(#[cfg($fcfg)])* $crate::__property!(
                ($crate::__wire!($camel [$($rename)?] $field)) [$ty] [$($($rule)*)?] $($default)?
            )),*];
            const READ: &$crate::schema::Schema = &$crate::__private::record(
                $crate::__private::stringify!($name),
                $crate::__type_docs!([$($doc,)*] $description),
                PROPERTIES,
                &[$($(#[cfg($fcfg)])* $crate::__private::Note {
                    schema: <$ty as $crate::types::ToolType>::SCHEMA,
                    docs: &[$($fdoc),*],
                    description: $crate::__private::first(&[$($describe)?]),
                    default: $crate::__lit!([$ty] $($default)?),
                    header: "",
                }),*],
            );
            const WRITTEN: &$crate::schema::Schema = &$crate::__private::record(
                $crate::__private::stringify!($name),
                $crate::__type_docs!([$($doc,)*] $description),
                PROPERTIES,
                &[$($(#[cfg($fcfg)])* $crate::__private::Note {
                    schema: <$ty as $crate::types::WriteJson>::WRITTEN,
                    docs: &[$($fdoc),*],
                    description: $crate::__private::first(&[$($describe)?]),
                    default: $crate::__private::written($crate::__lit!([$ty] $($default)?)),
                    header: "",
                }),*],
            );
            impl $crate::types::ToolType for $name {
                const SCHEMA: &'static $crate::schema::Schema = READ;
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
                    $(
                        $(#[cfg($fcfg)])*
                        let $field = match $crate::__field!(members [$ty] $($default)?) {
                            $crate::__private::Ok(value) => value,
                            $crate::__private::Err(refusal) => return $crate::__private::Err(refusal),
                        };
                        $crate::__checks! { $field $crate::__wire!($camel [$($rename)?] $field); $($($rule)*)? }
                    )*
                    $crate::__private::Ok(Self { $($(#[cfg($fcfg)])* $field),* })
                }
            }
            impl $crate::types::WriteJson for $name {
                const WRITTEN: &'static $crate::schema::Schema = WRITTEN;
                const SHAPE: $crate::types::Shape = $crate::types::Shape::Object;
                fn write(&self, out: &mut $crate::types::Writer) {
                    let mut first = true;
                    $(
                        $(#[cfg($fcfg)])*
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
        $inner:ty $([$($rule:tt)*])?
    )) => {
        $crate::__private::compile_error!("value objects are not served yet");
    };
}

/// Takes a field: `__field!(members [type] default)` or `__field!(members [type])`.
#[doc(hidden)]
#[macro_export]
macro_rules! __field {
    ($members:ident [$ty:ty]) => { $members.take::<$ty>() };
    ($members:ident [$ty:ty] $default:expr) => { $members.take_or::<$ty, _>($default) };
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
            impl $crate::types::DefaultFor<$name> for $name {
                fn value(self) -> $name { self }
            }
            impl $crate::types::ToolType for $name {
                const SCHEMA: &'static $crate::schema::Schema = SCHEMA;
                type Const = $name;
                type Render = Render;
                type Renders = $crate::types::ListLit;
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
}
