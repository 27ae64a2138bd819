//! The listing entry of a tool, and how it reads in each revision.

use alloc::vec::Vec;

/// Whom an entry is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Audience {
    /// The protocol revision: 0 is 2024-11-05, then 2025-03-26, 2025-06-18, 2025-11-25
    /// and 2026-07-28, which is 4.
    pub revision: u8,
    /// Whether the server has tasks on: 2025-11-25 lists `execution` then.
    pub tasks: bool,
    /// Whether the client negotiated MCP Apps: `_meta.ui` is listed then.
    pub apps: bool,
}

/// Who sees entries as they are written.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Readers {
    /// The oldest revision.
    since: u8,
    /// Clients with MCP Apps too.
    apps: bool,
    /// Clients of a server with tasks too.
    tasks: bool,
}

impl Readers {
    /// Everybody.
    #[cfg(feature = "std")]
    pub(crate) const ALL: Self = Self {
        since: 0,
        apps: true,
        tasks: true,
    };

    /// Whether `to` is one of them.
    #[inline]
    pub(crate) const fn include(self, to: Audience) -> bool {
        to.revision >= self.since
            && (self.apps || !to.apps)
            && (self.tasks || to.revision != 3 || !to.tasks)
    }

    /// Those that are in both.
    #[cfg(feature = "std")]
    pub(crate) fn and(self, other: Self) -> Self {
        Self {
            since: self.since.max(other.since),
            apps: self.apps && other.apps,
            tasks: self.tasks && other.tasks,
        }
    }
}

/// How the result of a tool is described.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// Not at all, or by the schema of an object: alike in every revision that has it.
    Same,
    /// Any JSON; an object around it before 2026-07-28.
    Wrapped,
    /// An object or `null`; an object before 2026-07-28.
    Nullable,
}

/// Where the parts of an entry are.
///
/// The bytes are the whole entry of 2026-07-28 for a client without Apps, its parts in
/// the order of the fields, and behind it what other entries have in place of a part.
#[derive(Clone, Copy, Debug)]
pub(super) struct Parts {
    /// `{"name":"t"`
    pub(super) name: u32,
    /// `,"title":".."`
    pub(super) title: u32,
    /// `,"description":".."`
    pub(super) description: u32,
    /// `,"inputSchema":{..}`
    pub(super) input: u32,
    /// `,"outputSchema":{..}`
    pub(super) output: u32,
    /// `,"annotations":{..}`
    pub(super) annotations: u32,
    /// `,"icons":[..]`
    pub(super) icons: u32,
    /// `,"_meta":{..}`, and behind it `}`
    pub(super) meta: u32,
    /// The input schema again, without `x-mcp-header`, where it has any.
    pub(super) plain: u32,
    /// The members of `_meta` for a client with Apps, without braces.
    pub(super) apps: u32,
    pub(super) shape: Shape,
    /// Task support: 0 none, 1 optional, 2 required.
    pub(super) task: u8,
    /// The oldest revision whose entry is that of 2026-07-28.
    pub(super) same_since: u8,
}

/// The listing entry of one tool, ready to be copied.
#[derive(Clone, Copy, Debug)]
pub struct Fragment {
    pub(super) bytes: &'static [u8],
    pub(super) parts: Parts,
}

const NAME: &str = "{\"name\":\"";
pub(super) const OUTPUT: &str = ",\"outputSchema\":";
const ANNOTATIONS: &str = ",\"annotations\":{";
const META: &str = ",\"_meta\":{";
const WRAP: &str = "{\"type\":\"object\",\"properties\":{\"result\":";
const UNWRAP: &str = "},\"required\":[\"result\"],\"additionalProperties\":false}";
const NULLABLE: &str = ",\"outputSchema\":{\"type\":[\"object\",\"null\"]";
const OBJECT: &str = ",\"outputSchema\":{\"type\":\"object\"";

