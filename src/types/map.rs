//! Maps: objects whose members are all of one type.

use alloc::collections::BTreeMap;
use alloc::string::String;
#[cfg(feature = "std")]
use core::hash::{BuildHasher, Hash};
#[cfg(feature = "std")]
use std::collections::HashMap;

use super::{Argument, Input, NoDefault, Shape, ToolType, WriteJson, Writer};
use crate::json::Kind;
use crate::refusal::{Reason, Refusal};
use crate::schema::{self, Rule, Schema};

/// A type that can be the key of a map: `String`, or a value object over one.
#[diagnostic::on_unimplemented(
    message = "TW0003: `{Self}` cannot be the key of a map",
    note = "keys are text: use `String`, or a value object of `mcp_types!` over one"
)]
pub trait MapKey: Sized {
    /// The schema of the keys, where they carry rules.
    const KEYS: Option<&'static Schema> = None;

    /// Reads a key.
    ///
    /// # Errors
    ///
    /// A refusal without a path: a key may be a secret.
    fn read(key: alloc::borrow::Cow<'_, str>) -> Result<Self, Refusal>;

    /// The key as text.
    fn text(&self) -> alloc::borrow::Cow<'_, str>;
}

impl MapKey for String {
    fn read(key: alloc::borrow::Cow<'_, str>) -> Result<Self, Refusal> {
        Ok(key.into_owned())
    }

    fn text(&self) -> alloc::borrow::Cow<'_, str> {
        alloc::borrow::Cow::Borrowed(self)
    }
}

/// Takes one member of a map.
type Insert<'f, 'a> =
    &'f mut dyn FnMut(alloc::borrow::Cow<'a, str>, &mut Input<'a>) -> Result<bool, Refusal>;

/// Reads an object member by member; `insert` answers whether the key was new.
fn read<'a>(
    input: &mut Input<'a>,
    schema: &'static Schema,
    insert: Insert<'_, 'a>,
) -> Result<(), Refusal> {
    let found = input.kind();
    if found != Kind::Object {
        return input
            .spelled(
                schema.type_name(),
                |kind| kind == Kind::Object,
                |input| read(input, schema, insert),
            )
            .unwrap_or_else(|| Err(Refusal::expected("an object", found)));
    }
    input.cursor.enter();
    while let Some(key) = input.cursor.next_key() {
        if !insert(key.text(), input).map_err(Refusal::in_map)? {
            return Err(Refusal::new(Reason::Twice));
        }
    }
    Ok(())
}

/// Writes an object.
fn write<'v, K: MapKey + 'v, V: WriteJson + 'v>(
    members: impl Iterator<Item = (&'v K, &'v V)>,
    out: &mut Writer,
) {
    let mut first = true;
    for (key, value) in members {
        out.member(&mut first, &key.text());
        value.write(out);
    }
    out.raw(if first { "{}" } else { "}" });
}

const fn schema(
    name: &'static str,
    items: &'static Schema,
    keys: Option<&'static Schema>,
) -> Schema {
    let mut schema = Schema::new(schema::Kind::Map, name).items(items);
    schema.keys = keys;
    schema
}

macro_rules! maps {
    ($([$($gen:tt)*] $name:literal $ty:ty;)*) => {$(
        impl<K: MapKey $($gen)*> ToolType for $ty {
            const SCHEMA: &'static Schema = &schema($name, V::SCHEMA, K::KEYS);
            type Const = NoDefault;
            type Render = ();
            type Renders = ();
        }
    )*};
}
maps! { [+ Ord, V: ToolType] "BTreeMap<K, _>" BTreeMap<K, V>; }

impl<'a, K: MapKey + Ord, V: Argument<'a>> Argument<'a> for BTreeMap<K, V> {
    fn read(input: &mut Input<'a>, _: &[Rule]) -> Result<Self, Refusal> {
        let mut map = Self::new();
        read(input, Self::SCHEMA, &mut |key, input| {
            Ok(map.insert(K::read(key)?, V::read(input, &[])?).is_none())
        })?;
        Ok(map)
    }
}

impl<K: MapKey, V: WriteJson> WriteJson for BTreeMap<K, V> {
    const WRITTEN: &'static Schema = &schema("map", V::WRITTEN, K::KEYS);
    const SHAPE: Shape = Shape::Object;

    fn write(&self, out: &mut Writer) {
        write(self.iter(), out);
    }
}

#[cfg(feature = "std")]
maps! { [+ Eq + Hash, V: ToolType, H: BuildHasher + Default] "HashMap<K, _>" HashMap<K, V, H>; }

#[cfg(feature = "std")]
impl<'a, K: MapKey + Eq + Hash, V: Argument<'a>, H: BuildHasher + Default> Argument<'a>
    for HashMap<K, V, H>
{
    fn read(input: &mut Input<'a>, _: &[Rule]) -> Result<Self, Refusal> {
        let mut map = Self::default();
        read(input, Self::SCHEMA, &mut |key, input| {
            Ok(map.insert(K::read(key)?, V::read(input, &[])?).is_none())
        })?;
        Ok(map)
    }
}

#[cfg(feature = "std")]
impl<K: MapKey, V: WriteJson, H> WriteJson for HashMap<K, V, H> {
    const WRITTEN: &'static Schema = &schema("map", V::WRITTEN, K::KEYS);
    const SHAPE: Shape = Shape::Object;

    fn write(&self, out: &mut Writer) {
        write(self.iter(), out);
    }
}
