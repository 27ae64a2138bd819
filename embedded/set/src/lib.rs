//! A greenhouse with four beds: ten tools, two resources and a prompt for machines without `std`.
//!
//! What differs from machine to machine is the [`Board`]. [`Lines`] makes messages of what comes
//! in, and [`Tasks`] answers them.

#![no_std]

extern crate alloc;

mod board;
mod lines;
mod state;
mod tasks;
mod tools;
mod types;

pub use board::Board;
pub use lines::Lines;
pub use state::Greenhouse;
pub use tasks::Tasks;
pub use tools::GREENHOUSE;
