//! Searches a text for a pattern: a machine whose states are all tried at once.
//!
//! Time is text times pattern at most, whatever the pattern is, and no engine of ECMA-262's
//! size comes with it: there are no groups to report, no back-references and no look-around
//! in the portable subset, so a match is a yes or a no.

use alloc::boxed::Box;
use alloc::vec::Vec;

use once_cell::race::OnceBox;

use super::grammar::{Item, Lexer, Token, UNBOUNDED};

/// One pattern of a declaration, compiled when it is first used.
pub struct Pattern {
    text: &'static str,
    program: OnceBox<Program>,
}

impl Pattern {
    /// The pattern.
    #[must_use]
    pub const fn new(text: &'static str) -> Self {
        Self {
            text,
            program: OnceBox::new(),
        }
    }

    /// Whether `text` holds a match.
    pub fn matches(&self, text: &str) -> bool {
        self.program
            .get_or_init(|| Box::new(Program::new(self.text)))
            .matches(text)
    }
}

/// The code points of one step, as ranges in order that do not touch.
struct Set {
    ascii: u128,
    ranges: Box<[(u32, u32)]>,
}

/// What ECMA-262 calls white space and line terminators.
const SPACE: &[(u32, u32)] = &[
    (0x09, 0x0D),
    (0x20, 0x20),
    (0xA0, 0xA0),
    (0x1680, 0x1680),
    (0x2000, 0x200A),
    (0x2028, 0x2029),
    (0x202F, 0x202F),
    (0x205F, 0x205F),
    (0x3000, 0x3000),
    (0xFEFF, 0xFEFF),
];
const DIGIT: &[(u32, u32)] = &[(0x30, 0x39)];
const WORD: &[(u32, u32)] = &[(0x30, 0x39), (0x41, 0x5A), (0x5F, 0x5F), (0x61, 0x7A)];
/// The line terminators of ECMA-262, which `.` does not match.
const LINES: &[(u32, u32)] = &[(0x0A, 0x0A), (0x0D, 0x0D), (0x2028, 0x2029)];

impl Set {
    fn new(ranges: &[(u32, u32)], negated: bool) -> Self {
        let mut ranges = joined(ranges);
        if negated {
            ranges = complement(&ranges);
        }
        let mut ascii = 0;
        for c in 0..128 {
            if ranges.iter().any(|&(low, high)| low <= c && c <= high) {
                ascii |= 1 << c;
            }
        }
        Self {
            ascii,
            ranges: ranges.into(),
        }
    }

    #[inline]
    fn has(&self, c: u32) -> bool {
        if c < 128 {
            return self.ascii >> c & 1 != 0;
        }
        let after = self.ranges.partition_point(|&(_, high)| high < c);
        self.ranges.get(after).is_some_and(|&(low, _)| low <= c)
    }
}

/// The same code points, in order.
fn joined(ranges: &[(u32, u32)]) -> Vec<(u32, u32)> {
    // A few ranges: the general sort would be most of this module's code.
    let mut sorted: Vec<(u32, u32)> = Vec::new();
    for range in ranges {
        sorted.insert(sorted.partition_point(|other| other < range), *range);
    }
    let mut out: Vec<(u32, u32)> = Vec::new();
    for (low, high) in sorted {
        match out.last_mut() {
            Some(last) if low <= last.1.saturating_add(1) => last.1 = last.1.max(high),
            _ => out.push((low, high)),
        }
    }
    out
}

/// All other code points.
fn complement(ranges: &[(u32, u32)]) -> Vec<(u32, u32)> {
    let mut out = Vec::new();
    let mut from = 0;
    for &(low, high) in ranges {
        if low > from {
            out.push((from, low - 1));
        }
        from = high + 1;
    }
    if from <= 0x0010_FFFF {
        out.push((from, 0x0010_FFFF));
    }
    out
}

/// The code points of `\d`, `\w`, `\s` or an opposite.
fn perl(letter: u8, out: &mut Vec<(u32, u32)>) {
    let ranges = match letter.to_ascii_lowercase() {
        b'd' => DIGIT,
        b'w' => WORD,
        _ => SPACE,
    };
    if letter.is_ascii_uppercase() {
        out.extend(complement(ranges));
    } else {
        out.extend_from_slice(ranges);
    }
}

/// A pattern as a tree.
enum Node {
    Set(u32),
    Assert(u8),
    All(Vec<Node>),
    One(Vec<Node>),
    Repeat(Box<Node>, u32, u32),
}

/// One state of the machine; each goes on to the next but where it says otherwise.
#[derive(Clone, Copy)]
enum Step {
    /// A character of this set.
    Set(u32),
    /// The place is a boundary of this kind.
    Assert(u8),
    /// Both ways.
    Split(u32, u32),
    Jump(u32),
    Match,
}

struct Program {
    steps: Vec<Step>,
    sets: Vec<Set>,
}

impl Program {
    fn new(pattern: &str) -> Self {
        let mut program = Self {
            steps: Vec::new(),
            sets: Vec::new(),
        };
        let mut lexer = Lexer::new(pattern);
        let tree = program.alternatives(&mut lexer);
        program.emit(&tree);
        program.steps.push(Step::Match);
        program
    }

    fn set(&mut self, ranges: &[(u32, u32)], negated: bool) -> Node {
        self.sets.push(Set::new(ranges, negated));
        Node::Set(index(self.sets.len() - 1))
    }

