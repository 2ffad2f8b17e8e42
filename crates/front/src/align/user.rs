//! The user's own file as a preprocessor first sees it: tokens and directives.
//!
//! Directives are not carried out. What matters of them is kept: which names
//! are macros, which tokens stand in the same branch of `#if`, and between
//! which tokens a directive stands that no edit may swallow.

use elenchus_lang::span::Span;
use rustc_hash::FxHashMap;

use super::presumed::Presumed;
use super::splices::Spliced;

pub(super) struct UserFile<'a> {
    spliced: Spliced<'a>,
    pub tokens: Vec<UserToken>,
    /// For each line whether its end is inside a comment, a raw string or a
    /// splice; short when the last lines are not.
    joined: Vec<bool>,
    macros: FxHashMap<Vec<u8>, Macro>,
    pub presumed: Presumed,
    pub sections: usize,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct UserToken {
    pub kind: UserKind,
    /// In the spliced text.
    start: u32,
    end: u32,
    /// The line that it begins in, counted from 0.
    pub line: u32,
    /// The branch of `#if` that it stands in: a number for each branch.
    pub section: u32,
    /// How many directives stand before it that no edit may swallow.
    pub era: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum UserKind {
    /// A name or keyword, to a preprocessor the same.
    Word,
    LParen,
    RParen,
    /// A `#pragma` line.
    Pragma,
    Other,
}

/// How a name is defined, in any of its definitions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Macro {
    /// With parameters in all of them: alone it is a plain name.
    Function,
    Object,
}

impl<'a> UserFile<'a> {
    /// The text must be shorter than 4 GiB.
    pub fn new(text: &'a [u8]) -> UserFile<'a> {
        let spliced = Spliced::new(text);
        let mut scanner = Scanner {
            original: text,
            bytes: &spliced.text,
            spliced: &spliced,
            pos: 0,
            line_cursor: (0, 0),
            tokens: Vec::new(),
            joined: Vec::new(),
            macros: FxHashMap::default(),
            presumed: Presumed::default(),
            sections: vec![0],
            section_count: 1,
            era: 0,
        };
        scanner.join(&spliced.joined);
        scanner.run();
        let Scanner { tokens, joined, macros, presumed, section_count, .. } = scanner;
        UserFile { tokens, joined, macros, presumed, sections: section_count as usize, spliced }
    }

    /// Without splices.
    pub fn spelling(&self, token: &UserToken) -> &[u8] {
        &self.spliced.text[token.start as usize..token.end as usize]
    }

    /// In the user's bytes.
    pub fn span(&self, token: &UserToken) -> Span {
        let last = (token.end as usize).saturating_sub(1);
        Span::new(self.spliced.original(token.start as usize), self.spliced.original(last) + 1)
    }

    pub fn macro_named(&self, name: &[u8]) -> Option<Macro> {
        self.macros.get(name).copied()
    }

    /// The line and the next one cannot be told apart in preprocessed text.
    pub fn is_joined(&self, line: u32) -> bool {
        self.joined.get(line as usize).copied().unwrap_or(false)
    }
}

struct Scanner<'a> {
    original: &'a [u8],
    /// The spliced text.
    bytes: &'a [u8],
    spliced: &'a Spliced<'a>,
    pos: usize,
    /// An offset in the original, and the line that it is in.
    line_cursor: (usize, u32),
    tokens: Vec<UserToken>,
    joined: Vec<bool>,
    macros: FxHashMap<Vec<u8>, Macro>,
    presumed: Presumed,
    /// The branches around `pos`, innermost last; never empty.
    sections: Vec<u32>,
    section_count: u32,
    era: u32,
}

