//! Bytes in and out: the shells around a server.

mod block_on;
#[cfg(feature = "http")]
pub mod http;
mod lines;
mod output;
mod stdio;
#[cfg(feature = "tokio")]
pub mod tokio;
mod workers;

pub(crate) use self::block_on::waker;
