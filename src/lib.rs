#![cfg_attr(feature = "std", doc = include_str!("../README.md"))]
#![cfg_attr(
    not(feature = "std"),
    doc = "MCP servers declared with `macro_rules!`: the core alone."
)]
#![no_std]
#![warn(missing_docs, unreachable_pub)]

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
mod added;
pub mod ask;
mod calendar;
mod call;
mod cancellation;
pub mod catalog;
#[cfg(feature = "std")]
mod changes;
pub mod completion;
pub mod content;
pub mod context;
mod decimal;
pub mod diagnostic;
mod dispatch;
mod dsl;
mod extensions;
mod fetch;
pub mod filter;
mod format;
pub mod frame;
pub mod invoker;
pub mod json;
pub mod limits;
mod lock;
pub mod made;
#[cfg(feature = "std")]
pub mod notifier;
mod once;
mod panic;
mod pattern;
pub mod pending;
mod proof;
pub mod protocol;
pub mod refusal;
pub mod rules;
pub mod schema;
mod serde_text;
pub mod server;
pub mod session;
mod slips;
mod subject;
#[cfg(feature = "tasks")]
pub mod tasks;
#[cfg(feature = "std")]
pub mod transport;
pub mod types;

pub use crate::catalog::{LocalToolSet, ToolSet};
#[cfg(feature = "std")]
pub use crate::changes::AddError;
pub use crate::content::{PromptError, ResourceError, ToolError};
pub use crate::context::{Cancellation, Context};
pub use crate::diagnostic::Diagnostic;
pub use crate::dispatch::Incoming;
pub use crate::frame::{CallFrame, LocalFrame};
pub use crate::limits::Limits;
#[cfg(feature = "std")]
pub use crate::notifier::Notifier;
pub use crate::pending::{LocalOutcome, LocalPending, Outcome, Pending};
pub use crate::proof::check_defaults;
pub use crate::protocol::{Revision, Scope};
pub use crate::refusal::Violation;
pub use crate::server::{LocalServer, Server};
pub use crate::session::{Session, Sink};
pub use crate::types::Base64;

/// The page on the official SDK.
#[cfg(all(doctest, feature = "rmcp"))]
mod pages_on_the_sdk {
    #[doc = include_str!("../docs/sdk.md")]
    mod sdk {}
}

/// The page on HTTP.
#[cfg(all(doctest, feature = "http"))]
mod pages_on_http {
    #[doc = include_str!("../docs/http.md")]
    mod http {}
}

/// The pages that have patterns in their examples.
#[cfg(all(doctest, feature = "pattern"))]
mod pages_with_patterns {
    #[doc = include_str!("../docs/types.md")]
    mod types {}
    #[doc = include_str!("../docs/diagnostics.md")]
    mod diagnostics {}
}
