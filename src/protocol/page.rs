//! Pages of a list, and the cursors between them.
//!
//! A cursor names the entry that the next page starts with, by number and by name, so that
//! any process with the same set can go on, and one with another set refuses it.

use alloc::string::String;

use super::envelope::string;
use super::error::Fault;

/// The cursor to entry number `number`, of this name.
pub(crate) fn cursor(number: usize, name: &str) -> String {
    alloc::format!("{number:x}.{:08x}", stamp(name))
}

/// The entry that a cursor leads to: its number, and the check of its name.
///
/// # Errors
///
/// It is no cursor of this list.
pub(crate) fn read(cursor: Option<&str>) -> Result<Option<(usize, u32)>, Fault<'static>> {
    let Some(json) = cursor else { return Ok(None) };
    let text = string(json).ok_or(NOWHERE)?;
    let (number, stamp) = text.split_once('.').ok_or(NOWHERE)?;
    // One way to write a number, so that one cursor has one spelling.
    let digits = |text: &str| {
        text.bytes()
            .all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
    };
    if !digits(number)
        || !digits(stamp)
        || stamp.len() != 8
        || (number.len() > 1 && number.starts_with('0'))
    {
        return Err(NOWHERE);
    }
    let number = usize::from_str_radix(number, 16).map_err(|_| NOWHERE)?;
    let stamp = u32::from_str_radix(stamp, 16).map_err(|_| NOWHERE)?;
    Ok(Some((number, stamp)))
}

/// The check of a name (FNV-1a).
pub(crate) fn stamp(name: &str) -> u32 {
    name.bytes().fold(0x811c_9dc5, |hash, byte| {
        (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)
    })
}

/// The error for a cursor that leads nowhere.
pub(crate) const NOWHERE: Fault<'static> = Fault::Params("'cursor' is none of this list");
