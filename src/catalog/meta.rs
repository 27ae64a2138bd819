//! The header of a set.

/// What the header of a set says.
#[derive(Clone, Copy, Debug)]
pub struct SetMeta {
    /// The module where the set is declared, for messages.
    pub module: &'static str,
    /// Server name; empty for none.
    pub name: &'static str,
    /// Server version; empty for none.
    pub version: &'static str,
    /// Server title; empty for none.
    pub title: &'static str,
    /// Server icon; empty for none.
    pub icon: &'static str,
    /// Doc lines: the instructions.
    pub docs: &'static [&'static str],
    /// Whether arguments are read leniently.
    pub lenient: bool,
    /// The declaring crate's name: the server's, where nobody says another.
    pub crate_name: &'static str,
    /// The declaring crate's version.
    pub crate_version: &'static str,
}

impl SetMeta {
    /// Nothing said.
    #[must_use]
    pub const fn new(module: &'static str) -> Self {
        Self {
            module,
            name: "",
            version: "",
            title: "",
            icon: "",
            docs: &[],
            lenient: false,
            crate_name: "",
            crate_version: "",
        }
    }
}
