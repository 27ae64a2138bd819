//! What a tool may ask of the call that it is in.

/// The call that a tool is in.
#[derive(Debug, Default)]
pub struct Context {
    cancellation: Cancellation,
}

/// Whether the client still wants the answer.
#[derive(Debug, Default)]
pub struct Cancellation {}

impl Context {
    /// The call's cancellation.
    pub fn cancellation(&self) -> &Cancellation {
        &self.cancellation
    }
}
