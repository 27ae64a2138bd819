//! Faults that are found outside the writer, refused in const evaluation.

use super::complaint::Complaint;
use super::{Bound, Rule, bound};

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
        .and("`, which the set given to the server does not declare: declare it with `#[resource(..)]`, merge the set that does, or write `ui_dynamic` where it is added at run time")
        .stop()
}

/// A pattern that engines read differently.
///
/// # Panics
///
/// Always: TW0009.
pub const fn not_portable(pattern: &str, why: &str) -> ! {
    Complaint::bare("TW0009")
        .and("the pattern `")
        .and(pattern)
        .and("` is not portable: ")
        .and(why)
        .stop()
}

/// A default that is no value of its type.
pub(crate) const fn no_default(text: &str, what: &str) -> ! {
    Complaint::bare("TW0008")
        .and("the default \"")
        .and(text)
        .and("\" is not ")
        .and(what)
        .stop()
}

/// A bound that is no value of its type.
#[cfg(feature = "jiff")]
pub(crate) const fn no_bound(text: &str) -> ! {
    Complaint::bare("TW0007")
        .and("the bound \"")
        .and(text)
        .and("\" is not a value of the type: write one as it is sent")
        .stop()
}

/// A range of values that travel as text.
pub(crate) const fn typed_range(low: Bound, high: Bound) -> Rule {
    writable(low);
    writable(high);
    if let Some(true) = bound::below(high, low) {
        Complaint::bare("TW0007")
            .and("the range ")
            .bound(low)
            .and(" to ")
            .bound(high)
            .and(" is empty: write the smaller bound first")
            .stop();
    }
    Rule::Range(low, high)
}

const fn writable(bound: Bound) {
    assert!(
        matches!(bound, Bound::None) || bound::text(bound).is_some(),
        "TW0007: a bound has a year that RFC 3339 cannot write: it has four digits there"
    );
}
