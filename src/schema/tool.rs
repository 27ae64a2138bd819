//! What a tool is declared by: its parameters, its result and what its attribute says.

use super::{Kind, Lit, Rule, Schema};

/// A parameter of a tool or a field of a record, as the reader needs it.
#[derive(Clone, Copy, Debug)]
pub struct Property {
    /// The member's name on the wire.
    pub name: &'static str,
    /// Rules on top of the type's own.
    pub rules: &'static [Rule],
    /// How an absent member is answered.
    pub presence: Presence,
}

/// Whether a member has to be there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Presence {
    /// It has to be there.
    Required,
    /// There is a default.
    Defaulted,
    /// The default is `None`: absent and `null` are alike.
    Optional,
    /// It is no argument at all (`&Context`, `&Cancellation`).
    Injected,
}

impl Presence {
    /// That of a parameter of this schema which has no default.
    pub(crate) const fn without_default(schema: &Schema) -> Self {
        match schema.kind {
            Kind::Context | Kind::Cancellation => Self::Injected,
            _ => Self::Required,
        }
    }

    /// That of one which has a default.
    pub(crate) const fn with_default(schema: &Schema) -> Self {
        if schema.nullable {
            Self::Optional
        } else {
            Self::Defaulted
        }
    }
}

/// How a parameter or field is listed: needed by const evaluation alone, so not in the binary.
#[derive(Clone, Copy, Debug)]
pub struct Note {
    /// The type.
    pub schema: &'static Schema,
    /// Of a field, the type as it is written, where that reads otherwise.
    pub written: Option<&'static Schema>,
    /// Doc lines; `description` wins over them.
    pub docs: &'static [&'static str],
    /// An explicit description; empty for none.
    pub description: &'static str,
    /// The default, or `Lit::Absent`.
    pub default: Lit,
    /// The `x-mcp-header` suffix; empty for none.
    pub header: &'static str,
}

impl Note {
    /// The same of a value that is written: it says all it has, so there are no defaults.
    pub(crate) const fn written(self) -> Self {
        Self {
            schema: match self.written {
                Some(written) => written,
                None => self.schema,
            },
            default: match self.default {
                // Left out where there is nothing.
                Lit::None => Lit::None,
                _ => Lit::Absent,
            },
            ..self
        }
    }
}

/// What `#[tool(..)]` says.
#[derive(Clone, Copy, Debug)]
pub struct ToolMeta {
    /// The name on the wire; empty: made from the function's name.
    pub name: &'static str,
    /// Title for people; empty for none.
    pub title: &'static str,
    /// Description; empty: the doc comment.
    pub description: &'static str,
    /// `readOnlyHint`, where written.
    pub read_only: Option<bool>,
    /// `destructiveHint`, where written.
    pub destructive: Option<bool>,
    /// `idempotentHint`, where written.
    pub idempotent: Option<bool>,
    /// `openWorldHint`, where written.
    pub open_world: Option<bool>,
    /// A list result is structured too.
    pub structured: bool,
    /// `Option<record>` declares the record's schema.
    pub nullable_output: bool,
    /// A raw input schema; empty for none.
    pub input_schema: &'static str,
    /// `_meta` members as a JSON object; empty for none.
    pub meta: &'static str,
    /// Icon source; empty for none.
    pub icon: &'static str,
    /// `ui://` resource; empty for none.
    pub ui: &'static str,
    /// Who may see the tool (MCP Apps); empty for both.
    pub visibility: &'static [&'static str],
    /// Whether the `ui://` resource may be one that is added at run time.
    pub ui_dynamic: bool,
    /// Whether a call may, or has to, run as a task.
    pub task: TaskSupport,
}

/// Whether the calls of a tool run as tasks: the extension of 2026-07-28.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TaskSupport {
    /// Never.
    #[default]
    Forbidden,
    /// Where the caller knows tasks.
    Optional,
    /// Always: a caller that does not know tasks cannot call it.
    Required,
}

impl ToolMeta {
    /// Nothing said.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            name: "",
            title: "",
            description: "",
            read_only: None,
            destructive: None,
            idempotent: None,
            open_world: None,
            structured: false,
            nullable_output: false,
            input_schema: "",
            meta: "",
            icon: "",
            ui: "",
            visibility: &[],
            ui_dynamic: false,
            task: TaskSupport::Forbidden,
        }
    }
}

impl Default for ToolMeta {
    fn default() -> Self {
        Self::new()
    }
}

/// What a tool gives back, as far as the listing is concerned.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Output {
    /// Content alone; never structured.
    Content,
    /// A value that is not object-shaped: text, structured only on demand.
    Value(&'static Schema),
    /// An object-shaped value: text and structured content.
    Object(&'static Schema),
    /// `Option` of an object-shaped value.
    Nullable(&'static Schema),
}

/// Everything that a tool's listing is made from.
#[derive(Clone, Copy, Debug)]
pub struct ToolDef {
    /// The function's name.
    pub function: &'static str,
    /// Doc lines of the function.
    pub docs: &'static [&'static str],
    /// What the attribute says.
    pub meta: ToolMeta,
    /// Parameters, as read.
    pub params: &'static [Property],
    /// Parameters, as listed.
    pub notes: &'static [Note],
    /// The result.
    pub output: Output,
}
