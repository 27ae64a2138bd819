//! Doc lines become a description.
//!
//! - Lines of a paragraph are joined by one space, and inner white space collapses.
//! - A blank line parts paragraphs; a list item (`-`, `*`, `+`, `1.`) and a line of
//!   fenced code stand on a line of their own. The fences themselves go.
//! - Backticks of code go, their text stays. A link becomes its text:
//!   ``[`Page`]``, `[text](target)`, `[text][target]`; a line that only says where a
//!   link leads (`[text]: target`) goes.
//! - Code within a fence stays as it is.
//!
//! Everything is written at once into a JSON string: a bracket that turns out to have
//! opened a link is taken out again.

use super::buffer::{Writer, bytes, lanes, whole_word, word};
use super::escape;

/// What stands between what was written and what comes next; more wins over less.
#[derive(Clone, Copy)]
enum Gap {
    Nothing,
    Space,
    Line,
    Blank,
}

impl State {
    /// Asks for at least this much between what is there and what comes.
    const fn part(&mut self, gap: Gap) {
        if (self.between as u8) < gap as u8 {
            self.between = gap;
        }
    }
}

/// A bracket that may turn out to open a link.
#[derive(Clone, Copy)]
struct Open {
    /// Where it was written.
    at: usize,
    /// Where the separator before it was, and which.
    from: usize,
    between: Gap,
    /// White space stands before it, or nothing at all.
    parted: bool,
    /// White space stands behind it.
    white: bool,
    /// A backtick stands behind it.
    tick: bool,
}

struct State {
    /// Where the description begins in the buffer.
    start: usize,
    between: Gap,
    /// The fence that is open: its character, and how often; 0 for none.
    fence: u8,
    fence_size: usize,
    /// Backticks that opened the code that is open; 0 for none.
    ticks: usize,
    /// Brackets that stand open; deeper ones are text.
    open: [Open; 8],
    depth: usize,
    /// The doc lines carry the usual space after `///`.
    spaced: bool,
}

/// Writes doc lines as the inside of a JSON string.
pub(super) const fn docs(w: &mut Writer<'_>, lines: &[&str]) {
    let mut state = State {
        start: w.len,
        between: Gap::Nothing,
        fence: 0,
        fence_size: 0,
        ticks: 0,
        open: [Open {
            at: 0,
            from: 0,
            between: Gap::Nothing,
            parted: false,
            white: false,
            tick: false,
        }; 8],
        depth: 0,
        spaced: false,
    };
    let mut rest = lines;
    while let [first, more @ ..] = rest {
        let text = bytes!(first);
        let size = text.len();
        state.spaced = matches!(text, [b' ', ..]);
        let mut at = line(w, &mut state, text, 0, size);
        // An included file, or a block comment, is many lines in one.
        while at < size {
            at = line(w, &mut state, text, at, size);
        }
        rest = more;
    }
}

/// Reads one line from `from` on; gives where the next one begins.
const fn line(w: &mut Writer<'_>, s: &mut State, text: &[u8], from: usize, size: usize) -> usize {
    let mut at = from;
    while at < size && matches!(text[at], b' ' | b'\t') {
        at += 1;
    }
    if s.fence != 0 {
        return code(w, s, text, from, at, size);
    }
    if at < size && text[at] == b'\r' && gap(text, at + 1, size) {
        at += 1;
    }
    if at == size {
        paragraph(s, Gap::Blank);
        return size;
    }
    match text[at] {
        b'\n' => {
            paragraph(s, Gap::Blank);
            return at + 1;
        }
        mark @ (b'`' | b'~') => {
            let count = run(text, at, size, mark);
            let end = end(text, at, size);
            if count >= 3 && (mark == b'~' || find(text, at + count, end, b'`') == end) {
                paragraph(s, Gap::Line);
                s.fence = mark;
                s.fence_size = count;
                return end + 1;
            }
        }
        b'-' | b'*' | b'+' if gap(text, at + 1, size) => paragraph(s, Gap::Line),
        b'0'..=b'9' => {
            let mut i = at + 1;
            while i < size && text[i].is_ascii_digit() {
                i += 1;
            }
            if i < size && text[i] == b'.' && gap(text, i + 1, size) {
                paragraph(s, Gap::Line);
            }
        }
        b'[' if s.ticks == 0 && s.depth == 0 => {
            let end = end(text, at, size);
            let close = find(text, at, end, b']');
            if close + 2 < end && text[close + 1] == b':' && gap(text, close + 2, size) {
                return end + 1;
            }
        }
        _ => {}
    }
    // The line break within a paragraph is a space.
    s.part(Gap::Space);
    prose(w, s, text, at, size)
}

