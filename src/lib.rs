//! Declare MCP servers with `macro_rules!`.
#![no_std]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

#[doc(hidden)]
#[path = "private.rs"]
pub mod __private;
mod calendar;
pub mod catalog;
pub mod content;
pub mod context;
mod dsl;
mod format;
pub mod invoker;
pub mod json;
pub mod limits;
mod pattern;
mod proof;
pub mod refusal;
pub mod rules;
pub mod schema;
mod serde_text;
pub mod types;

pub use crate::catalog::{LocalToolSet, ToolSet};
pub use crate::content::ToolError;
pub use crate::context::{Cancellation, Context};
pub use crate::proof::check_defaults;
pub use crate::refusal::Violation;
pub use crate::types::Base64;

/// The page on types, so that its examples are compiled.
#[cfg(all(doctest, feature = "pattern"))]
#[doc = include_str!("../docs/types.md")]
struct TypesPage;
