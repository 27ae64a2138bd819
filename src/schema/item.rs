//! What resources and prompts say of themselves, as constant data.

use super::{Note, Property};

/// What a declaration is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ItemKind {
    /// A resource, or a template of resources.
    Resource,
    /// A prompt.
    Prompt,
}

impl ItemKind {
    /// As the attribute says it.
    pub(super) const fn noun(self) -> &'static str {
        match self {
            Self::Resource => "resource",
            Self::Prompt => "prompt",
        }
    }
}

/// What `#[resource(..)]` or `#[prompt(..)]` says; a prompt uses a part of it.
#[derive(Clone, Copy, Debug)]
pub struct ItemMeta {
    /// The URI or the template of a resource.
    pub uri: &'static str,
    /// The name; empty: made from the function's name.
    pub name: &'static str,
    /// Title for people; empty for none.
    pub title: &'static str,
    /// Description; empty: the doc comment.
    pub description: &'static str,
    /// The type of what a resource holds; empty for none.
    pub mime: &'static str,
    /// Its size in bytes, where known.
    pub size: Option<u64>,
    /// Icon source; empty for none.
    pub icon: &'static str,
    /// `_meta` members as a JSON object; empty for none.
    pub meta: &'static str,
    /// For whom a resource is; empty for nobody in particular.
    pub audience: &'static [&'static str],
    /// How much a resource matters, 0 to 1.
    pub priority: Option<f64>,
    /// What a `ui://` resource asks of its host.
    pub ui: UiMeta,
}

/// What a resource of MCP Apps asks of its host.
#[derive(Clone, Copy, Debug)]
pub struct UiMeta {
    /// Origins that it may connect to.
    pub connect: &'static [&'static str],
    /// Origins that it may load from.
    pub resource: &'static [&'static str],
    /// Origins that it may frame.
    pub frame: &'static [&'static str],
    /// Origins that its base may be.
    pub base_uri: &'static [&'static str],
    /// What it wants to use, in the words of the wire.
    pub permissions: &'static [&'static str],
    /// The origin that it wants to have; empty for the host's choice.
    pub domain: &'static str,
    /// Whether it wants a border.
    pub prefers_border: Option<bool>,
}

impl ItemMeta {
    /// Nothing said.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            uri: "",
            name: "",
            title: "",
            description: "",
            mime: "",
            size: None,
            icon: "",
            meta: "",
            audience: &[],
            priority: None,
            ui: UiMeta::NONE,
        }
    }
}

impl Default for ItemMeta {
    fn default() -> Self {
        Self::new()
    }
}

impl UiMeta {
    /// Nothing asked.
    pub const NONE: Self = Self {
        connect: &[],
        resource: &[],
        frame: &[],
        base_uri: &[],
        permissions: &[],
        domain: "",
        prefers_border: None,
    };

    /// Whether nothing is asked.
    pub(super) const fn is_none(&self) -> bool {
        !self.has_csp()
            && self.permissions.is_empty()
            && self.domain.is_empty()
            && self.prefers_border.is_none()
    }

    /// Whether any origin is named.
    pub(super) const fn has_csp(&self) -> bool {
        !(self.connect.is_empty()
            && self.resource.is_empty()
            && self.frame.is_empty()
            && self.base_uri.is_empty())
    }
}

/// Everything that the listing of a resource or a prompt is made from.
#[derive(Clone, Copy, Debug)]
pub struct ItemDef {
    /// What it is.
    pub kind: ItemKind,
    /// The function's name.
    pub function: &'static str,
    /// Doc lines of the function.
    pub docs: &'static [&'static str],
    /// What the attribute says.
    pub meta: ItemMeta,
    /// Parameters, as read.
    pub params: &'static [Property],
    /// Parameters, as listed.
    pub notes: &'static [Note],
}

/// The type of a resource of MCP Apps.
pub(crate) const APP: &str = "text/html;profile=mcp-app";

impl ItemDef {
    /// Whether it is a resource of MCP Apps.
    #[must_use]
    pub const fn is_ui(&self) -> bool {
        is_ui(self.meta.uri)
    }

    /// The type of what it holds; empty where none is said.
    #[must_use]
    pub const fn mime(&self) -> &'static str {
        if self.meta.mime.is_empty() && self.is_ui() {
            APP
        } else {
            self.meta.mime
        }
    }
}

/// Whether a URI is one of MCP Apps.
#[must_use]
pub const fn is_ui(uri: &str) -> bool {
    matches!(uri.as_bytes(), [b'u', b'i', b':', b'/', b'/', _, ..])
}
