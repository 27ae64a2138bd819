//! How large a listing may be.

use super::super::complaint::Complaint;
use super::super::listing::LARGEST;
use super::{Sets, Walk, entry, name};

/// Holds the listing of some sets to a size.
///
/// # Panics
///
/// In const evaluation, where it is larger.
#[track_caller]
pub const fn budget(sets: Sets<'_>, most: usize) {
    let mut room = [0; LARGEST];
    let mut walk = Walk::new(sets);
    // `{"tools":[` and `]}`, and a comma between two.
    let mut sum = 12;
    let mut largest = (0, None);
    let mut count = 0;
    while let Some(def) = walk.next() {
        let (size, ..) = entry(&mut room, def);
        sum += size + (count != 0) as usize;
        count += 1;
        if size > largest.0 {
            largest = (size, Some(def));
        }
    }
    if sum > most {
        let text = Complaint::bare("assert_budget")
            .and("the listing takes ")
            .number(sum as i128)
            .and(" bytes, and ")
            .number(most as i128)
            .and(" are allowed");
        if let (size, Some(def)) = largest {
            let (whole, ..) = entry(&mut room, def);
            text.and(": the largest of ")
                .number(count)
                .and(" tools is `")
                .and(name(room.split_at(whole).0))
                .and("`, ")
                .number(size as i128)
                .and(" bytes; shorten descriptions, or raise the budget")
                .stop();
        }
        text.stop();
    }
}
