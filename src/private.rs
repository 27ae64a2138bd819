//! What the expansions of the macros name. Not a part of the API: anything here may change.

pub use alloc::borrow::Cow;
pub use alloc::boxed::Box;
pub use alloc::string::String;
pub use core::convert::{From, TryFrom};
pub use core::default::Default;
pub use core::fmt;
pub use core::option::Option::{self, None, Some};
pub use core::primitive::{bool, str, u8, u16, usize};
pub use core::result::Result::{self, Err, Ok};
pub use core::str::FromStr;
pub use core::{
    cfg, compile_error, concat, env, include_bytes, module_path, option_env, stringify,
};

pub use serde;

pub use crate::catalog::{SetMeta, places};
pub use crate::completion::suggest;
pub use crate::invoker::{Projected, argument, later, no_more, put, refused, spelled};
#[cfg(feature = "pattern")]
pub use crate::pattern::{Pattern, compile};
pub use crate::proof::{judge, judged};
pub use crate::schema::{
    ItemDef, ItemMeta, ItemText, Note, ToolDef, ToolMeta, ToolText, assertion,
};
pub use crate::schema::{Rule, Schema, in_order};
pub use crate::serde_text::{deserialize, serialize};
pub use crate::types::On;
pub use crate::types::choice::{no_choice, read as read_choice};
pub use crate::types::record::{
    close, field, made, read as read_record, write_field, write_optional,
};
pub use crate::types::value_object;
pub use crate::types::value_object::written as written_object;

use crate::invoker::Source;
use crate::refusal::{Broken, Refusal, Violation};
use crate::schema::{Kind, Presence, Property};

/// Entries by the kind of their set.
pub mod entry {
    pub use crate::catalog::{Entry as ToolSet, LocalEntry as LocalToolSet};
}

/// Calls by the kind of their set.
pub mod call {
    pub use crate::invoker::{Call as ToolSet, LocalCall as LocalToolSet};
}

/// A tool of a catalog; in a test of the declaring crate, with what its listing was made from.
#[must_use]
#[track_caller]
pub const fn tool<T: ToolText>(test: bool) -> crate::catalog::Tool {
    let mut tool = crate::catalog::Tool::of::<T>();
    tool.def = Some(assertion::Folded::new(crate::schema::declaration::<T>()));
    if test {
        tool.notes = Some(T::DEF.notes);
    }
    tool
}

/// The same for a resource or a prompt.
#[must_use]
#[track_caller]
pub const fn item<T: ItemText>(test: bool) -> crate::catalog::Item {
    use crate::catalog::Item;
    let item = Item::of::<T>();
    match item {
        Item::Resource(mut resource) if test => {
            resource.notes = Some(T::DEF.notes);
            Item::Resource(resource)
        }
        Item::Prompt(mut prompt) if test => {
            prompt.notes = Some(T::DEF.notes);
            Item::Prompt(prompt)
        }
        item => item,
    }
}

/// What differs between resources and prompts.
pub mod items {
    /// Resources.
    pub mod resource {
        pub use crate::invoker::{later_resource as later, put_resource as put};
        /// What is declared.
        pub const KIND: crate::schema::ItemKind = crate::schema::ItemKind::Resource;

        /// A key of `#[resource(..)]`. Nothing is one: known keys never come here.
        #[diagnostic::on_unimplemented(
            message = "`{Self}` is not a key of `#[resource(..)]`, or not in this form",
            label = "not a key",
            note = "the keys are: uri, name, title, description, mime, size, icon, meta, annotations(audience = [user], priority = 0.8); for `ui://` also csp(connect_domains = [..], resource_domains = [..], frame_domains = [..], base_uri_domains = [..]), permissions(camera, microphone, geolocation, clipboard_write), domain, prefers_border"
        )]
        pub trait Key {
            /// What its value would be.
            type Value;
        }
    }

    /// Prompts.
    pub mod prompt {
        pub use crate::invoker::{later_prompt as later, put_prompt as put};
        /// What is declared.
        pub const KIND: crate::schema::ItemKind = crate::schema::ItemKind::Prompt;

        /// A key of `#[prompt(..)]`. Nothing is one: known keys never come here.
        #[diagnostic::on_unimplemented(
            message = "`{Self}` is not a key of `#[prompt(..)]`, or not in this form",
            label = "not a key",
            note = "the keys are: name, title, description, icon, meta"
        )]
        pub trait Key {
            /// What its value would be.
            type Value;
        }
    }
}

