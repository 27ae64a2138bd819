//! The portable subset, one token at a time: for the check in const evaluation and for the
//! engine, so that both read a pattern alike.

/// A repetition without an upper limit.
pub(super) const UNBOUNDED: u32 = u32::MAX;
/// The largest number of a repetition.
const MOST: u32 = 1000;

/// One step of a pattern.
#[derive(Clone, Copy)]
#[cfg_attr(
    not(feature = "pattern"),
    allow(dead_code, reason = "only the engine looks into a token")
)]
pub(super) enum Token {
    End,
    Char(u32),
    /// `.`
    Any,
    /// `\d`, `\w`, `\s` and their opposites, by their letter.
    Perl(u8),
    /// The items from `from` to `to` in the text.
    Class {
        from: usize,
        to: usize,
        negated: bool,
    },
    /// `^`, `$`, `b` or `B`.
    Assert(u8),
    Open,
    Close,
    Bar,
    /// Fewest and most times.
    Repeat(u32, u32),
    /// Not portable: what, and what to write instead.
    Bad(&'static str),
}

/// One item of a class.
#[derive(Clone, Copy)]
#[cfg_attr(
    not(feature = "pattern"),
    allow(dead_code, reason = "only the engine looks into an item")
)]
pub(super) enum Item {
    Range(u32, u32),
    Perl(u8),
    Bad(&'static str),
}

/// What a backslash makes.
#[derive(Clone, Copy)]
enum Escape {
    Char(u32),
    Perl(u8),
    Bad(&'static str),
}

/// Reads a pattern from its start to its end.
#[derive(Clone, Copy)]
pub(super) struct Lexer<'a> {
    text: &'a [u8],
    /// `text.len()`, which is a call each time.
    end: usize,
    at: usize,
}

/// The byte `ahead` of the place, 0 behind the end: no function, since a call costs const
/// evaluation as much as a byte.
macro_rules! peek {
    ($lexer:ident, $ahead:expr) => {
        if $lexer.at + $ahead < $lexer.end {
            $lexer.text[$lexer.at + $ahead]
        } else {
            0
        }
    };
}

impl<'a> Lexer<'a> {
    pub(super) const fn new(pattern: &'a str) -> Self {
        Self {
            text: pattern.as_bytes(),
            end: pattern.len(),
            at: 0,
        }
    }

    /// The same text from `at` on.
    #[cfg(feature = "pattern")]
    pub(super) const fn at(self, at: usize) -> Self {
        Self {
            text: self.text,
            end: self.end,
            at,
        }
    }

    #[cfg(feature = "pattern")]
    pub(super) const fn place(&self) -> usize {
        self.at
    }

    /// The scalar value ahead, which is passed.
    const fn scalar(&mut self) -> u32 {
        let first = self.text[self.at];
        let (mut value, more) = match first {
            0..=0x7F => (first as u32, 0),
            0x80..=0xDF => (first as u32 & 0x1F, 1),
            0xE0..=0xEF => (first as u32 & 0x0F, 2),
            _ => (first as u32 & 0x07, 3),
        };
        let mut i = 1;
        while i <= more {
            value = value << 6 | (self.text[self.at + i] as u32 & 0x3F);
            i += 1;
        }
        self.at += 1 + more;
        value
    }

    /// Passes the next token.
    pub(super) const fn next(&mut self) -> Token {
        if self.at == self.end {
            return Token::End;
        }
        let byte = self.text[self.at];
        if !matches!(
            byte,
            b'\\'
                | b'^'
                | b'$'
                | b'.'
                | b'*'
                | b'+'
                | b'?'
                | b'('
                | b')'
                | b'['
                | b']'
                | b'{'
                | b'}'
                | b'|'
        ) {
            if byte < 0x80 {
                self.at += 1;
                return Token::Char(byte as u32);
            }
            return Token::Char(self.scalar());
        }
        self.at += 1;
        match byte {
            b'^' | b'$' => Token::Assert(byte),
            b'.' => Token::Any,
            b'|' => Token::Bar,
            b')' => Token::Close,
            b'*' => self.lazy(0, UNBOUNDED),
            b'+' => self.lazy(1, UNBOUNDED),
            b'?' => self.lazy(0, 1),
            b'{' => self.counted(),
            b'(' => self.group(),
            b'[' => self.class(),
            b'\\' => match peek!(self, 0) {
                b'b' | b'B' => {
                    self.at += 1;
                    Token::Assert(self.text[self.at - 1])
                }
                _ => match self.escape(false) {
                    Escape::Char(c) => Token::Char(c),
                    Escape::Perl(letter) => Token::Perl(letter),
                    Escape::Bad(why) => Token::Bad(why),
                },
            },
            b'}' => Token::Bad("a bare `}` is read differently by engines: write `\\}`"),
            _ => Token::Bad("a bare `]` is read differently by engines: write `\\]`"),
        }
    }

