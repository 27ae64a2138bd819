//! What is injected rather than read: the call's context and its cancellation.

use super::{Argument, Input, NoDefault, ToolType};
use crate::context::{Cancellation, Context};
use crate::invoker::Args;
use crate::refusal::{Reason, Refusal};
use crate::schema::{self, Rule, Schema};

macro_rules! injected {
    ($($ty:ident $get:ident;)*) => {$(
        impl<'a> ToolType for &'a $ty {
            const SCHEMA: &'static Schema = &Schema::new(schema::Kind::$ty, stringify!($ty));
            type Const = NoDefault;
            type Render = ();
            type Renders = ();
        }
        impl<'a> Argument<'a> for &'a $ty {
            /// Only reached where one is nested in another type, which no schema can list.
            #[cold]
            fn read(_: &mut Input<'a>, _: &[Rule]) -> Result<Self, Refusal> {
                Err(Refusal::new(Reason::Unreadable(stringify!($ty).into())))
            }
            fn take(args: &mut Args<'a, '_>) -> Result<Self, Refusal> {
                args.members.pass();
                Ok(args.context().$get())
            }
        }
    )*};
}

impl Context {
    fn whole(&self) -> &Self {
        self
    }
}

injected! { Context whole; Cancellation cancellation; }