macro_rules! words {
    ($($(#[$doc:meta])* $module:ident { $($word:ident $text:literal)* })*) => {$(
        $(#[$doc])*
        #[allow(non_upper_case_globals, missing_docs, reason = "named as they are written")]
        pub mod $module {
            $(pub const $word: &str = $text;)*
        }
    )*};
}
words! {
    /// Who may see a tool of MCP Apps.
    visibility { model "model" app "app" }
    /// For whom a resource is.
    audience { user "user" assistant "assistant" }
    /// What a resource of MCP Apps wants to use.
    permission {
        camera "camera"
        microphone "microphone"
        geolocation "geolocation"
        clipboard_write "clipboardWrite"
    }
}

/// A parameter that is read from text: an `Option` may be absent without a default too.
#[must_use]
pub const fn from_text(property: Property, schema: &Schema) -> Property {
    match property.presence {
        Presence::Required if schema.nullable => Property {
            presence: Presence::Optional,
            ..property
        },
        _ => property,
    }
}

/// The state of a call.
#[inline]
pub fn state<'a, S>(source: &dyn Source<'a, S>) -> &'a S {
    source.get()
}

/// A `check(..)`, if it is one: what it is not is said on the author's own word.
#[inline]
pub fn check<T: ?Sized, F: Fn(&T) -> Result<(), Violation>>(check: F) -> F {
    check
}

/// A violation of the author's `check` on a plain parameter or field.
#[cold]
#[must_use]
pub fn checked(violation: Violation, name: &'static str) -> Refusal {
    Refusal::broken(Broken::Check(violation)).at(name)
}

/// An identifier without `r#`. Inlined, it is known when a written record is compiled.
#[must_use]
#[inline]
pub const fn plain(name: &'static str) -> &'static str {
    match name.as_bytes() {
        [b'r', b'#', rest @ ..] => match core::str::from_utf8(rest) {
            Ok(name) => name,
            Err(_) => name,
        },
        _ => name,
    }
}

/// What the key `task` may say.
#[allow(non_upper_case_globals, reason = "they are written so")]
pub mod task_support {
    use crate::schema::TaskSupport;

    /// A call is a task where the caller knows tasks.
    pub const optional: TaskSupport = TaskSupport::Optional;
    /// A call is always a task.
    pub const required: TaskSupport = TaskSupport::Required;
}

/// A hint that is written with its value.
#[must_use]
pub const fn hint(value: bool) -> Option<bool> {
    Some(value)
}

/// No rule. A path to a constant is cheaper to compile than a slice of nothing.
pub const NO_RULES: &[Rule] = &[];
/// No line.
pub const NO_TEXTS: &[&str] = &[];
/// It is written as it is read.
pub const AS_READ: Option<&Schema> = None;
/// There is no default.
pub const NO_DEFAULT: crate::schema::Lit = crate::schema::Lit::Absent;

/// A schema given as JSON text.
#[must_use]
pub const fn raw_schema(schema: &Schema, raw: &'static str) -> Schema {
    let mut schema = *schema;
    schema.raw = raw;
    schema
}

/// The schema of a record, whose fields are checked.
///
/// # Panics
///
/// In const evaluation, where a field contradicts itself or another.
#[must_use]
#[track_caller]
pub const fn record(
    name: &'static str,
    docs: &'static [&'static str],
    fields: &'static [Property],
    notes: &'static [Note],
) -> Schema {
    crate::schema::fields(name, fields, notes);
    let mut schema = Schema::new(Kind::Record, name).docs(docs);
    schema.fields = fields;
    schema.notes = notes;
    schema
}

/// The schema of an enumeration.
///
/// # Panics
///
/// In const evaluation, where two variants share a name.
#[must_use]
#[track_caller]
pub const fn choice(
    name: &'static str,
    docs: &'static [&'static str],
    names: &'static [&'static str],
) -> Schema {
    let mut schema = Schema::new(Kind::String, name).docs(docs);
    schema.choices = names;
    crate::schema::distinct_names(name, names);
    schema
}

