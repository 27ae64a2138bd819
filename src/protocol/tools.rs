//! Tools as a revision has them.

use super::revision::Revision;
use crate::catalog::ResultForm;
use crate::content::Structured;
use crate::schema::Audience;

/// Whom a list in `revision` is for; `apps`: the client negotiated MCP Apps.
pub(crate) fn audience(revision: Revision, apps: bool) -> Audience {
    let revision = match revision {
        Revision::V2024_11_05 => 0,
        Revision::V2025_03_26 => 1,
        Revision::V2025_06_18 => 2,
        Revision::V2025_11_25 => 3,
        Revision::V2026_07_28 => 4,
    };
    Audience {
        revision,
        tasks: false,
        apps,
    }
}

/// What of a tool's value goes out as structured content.
pub(crate) fn structured(form: ResultForm, revision: Revision) -> Structured {
    if !revision.has_structured() {
        return Structured::No;
    }
    match form {
        // Before 2026-07-28 only an object may stand there.
        ResultForm::Nullable | ResultForm::Any if revision.is_modern() => Structured::Any,
        ResultForm::Object | ResultForm::Loose | ResultForm::Nullable => Structured::Object,
        ResultForm::Any => Structured::Wrapped,
        ResultForm::Text => Structured::No,
    }
}
