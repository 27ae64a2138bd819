//! Sets: arrays whose items differ; duplicates are dropped when read.

use alloc::collections::BTreeSet;
#[cfg(feature = "std")]
use core::hash::{BuildHasher, Hash};
#[cfg(feature = "std")]
use std::collections::HashSet;

use super::list::{self, ListLit};
use super::{Argument, DefaultFor, Input, NoDefault, ToolType, WriteJson, Writer};
use crate::refusal::Refusal;
use crate::schema::{self, Rule, Schema};

macro_rules! sets {
    ($($(#[$cfg:meta])* $ty:ident [$($gen:tt)*] [$($bound:tt)*] [$($full:tt)*];)*) => {$(
        $(#[$cfg])*
        impl<T: ToolType $($gen)*> ToolType for $($full)* {
            const SCHEMA: &'static Schema =
                &Schema::new(schema::Kind::Array, concat!(stringify!($ty), "<_>")).items(T::SCHEMA).rules(&[Rule::Unique]);
            type Const = NoDefault;
            type Render = T::Renders;
            type Renders = ListLit;
        }
        $(#[$cfg])*
        impl<T: ToolType $($bound)*> DefaultFor<$($full)*> for &'static [T::Const] where T::Const: DefaultFor<T> + Copy {
            fn value(self) -> $($full)* { self.iter().map(|item| DefaultFor::<T>::value(*item)).collect() }
        }
        $(#[$cfg])*
        impl<T: ToolType $($bound)*, const N: usize> DefaultFor<$($full)*> for [T::Const; N] where T::Const: DefaultFor<T> {
            fn value(self) -> $($full)* { self.into_iter().map(DefaultFor::value).collect() }
        }
        $(#[$cfg])*
        impl<'a, T: Argument<'a> $($bound)*> Argument<'a> for $($full)* {
            fn read(input: &mut Input<'a>, rules: &[Rule]) -> Result<Self, Refusal> {
                let mut set = <$($full)*>::default();
                list::read(input, Self::SCHEMA, rules, &mut |input| {
                    set.insert(T::read(input, &[])?);
                    Ok(set.len())
                })?;
                Ok(set)
            }
        }
        $(#[$cfg])*
        impl<T: WriteJson $($gen)*> WriteJson for $($full)* {
            const WRITTEN: &'static Schema =
                &Schema::new(schema::Kind::Array, "list").items(T::WRITTEN).rules(&[Rule::Unique]);
            fn write(&self, out: &mut Writer) { list::write(self.iter(), out); }
        }
    )*};
}
sets! {
    BTreeSet [+ Ord] [+ Ord] [BTreeSet<T>];
}

#[cfg(feature = "std")]
mod hashed {
    use super::{
        Argument, BuildHasher, DefaultFor, Hash, HashSet, Input, ListLit, NoDefault, Refusal, Rule,
        Schema, ToolType, WriteJson, Writer, list, schema,
    };

    impl<T: ToolType + Eq + Hash, H: BuildHasher + Default> ToolType for HashSet<T, H> {
        const SCHEMA: &'static Schema = &Schema::new(schema::Kind::Array, "HashSet<_>")
            .items(T::SCHEMA)
            .rules(&[Rule::Unique]);
        type Const = NoDefault;
        type Render = T::Renders;
        type Renders = ListLit;
    }

    impl<T: ToolType + Eq + Hash, H: BuildHasher + Default> DefaultFor<HashSet<T, H>>
        for &'static [T::Const]
    where
        T::Const: DefaultFor<T> + Copy,
    {
        fn value(self) -> HashSet<T, H> {
            self.iter()
                .map(|item| DefaultFor::<T>::value(*item))
                .collect()
        }
    }

    impl<T: ToolType + Eq + Hash, H: BuildHasher + Default, const N: usize>
        DefaultFor<HashSet<T, H>> for [T::Const; N]
    where
        T::Const: DefaultFor<T>,
    {
        fn value(self) -> HashSet<T, H> {
            self.into_iter().map(DefaultFor::value).collect()
        }
    }

    impl<'a, T: Argument<'a> + Eq + Hash, H: BuildHasher + Default> Argument<'a> for HashSet<T, H> {
        fn read(input: &mut Input<'a>, rules: &[Rule]) -> Result<Self, Refusal> {
            let mut set = Self::default();
            list::read(input, Self::SCHEMA, rules, &mut |input| {
                set.insert(T::read(input, &[])?);
                Ok(set.len())
            })?;
            Ok(set)
        }
    }

    impl<T: WriteJson, H> WriteJson for HashSet<T, H> {
        const WRITTEN: &'static Schema = &Schema::new(schema::Kind::Array, "list")
            .items(T::WRITTEN)
            .rules(&[Rule::Unique]);

        fn write(&self, out: &mut Writer) {
            list::write(self.iter(), out);
        }
    }
}
