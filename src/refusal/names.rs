//! Names that a client has sent: how they are shown, and which one was meant.

use alloc::string::String;
use core::fmt::Write as _;

/// How many scalar values of an unknown member's name are echoed.
const ECHO: usize = 64;

/// A name as it may be shown: control characters escaped, cut at 64 scalar values.
pub(crate) fn echo(name: &str) -> String {
    let mut shown = String::new();
    for c in name.chars().take(ECHO) {
        if c.is_control() || matches!(c, '\u{2028}' | '\u{2029}') {
            let _ = write!(shown, "\\u{:04x}", u32::from(c));
        } else {
            shown.push(c);
        }
    }
    shown
}

/// The candidate that `name` was probably meant to be, if one is close enough.
///
/// Compared without case and `_`/`-`, so that `queryType` finds `query_type`; else by
/// edit distance, at most a third of the length.
pub(crate) fn nearest(
    name: &str,
    candidates: impl Iterator<Item = &'static str>,
) -> Option<&'static str> {
    candidates
        .filter_map(|c| distance(name, c).map(|d| (d, c)))
        .min_by_key(|(d, _)| *d)
        .map(|(_, c)| c)
}

/// Whether `sent` is close enough to `name` to be a slip for it.
pub(crate) fn distance(sent: &str, name: &str) -> Option<usize> {
    let (mut sent_room, mut name_room) = (['\0'; ECHO + 1], ['\0'; ECHO + 1]);
    let (a, b) = (fold(sent, &mut sent_room), fold(name, &mut name_room));
    if a.len() > ECHO || a.is_empty() || b.is_empty() {
        return None;
    }
    if a == b {
        return Some(0);
    }
    let limit = a.len().max(b.len()) / 3;
    if limit == 0 || a.len().abs_diff(b.len()) > limit {
        return None;
    }
    // What begins or ends alike is no part of the distance.
    let same = a.iter().zip(b).take_while(|(x, y)| x == y).count();
    let (a, b) = (&a[same..], &b[same..]);
    let same = a
        .iter()
        .rev()
        .zip(b.iter().rev())
        .take_while(|(x, y)| x == y)
        .count();
    let (a, b) = (&a[..a.len() - same], &b[..b.len() - same]);
    // Damerau-Levenshtein with adjacent swaps, three rows.
    let mut rows = [[0_u8; ECHO + 2]; 3];
    let [before, last, row] = &mut rows;
    let (mut before, mut last, mut row) = (before, last, row);
    for (count, place) in (0..).zip(&mut last[..=b.len()]) {
        *place = count;
    }
    for (i, x) in a.iter().enumerate() {
        row[0] = last[0] + 1;
        for (j, y) in b.iter().enumerate() {
            let mut cost = (last[j] + u8::from(x != y))
                .min(last[j + 1] + 1)
                .min(row[j] + 1);
            if i > 0 && j > 0 && *x == b[j - 1] && a[i - 1] == *y {
                cost = cost.min(before[j - 1] + 1);
            }
            row[j + 1] = cost;
        }
        (before, last, row) = (last, row, before);
    }
    Some(usize::from(last[b.len()])).filter(|distance| *distance <= limit)
}

/// A name without `_`/`-` and the case of ASCII, as far as it counts. A hint is not worth the tables
/// of case of all other letters, which would be in every program: 12 KiB.
fn fold<'r>(name: &str, room: &'r mut [char; ECHO + 1]) -> &'r [char] {
    let mut len = 0;
    let letters = name.chars().filter(|c| !matches!(c, '_' | '-'));
    for (place, c) in room.iter_mut().zip(letters) {
        *place = c.to_ascii_lowercase();
        len += 1;
    }
    &room[..len]
}
