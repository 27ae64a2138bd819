//! `Box<T>` and `Arc<T>`: as `T`.

use alloc::boxed::Box;
use alloc::sync::Arc;

use super::{Argument, DefaultFor, Input, Shape, ToolType, WriteJson, Writer};
use crate::refusal::Refusal;
use crate::schema::{Rule, Schema};

macro_rules! pointers {
    ($($ty:ident)*) => {$(
        impl<T: ToolType> ToolType for $ty<T> {
            const SCHEMA: &'static Schema = T::SCHEMA;
            type Const = T::Const;
            type Render = T::Render;
            type Renders = T::Renders;
        }
        impl<T: ToolType> DefaultFor<$ty<T>> for T::Const where T::Const: DefaultFor<T> {
            fn value(self) -> $ty<T> { $ty::new(DefaultFor::<T>::value(self)) }
        }
        impl<'a, T: Argument<'a>> Argument<'a> for $ty<T> {
            fn read(input: &mut Input<'a>, rules: &[Rule]) -> Result<Self, Refusal> {
                T::read(input, rules).map($ty::new)
            }
            fn absent(near: Option<&str>) -> Refusal { T::absent(near) }
        }
        impl<T: WriteJson> WriteJson for $ty<T> {
            const WRITTEN: &'static Schema = T::WRITTEN;
            const SHAPE: Shape = T::SHAPE;
            const PLAIN: bool = T::PLAIN;
            fn write(&self, out: &mut Writer) { T::write(self, out); }
            fn is_none(&self) -> bool { T::is_none(self) }
        }
    )*};
}
pointers! { Box Arc }