    /// Reads up to the `)` of the group, or to the end.
    fn alternatives(&mut self, lexer: &mut Lexer<'_>) -> Node {
        let mut ways = Vec::new();
        let mut way = Vec::new();
        loop {
            let node = match lexer.next() {
                // Const evaluation has refused what is bad.
                Token::End | Token::Close | Token::Bad(_) => break,
                Token::Bar => {
                    ways.push(Node::All(core::mem::take(&mut way)));
                    continue;
                }
                Token::Repeat(low, high) => {
                    if let Some(last) = way.pop() {
                        way.push(Node::Repeat(Box::new(last), low, high));
                    }
                    continue;
                }
                Token::Open => self.alternatives(lexer),
                Token::Assert(kind) => Node::Assert(kind),
                Token::Char(c) => self.set(&[(c, c)], false),
                Token::Any => self.set(LINES, true),
                Token::Perl(letter) => {
                    let mut ranges = Vec::new();
                    perl(letter, &mut ranges);
                    self.set(&ranges, false)
                }
                Token::Class { from, to, negated } => {
                    let mut items = lexer.at(from);
                    let mut ranges = Vec::new();
                    while items.place() < to {
                        match items.item(from) {
                            Item::Range(low, high) => ranges.push((low, high)),
                            Item::Perl(letter) => perl(letter, &mut ranges),
                            Item::Bad(_) => break,
                        }
                    }
                    self.set(&ranges, negated)
                }
            };
            way.push(node);
        }
        if ways.is_empty() {
            return Node::All(way);
        }
        ways.push(Node::All(way));
        Node::One(ways)
    }

    fn here(&self) -> u32 {
        index(self.steps.len())
    }

    /// Leaves room for a step that is known later.
    fn hole(&mut self) -> usize {
        self.steps.push(Step::Match);
        self.steps.len() - 1
    }

    fn emit(&mut self, node: &Node) {
        match node {
            Node::Set(set) => self.steps.push(Step::Set(*set)),
            Node::Assert(kind) => self.steps.push(Step::Assert(*kind)),
            Node::All(nodes) => nodes.iter().for_each(|node| self.emit(node)),
            Node::One(ways) => {
                let mut ends = Vec::new();
                for (i, way) in ways.iter().enumerate() {
                    if i + 1 == ways.len() {
                        self.emit(way);
                        break;
                    }
                    let split = self.hole();
                    self.emit(way);
                    ends.push(self.hole());
                    self.steps[split] = Step::Split(index(split + 1), self.here());
                }
                let here = self.here();
                for end in ends {
                    self.steps[end] = Step::Jump(here);
                }
            }
            Node::Repeat(node, low, high) => self.repeat(node, *low, *high),
        }
    }

    fn repeat(&mut self, node: &Node, low: u32, high: u32) {
        for _ in 0..low {
            self.emit(node);
        }
        if high == UNBOUNDED {
            let split = self.hole();
            self.emit(node);
            self.steps.push(Step::Jump(index(split)));
            self.steps[split] = Step::Split(index(split + 1), self.here());
            return;
        }
        let mut splits = Vec::new();
        for _ in low..high {
            splits.push(self.hole());
            self.emit(node);
        }
        let here = self.here();
        for split in splits {
            self.steps[split] = Step::Split(index(split + 1), here);
        }
    }

    fn matches(&self, text: &str) -> bool {
        let anchored = matches!(self.steps.first(), Some(Step::Assert(b'^')));
        let mut now = States::new(self.steps.len());
        let mut then = States::new(self.steps.len());
        let mut before = None;
        let mut chars = text.chars();
        loop {
            let next = chars.clone().next().map(u32::from);
            if before.is_none() || !anchored {
                now.todo.push(0);
            } else if now.todo.is_empty() {
                return false;
            }
            if self.follow(&mut now, before, next) {
                return true;
            }
            let Some(c) = next else { return false };
            for &at in &now.waiting {
                if let Step::Set(set) = self.steps[at as usize] {
                    if self.sets[set as usize].has(c) {
                        then.todo.push(at + 1);
                    }
                }
            }
            now.clear();
            core::mem::swap(&mut now, &mut then);
            before = next;
            chars.next();
        }
    }

    /// Goes on from each state to do, as far as no character is needed; whether the end was reached.
    fn follow(&self, states: &mut States, before: Option<u32>, next: Option<u32>) -> bool {
        while let Some(at) = states.todo.pop() {
            if core::mem::replace(&mut states.seen[at as usize], true) {
                continue;
            }
            states.marked.push(at);
            match self.steps[at as usize] {
                Step::Match => return true,
                Step::Set(_) => states.waiting.push(at),
                Step::Jump(to) => states.todo.push(to),
                Step::Split(one, other) => states.todo.extend([other, one]),
                Step::Assert(kind) => {
                    let holds = match kind {
                        b'^' => before.is_none(),
                        b'$' => next.is_none(),
                        kind => (word(before) != word(next)) == (kind == b'b'),
                    };
                    if holds {
                        states.todo.push(at + 1);
                    }
                }
            }
        }
        false
    }
}

/// Whether a character is one of `\w`.
fn word(c: Option<u32>) -> bool {
    c.is_some_and(|c| WORD.iter().any(|&(low, high)| low <= c && c <= high))
}

/// Programs are held to far fewer steps than this.
fn index(i: usize) -> u32 {
    u32::try_from(i).unwrap_or(u32::MAX)
}

/// The states at one place of the text.
struct States {
    todo: Vec<u32>,
    /// Those that wait for a character.
    waiting: Vec<u32>,
    marked: Vec<u32>,
    seen: Vec<bool>,
}

impl States {
    fn new(states: usize) -> Self {
        Self {
            todo: Vec::new(),
            waiting: Vec::new(),
            marked: Vec::new(),
            seen: alloc::vec![false; states],
        }
    }

    fn clear(&mut self) {
        for at in self.marked.drain(..) {
            self.seen[at as usize] = false;
        }
        self.waiting.clear();
    }
}
