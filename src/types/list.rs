//! Lists: arrays of any length, or of exactly one.

use alloc::boxed::Box;
use alloc::collections::VecDeque;
use alloc::vec::Vec;

use super::{Argument, DefaultFor, Input, NoDefault, ToolType, WriteJson, Writer};
use crate::json::{self, Cursor, Kind};
use crate::refusal::{Broken, Refusal};
use crate::schema::{self, Lit, Rule, Schema};

/// Renders a list.
#[doc(hidden)]
pub struct ListLit;

impl ListLit {
    /// The literal of an empty list of lists.
    ///
    /// # Panics
    ///
    /// In const evaluation of a list that is not empty (TW0008).
    #[must_use]
    pub const fn of<T, const N: usize>(list: &'static [T; N]) -> Lit {
        assert!(
            list.is_empty(),
            "TW0008: a list of lists can only have `[]` as its default"
        );
        Lit::Empty
    }
}

/// Reads an array, handing each item to `item`; gives the number of items.
///
/// Not generic over the list: the loop is in the caller's `item` alone.
pub(super) fn read<'a>(
    input: &mut Input<'a>,
    schema: &'static Schema,
    rules: &[Rule],
    item: &mut dyn FnMut(&mut Input<'a>) -> Result<usize, Refusal>,
) -> Result<(), Refusal> {
    let found = input.kind();
    if found != Kind::Array {
        return input
            .spelled(
                schema.type_name(),
                |kind| kind == Kind::Array,
                |input| read(input, schema, rules, item),
            )
            .unwrap_or_else(|| Err(Refusal::expected("an array", found)));
    }
    let start = input.cursor.clone();
    input.cursor.enter();
    let (mut index, mut kept) = (0, 0);
    while input.cursor.next_item() {
        kept = item(input).map_err(|refusal| refusal.at_index(index))?;
        index += 1;
    }
    if !rules.is_empty() {
        check(start, kept, rules).map_err(Refusal::broken)?;
    }
    Ok(())
}

/// Checks count, then difference. Items are compared as the JSON that was sent, so that
/// equal means what the schema's `uniqueItems` means.
fn check(list: Cursor<'_>, count: usize, rules: &[Rule]) -> Result<(), Broken> {
    for rule in rules {
        match *rule {
            Rule::Items(low, _) if count < low as usize => return Err(Broken::TooFew(low)),
            Rule::Items(_, high) if high != u32::MAX && count > high as usize => {
                return Err(Broken::TooMany(high));
            }
            _ => {}
        }
    }
    if rules.iter().any(|rule| matches!(rule, Rule::Unique)) && repeats(list) {
        return Err(Broken::Repeated);
    }
    Ok(())
}

fn repeats(mut list: Cursor<'_>) -> bool {
    list.enter();
    let mut items: Vec<&str> = Vec::new();
    while list.next_item() {
        items.push(list.skip());
    }
    if items.len() <= FEW {
        return items
            .iter()
            .enumerate()
            .any(|(at, item)| items[..at].iter().any(|before| json::equal(before, item)));
    }
    json::repeat(&items)
}

/// As many items are compared each with each.
const FEW: usize = 16;

/// Reads an array into a vector, for a type that `schema` is of.
fn items<'a, T: Argument<'a>>(
    input: &mut Input<'a>,
    schema: &'static Schema,
    rules: &[Rule],
) -> Result<Vec<T>, Refusal> {
    let mut list = Vec::new();
    read(input, schema, rules, &mut |input| {
        list.push(T::read(input, &[])?);
        Ok(list.len())
    })?;
    Ok(list)
}

macro_rules! lists {
    ($($ty:ident $push:ident;)*) => {$(
        impl<T: ToolType> ToolType for $ty<T> {
            const SCHEMA: &'static Schema = &Schema::new(schema::Kind::Array, concat!(stringify!($ty), "<_>")).items(T::SCHEMA);
            type Const = NoDefault;
            type Render = T::Renders;
            type Renders = ListLit;
        }
        impl<T: ToolType> DefaultFor<$ty<T>> for &'static [T::Const] where T::Const: DefaultFor<T> + Copy {
            fn value(self) -> $ty<T> { self.iter().map(|item| DefaultFor::<T>::value(*item)).collect() }
        }
        impl<T: ToolType, const N: usize> DefaultFor<$ty<T>> for [T::Const; N] where T::Const: DefaultFor<T> {
            fn value(self) -> $ty<T> { self.into_iter().map(DefaultFor::value).collect() }
        }
        impl<'a, T: Argument<'a>> Argument<'a> for $ty<T> {
            fn read(input: &mut Input<'a>, rules: &[Rule]) -> Result<Self, Refusal> {
                let mut list = $ty::new();
                read(input, Self::SCHEMA, rules, &mut |input| {
                    list.$push(T::read(input, &[])?);
                    Ok(list.len())
                })?;
                Ok(list)
            }
        }
    )*};
}
lists! { Vec push; VecDeque push_back; }

