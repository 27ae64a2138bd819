//! The listing entry of a resource or a prompt: written when the program is built, as that
//! of a tool (see [`text`](super::text)), and cut to what a revision has when it is listed.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::marker::PhantomData;

use super::Audience;
use super::buffer::{Writer, blank};
use super::complaint::At;
use super::facets;
use super::item::{ItemDef, ItemKind, UiMeta};
use super::item_check;
use super::name::{self, Made};
use super::number;
use super::{Note, Output, Presence, Property, ToolDef, ToolMeta, describe, escape, raw, template};

/// A longer entry is refused.
const LARGEST: usize = 1 << 16;

/// How many pieces an entry has at most.
const PIECES: usize = 8;

/// Where the pieces of an entry end, and since which revision each is there: 0 is 2024-11-05.
#[derive(Clone, Copy, Debug)]
struct Cuts {
    pieces: [(u32, u8); PIECES],
    len: usize,
    /// Where the members of `_meta` for MCP Apps are, without braces.
    ui: (u32, u32),
}

impl Cuts {
    #[allow(clippy::cast_possible_truncation, reason = "an entry is below 256 KiB")]
    const fn cut(&mut self, w: &Writer<'_>, since: u8) {
        let begin = if self.len == 0 {
            0
        } else {
            self.pieces[self.len - 1].0
        };
        if w.len as u32 > begin {
            self.pieces[self.len] = (w.len as u32, since);
            self.len += 1;
        }
    }
}

/// An entry in the making: at most `N` bytes of it.
#[derive(Clone, Copy, Debug)]
pub struct ItemOut<const N: usize> {
    text: [u8; N],
    len: usize,
    cuts: Cuts,
}

/// The listing entry of one resource or prompt.
#[derive(Clone, Copy, Debug)]
pub struct ItemFragment {
    bytes: &'static [u8],
    cuts: Cuts,
}

impl ItemFragment {
    /// Appends the entry, an object of JSON, as `to` is to see it.
    pub fn write(&self, to: Audience, out: &mut Vec<u8>) {
        let mut begin = 0;
        for (end, since) in &self.cuts.pieces[..self.cuts.len] {
            let end = *end as usize;
            if to.revision >= *since {
                out.extend_from_slice(&self.bytes[begin..end]);
            }
            begin = end;
        }
    }

    /// The members of `_meta` that every item of what a resource holds has too, without braces.
    #[must_use]
    pub fn ui(&self) -> &'static str {
        let (from, to) = self.cuts.ui;
        // Written from text; should that ever fail, there is nothing to say.
        core::str::from_utf8(&self.bytes[from as usize..to as usize]).unwrap_or_default()
    }
}

/// A declaration as a type, so that its text can wait. Implemented by `mcp_tools!`.
pub trait ItemText: 'static {
    /// The declaration.
    const DEF: ItemDef;
    /// The entry in the making.
    #[doc(hidden)]
    const OUT: ItemOut<1024> = listing(&Self::DEF);
    /// The entry.
    #[doc(hidden)]
    const FRAGMENT: ItemFragment = ItemFragment {
        bytes: bytes::<Self>(),
        cuts: Self::OUT.cuts,
    };
    /// A name that is not a part of one that the author wrote.
    #[doc(hidden)]
    const MADE: Made = Made::of(&named(&Self::DEF));
}

/// The entry of a resource or a prompt.
#[must_use]
pub fn item_entry<T: ItemText>() -> &'static ItemFragment {
    &T::FRAGMENT
}

/// Checks a declaration, and gives its key: the URI of a resource, the name of a prompt.
///
/// # Panics
///
/// In const evaluation, where the declaration contradicts itself: `TW0012: ..` and the like.
#[must_use]
#[track_caller]
pub const fn declared_item<T: ItemText>() -> &'static str {
    item_check::declaration(&T::DEF);
    match T::DEF.kind {
        ItemKind::Resource => T::DEF.meta.uri,
        ItemKind::Prompt => match name::part(&named(&T::DEF)) {
            Some(name) => name,
            None => made::<T>(),
        },
    }
}

/// Checks a declaration that is made at run time, and writes its entry: its key, and that.
///
/// # Panics
///
/// Where the declaration contradicts itself.
pub(crate) fn made_item(def: &'static ItemDef) -> (&'static str, &'static ItemFragment) {
    item_check::declaration(def);
    let key = match def.kind {
        ItemKind::Resource => def.meta.uri,
        ItemKind::Prompt => {
            let def = named(def);
            name::part(&def).unwrap_or_else(|| Box::leak(Box::new(Made::of(&def))).as_str())
        }
    };
    let mut text = alloc::vec![0; LARGEST];
    let mut w = Writer::new(&mut text);
    let cuts = entry(&mut w, def);
    let len = w.len;
    assert!(
        len <= LARGEST,
        "toolwright: the listing of a resource or a prompt is larger than 64 KiB"
    );
    text.truncate(len);
    let bytes = text.leak();
    (key, Box::leak(Box::new(ItemFragment { bytes, cuts })))
}

