//! Faults that are found outside the writer, refused in const evaluation.

use super::check::same;
use super::complaint::Complaint;
use super::{Bound, Rule};

/// Two tools, resources or prompts (`what`) of one set share `name`.
///
/// # Panics
///
/// Always: TW0002.
#[track_caller]
pub const fn shared_name(what: &str, name: &str) -> ! {
    twice(what, name)
        .and("another ")
        .and(what)
        .and(" of this set has the same ")
        .and(called(what))
        .and(": rename one of them, `#[")
        .and(what)
        .and("(\"other\")]`")
        .stop()
}

/// Two sets that are merged share `name`.
///
/// # Panics
///
/// Always: TW0002.
#[track_caller]
pub const fn shared_by(what: &str, name: &str, one: &str, other: &str) -> ! {
    twice(what, name)
        .and("it is declared in `")
        .and(one)
        .and("` and in `")
        .and(other)
        .and("`, which are merged here: rename one of them, `#[")
        .and(what)
        .and("(\"other\")]`")
        .stop()
}

const fn twice(what: &str, name: &str) -> Complaint {
    Complaint::bare("TW0002")
        .and(what)
        .and(" `")
        .and(name)
        .and("`: ")
}

const fn called(what: &str) -> &'static str {
    if matches!(what.as_bytes(), b"resource") {
        "URI"
    } else {
        "name"
    }
}

/// A tool names a `ui://` resource that no set declares.
///
/// # Panics
///
/// Always: TW0014.
#[track_caller]
pub const fn no_ui(tool: &str, ui: &str) -> ! {
    Complaint::new("TW0014", tool)
        .and("`ui` names `")
        .and(ui)
        .and("`, which the set does not declare: declare it with `#[resource(..)]`, or write `ui_dynamic` where another set declares it or it is added at run time")
        .stop()
}

/// The names of an enumeration on the wire.
///
/// # Panics
///
/// In const evaluation, where two variants share one: TW0013.
#[track_caller]
pub const fn distinct_names(owner: &str, names: &[&str]) {
    let mut i = 1;
    while i < names.len() {
        let mut before = 0;
        while before < i {
            if same(names[before], names[i]) {
                Complaint::of("TW0013", "type", owner)
                    .and("\"")
                    .and(names[i])
                    .and("\" is the wire name of two variants: rename one with `#[rename(\"..\")]`")
                    .stop();
            }
            before += 1;
        }
        i += 1;
    }
}

/// A bound that is no value of its type.
#[cfg(feature = "jiff")]
#[track_caller]
pub(crate) const fn no_bound(text: &str) -> ! {
    Complaint::bare("TW0007")
        .and("the bound \"")
        .and(text)
        .and("\" is not a value of the type: write one as it is sent")
        .stop()
}

/// A range of values that travel as text.
pub(crate) const fn typed_range(low: Bound, high: Bound) -> Rule {
    Rule::Range(low, high)
}
