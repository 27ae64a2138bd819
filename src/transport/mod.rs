//! Bytes in and out: the shells around a server.

mod block_on;
#[cfg(feature = "http")]
pub mod http;
#[cfg(feature = "tokio")]
mod limited;
mod lines;
mod output;
#[cfg(feature = "rmcp")]
pub mod rmcp;
#[cfg(any(feature = "http", feature = "rmcp", feature = "tasks"))]
mod served;
mod stdio;
#[cfg(feature = "tokio")]
pub mod tokio;
mod workers;

pub(crate) use self::block_on::waker;
#[cfg(feature = "tasks")]
pub(crate) use self::limited::poll as poll_limited;
#[cfg(any(feature = "http", feature = "rmcp", feature = "tasks"))]
pub(crate) use self::served::Served;
