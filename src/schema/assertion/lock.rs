//! A listing that is committed beside the code.

use super::super::buffer::word;
use super::super::complaint::Complaint;
use super::super::listing::LARGEST;
use super::{Sets, Walk, entry, name};

const HEAD: &[u8] = b"{\"tools\":[\n";
const TAIL: &[u8] = b"\n]}\n";

/// Holds the listing of some sets to the text of a lock file: one tool a line.
///
/// # Panics
///
/// In const evaluation, at the first tool that differs.
#[track_caller]
pub const fn lock(sets: Sets<'_>, text: &[u8], file: &str) {
    if !begins(text, 0, HEAD, HEAD.len()) {
        Complaint::bare("assert_catalog")
            .and("`")
            .and(file)
            .and("` is not a lock file")
            .and(BLESS)
            .stop();
    }
    let mut room = [0; LARGEST];
    let mut walk = Walk::new(sets);
    let mut at = HEAD.len();
    let mut first = true;
    while let Some(def) = walk.next() {
        if !first {
            if !begins(text, at, b",\n", 2) {
                let (size, ..) = entry(&mut room, def);
                differs(name(room.split_at(size).0), "is not in", file);
            }
            at += 2;
        }
        first = false;
        let (size, ..) = entry(&mut room, def);
        if !begins(text, at, &room, size) {
            differs(name(room.split_at(size).0), "is not as it is in", file);
        }
        at += size;
    }
    if text.len() != at + TAIL.len() || !begins(text, at, TAIL, TAIL.len()) {
        let (_, rest) = text.split_at(at);
        let more = if begins(rest, 0, b",\n{\"name\":\"", 11) {
            name(rest.split_at(2).1)
        } else {
            ""
        };
        differs(more, "is no longer declared, and still in", file);
    }
}

const BLESS: &str = ": if it is to be so, run `TOOLWRIGHT_BLESS=1 cargo test`, and commit the file";

#[track_caller]
const fn differs(tool: &str, how: &str, file: &str) -> ! {
    Complaint::bare("assert_catalog")
        .and("tool `")
        .and(tool)
        .and("` ")
        .and(how)
        .and(" `")
        .and(file)
        .and("`")
        .and(BLESS)
        .stop()
}

/// Whether `text` has the first `size` bytes of `piece` at `at`: sixteen at a time.
const fn begins(text: &[u8], at: usize, piece: &[u8], size: usize) -> bool {
    if text.len() < at + size {
        return false;
    }
    let end = at + size;
    let mut i = 0;
    while i < size {
        if word(text, at + i, end) != word(piece, i, size) {
            return false;
        }
        i += 16;
    }
    true
}

/// Writes the lock file, where the environment variable `TOOLWRIGHT_BLESS` is set.
///
/// # Panics
///
/// The file cannot be written, or the crate's feature `std` is off.
pub fn bless(sets: Sets<'_>, path: &str) {
    #[cfg(feature = "std")]
    if std::env::var_os("TOOLWRIGHT_BLESS").is_some() {
        let mut text = alloc::vec::Vec::from(HEAD);
        let mut room = [0; LARGEST];
        let mut walk = Walk::new(sets);
        while let Some(def) = walk.next() {
            if text.len() > HEAD.len() {
                text.extend_from_slice(b",\n");
            }
            let (size, ..) = entry(&mut room, def);
            text.extend_from_slice(&room[..size]);
        }
        text.extend_from_slice(TAIL);
        if std::fs::read(path).ok().as_deref() != Some(&*text) {
            if let Err(error) = std::fs::write(path, text) {
                panic!("{path} cannot be written: {error}");
            }
            std::eprintln!("blessed {path}");
        }
    }
    #[cfg(not(feature = "std"))]
    {
        let _ = sets;
        panic!("`{path}` cannot be written without the feature `std` of `toolwright`");
    }
}