impl Scanner<'_> {
    fn run(&mut self) {
        if self.bytes.starts_with(b"\xef\xbb\xbf") {
            self.pos = 3;
        }
        let mut line_start = true;
        while let Some(&byte) = self.bytes.get(self.pos) {
            match byte {
                b'\n' => {
                    line_start = true;
                    self.pos += 1;
                }
                _ if is_space(byte) => self.pos += 1,
                b'/' if self.comment() => {}
                b'#' if line_start => self.directive(1),
                b'%' if line_start && self.peek(1) == b':' => self.directive(2),
                _ => {
                    line_start = false;
                    self.token();
                }
            }
        }
    }

    fn peek(&self, n: usize) -> u8 {
        self.bytes.get(self.pos + n).copied().unwrap_or(0)
    }

    fn join(&mut self, lines: &[u32]) {
        let Some(&last) = lines.last() else { return };
        if self.joined.len() <= last as usize {
            self.joined.resize(last as usize + 1, false);
        }
        for &line in lines {
            self.joined[line as usize] = true;
        }
    }

    /// The line of an offset in the spliced text; offsets come in order.
    fn line_of(&mut self, at: usize) -> u32 {
        let (from, line) = self.line_cursor;
        let to = (self.spliced.original(at) as usize).min(self.original.len()).max(from);
        let newlines = self.original[from..to].iter().filter(|&&byte| byte == b'\n').count();
        self.line_cursor = (to, line + newlines as u32);
        self.line_cursor.1
    }

    /// Joins all lines of what lies between `start` and `pos`.
    fn join_since(&mut self, start: usize) {
        if !self.bytes[start..self.pos].contains(&b'\n') {
            return;
        }
        let first = self.line_of(start);
        let last = self.line_of(self.pos);
        self.join(&(first..last).collect::<Vec<_>>());
    }

    /// Skips a comment, if one begins here.
    fn comment(&mut self) -> bool {
        let start = self.pos;
        let rest = &self.bytes[start..];
        self.pos = match self.peek(1) {
            b'/' => start + rest.iter().position(|&b| b == b'\n').unwrap_or(rest.len()),
            b'*' => match rest[2..].windows(2).position(|pair| pair == b"*/") {
                Some(length) => start + 2 + length + 2,
                None => self.bytes.len(),
            },
            _ => return false,
        };
        self.join_since(start);
        true
    }

    fn token(&mut self) {
        let start = self.pos;
        let line = self.line_of(start);
        let kind = self.skip_token();
        self.push(kind, start, self.pos, line);
        self.join_since(start);
    }

    fn push(&mut self, kind: UserKind, start: usize, end: usize, line: u32) {
        let section = self.sections.last().copied().unwrap_or(0);
        let (start, end) = (start as u32, end as u32);
        self.tokens.push(UserToken { kind, start, end, line, section, era: self.era });
    }

    /// Moves past one token that begins here.
    fn skip_token(&mut self) -> UserKind {
        let start = self.pos;
        match self.peek(0) {
            b'"' | b'\'' => self.literal(),
            b'0'..=b'9' => self.number(),
            b'.' if self.peek(1).is_ascii_digit() => self.number(),
            byte if in_word(byte) || self.universal_name() > 0 => {
                self.word();
                match (&self.bytes[start..self.pos], self.peek(0)) {
                    (b"L" | b"u" | b"U" | b"u8", b'"' | b'\'') => self.literal(),
                    (b"R" | b"LR" | b"uR" | b"UR" | b"u8R", b'"') => self.raw_string(),
                    _ => return UserKind::Word,
                }
            }
            byte => {
                self.pos += punctuator(&self.bytes[start..]);
                match byte {
                    b'(' => return UserKind::LParen,
                    b')' => return UserKind::RParen,
                    _ => {}
                }
            }
        }
        UserKind::Other
    }

    fn word(&mut self) {
        loop {
            match self.peek(0) {
                byte if in_word(byte) => self.pos += 1,
                b'\\' if self.universal_name() > 0 => self.pos += self.universal_name(),
                _ => return,
            }
        }
    }

    /// The length of the `\u00e9` that begins here, or 0.
    fn universal_name(&self) -> usize {
        let length = match (self.peek(0), self.peek(1)) {
            (b'\\', b'u') => 6,
            (b'\\', b'U') => 10,
            _ => return 0,
        };
        if (2..length).all(|n| self.peek(n).is_ascii_hexdigit()) { length } else { 0 }
    }

    fn number(&mut self) {
        loop {
            self.pos += 1;
            let before = self.bytes[self.pos - 1];
            match self.peek(0) {
                byte if in_word(byte) || byte == b'.' => {}
                b'+' | b'-' if matches!(before, b'e' | b'E' | b'p' | b'P') => {}
                // C23's separator of digits; no other C has a use for it here.
                b'\'' if in_word(self.peek(1)) => {}
                _ => return,
            }
        }
    }

    /// A string or character constant; one without an end goes to the end of
    /// its line.
    fn literal(&mut self) {
        let quote = self.peek(0);
        self.pos += 1;
        while let Some(&byte) = self.bytes.get(self.pos) {
            match byte {
                b'\n' => return,
                b'\\' if !matches!(self.peek(1), 0 | b'\n') => self.pos += 2,
                _ => self.pos += 1,
            }
            if byte == quote {
                return;
            }
        }
    }

    /// `R"tag(…)tag"`
    fn raw_string(&mut self) {
        let body = &self.bytes[self.pos + 1..];
        // Longer ones are not worth a search through the whole text for each.
        let body = &body[..body.len().min(1 << 16)];
        let tag = body.iter().take(17).position(|&b| b == b'(');
        let length = tag.and_then(|tag| {
            let close = [b")", &body[..tag], b"\""].concat();
            let at = body.windows(close.len()).position(|window| window == close)?;
            Some(at + close.len())
        });
        match length {
            Some(length) => self.pos += 1 + length,
            None => self.literal(),
        }
    }

    // ---- directives ----

    /// A directive whose `#` takes `length` bytes.
    fn directive(&mut self, length: usize) {
        let start = self.pos;
        let line = self.line_of(start);
        self.pos += length;
        let name = self.next_in_line().unwrap_or_default();
        match &self.bytes[name.clone()] {
            b"if" | b"ifdef" | b"ifndef" => {
                self.sections.push(self.section_count);
                self.section_count += 1;
            }
            b"elif" | b"else" | b"elifdef" | b"elifndef" => {
                if let Some(last) = self.sections.last_mut().filter(|last| **last > 0) {
                    *last = self.section_count;
                    self.section_count += 1;
                }
            }
            b"endif" => {
                if self.sections.len() > 1 {
                    self.sections.pop();
                }
            }
            b"define" => self.define(),
            b"pragma" => {
                let mut end = name.end;
                while let Some(token) = self.next_in_line() {
                    end = token.end;
                }
                return self.push(UserKind::Pragma, start, end, line);
            }
            b"line" => return self.line_directive(),
            b"include" | b"include_next" | b"import" => self.header_name(),
            // Of no effect, or not taken: a compiler would have stopped.
            b"" | b"error" | b"warning" => {}
            // `# 12 "file"` may do anything to positions.
            [b'0'..=b'9', ..] => {
                self.presumed.doubt(line);
                self.era += 1;
            }
            _ => self.era += 1,
        }
        while self.next_in_line().is_some() {}
    }

    /// The next token of the directive, after comments.
    fn next_in_line(&mut self) -> Option<std::ops::Range<usize>> {
        loop {
            match self.peek(0) {
                b'\n' => return None,
                _ if self.pos >= self.bytes.len() => return None,
                byte if is_space(byte) => self.pos += 1,
                b'/' if self.comment() => {}
                _ => {
                    let start = self.pos;
                    self.skip_token();
                    return Some(start..self.pos);
                }
            }
        }
    }

    fn define(&mut self) {
        self.era += 1;
        let Some(name) = self.next_in_line() else { return };
        let new = if self.peek(0) == b'(' { Macro::Function } else { Macro::Object };
        let known = self.macros.entry(self.bytes[name].to_vec()).or_insert(new);
        if new == Macro::Object {
            *known = new;
        }
    }

    /// Between `<` and `>` neither comments nor quotes begin.
    fn header_name(&mut self) {
        self.era += 1;
        while is_space(self.peek(0)) {
            self.pos += 1;
        }
        if self.peek(0) == b'<' {
            let rest = &self.bytes[self.pos..];
            self.pos += rest.iter().position(|b| matches!(b, b'>' | b'\n')).unwrap_or(rest.len());
        }
    }

    /// `#line 12 "file"`
    fn line_directive(&mut self) {
        self.era += 1;
        let number = self.next_in_line().unwrap_or_default();
        let number = std::str::from_utf8(&self.bytes[number]).ok().and_then(|n| n.parse().ok());
        let name = self.next_in_line().map(|name| unquote(&self.bytes[name]));
        let more = self.next_in_line().is_some();
        let next = self.line_of(self.pos) + 1;
        let taken = self.sections.len() == 1;
        match (number, name) {
            (Some(number), None) if taken => self.presumed.renumber(next, number),
            (Some(number), Some(Some(name))) if taken && !more => {
                self.presumed.rename(next, number, name);
            }
            _ => self.presumed.doubt(next),
        }
        while self.next_in_line().is_some() {}
    }
}

