//! Why a tool, a resource or a prompt failed.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use core::fmt;

/// Why a tool failed: shown to the model, or hidden from it.
///
/// Every error converts with `?` and is hidden: its text can hold internals, so the model
/// reads `The tool failed.` and the error goes to the diagnostics stream.
///
/// ```
/// # use toolwright::ToolError;
/// fn ship(id: u32) -> Result<(), ToolError> {
///     if id == 0 {
///         return Err(ToolError::shown("There is no docket 0: numbers start at 1."));
///     }
///     std::fs::read("/no/such/file")?; // hidden
///     Ok(())
/// }
/// # assert!(ship(0).is_err() && ship(1).is_err());
/// ```
pub struct ToolError(pub(super) Kind);

/// Who sees an error.
pub(super) enum Kind {
    Shown(Cow<'static, str>),
    Hidden(Box<dyn core::error::Error + Send + Sync>),
}

impl ToolError {
    /// An error with a message for the model.
    pub fn shown(message: impl fmt::Display) -> Self {
        Self(Kind::Shown(alloc::format!("{message}").into()))
    }

    /// An error that only the diagnostics stream sees.
    pub fn hidden(error: impl Into<Box<dyn core::error::Error + Send + Sync>>) -> Self {
        Self(Kind::Hidden(error.into()))
    }

    /// The message for the model, if there is one.
    pub fn message(&self) -> Option<&str> {
        match &self.0 {
            Kind::Shown(message) => Some(message),
            Kind::Hidden(_) => None,
        }
    }
}

impl fmt::Debug for ToolError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Kind::Shown(message) => f.debug_tuple("Shown").field(message).finish(),
            Kind::Hidden(error) => f.debug_tuple("Hidden").field(error).finish(),
        }
    }
}

impl<E: core::error::Error + Send + Sync + 'static> From<E> for ToolError {
    fn from(error: E) -> Self {
        Self(Kind::Hidden(Box::new(error)))
    }
}

/// Why a prompt failed: shown to the client, or hidden from it. As [`ToolError`].
pub type PromptError = ToolError;

/// Why a resource could not be read: it is not there, or it failed.
///
/// Every error converts with `?` and is hidden, as with [`ToolError`]: the client reads
/// `The resource failed.`
///
/// ```
/// # use toolwright::ResourceError;
/// fn docket(id: u32) -> Result<String, ResourceError> {
///     if id == 0 {
///         return Err(ResourceError::not_found());
///     }
///     Ok(std::fs::read_to_string("/no/such/file")?) // hidden
/// }
/// # assert!(docket(0).is_err() && docket(1).is_err());
/// ```
pub struct ResourceError(pub(super) Option<ToolError>);

impl ResourceError {
    /// No resource has this URI.
    #[must_use]
    pub const fn not_found() -> Self {
        Self(None)
    }

    /// An error with a message for the client.
    pub fn shown(message: impl fmt::Display) -> Self {
        Self(Some(ToolError::shown(message)))
    }

    /// An error that only the diagnostics stream sees.
    pub fn hidden(error: impl Into<Box<dyn core::error::Error + Send + Sync>>) -> Self {
        Self(Some(ToolError::hidden(error)))
    }

    /// Whether it is that no resource has this URI.
    #[must_use]
    pub const fn is_not_found(&self) -> bool {
        self.0.is_none()
    }
}

impl fmt::Debug for ResourceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            None => f.write_str("NotFound"),
            Some(error) => error.fmt(f),
        }
    }
}

impl<E: core::error::Error + Send + Sync + 'static> From<E> for ResourceError {
    fn from(error: E) -> Self {
        Self(Some(error.into()))
    }
}

impl From<ToolError> for ResourceError {
    fn from(error: ToolError) -> Self {
        Self(Some(error))
    }
}
