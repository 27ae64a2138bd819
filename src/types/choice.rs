//! Enumerations: a string out of a fixed list.

use super::Input;
use crate::refusal::{Broken, Refusal};

/// Reads the string ahead: its place among `names`.
///
/// # Errors
///
/// It is no string, or not one of them.
pub fn read(input: &mut Input<'_>, names: &[&str]) -> Result<usize, Refusal> {
    let text = input.text(&[])?;
    names
        .iter()
        .position(|name| *name == text)
        .ok_or_else(no_choice)
}

/// None of the accepted values.
#[cold]
#[must_use]
pub fn no_choice() -> Refusal {
    Refusal::broken(Broken::NotKnown)
}