/// Apart, so that the constant is evaluated only where it is wanted.
const fn made<T: ItemText>() -> &'static str {
    T::MADE.as_str()
}

/// What the name is made from, in the form that the writer of names takes.
pub(super) const fn named(def: &ItemDef) -> ToolDef {
    let mut meta = ToolMeta::new();
    meta.name = def.meta.name;
    ToolDef {
        function: def.function,
        docs: &[],
        meta,
        params: &[],
        notes: &[],
        output: Output::Content,
    }
}

const fn listing<const N: usize>(def: &ItemDef) -> ItemOut<N> {
    let mut text = [0; N];
    let mut w = Writer::new(&mut text);
    let cuts = entry(&mut w, def);
    // A paragraph that is there twice can only be told from the whole text.
    let (len, cuts) = if w.len > N {
        measured(def)
    } else {
        (w.len, cuts)
    };
    ItemOut { text, len, cuts }
}

/// The size of an entry that is longer than its buffer.
#[allow(clippy::large_stack_arrays, reason = "const evaluation has no stack")]
const fn measured(def: &ItemDef) -> (usize, Cuts) {
    let mut text = [0; LARGEST];
    let mut w = Writer::new(&mut text);
    let cuts = entry(&mut w, def);
    (w.len, cuts)
}

const fn padded<const N: usize, const L: usize>(out: &ItemOut<N>, def: &ItemDef) -> [u8; L] {
    let mut text = [0; L];
    let mut w = Writer::new(&mut text);
    if out.len <= N {
        w.put(&out.text, 0, out.len);
    } else {
        entry(&mut w, def);
    }
    text
}

const fn entry(w: &mut Writer<'_>, def: &ItemDef) -> Cuts {
    let meta = &def.meta;
    let mut cuts = Cuts {
        pieces: [(0, 0); PIECES],
        len: 0,
        ui: (0, 0),
    };
    match def.kind {
        ItemKind::Resource => {
            if template::is_template(meta.uri) {
                w.lit(b"{\"uriTemplate\":\"");
            } else {
                w.lit(b"{\"uri\":\"");
            }
            escape::string(w, meta.uri);
            w.lit(b"\",\"name\":\"");
            if blank!(meta.name) {
                name::write(w, &named(def));
            } else {
                escape::string(w, meta.name);
            }
        }
        ItemKind::Prompt => {
            w.lit(b"{\"name\":\"");
            name::write(w, &named(def));
        }
    }
    w.lit(b"\"");
    cuts.cut(w, 0);
    member(w, b",\"title\":\"", meta.title);
    cuts.cut(w, 2);
    let before = w.len;
    w.lit(b",\"description\":\"");
    let start = w.len;
    describe::own(w, meta.description, def.docs);
    if w.len == start {
        w.len = before;
    } else {
        w.lit(b"\"");
    }
    match def.kind {
        ItemKind::Resource => {
            member(w, b",\"mimeType\":\"", def.mime());
            if let Some(size) = meta.size {
                w.lit(b",\"size\":");
                number::uint(w, size as u128);
            }
            annotations(w, def);
        }
        ItemKind::Prompt => arguments(w, def),
    }
    cuts.cut(w, 0);
    if !blank!(meta.icon) {
        w.lit(b",\"icons\":[{\"src\":\"");
        escape::string(w, meta.icon);
        w.lit(b"\"}]");
    }
    cuts.cut(w, 3);
    metadata(w, def, &mut cuts);
    w.lit(b"}");
    cuts.cut(w, 0);
    cuts
}

/// `_meta`: that of MCP Apps is in every revision, the author's own since 2025-06-18.
#[allow(clippy::cast_possible_truncation, reason = "an entry is below 256 KiB")]
const fn metadata(w: &mut Writer<'_>, def: &ItemDef, cuts: &mut Cuts) {
    let has_ui = !def.meta.ui.is_none();
    if has_ui {
        w.lit(b",\"_meta\":{");
        let from = w.len as u32;
        ui(w, &def.meta.ui);
        cuts.ui = (from, w.len as u32);
        cuts.cut(w, 0);
    }
    if !blank!(def.meta.meta) {
        let before = w.len;
        let at = At {
            what: def.kind.noun(),
            tool: def.function,
            member: "_meta",
        };
        // Its braces: the first gives way to a comma or to the member's name, the last goes.
        if has_ui {
            w.lit(b",");
        } else {
            w.lit(b",\"_meta\":{");
        }
        let begin = w.len;
        if raw::object(w, def.meta.meta, "`meta`", at) {
            w.remove(begin, 1);
            if has_ui {
                w.len -= 1;
            }
        } else {
            w.len = before;
        }
        cuts.cut(w, 2);
    }
    if has_ui {
        w.lit(b"}");
        cuts.cut(w, 0);
    }
}

const fn member<const L: usize>(w: &mut Writer<'_>, name: &[u8; L], text: &str) {
    if !blank!(text) {
        w.lit(name);
        escape::string(w, text);
        w.lit(b"\"");
    }
}

