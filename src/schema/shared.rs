//! Faults that are found outside the writer, refused in const evaluation.

/// Two tools of one set share `name`.
///
/// # Panics
///
/// Always: TW0002.
#[track_caller]
pub const fn shared_name(name: &str) -> ! {
    super::complaint::Complaint::new("TW0002", name)
        .and("another tool of this set has the same name: rename one of them, `#[tool(\"other_name\")]`")
        .stop()
}

/// Two sets that are merged share `name`.
///
/// # Panics
///
/// Always: TW0002.
#[track_caller]
pub const fn shared_by(name: &str, one: &str, other: &str) -> ! {
    super::complaint::Complaint::new("TW0002", name)
        .and("it is declared in `")
        .and(one)
        .and("` and in `")
        .and(other)
        .and("`, which are merged here: rename one of them, `#[tool(\"other_name\")]`")
        .stop()
}

/// A pattern that engines read differently.
///
/// # Panics
///
/// Always: TW0009.
pub const fn not_portable(pattern: &str, why: &str) -> ! {
    super::complaint::Complaint::bare("TW0009")
        .and("the pattern `")
        .and(pattern)
        .and("` is not portable: ")
        .and(why)
        .stop()
}
