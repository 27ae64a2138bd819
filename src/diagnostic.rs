//! What happens inside a server and is none of the client's business.

use core::error::Error;
use core::fmt;

use crate::catalog::Space;

/// One event for the server's operator.
///
/// Never holds a value that a client sent; errors and panics are in the words of the tools.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Diagnostic<'a> {
    /// A tool, resource or prompt failed with an error that its caller does not see.
    HiddenError {
        /// Which of them it is.
        space: Space,
        /// Its name, or its URI as it is declared.
        name: &'a str,
        /// The error; its sources are its own.
        error: &'a (dyn Error + 'static),
    },
    /// A tool, resource or prompt panicked; the server goes on.
    Panic {
        /// Which of them it is.
        space: Space,
        /// Its name, or its URI as it is declared.
        name: &'a str,
        /// What the panic said, if it was text.
        message: &'a str,
    },
    /// A message was answered with a protocol error.
    Refused {
        /// The code of the error.
        code: i32,
        /// Its sentence.
        message: &'a str,
    },
    /// A notification was dropped: it is unknown or cannot be read.
    DroppedNotification {
        /// Why.
        reason: &'a str,
    },
    /// A response was dropped: the server has asked nothing.
    DroppedResponse,
}

impl fmt::Display for Diagnostic<'_> {
    /// One line; an error with the chain of its sources.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let f = &mut OneLine(f);
        match self {
            Self::HiddenError { space, name, error } => {
                let noun = space.noun();
                fmt::write(f, format_args!("{noun} '{name}' failed: {error}"))?;
                let mut source = error.source();
                while let Some(error) = source {
                    fmt::write(f, format_args!(": {error}"))?;
                    source = error.source();
                }
                Ok(())
            }
            Self::Panic {
                space,
                name,
                message,
            } => {
                let noun = space.noun();
                fmt::write(f, format_args!("{noun} '{name}' panicked: {message}"))
            }
            Self::Refused { code, message } => {
                fmt::write(f, format_args!("message refused ({code}): {message}"))
            }
            Self::DroppedNotification { reason } => {
                fmt::write(f, format_args!("notification dropped: {reason}"))
            }
            Self::DroppedResponse => {
                fmt::write(f, format_args!("response dropped: nothing was asked"))
            }
        }
    }
}

/// Keeps control characters out, so that an event stays one line and moves no cursor.
struct OneLine<'a, 'b>(&'a mut fmt::Formatter<'b>);

impl fmt::Write for OneLine<'_, '_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for c in text.chars() {
            if c.is_control() || matches!(c, '\u{2028}' | '\u{2029}') {
                fmt::Display::fmt(&c.escape_debug(), self.0)?;
            } else {
                fmt::Write::write_char(self.0, c)?;
            }
        }
        Ok(())
    }
}

/// The default with `std`: one line on stderr.
#[cfg(feature = "std")]
pub(crate) fn to_stderr(diagnostic: &Diagnostic<'_>) {
    use std::io::Write as _;
    // A closed stderr is no reason to stop serving.
    let _ = std::writeln!(std::io::stderr().lock(), "toolwright: {diagnostic}");
}