/// A paragraph, or a list item, ends: what is open in it is text.
const fn paragraph(s: &mut State, between: Gap) {
    s.part(between);
    s.ticks = 0;
    s.depth = 0;
}

/// A line inside a fence, or the fence's end.
const fn code(
    w: &mut Writer<'_>,
    s: &mut State,
    text: &[u8],
    from: usize,
    at: usize,
    size: usize,
) -> usize {
    let end = end(text, at, size);
    if at < size && text[at] == s.fence {
        let count = run(text, at, size, s.fence);
        if count >= s.fence_size && blank(text, at + count, end) {
            s.fence = 0;
            s.between = Gap::Line;
            return end + 1;
        }
    }
    let from = if s.spaced && from < size && text[from] == b' ' {
        from + 1
    } else {
        from
    };
    separate(w, s);
    let stop = if end > from && text[end - 1] == b'\r' {
        end - 1
    } else {
        end
    };
    escape::escaped(w, text, from, stop);
    s.between = Gap::Line;
    // An empty line is one as well, even at the very beginning.
    end + 1
}

/// Backticks, brackets, whatever JSON escapes, and white space behind white space.
///
/// Lanes that are no such thing may be among them (`^`, `_`, other text that begins
/// with C2 or E2): the reader looks again.
macro_rules! special {
    ($word:ident, $carry:ident) => {{
        let low = $word & lanes!(0x7F);
        let quote = (low ^ lanes!(0x22)) + lanes!(0x7F);
        let marks = (low + lanes!(0x25)) & !(low + lanes!(0x1F));
        let white = !(low + lanes!(0x5F)) & !$word;
        let double = white & (white << 8 | $carry);
        let found = (!(quote & (low + lanes!(0x60))) | marks | double) & !$word & lanes!(0x80);
        if $word & lanes!(0x80) == 0 {
            found
        } else {
            found | escape::wide($word)
        }
    }};
}

/// The text of one line, from `from` on; gives where the next line begins.
const fn prose(w: &mut Writer<'_>, s: &mut State, text: &[u8], from: usize, size: usize) -> usize {
    let mut start = from;
    let mut skip = from;
    let mut at = from;
    let mut carry = 0;
    while at < size {
        let x = if at + 16 <= size {
            whole_word!(text, at)
        } else {
            word(text, at, size)
        };
        let mut found = special!(x, carry);
        // 0x80 in the lowest lane where this word ends in a space.
        carry = if x >> 120 == 0x20 { 0x80 } else { 0 };
        while found != 0 {
            let i = at + (found.trailing_zeros() / 8) as usize;
            found &= found - 1;
            if i < skip {
                continue;
            }
            match text[i] {
                b'\n' => {
                    flush(w, s, text, start, i);
                    return i + 1;
                }
                b' ' | b'\t' | b'\r' => {
                    flush(w, s, text, start, i);
                    s.part(Gap::Space);
                    start = i + 1;
                }
                b'`' => {
                    let count = run(text, i, size, b'`');
                    skip = i + count;
                    if s.ticks == 0 || s.ticks == count {
                        flush(w, s, text, start, i);
                        s.ticks = if s.ticks == 0 { count } else { 0 };
                        start = skip;
                    }
                }
                b'[' if s.ticks == 0 => {
                    flush(w, s, text, start, i);
                    let (from, between) = (w.len, s.between);
                    let parted = !matches!(s.between, Gap::Nothing) || w.len == s.start;
                    separate(w, s);
                    if s.depth < 8 {
                        s.open[s.depth] = Open {
                            at: w.len,
                            from,
                            between,
                            parted,
                            white: false,
                            tick: i + 1 < size && text[i + 1] == b'`',
                        };
                        s.depth += 1;
                    }
                    w.lit(b"[");
                    start = i + 1;
                }
                b']' if s.ticks == 0 && s.depth > 0 => {
                    let tick = s.open[s.depth - 1].tick && i > 0 && text[i - 1] == b'`';
                    let target = target(text, i + 1, end(text, i, size));
                    if target != 0 || tick {
                        flush(w, s, text, start, i);
                        close(w, s);
                        start = i + 1 + target;
                        skip = start;
                    } else {
                        s.depth -= 1;
                    }
                }
                b'[' | b']' | b'^' | b'_' => {}
                _ => {
                    let count = escape::width(text, i, size);
                    if count != 0 {
                        flush(w, s, text, start, i);
                        separate(w, s);
                        escape::escape(w, text, i);
                        start = i + count;
                    }
                }
            }
        }
        at += 16;
    }
    flush(w, s, text, start, size);
    size
}

