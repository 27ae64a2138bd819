//! The lists of what is declared: copies of what const evaluation has written, a page at a time.

#[cfg(feature = "std")]
use alloc::boxed::Box;
use alloc::vec::Vec;

use super::error::Fault;
use super::page;
#[cfg(feature = "std")]
use crate::catalog::Catalog;
use crate::catalog::Item;
#[cfg(feature = "std")]
use crate::schema::Readers;
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
    #[cfg(feature = "std")]
    if let (List::Tools, None, Some(entries)) = (list, from, core.all_tools(to, size)) {
        out.extend_from_slice(entries);
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

/// The entries of all declared tools behind each other: one copy, where one for each entry takes
/// longer for its ends than for its bytes.
///
/// Made with the server, so that no list allocates. Not without `std`: there a second place for
/// what the program holds anyway may be too much.
#[cfg(feature = "std")]
pub(crate) struct Joined {
    entries: Box<[u8]>,
    count: usize,
    /// Who reads every entry as it stands here.
    readers: Readers,
}

#[cfg(feature = "std")]
impl Joined {
    pub(crate) fn of(catalog: &dyn Catalog) -> Self {
        let (mut entries, mut count, mut readers) = (Vec::new(), 0, Readers::ALL);
        catalog.each(0, &mut |_, tool| {
            let entry = tool.entry.get();
            if count > 0 {
                entries.push(b',');
            }
            entries.extend_from_slice(entry.whole());
            readers = readers.and(entry.readers());
            count += 1;
        });
        Self {
            entries: entries.into(),
            count,
            readers,
        }
    }
}

#[cfg(feature = "std")]
impl Core {
    /// The entries of all tools, where they are on one page and read as they stand.
    fn all_tools(&self, to: Audience, page: usize) -> Option<&[u8]> {
        let all = &self.joined;
        (all.count <= page && all.readers.include(to) && !self.added.any()).then_some(&all.entries)
    }
}
