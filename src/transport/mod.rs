//! Bytes in and out: the shells around a server.

mod block_on;
mod lines;
mod output;
mod stdio;
mod workers;