/// The schema of the keys of a map, which are text.
///
/// # Panics
///
/// In const evaluation of a map whose keys are no text.
#[must_use]
pub const fn key_schema(schema: &'static Schema) -> &'static Schema {
    assert!(
        matches!(schema.kind, Kind::String),
        "TW0003: keys of a map are text: a value object over a number or a boolean cannot be one"
    );
    schema
}

/// A wire name made from an identifier in const evaluation.
pub struct Wire {
    bytes: [u8; 64],
    len: usize,
}

impl Wire {
    /// `created_at` and `CreatedAt` become `createdAt`.
    ///
    /// # Panics
    ///
    /// In const evaluation, where the identifier is not ASCII or longer than 64 bytes.
    #[must_use]
    pub const fn camel(name: &'static str) -> Self {
        let name = plain(name).as_bytes();
        let (mut bytes, mut len, mut i) = ([0; 64], 0, 0);
        let mut upper = false;
        while i < name.len() {
            let byte = name[i];
            assert!(
                byte.is_ascii() && len < 64,
                "`#[camel_case]` wants ASCII names of at most 64 bytes: use `#[rename(..)]`"
            );
            if byte == b'_' && len > 0 {
                upper = true;
            } else {
                bytes[len] = if upper {
                    byte.to_ascii_uppercase()
                } else if len == 0 || (i > 0 && Self::in_word(name, i)) {
                    byte.to_ascii_lowercase()
                } else {
                    byte
                };
                upper = false;
                len += 1;
            }
            i += 1;
        }
        Self { bytes, len }
    }

    /// Whether an upper-case letter at `i` belongs to a run that began at the front (`HTTPCode`).
    const fn in_word(name: &[u8], i: usize) -> bool {
        let mut j = 0;
        while j < i {
            if !name[j].is_ascii_uppercase() {
                return false;
            }
            j += 1;
        }
        name[i].is_ascii_uppercase() && (i + 1 == name.len() || name[i + 1].is_ascii_uppercase())
    }

    /// The name.
    #[must_use]
    pub const fn as_str(&'static self) -> &'static str {
        match core::str::from_utf8(self.bytes.split_at(self.len).0) {
            Ok(name) => name,
            Err(_) => "",
        }
    }
}

/// A key of `#[tool(..)]` that takes a value. Nothing is one: known keys never come here.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a key of `#[tool(..)]`",
    label = "not a key",
    note = "the keys are: name, title, description, read_only, destructive, idempotent, open_world, structured, nullable_output, task, ui, ui_dynamic, visibility, icon, meta, input_schema"
)]
pub trait Key {
    /// What its value would be.
    type Value;
}

/// A key of `#[tool(..)]` that stands alone. Nothing is one: known keys never come here.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a key of `#[tool(..)]` that can stand alone",
    label = "wants a value, or is no key",
    note = "alone: read_only, destructive, idempotent, open_world, structured, nullable_output, ui_dynamic, task; with a value: name, title, description, ui, visibility, icon, meta, input_schema"
)]
pub trait Flag {
    /// What its value would be.
    type Value;
}

/// A key of `annotations(..)`. Nothing is one: known keys never come here.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a key of `annotations(..)`",
    label = "not a key",
    note = "the keys are: audience, priority"
)]
pub trait AnnotationKey {
    /// What its value would be.
    type Value;
}

/// A key of `csp(..)`. Nothing is one: known keys never come here.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a key of `csp(..)`",
    label = "not a key",
    note = "the keys are: connect_domains, resource_domains, frame_domains, base_uri_domains"
)]
pub trait CspKey {
    /// What its value would be.
    type Value;
}

/// A key of `#[server(..)]`. Nothing is one: known keys never come here.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a key of `#[server(..)]`",
    label = "not a key",
    note = "the keys are: name, version, title, icon"
)]
pub trait ServerKey {
    /// What its value would be.
    type Value;
}

/// A key of `#[server(..)]` without its value. Nothing is one.
#[diagnostic::on_unimplemented(
    message = "`{Self}` wants a value in `#[server(..)]`: write `{Self} = \"..\"`",
    label = "wants a value, or is no key",
    note = "the keys are: name, version, title, icon"
)]
pub trait ServerFlag {
    /// What its value would be.
    type Value;
}

/// What is said where a declaration cannot be read.
pub mod slip {
    pub use crate::slips::*;
}

/// The rules that may stand in brackets.
pub mod rule {
    pub use crate::rules::{
        allow_empty, example, format, items, len, lowercase, normalize, one_of, pattern, trim,
        unique, uppercase,
    };
}