    /// Passes the `?` of a lazy quantifier: what is matched is the same.
    const fn lazy(&mut self, low: u32, high: u32) -> Token {
        if peek!(self, 0) == b'?' {
            self.at += 1;
        }
        Token::Repeat(low, high)
    }

    /// Passes a number; none where there is no digit, and at most [`MOST`] + 1.
    #[allow(
        clippy::manual_is_ascii_check,
        reason = "a call costs const evaluation as much as a byte"
    )]
    const fn number(&mut self) -> Option<u32> {
        let start = self.at;
        let mut value = 0;
        while matches!(peek!(self, 0), b'0'..=b'9') {
            if value <= MOST {
                value = value * 10 + (peek!(self, 0) - b'0') as u32;
            }
            self.at += 1;
        }
        if self.at == start { None } else { Some(value) }
    }

    /// `{2}`, `{2,}` or `{2,5}`, behind the brace.
    const fn counted(&mut self) -> Token {
        const LITERAL: Token = Token::Bad(
            "a bare `{` is read differently by engines: write `\\{`, or `{0,5}` for `{,5}`",
        );
        let Some(low) = self.number() else {
            return LITERAL;
        };
        let high = if peek!(self, 0) == b',' {
            self.at += 1;
            match self.number() {
                Some(high) => high,
                None => UNBOUNDED,
            }
        } else {
            low
        };
        if peek!(self, 0) != b'}' {
            return LITERAL;
        }
        self.at += 1;
        if low > MOST || high > MOST && high != UNBOUNDED {
            return Token::Bad(
                "a repetition of more than 1000 is refused by some engines: use `len(..)`, or repeat less",
            );
        }
        if low > high {
            return Token::Bad("a repetition has its larger number first: write `{2,5}`");
        }
        self.lazy(low, high)
    }

    /// What follows `(`.
    const fn group(&mut self) -> Token {
        if peek!(self, 0) != b'?' {
            return Token::Open;
        }
        match (peek!(self, 1), peek!(self, 2)) {
            (b':', _) => {
                self.at += 2;
                Token::Open
            }
            (b'=' | b'!', _) | (b'<', b'=' | b'!') => Token::Bad(
                "lookaround (`(?=`, `(?!`, `(?<=`, `(?<!`) is not in every engine: \
                 say it with `check(..)`, or as a pattern of what is allowed",
            ),
            (b'<' | b'P' | b'\'', _) => Token::Bad(
                "named groups are written differently by engines: write a plain group, `(..)`",
            ),
            (b'>', _) => Token::Bad("atomic groups `(?>` are not in every engine: write `(?:..)`"),
            _ => Token::Bad(
                "inline flags such as `(?i)` are not in every engine: write both cases, `[Xx]`, \
                 or use `lowercase` or `uppercase`",
            ),
        }
    }

    /// `[..]`, behind the bracket; each item is looked at.
    const fn class(&mut self) -> Token {
        let negated = peek!(self, 0) == b'^';
        if negated {
            self.at += 1;
        }
        let from = self.at;
        loop {
            if self.at == self.end {
                return Token::Bad("a class is not closed: add `]`");
            }
            if peek!(self, 0) == b']' {
                let to = self.at;
                self.at += 1;
                if from == to {
                    return Token::Bad(
                        "an empty class is read differently by engines: write what it holds",
                    );
                }
                return Token::Class { from, to, negated };
            }
            if let Item::Bad(why) = self.item(from) {
                return Token::Bad(why);
            }
        }
    }

    /// Passes one item of the class that starts at `from`.
    pub(super) const fn item(&mut self, from: usize) -> Item {
        const DASH: Item = Item::Bad(
            "a bare `-` inside a class (`[a-c-e]`, `[\\w-x]`, `--`) is read differently by engines: \
             write `\\-`, or put it first or last",
        );
        let first = peek!(self, 0);
        if matches!(first, b'0'..=b'9' | b'A'..=b'Z' | b'a'..=b'z') {
            let last = peek!(self, 2);
            if peek!(self, 1) != b'-' {
                self.at += 1;
                return Item::Range(first as u32, first as u32);
            }
            if first <= last && matches!(last, b'0'..=b'9' | b'A'..=b'Z' | b'a'..=b'z') {
                self.at += 3;
                return Item::Range(first as u32, last as u32);
            }
        }
        let low = match self.member() {
            Escape::Bad(why) => return Item::Bad(why),
            Escape::Perl(letter) => {
                if peek!(self, 0) == b'-' && peek!(self, 1) != b']' {
                    return DASH;
                }
                return Item::Perl(letter);
            }
            Escape::Char(c) => c,
        };
        let bare = self.text[self.at - 1] == b'-' && self.text[self.at - 2] != b'\\';
        if bare && self.at - 1 != from && peek!(self, 0) != b']' {
            return DASH;
        }
        if peek!(self, 0) != b'-' || peek!(self, 1) == b']' || peek!(self, 1) == 0 {
            return Item::Range(low, low);
        }
        if bare {
            return DASH;
        }
        self.at += 1;
        if peek!(self, 0) == b'-' {
            return DASH;
        }
        match self.member() {
            Escape::Bad(why) => Item::Bad(why),
            Escape::Perl(_) => DASH,
            Escape::Char(high) if high < low => {
                Item::Bad("a range of a class has its larger end first: write `a-z`")
            }
            Escape::Char(high) => Item::Range(low, high),
        }
    }

    /// One character of a class, or `\d` and its kin.
    const fn member(&mut self) -> Escape {
        match (peek!(self, 0), peek!(self, 1)) {
            (b'[', _) => Escape::Bad(
                "a bare `[` inside a class is read differently by engines (POSIX classes, nested classes): \
                 write `\\[`",
            ),
            (b'&', b'&') | (b'~', b'~') => Escape::Bad(
                "`&&` and `~~` inside a class are operators in some engines: write the character once",
            ),
            (b'\\', _) => {
                self.at += 1;
                self.escape(true)
            }
            _ => Escape::Char(self.scalar()),
        }
    }

    /// What follows a backslash.
    const fn escape(&mut self, class: bool) -> Escape {
        let letter = peek!(self, 0);
        if self.at == self.end {
            return Escape::Bad("it ends in a backslash: write `\\\\`");
        }
        self.at += 1;
        match letter {
            b'^' | b'$' | b'\\' | b'.' | b'*' | b'+' | b'?' | b'(' | b')' | b'[' | b']' | b'{'
            | b'}' | b'|' | b'/' => Escape::Char(letter as u32),
            b'-' if class => Escape::Char(letter as u32),
            b'd' | b'D' | b'w' | b'W' | b's' | b'S' => Escape::Perl(letter),
            b't' => Escape::Char(0x09),
            b'n' => Escape::Char(0x0A),
            b'v' => Escape::Char(0x0B),
            b'f' => Escape::Char(0x0C),
            b'r' => Escape::Char(0x0D),
            b'x' => match self.hex(2) {
                Some(c) => Escape::Char(c),
                None => Escape::Bad(
                    "`\\x` takes two digits, without braces: write `\\x41` or `\\u{41}`",
                ),
            },
            b'u' => self.unicode(),
            b'p' | b'P' => Escape::Bad(
                "`\\p{..}` makes some clients drop every tool: write the characters, `[A-Za-z]`, \
                 or use `check(..)`",
            ),
            b'1'..=b'9' | b'k' => {
                Escape::Bad("back-references are not in every engine: use `check(..)`")
            }
            b'0' => Escape::Bad("octal escapes differ between engines: write `\\x00`"),
            b'A' | b'Z' | b'z' | b'G' => {
                Escape::Bad("`\\A`, `\\Z`, `\\z` and `\\G` are not in ECMA-262: write `^` or `$`")
            }
            b'c' => Escape::Bad("`\\c` is not in every engine: write `\\x0A`"),
            b'b' => Escape::Bad("`\\b` inside a class differs between engines: write `\\x08`"),
            _ => Escape::Bad(
                "an escaped character that needs no escape (`\\:`, `\\-`, `\\_`) is an error in ECMA-262: \
                 remove the backslash",
            ),
        }
    }

    /// Passes `digits` hexadecimal digits.
    const fn hex(&mut self, digits: usize) -> Option<u32> {
        let mut value = 0;
        let mut i = 0;
        while i < digits {
            let digit = match peek!(self, i) {
                b @ b'0'..=b'9' => b - b'0',
                b @ b'a'..=b'f' => b - b'a' + 10,
                b @ b'A'..=b'F' => b - b'A' + 10,
                _ => return None,
            };
            value = value << 4 | digit as u32;
            i += 1;
        }
        self.at += digits;
        Some(value)
    }

    /// What follows `\u`.
    const fn unicode(&mut self) -> Escape {
        let value = if peek!(self, 0) == b'{' {
            self.at += 1;
            let mut digits = 0;
            while peek!(self, digits).is_ascii_hexdigit() && digits < 7 {
                digits += 1;
            }
            if digits == 0 || digits == 7 || peek!(self, digits) != b'}' {
                None
            } else {
                let value = self.hex(digits);
                self.at += 1;
                value
            }
        } else {
            self.hex(4)
        };
        match value {
            Some(0xD800..=0xDFFF) => Escape::Bad(
                "half of a surrogate pair is no character: write the whole one, `\\u{1F600}`",
            ),
            Some(value @ 0..=0x0010_FFFF) => Escape::Char(value),
            _ => Escape::Bad(
                "`\\u` takes four digits, or up to six in braces: write `\\u00E9` or `\\u{E9}`",
            ),
        }
    }
}
