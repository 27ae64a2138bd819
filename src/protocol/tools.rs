//! `tools/list`: copies of what const evaluation has written, a page at a time.

use alloc::vec::Vec;

use super::error::Fault;
use super::page;
use super::revision::Revision;
use crate::catalog::{Catalog, ResultForm};
use crate::content::Structured;
use crate::schema::Audience;

/// Writes the members of a page: `"tools":[…]`, and `nextCursor` where there is more.
///
/// # Errors
///
/// The cursor is none of this list; what was written then is of no use.
pub(crate) fn list(
    catalog: &dyn Catalog,
    page_size: usize,
    cursor: Option<&str>,
    to: Audience,
    out: &mut Vec<u8>,
) -> Result<(), Fault<'static>> {
    let from = page::read(cursor)?;
    let first = from.map_or(0, |(number, _)| number);
    let (mut room, mut next, mut found) = (page_size.max(1), None, from.is_none());
    out.extend_from_slice(b"\"tools\":");
    let mut separator = b'[';
    if from.is_none() && catalog.count() <= page_size {
        // All on one page.
        out.push(separator);
        let start = out.len();
        catalog.write(to, out);
        out.truncate(start.max(out.len() - 1));
        out.push(b']');
        return Ok(());
    }
    catalog.each(0, &mut |number, tool| {
        if number < first {
            return;
        }
        if !found {
            let stamp = page::stamp(tool.name);
            found = from == Some((number, stamp));
        }
        if room == 0 {
            next.get_or_insert((number, tool.name));
            return;
        }
        room -= 1;
        out.push(separator);
        separator = b',';
        (tool.entry)().write(to, out);
    });
    if separator == b'[' {
        out.push(separator);
    }
    if !found {
        return Err(page::NOWHERE);
    }
    out.push(b']');
    if let Some((number, name)) = next {
        out.extend_from_slice(b",\"nextCursor\":\"");
        out.extend_from_slice(page::cursor(number, name).as_bytes());
        out.push(b'"');
    }
    Ok(())
}

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