/// The name in a plain string literal.
fn unquote(literal: &[u8]) -> Option<String> {
    let inner = literal.strip_prefix(b"\"")?.strip_suffix(b"\"")?;
    let mut name = String::new();
    let mut chars = std::str::from_utf8(inner).ok()?.chars();
    while let Some(c) = chars.next() {
        name.extend(if c == '\\' { chars.next() } else { Some(c) });
    }
    Some(name)
}

fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | 0x0b | 0x0c)
}

fn in_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | 0x80..)
}

/// The length of the punctuator at the start of `text`, which is not empty.
fn punctuator(text: &[u8]) -> usize {
    const THREE: [&[u8]; 3] = [b"...", b"<<=", b">>="];
    const TWO: [&[u8]; 23] = [
        b"->", b"++", b"--", b"<<", b">>", b"&&", b"||", b"<=", b">=", b"==", b"!=", b"+=", b"-=",
        b"*=", b"/=", b"%=", b"&=", b"^=", b"|=", b"<:", b":>", b"<%", b"%>",
    ];
    match text {
        _ if THREE.iter().any(|p| text.starts_with(p)) => 3,
        _ if TWO.iter().any(|p| text.starts_with(p)) => 2,
        _ => 1,
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;

    fn check(text: &str, expected: Expect) {
        let file = UserFile::new(text.as_bytes());
        let mut out = String::new();
        for token in &file.tokens {
            let spelling = String::from_utf8_lossy(file.spelling(token));
            let original = &text[file.span(token).range()];
            out += &format!("{} {:?} {spelling}", token.line, token.kind);
            out +=
                &if original == spelling { String::new() } else { format!(" from {original:?}") };
            out += &format!(" section {} era {}\n", token.section, token.era);
        }
        expected.assert_eq(&out);
    }

    #[test]
    fn tokens_comments_and_splices() {
        check(
            "a/* \n */b // c \\\n d\nx\\\ny \"p\\\"\\\nq\" 1'000e+5 a+++b\n'unclosed \nz R\"((\n)\")\" ;",
            expect![[r#"
                0 Word a section 0 era 0
                1 Word b section 0 era 0
                3 Word xy from "x\\\ny" section 0 era 0
                4 Other "p\"q" from "\"p\\\"\\\nq\"" section 0 era 0
                5 Other 1'000e+5 section 0 era 0
                5 Word a section 0 era 0
                5 Other ++ section 0 era 0
                5 Other + section 0 era 0
                5 Word b section 0 era 0
                6 Other 'unclosed  section 0 era 0
                7 Word z section 0 era 0
                7 Other R"((
                )" section 0 era 0
                8 RParen ) section 0 era 0
                8 Other " ; section 0 era 0
            "#]],
        );
    }

    #[test]
    fn directives() {
        check(
            "#if A /* no \n */ B\na\n # if C\nb\n#else // x\nc\n#endif\nd\n#endif\ne\n\
             #include <it's/*.h>\nf\n#define M(x) \\\n x\ng\n  #pragma /* c */ pack (1) // x\n%:endif\nh",
            expect![[r#"
                2 Word a section 1 era 0
                4 Word b section 2 era 0
                6 Word c section 3 era 0
                8 Word d section 1 era 0
                10 Word e section 0 era 0
                12 Word f section 0 era 1
                15 Word g section 0 era 2
                16 Pragma #pragma /* c */ pack (1) section 0 era 2
                18 Word h section 0 era 2
            "#]],
        );
    }

    #[test]
    fn macros() {
        let text =
            b"#define A\n#define B(x)\n#define C (x)\n#define B 1\n#define D(x)\n# define\\\n E";
        let file = UserFile::new(text);
        let names = ["A", "B", "C", "D", "E", "x"];
        let kinds = names.map(|name| file.macro_named(name.as_bytes()));
        let (function, object) = (Some(Macro::Function), Some(Macro::Object));
        assert_eq!(kinds, [object, object, object, function, object, None]);
    }

    #[test]
    fn joined_lines() {
        let file = UserFile::new(b"a\nb /*\n\n*/ c\nd \\\n e\n");
        let joined: Vec<u32> = (0..8).filter(|&line| file.is_joined(line)).collect();
        assert_eq!(joined, [1, 2, 4]);
    }
}