impl Fragment {
    /// The tool's name on the wire.
    #[must_use]
    pub const fn name(&self) -> &'static [u8] {
        let (head, _) = self.bytes.split_at(self.parts.name as usize - 1);
        head.split_at(NAME.len()).1
    }

    /// The same as text.
    #[must_use]
    pub const fn name_str(&self) -> &'static str {
        // A name is ASCII: the writer refuses all else.
        match core::str::from_utf8(self.name()) {
            Ok(name) => name,
            Err(_) => "",
        }
    }

    /// Whether the entry has anything for MCP Apps, so that a list with it depends on
    /// what the client negotiated.
    #[must_use]
    pub const fn has_apps(&self) -> bool {
        self.parts.apps > self.parts.plain
    }

    /// Who sees the entry of 2026-07-28 as it is.
    #[inline]
    pub(crate) const fn readers(&self) -> Readers {
        Readers {
            since: self.parts.same_since,
            apps: !self.has_apps(),
            tasks: self.parts.task == 0,
        }
    }

    /// That entry.
    #[inline]
    pub(crate) fn whole(&self) -> &'static [u8] {
        self.part(0, self.parts.meta + 1)
    }

    /// Appends the entry, an object of JSON, as `to` is to see it.
    ///
    /// One copy where there is no title or the revision has titles, and the tool uses
    /// nothing else that came with a later one.
    #[inline]
    pub fn write(&self, to: Audience, out: &mut Vec<u8>) {
        if self.readers().include(to) {
            out.extend_from_slice(self.whole());
        } else {
            self.write_parts(to, out);
        }
    }

    #[inline(never)]
    fn write_parts(&self, to: Audience, out: &mut Vec<u8>) {
        let p = &self.parts;
        let now = to.revision >= 4;
        out.extend_from_slice(self.part(0, if to.revision >= 2 { p.title } else { p.name }));
        if now || p.plain == p.meta + 1 {
            out.extend_from_slice(self.part(p.title, p.input));
        } else {
            out.extend_from_slice(self.part(p.title, p.description));
            out.extend_from_slice(self.part(p.meta + 1, p.plain));
        }
        if to.revision >= 2 {
            self.write_output(now, out);
        }
        if to.revision == 1 && p.title > p.name {
            // The title was an annotation then.
            out.extend_from_slice(ANNOTATIONS.as_bytes());
            out.extend_from_slice(self.part(p.name + 1, p.title));
            if p.annotations > p.output {
                out.push(b',');
                let skipped = u32::try_from(ANNOTATIONS.len()).unwrap_or(0);
                out.extend_from_slice(self.part(p.output + skipped, p.annotations));
            } else {
                out.push(b'}');
            }
        } else if to.revision >= 1 {
            out.extend_from_slice(self.part(p.output, p.annotations));
        }
        if to.revision >= 3 {
            out.extend_from_slice(self.part(p.annotations, p.icons));
        }
        if to.revision == 3 && to.tasks {
            out.extend_from_slice(match p.task {
                0 => b"",
                1 => b",\"execution\":{\"taskSupport\":\"optional\"}",
                _ => b",\"execution\":{\"taskSupport\":\"required\"}",
            });
        }
        self.write_meta(to, out);
        out.push(b'}');
    }

    fn write_output(&self, now: bool, out: &mut Vec<u8>) {
        let p = &self.parts;
        let part = self.part(p.input, p.output);
        match p.shape {
            Shape::Wrapped if !now => {
                let (key, schema) = part.split_at(OUTPUT.len());
                for piece in [key, WRAP.as_bytes(), schema, UNWRAP.as_bytes()] {
                    out.extend_from_slice(piece);
                }
            }
            Shape::Nullable if !now => {
                out.extend_from_slice(OBJECT.as_bytes());
                out.extend_from_slice(&part[NULLABLE.len()..]);
            }
            _ => out.extend_from_slice(part),
        }
    }

    fn write_meta(&self, to: Audience, out: &mut Vec<u8>) {
        let p = &self.parts;
        if to.apps && self.has_apps() {
            out.extend_from_slice(META.as_bytes());
            out.extend_from_slice(self.part(p.plain, p.apps));
            if p.meta > p.icons && to.revision >= 2 {
                out.push(b',');
                out.extend_from_slice(&self.part(p.icons, p.meta)[META.len()..]);
            } else {
                out.push(b'}');
            }
        } else if to.revision >= 2 {
            out.extend_from_slice(self.part(p.icons, p.meta));
        }
    }

    #[inline]
    fn part(&self, from: u32, to: u32) -> &'static [u8] {
        &self.bytes[from as usize..to as usize]
    }
}
