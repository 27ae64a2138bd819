//! Panics of tools, kept from the server.

use core::fmt;

/// What a panic said.
///
/// Without `std` there is none: a panic ends the program there.
#[cfg(feature = "std")]
pub(crate) struct Panicked(alloc::boxed::Box<dyn core::any::Any + Send>);

/// What a panic said: there is none without `std`, where it ends the program.
#[cfg(not(feature = "std"))]
pub(crate) enum Panicked {}

impl Panicked {
    /// Its text, if it was text.
    #[cfg(feature = "std")]
    pub(crate) fn message(&self) -> &str {
        if let Some(text) = self.0.downcast_ref::<&'static str>() {
            return text;
        }
        self.0
            .downcast_ref::<alloc::string::String>()
            .map_or("", |text| text)
    }

    /// Its text, if it was text.
    #[cfg(not(feature = "std"))]
    pub(crate) fn message(&self) -> &str {
        match *self {}
    }
}

/// Runs a tool; its panic is its own, where `std` can catch it.
///
/// The tool's state is the author's to keep whole: what a panic leaves half done is what a
/// returned error would leave.
#[cfg(feature = "std")]
pub(crate) fn guard<R>(work: impl FnOnce() -> R) -> Result<R, Panicked> {
    std::panic::catch_unwind(core::panic::AssertUnwindSafe(work)).map_err(Panicked)
}

/// Runs a tool; its panic ends the program, which only `std` could keep from it.
#[cfg(not(feature = "std"))]
#[allow(clippy::unnecessary_wraps, reason = "with `std` there are panics")]
pub(crate) fn guard<R>(work: impl FnOnce() -> R) -> Result<R, Panicked> {
    Ok(work())
}

/// Stands for the panic, which has been told of already.
#[derive(Debug)]
pub(crate) struct Failed;

impl fmt::Display for Failed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the tool panicked")
    }
}

impl core::error::Error for Failed {}