/// Writes `"a","b"`.
const fn strings(w: &mut Writer<'_>, texts: &[&str]) {
    let mut rest = texts;
    while let [text, more @ ..] = rest {
        w.lit(b"\"");
        escape::string(w, text);
        w.lit(b"\"");
        if matches!(more, [_, ..]) {
            w.lit(b",");
        }
        rest = more;
    }
}

const fn annotations(w: &mut Writer<'_>, def: &ItemDef) {
    let meta = &def.meta;
    if meta.audience.is_empty() && meta.priority.is_none() {
        return;
    }
    w.lit(b",\"annotations\":{");
    if !meta.audience.is_empty() {
        w.lit(b"\"audience\":[");
        strings(w, meta.audience);
        w.lit(b"]");
    }
    if let Some(priority) = meta.priority {
        if !meta.audience.is_empty() {
            w.lit(b",");
        }
        w.lit(b"\"priority\":");
        number::float(w, priority);
    }
    w.lit(b"}");
}

/// The arguments of a prompt: names, descriptions, and whether each has to be there.
const fn arguments(w: &mut Writer<'_>, def: &ItemDef) {
    let before = w.len;
    w.lit(b",\"arguments\":[");
    let start = w.len;
    let mut i = 0;
    while i < def.params.len() {
        let (property, note): (&Property, &Note) = (&def.params[i], &def.notes[i]);
        i += 1;
        if matches!(property.presence, Presence::Injected) {
            continue;
        }
        if w.len != start {
            w.lit(b",");
        }
        w.lit(b"{\"name\":\"");
        escape::string(w, property.name);
        w.lit(b"\"");
        let at = At {
            what: def.kind.noun(),
            tool: def.function,
            member: property.name,
        };
        let f = facets::gather(note.schema, property.rules, at);
        describe::member(w, note.schema, Some(note), &f, false);
        if matches!(property.presence, Presence::Required) {
            w.lit(b",\"required\":true");
        }
        w.lit(b"}");
    }
    if w.len == start {
        w.len = before;
    } else {
        w.lit(b"]");
    }
}

/// `"ui":{..}`: what a resource of MCP Apps asks of its host.
const fn ui(w: &mut Writer<'_>, ui: &UiMeta) {
    w.lit(b"\"ui\":{");
    let start = w.len;
    if ui.has_csp() {
        w.lit(b"\"csp\":{");
        let begin = w.len;
        domains(w, begin, b"\"connectDomains\":[", ui.connect);
        domains(w, begin, b"\"resourceDomains\":[", ui.resource);
        domains(w, begin, b"\"frameDomains\":[", ui.frame);
        domains(w, begin, b"\"baseUriDomains\":[", ui.base_uri);
        w.lit(b"}");
    }
    if !ui.permissions.is_empty() {
        comma(w, start);
        w.lit(b"\"permissions\":{");
        let mut rest = ui.permissions;
        while let [permission, more @ ..] = rest {
            w.lit(b"\"");
            escape::string(w, permission);
            w.lit(b"\":{}");
            if matches!(more, [_, ..]) {
                w.lit(b",");
            }
            rest = more;
        }
        w.lit(b"}");
    }
    if !blank!(ui.domain) {
        comma(w, start);
        w.lit(b"\"domain\":\"");
        escape::string(w, ui.domain);
        w.lit(b"\"");
    }
    if let Some(border) = ui.prefers_border {
        comma(w, start);
        if border {
            w.lit(b"\"prefersBorder\":true");
        } else {
            w.lit(b"\"prefersBorder\":false");
        }
    }
    w.lit(b"}");
}

const fn domains<const L: usize>(
    w: &mut Writer<'_>,
    begin: usize,
    name: &[u8; L],
    origins: &[&str],
) {
    if !origins.is_empty() {
        comma(w, begin);
        w.lit(name);
        strings(w, origins);
        w.lit(b"]");
    }
}

const fn comma(w: &mut Writer<'_>, start: usize) {
    if w.len != start {
        w.lit(b",");
    }
}

/// The text at `N` bytes, of which the last may be unused.
struct Sized<T: ?core::marker::Sized, const N: usize>(PhantomData<T>);

impl<T: ItemText + ?core::marker::Sized, const N: usize> Sized<T, N> {
    const BYTES: [u8; N] = padded(&T::OUT, &T::DEF);
}

/// The size of an array cannot depend on a constant of a type parameter, so there are sizes
/// to choose from.
macro_rules! sizes {
    ($($name:ident $size:literal)*) => {
        $(const fn $name<T: ItemText + ?core::marker::Sized>() -> &'static [u8] { &Sized::<T, $size>::BYTES })*

        const fn bytes<T: ItemText + ?core::marker::Sized>() -> &'static [u8] {
            let len = T::OUT.len;
            $(if len <= $size { return $name::<T>().split_at(len).0; })*
            panic!("toolwright: the listing of a resource or a prompt is larger than 64 KiB")
        }
    };
}
sizes! {
    s96 96 s128 128 s160 160 s192 192 s256 256 s320 320 s384 384 s448 448 s512 512 s640 640 s768 768
    s896 896 s1024 1024 s1280 1280 s1536 1536 s2048 2048 s3072 3072 s4096 4096 s8192 8192 s16384 16384
    s65536 65536
}
