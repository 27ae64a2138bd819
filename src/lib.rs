#![cfg_attr(feature = "std", doc = include_str!("../README.md"))]
#![no_std]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

/// Compiles the code of the pages in `docs/`.
#[cfg(all(doctest, feature = "std"))]
mod pages {
    #[doc = include_str!("../docs/language.md")]
    mod language {}
    #[doc = include_str!("../docs/values.md")]
    mod values {}
    #[doc = include_str!("../docs/server.md")]
    mod server {}
}

#[doc(hidden)]
#[path = "private.rs"]
pub mod __private;
pub mod catalog;
pub mod content;
pub mod context;
mod dsl;
mod format;
pub mod invoker;
pub mod json;
pub mod limits;
mod pattern;
pub mod refusal;
pub mod rules;
pub mod schema;
mod serde_text;
pub mod types;

pub use crate::catalog::{LocalToolSet, ToolSet};
pub use crate::content::ToolError;
pub use crate::context::{Cancellation, Context};
pub use crate::refusal::Violation;
