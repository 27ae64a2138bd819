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
            type Const = Pointed<T::Const>;
            type Render = ();
            type Renders = ();
        }
        impl<T: ToolType> DefaultFor<$ty<T>> for Pointed<T::Const> {
            fn value(self) -> $ty<T> { $ty::new(self.0.value()) }
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

/// The constant behind a pointer's default.
#[doc(hidden)]
#[derive(Clone, Copy)]
pub struct Pointed<C>(pub C);
