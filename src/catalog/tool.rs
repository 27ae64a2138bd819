//! One tool of a set.

use super::Listing;
use crate::schema::{Fragment, Output, Presence, Property, TaskSupport, ToolDef, ToolText};

/// One tool, as far as it does not depend on the state's type.
#[derive(Clone, Copy)]
pub struct Tool {
    /// Its name on the wire.
    pub name: &'static str,
    /// Its listing.
    pub entry: Listing<Fragment>,
    /// Its parameters.
    pub params: &'static [Property],
    /// Whether its one parameter is the whole of the arguments: it has a raw input schema.
    pub whole: bool,
    /// Whether it asks for its context or its cancellation.
    pub attentive: bool,
    /// Whether its calls run as tasks.
    pub task: TaskSupport,
    /// What of a result goes out as structured content.
    pub result: ResultForm,
    /// Its parameters as they were listed: in tests alone, for [`check_defaults`](crate::check_defaults).
    pub notes: Option<&'static [crate::schema::Note]>,
    /// The `ui://` resource that has to be declared for it; empty for none.
    pub ui: &'static str,
    /// Its declaration, for what an `assert_..!` asks: never in a set, so that no binary holds it.
    #[doc(hidden)]
    pub def: Option<crate::schema::assertion::Folded>,
}

impl Tool {
    /// A tool from its declaration, which is checked here.
    ///
    /// # Panics
    ///
    /// In const evaluation, where the declaration contradicts itself: `TW0007: ..` and the like.
    #[must_use]
    #[track_caller]
    pub const fn of<T: ToolText>() -> Self {
        Self::with(
            crate::schema::declaration::<T>(),
            crate::schema::declared::<T>(),
            Listing::Built(crate::schema::entry::<T>),
        )
    }

    /// A tool of this declaration, which has been checked.
    pub(crate) const fn with(def: &ToolDef, name: &'static str, entry: Listing<Fragment>) -> Self {
        Self {
            name,
            entry,
            params: def.params,
            whole: !def.meta.input_schema.is_empty(),
            attentive: attentive(def.params),
            task: def.meta.task,
            result: ResultForm::new(&def.output, def.meta.structured, def.meta.nullable_output),
            notes: None,
            ui: if def.meta.ui_dynamic { "" } else { def.meta.ui },
            def: None,
        }
    }
}

/// Whether one of them is no argument.
pub(crate) const fn attentive(params: &[Property]) -> bool {
    let mut rest = params;
    while let [param, more @ ..] = rest {
        if matches!(param.presence, Presence::Injected) {
            return true;
        }
        rest = more;
    }
    false
}

/// What a tool's schema says of its results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ResultForm {
    /// No schema.
    Text,
    /// An object, under a schema.
    Object,
    /// An object or nothing, under no schema.
    Loose,
    /// An object or `null`, under a schema.
    Nullable,
    /// Any value, under a schema.
    Any,
}

impl ResultForm {
    /// Made from what the function gives back and what the attribute says.
    #[must_use]
    pub const fn new(output: &Output, structured: bool, nullable: bool) -> Self {
        match output {
            Output::Value(_) if structured => Self::Any,
            Output::Content | Output::Value(_) => Self::Text,
            Output::Object(_) => Self::Object,
            Output::Nullable(_) if nullable => Self::Nullable,
            Output::Nullable(_) => Self::Loose,
        }
    }

    /// Whether a schema is listed, in the revisions that have one.
    pub(crate) const fn is_listed(self) -> bool {
        !matches!(self, Self::Text | Self::Loose)
    }
}
