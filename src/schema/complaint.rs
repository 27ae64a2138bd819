//! The text of a compile error, built in const evaluation.

use super::buffer::Writer;
use super::number;

/// Where a fault is: the tool (or the type), and the parameter or member.
#[derive(Clone, Copy)]
pub(super) struct At<'a> {
    /// "tool" or "type".
    pub(super) what: &'static str,
    pub(super) tool: &'a str,
    pub(super) member: &'a str,
}

/// A text in the making. Longer than its room, it is cut.
pub(super) struct Complaint {
    text: [u8; 1024],
    len: usize,
}

impl Complaint {
    /// Begins with the code: ``TW0007: tool `t`: ``.
    pub(super) const fn new(code: &str, tool: &str) -> Self {
        Self::of(code, "tool", tool)
    }

    /// Begins with the code and whose fault it is.
    pub(super) const fn of(code: &str, what: &str, owner: &str) -> Self {
        Self::bare(code).and(what).and(" `").and(owner).and("`: ")
    }

    /// Begins with the code alone, where no tool is known.
    pub(super) const fn bare(code: &str) -> Self {
        Self {
            text: [0; 1024],
            len: 0,
        }
        .and(code)
        .and(": ")
    }

    /// ... and names the member: ``TW0007: tool `t`: `p`: ``.
    pub(super) const fn at(code: &str, at: At<'_>) -> Self {
        let owner = Self::of(code, at.what, at.tool);
        if super::check::same(at.tool, at.member) {
            return owner;
        }
        owner.and("`").and(at.member).and("`: ")
    }

    /// Adds a text.
    pub(super) const fn and(mut self, more: &str) -> Self {
        let mut w = Writer::new(&mut self.text);
        w.len = self.len;
        w.text(more);
        if w.len <= 1024 {
            self.len = w.len;
        }
        self
    }

    /// Adds a whole number.
    pub(super) const fn number(mut self, value: i128) -> Self {
        let mut w = Writer::new(&mut self.text);
        w.len = self.len;
        number::int(&mut w, value);
        if w.len <= 1024 {
            self.len = w.len;
        }
        self
    }

    /// Adds a bound.
    pub(super) const fn bound(mut self, value: super::Bound) -> Self {
        let mut w = Writer::new(&mut self.text);
        w.len = self.len;
        super::bound::write(&mut w, value);
        if w.len <= 1024 {
            self.len = w.len;
        }
        self
    }

    /// Stops the build (or the test) with the text.
    #[track_caller]
    pub(super) const fn stop(self) -> ! {
        let (text, _) = self.text.split_at(self.len);
        match core::str::from_utf8(text) {
            Ok(text) => panic!("{}", text),
            Err(_) => panic!("a tool is not declared rightly"),
        }
    }
}