impl<T: ToolType> ToolType for Box<[T]> {
    const SCHEMA: &'static Schema = &Schema::new(schema::Kind::Array, "Box<[_]>").items(T::SCHEMA);
    type Const = NoDefault;
    type Render = T::Renders;
    type Renders = ListLit;
}

impl<T: ToolType> DefaultFor<Box<[T]>> for &'static [T::Const]
where
    T::Const: DefaultFor<T> + Copy,
{
    fn value(self) -> Box<[T]> {
        self.iter()
            .map(|item| DefaultFor::<T>::value(*item))
            .collect()
    }
}

impl<T: ToolType, const N: usize> DefaultFor<Box<[T]>> for [T::Const; N]
where
    T::Const: DefaultFor<T>,
{
    fn value(self) -> Box<[T]> {
        self.into_iter().map(DefaultFor::value).collect()
    }
}

impl<'a, T: Argument<'a>> Argument<'a> for Box<[T]> {
    fn read(input: &mut Input<'a>, rules: &[Rule]) -> Result<Self, Refusal> {
        items(input, Self::SCHEMA, rules).map(Vec::into_boxed_slice)
    }
}

impl<T: ToolType, const N: usize> ToolType for [T; N] {
    const SCHEMA: &'static Schema = &Schema::new(schema::Kind::Array, "[_; N]")
        .items(T::SCHEMA)
        .rules(const { &[Rule::Items(small(N), small(N))] });
    type Const = NoDefault;
    type Render = T::Renders;
    type Renders = ListLit;
}

#[allow(clippy::cast_possible_truncation, reason = "checked before the cast")]
const fn small(n: usize) -> u32 {
    assert!(
        n < u32::MAX as usize,
        "an array of this length cannot be a parameter"
    );
    n as u32
}

impl<T: ToolType, const N: usize> DefaultFor<[T; N]> for [T::Const; N]
where
    T::Const: DefaultFor<T>,
{
    fn value(self) -> [T; N] {
        self.map(DefaultFor::value)
    }
}

impl<'a, T: Argument<'a>, const N: usize> Argument<'a> for [T; N] {
    fn read(input: &mut Input<'a>, rules: &[Rule]) -> Result<Self, Refusal> {
        let list = items::<T>(input, Self::SCHEMA, rules)?;
        let count = list.len();
        list.try_into().map_err(|_| {
            Refusal::broken(if count < N {
                Broken::TooFew(small(N))
            } else {
                Broken::TooMany(small(N))
            })
        })
    }
}

/// Writes an array.
pub(super) fn write<'v, T: WriteJson + 'v>(items: impl Iterator<Item = &'v T>, out: &mut Writer) {
    out.raw("[");
    let mut first = true;
    for item in items {
        if !core::mem::replace(&mut first, false) {
            out.raw(",");
        }
        item.write(out);
    }
    out.raw("]");
}

macro_rules! written {
    ($([$($gen:tt)*] $ty:ty;)*) => {$(
        impl<T: WriteJson $($gen)*> WriteJson for $ty {
            const WRITTEN: &'static Schema = &Schema::new(schema::Kind::Array, "list").items(T::WRITTEN);
            fn write(&self, out: &mut Writer) { write(self.iter(), out); }
        }
    )*};
}
written! { [] Vec<T>; [] VecDeque<T>; [] Box<[T]>; [] [T]; }

impl<T: WriteJson, const N: usize> WriteJson for [T; N] {
    const WRITTEN: &'static Schema = &Schema::new(schema::Kind::Array, "list")
        .items(T::WRITTEN)
        .rules(const { &[Rule::Items(small(N), small(N))] });

    fn write(&self, out: &mut Writer) {
        write(self.iter(), out);
    }
}