/// Takes out the bracket that opened a link, and white space that would follow other.
const fn close(w: &mut Writer<'_>, s: &mut State) {
    s.depth -= 1;
    let open = s.open[s.depth];
    if w.len == open.at + 1 {
        w.len = open.from;
        s.part(open.between);
        return;
    }
    let double = open.white && open.parted;
    w.remove(open.at, if double { 2 } else { 1 });
    if open.white && !double && s.depth > 0 && s.open[s.depth - 1].at + 1 == open.at {
        s.open[s.depth - 1].white = true;
    }
}

/// Writes a run of text; white space at its ends only parts it from its neighbours.
const fn flush(w: &mut Writer<'_>, s: &mut State, text: &[u8], from: usize, to: usize) {
    if from >= to {
        return;
    }
    let mut from = from;
    let mut to = to;
    if text[from] == b' ' {
        from += 1;
        s.part(Gap::Space);
    }
    let more = to > from && text[to - 1] == b' ';
    if more {
        to -= 1;
    }
    if from < to {
        separate(w, s);
        w.put(text, from, to);
    }
    if more {
        s.part(Gap::Space);
    }
}

/// Writes what parts the next piece from what is there.
const fn separate(w: &mut Writer<'_>, s: &mut State) {
    if w.len != s.start {
        match s.between {
            Gap::Nothing => {}
            Gap::Space => {
                if s.depth > 0 && s.open[s.depth - 1].at + 1 == w.len {
                    s.open[s.depth - 1].white = true;
                }
                w.lit(b" ");
            }
            Gap::Line => w.lit(b"\\n"),
            Gap::Blank => w.lit(b"\\n\\n"),
        }
    }
    s.between = Gap::Nothing;
}

/// The bytes of the target of a link that begins at `i`: `(..)` or `[..]`; 0 for none.
const fn target(text: &[u8], i: usize, end: usize) -> usize {
    if i >= end {
        return 0;
    }
    match text[i] {
        b'[' => {
            let close = find(text, i, end, b']');
            if close < end { close + 1 - i } else { 0 }
        }
        b'(' => {
            let mut depth = 0;
            let mut at = i;
            while at < end {
                match text[at] {
                    b'(' => depth += 1,
                    b')' => {
                        depth -= 1;
                        if depth == 0 {
                            return at + 1 - i;
                        }
                    }
                    _ => {}
                }
                at += 1;
            }
            0
        }
        _ => 0,
    }
}

/// How often `byte` stands from `i` on.
const fn run(text: &[u8], i: usize, size: usize, byte: u8) -> usize {
    let mut at = i;
    while at < size && text[at] == byte {
        at += 1;
    }
    at - i
}

/// Where the line ends that `i` is in.
const fn end(text: &[u8], i: usize, size: usize) -> usize {
    find(text, i, size, b'\n')
}

/// Where `byte` stands, from `i` on; `end` where it does not.
const fn find(text: &[u8], i: usize, end: usize, byte: u8) -> usize {
    let mut at = i;
    while at < end && text[at] != byte {
        at += 1;
    }
    if at < end { at } else { end }
}

/// Whether nothing but white space stands in `text[i..end]`.
const fn blank(text: &[u8], i: usize, end: usize) -> bool {
    let mut at = i;
    while at < end && matches!(text[at], b' ' | b'\t' | b'\r') {
        at += 1;
    }
    at >= end
}

/// Whether white space or the end of the text is at `i`.
const fn gap(text: &[u8], i: usize, size: usize) -> bool {
    i >= size || matches!(text[i], b' ' | b'\t' | b'\n' | b'\r')
}
