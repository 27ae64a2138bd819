//! The lists of what is declared: copies of what const evaluation has written, a page at a time.

use alloc::vec::Vec;

use super::error::Fault;
use super::page;
use crate::catalog::Item;
use crate::schema::{Audience, is_ui};
use crate::server::Core;

/// Which list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum List {
    Tools,
    Resources,
    Templates,
    Prompts,
}

impl List {
    const fn member(self) -> &'static str {
        match self {
            Self::Tools => "tools",
            Self::Resources => "resources",
            Self::Templates => "resourceTemplates",
            Self::Prompts => "prompts",
        }
    }

    /// Whether an item is of this list, and its name there. A client that does not know MCP
    /// Apps sees none of its resources, which it may read all the same.
    fn name(self, item: &Item, apps: bool) -> Option<&'static str> {
        match (self, item) {
            (Self::Tools, Item::Tool(_)) | (Self::Prompts, Item::Prompt(_)) => {}
            (Self::Resources, Item::Resource(resource)) if !resource.is_template => {
                if !apps && is_ui(resource.uri) {
                    return None;
                }
            }
            (Self::Templates, Item::Resource(resource)) if resource.is_template => {
                if !apps && is_ui(resource.uri) {
                    return None;
                }
            }
            _ => return None,
        }
        Some(item.key().name)
    }
}

/// Writes the members of a page: `"tools":[…]`, and `nextCursor` where there is more.
///
/// # Errors
///
/// The cursor is none of this list; what was written then is of no use.
pub(crate) fn write(
    core: &Core,
    list: List,
    cursor: Option<&str>,
    to: Audience,
    out: &mut Vec<u8>,
) -> Result<(), Fault<'static>> {
    let from = page::read(cursor)?;
    let first = from.map_or(0, |(number, _)| number);
    let size = core.page_size.max(1);
    let (mut written, mut next, mut found) = (0, None, from.is_none());
    out.push(b'"');
    out.extend_from_slice(list.member().as_bytes());
    out.extend_from_slice(b"\":[");
    if list == List::Tools && from.is_none() && core.lists_all_tools(size) {
        // All on one page, and all declared: no entry is looked at twice.
        let start = out.len();
        core.catalog.write_tools(to, out);
        out.truncate(start.max(out.len() - 1));
        out.push(b']');
        return Ok(());
    }
    core.items(&mut |number, item| {
        if number < first {
            return;
        }
        let Some(name) = list.name(item, to.apps) else {
            return;
        };
        if let Some((number_, stamp)) = from {
            found |= number_ == number && stamp == page::stamp(name);
        }
        if written == size {
            next.get_or_insert((number, name));
            return;
        }
        if written > 0 {
            out.push(b',');
        }
        match item {
            Item::Tool(tool) => tool.entry.get().write(to, out),
            Item::Resource(resource) => resource.entry.get().write(to, out),
            Item::Prompt(prompt) => prompt.entry.get().write(to, out),
        }
        written += 1;
    });
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
