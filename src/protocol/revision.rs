//! Revisions of the protocol, and what each of them knows.

/// A revision of the Model Context Protocol; a later one is greater.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Revision {
    /// 2024-11-05
    V2024_11_05,
    /// 2025-03-26: batches, annotations, audio.
    V2025_03_26,
    /// 2025-06-18: structured content, titles, resource links.
    V2025_06_18,
    /// 2025-11-25: icons; the last one with a handshake.
    V2025_11_25,
    /// 2026-07-28: no handshake, every request says its revision.
    V2026_07_28,
}

impl Revision {
    /// All of them, newest first: the order in which they are offered.
    pub const ALL: [Self; 5] = [
        Self::V2026_07_28,
        Self::V2025_11_25,
        Self::V2025_06_18,
        Self::V2025_03_26,
        Self::V2024_11_05,
    ];

    /// What a handshake is answered with where the client asks for a revision that has none.
    pub(crate) const HANDSHAKE: Self = Self::V2025_11_25;

    /// The name on the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::V2024_11_05 => "2024-11-05",
            Self::V2025_03_26 => "2025-03-26",
            Self::V2025_06_18 => "2025-06-18",
            Self::V2025_11_25 => "2025-11-25",
            Self::V2026_07_28 => "2026-07-28",
        }
    }

    /// The revision of this name. Revisions are names: one that is not known is not compared.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|revision| revision.as_str() == name)
    }

    /// Whether requests say their revision, rather than a handshake.
    #[must_use]
    pub const fn is_modern(self) -> bool {
        matches!(self, Self::V2026_07_28)
    }

    /// Whether an array of messages is a message.
    pub(crate) const fn has_batches(self) -> bool {
        matches!(self, Self::V2025_03_26)
    }

    /// Whether results have structured content.
    pub(crate) fn has_structured(self) -> bool {
        self >= Self::V2025_06_18
    }

    /// Whether an error may go without an id where the request's could not be read.
    pub(crate) fn omits_id(self) -> bool {
        self >= Self::V2025_11_25
    }

    /// Whether a progress notification may hold a message.
    pub(crate) fn has_progress_message(self) -> bool {
        self >= Self::V2025_03_26
    }
}

impl core::fmt::Display for Revision {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(self.as_str())
    }
}
