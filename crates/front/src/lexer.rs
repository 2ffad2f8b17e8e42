//! Bytes to tokens.
//!
//! The whole text is turned into tokens before parsing starts: the parser can
//! then look ahead as it likes, and each loop here stays small. The text is
//! preprocessed, but may be made by hand: comments are skipped, and a
//! backslash at the end of a line counts as white space.

mod lines;

use std::borrow::Cow;

use elenchus_lang::span::Span;
use elenchus_lang::symbol::{self, Interner, Symbol};
use rustc_hash::FxHashMap;

use crate::diagnostic::Diagnostics;
use crate::dialect::Dialect;
use crate::keywords::Keywords;
use crate::token::TokenKind::{self, *};
use crate::token::{Token, Tokens};

/// Offsets in the tokens are those in `text` plus `base`.
pub fn lex(
    text: &[u8],
    base: u32,
    dialect: Dialect,
    interner: &mut Interner,
    diagnostics: &mut Diagnostics,
) -> Tokens {
    if u32::try_from(text.len()).ok().and_then(|len| base.checked_add(len)).is_none() {
        diagnostics.error(Span::new(base, base), "the text is longer than 4 GiB");
        return lex(b"", base, dialect, interner, diagnostics);
    }
    let original = text;
    let text = as_utf8(original);
    let keywords = Keywords::new(dialect, interner);
    // Dense text has a token per four bytes; to reserve a bit more avoids the
    // last copy of a growing vector.
    let list = Vec::with_capacity(text.len() / 3 + 1);
    let mut lexer = Lexer {
        bytes: text.as_bytes(),
        text: &text,
        original,
        pos: 0,
        base,
        dialect,
        keywords,
        interner,
        diagnostics,
        files: FxHashMap::default(),
        tokens: Tokens { list, ..Tokens::default() },
    };
    lexer.run();
    lexer.tokens
}

/// The text with each byte that is not UTF-8 replaced by a control character,
/// so that offsets stay. Literals are read from the original bytes later.
fn as_utf8(text: &[u8]) -> Cow<'_, str> {
    if let Ok(text) = std::str::from_utf8(text) {
        return Cow::Borrowed(text);
    }
    let mut clean = String::with_capacity(text.len());
    for chunk in text.utf8_chunks() {
        clean.push_str(chunk.valid());
        clean.extend(chunk.invalid().iter().map(|_| '\x01'));
    }
    Cow::Owned(clean)
}

struct Lexer<'a> {
    text: &'a str,
    bytes: &'a [u8],
    /// As the caller gave it, for messages.
    original: &'a [u8],
    /// Of the next byte, not counting `base`.
    pos: usize,
    base: u32,
    dialect: Dialect,
    keywords: Keywords,
    interner: &'a mut Interner,
    diagnostics: &'a mut Diagnostics,
    /// The files that line markers named so far.
    files: FxHashMap<&'a str, u32>,
    tokens: Tokens,
}

/// What may follow the first byte of an identifier or a number.
static IN_WORD: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        let b = byte as u8;
        table[byte] = b.is_ascii_alphanumeric() || b == b'_' || b == b'$' || b >= 0x80;
        byte += 1;
    }
    table
};

/// What a byte begins.
#[derive(Clone, Copy)]
enum Begins {
    Space,
    Word,
    Number,
    /// It is a token by itself, whatever follows: see `WHOLE`.
    Token,
    /// The byte after it has a say.
    Other,
}

static BEGINS: [Begins; 256] = {
    let mut table = [Begins::Other; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = match byte as u8 {
            b' ' | b'\n' | b'\t' | b'\r' | 0x0b | 0x0c => Begins::Space,
            b'a'..=b'z' | b'A'..=b'Z' | b'_' | b'$' | 0x80.. => Begins::Word,
            b'0'..=b'9' => Begins::Number,
            _ if WHOLE[byte] as u8 != Eof as u8 => Begins::Token,
            _ => Begins::Other,
        };
        byte += 1;
    }
    table
};

/// The bytes that are a token by themselves; `Eof` for all others.
static WHOLE: [TokenKind; 256] = {
    let mut table = [Eof; 256];
    table[b'(' as usize] = LParen;
    table[b')' as usize] = RParen;
    table[b'[' as usize] = LBracket;
    table[b']' as usize] = RBracket;
    table[b'{' as usize] = LBrace;
    table[b'}' as usize] = RBrace;
    table[b';' as usize] = Semi;
    table[b',' as usize] = Comma;
    table[b'?' as usize] = Question;
    table[b'~' as usize] = Tilde;
    table
};

impl Lexer<'_> {
    fn run(&mut self) {
        if self.text.starts_with('\u{feff}') {
            self.pos = 3;
        }
        while let Some(byte) = self.next_byte() {
            match BEGINS[byte as usize] {
                Begins::Space => self.pos += 1,
                Begins::Word => self.word(byte),
                Begins::Number => self.number(),
                Begins::Token => self.whole(WHOLE[byte as usize]),
                Begins::Other => self.other(byte),
            }
        }
        let end = self.bytes.len();
        self.push(Eof, end, end);
    }

    /// The next byte that is none of the usual white space.
    #[inline]
    fn next_byte(&mut self) -> Option<u8> {
        let mut pos = self.pos;
        let next = loop {
            match self.bytes.get(pos) {
                Some(b' ') => pos += 1,
                Some(b'\n') => pos = self.after_indentation(pos + 1),
                next => break next.copied(),
            }
        };
        self.pos = pos;
        next
    }

    /// Lines begin with many spaces: most of them are skipped four at a time.
    #[inline]
    fn after_indentation(&self, start: usize) -> usize {
        let mut pos = start;
        while self.bytes.get(pos..pos + 4) == Some(b"    ") {
            pos += 4;
        }
        pos
    }

    #[inline]
    fn whole(&mut self, kind: TokenKind) {
        self.push(kind, self.pos, self.pos + 1);
        self.pos += 1;
        if kind == RParen {
            self.fold_pragma_operator();
        }
    }

    /// What begins with a byte that does not say it alone.
    fn other(&mut self, byte: u8) {
        match byte {
            b'"' | b'\'' => self.literal(self.pos),
            b'/' if self.peek(1) == b'/' => self.line_comment(),
            b'/' if self.peek(1) == b'*' => self.block_comment(),
            b'.' if self.peek(1).is_ascii_digit() => self.number(),
            b'#' => self.hash(),
            b'\\' => self.backslash(),
            _ => self.punctuator(byte),
        }
    }

    /// The byte `n` places ahead, or NUL at the end.
    #[inline]
    fn peek(&self, n: usize) -> u8 {
        self.bytes.get(self.pos + n).copied().unwrap_or(0)
    }

    #[inline]
    fn push(&mut self, kind: TokenKind, start: usize, end: usize) {
        self.push_word(kind, start, end, Symbol(0));
    }

    #[inline]
    fn push_word(&mut self, kind: TokenKind, start: usize, end: usize, symbol: Symbol) {
        // `lex` made sure that every offset fits.
        let (start, end) = (self.base + start as u32, self.base + end as u32);
        self.tokens.list.push(Token { kind, start, end, symbol });
    }

    fn error(&mut self, start: usize, end: usize, message: impl Into<String>) {
        let span = Span::new(self.base + start as u32, self.base + end as u32);
        self.diagnostics.error(span, message);
    }

    #[inline]
    fn skip_word(&mut self) {
        let mut pos = self.pos;
        while self.bytes.get(pos).is_some_and(|&b| IN_WORD[b as usize]) {
            pos += 1;
        }
        self.pos = pos;
    }

    /// An identifier, a keyword, or the prefix of a literal.
    #[inline]
    fn word(&mut self, first: u8) {
        let start = self.pos;
        let (mut pos, mut number) = (start + 1, u64::from(first));
        while let Some(&byte) = self.bytes.get(pos) {
            if !IN_WORD[byte as usize] {
                break;
            }
            number = symbol::append(number, byte);
            pos += 1;
        }
        self.pos = pos;
        if matches!(self.peek(0), b'"' | b'\'' | b'\\') && self.went_on(start) {
            return;
        }
        let symbol = self.interner.intern_word(&self.bytes[start..pos], number);
        self.push_word(self.keywords.kind(symbol), start, pos, symbol);
    }

    /// Whether the word was the beginning of something else, which is then read.
    #[cold]
    fn went_on(&mut self, start: usize) -> bool {
        let word = &self.bytes[start..self.pos];
        match self.peek(0) {
            b'"' | b'\'' if matches!(word, b"L" | b"u" | b"U" | b"u8") => self.literal(start),
            b'"' if self.dialect.gnu && self.at_raw_string(start) => self.raw_string(start),
            b'\\' if self.at_universal_name() => self.word_with_universal_names(start),
            _ => return false,
        }
        true
    }

    fn at_universal_name(&self) -> bool {
        let digits = match self.peek(1) {
            b'u' => 4,
            b'U' => 8,
            _ => return false,
        };
        (0..digits).all(|i| self.peek(2 + i).is_ascii_hexdigit())
    }

    /// `caf\u00e9` is the same name as `café`.
    #[cold]
    fn word_with_universal_names(&mut self, start: usize) {
        let mut name = self.text[start..self.pos].to_owned();
        loop {
            if self.peek(0) == b'\\' && self.at_universal_name() {
                let len = if self.peek(1) == b'u' { 6 } else { 10 };
                let digits = &self.text[self.pos + 2..self.pos + len];
                let code = u32::from_str_radix(digits, 16).unwrap_or(u32::MAX);
                name.push(char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER));
                self.pos += len;
            }
            let from = self.pos;
            self.skip_word();
            if from == self.pos && !(self.peek(0) == b'\\' && self.at_universal_name()) {
                break;
            }
            name.push_str(&self.text[from..self.pos]);
        }
        let symbol = self.interner.intern(&name);
        self.push_word(self.keywords.kind(symbol), start, self.pos, symbol);
    }

    /// A preprocessing number: what it means is the checker's matter.
    fn number(&mut self) {
        let start = self.pos;
        self.pos += 1;
        loop {
            self.skip_word();
            match self.peek(0) {
                b'.' => {}
                b'+' | b'-'
                    if matches!(self.bytes[self.pos - 1], b'e' | b'E' | b'p' | b'P')
                        && self.pos - 1 > start => {}
                b'\'' if self.dialect.c23 && IN_WORD[self.peek(1) as usize] => {}
                _ => break,
            }
            self.pos += 1;
        }
        self.push(Number, start, self.pos);
    }

    /// A string or character; `start` is before its prefix, `pos` at its quote.
    fn literal(&mut self, start: usize) {
        let quote = self.bytes[self.pos];
        self.pos += 1;
        let closed = loop {
            match self.bytes.get(self.pos) {
                Some(&byte) if byte == quote => break true,
                Some(b'\\') if self.pos + 1 < self.bytes.len() => self.pos += 2,
                Some(b'\n') | None => break false,
                Some(_) => self.pos += 1,
            }
        };
        if closed {
            self.pos += 1;
        } else {
            let what = if quote == b'"' { "string literal" } else { "character constant" };
            self.error(start, self.pos, format!("this {what} has no closing {}", quote as char));
        }
        self.push(if quote == b'"' { Str } else { Char }, start, self.pos);
    }

    fn at_raw_string(&self, start: usize) -> bool {
        matches!(&self.bytes[start..self.pos], b"R" | b"LR" | b"uR" | b"UR" | b"u8R")
    }

    /// `R"tag(…)tag"`, which GNU C took over from C++.
    #[cold]
    fn raw_string(&mut self, start: usize) {
        const LONGEST_TAG: usize = 16;
        let body = self.pos + 1;
        let tag = self.bytes[body..].iter().take(LONGEST_TAG + 1).position(|&b| b == b'(');
        let Some(tag) = tag else { return self.literal(start) };
        let close = format!("){}\"", &self.text[body..body + tag]);
        match self.text[body + tag..].find(&close) {
            Some(length) => self.pos = body + tag + length + close.len(),
            None => {
                self.pos = self.bytes.len();
                self.error(start, body + tag, "this raw string has no end");
            }
        }
        self.push(Str, start, self.pos);
    }

    fn line_comment(&mut self) {
        while self.pos < self.bytes.len() && self.peek(0) != b'\n' {
            // A backslash continues the comment on the next line.
            self.pos += if self.peek(0) == b'\\' { 2 } else { 1 };
        }
    }

    fn block_comment(&mut self) {
        let start = self.pos;
        match self.bytes[start + 2..].windows(2).position(|pair| pair == b"*/") {
            Some(length) => self.pos = start + 2 + length + 2,
            None => {
                self.pos = self.bytes.len();
                self.error(start, start + 2, "this comment has no end");
            }
        }
    }

    fn backslash(&mut self) {
        let start = self.pos;
        if self.peek(1) == b'\n' || (self.peek(1) == b'\r' && self.peek(2) == b'\n') {
            self.pos += 1;
        } else if self.at_universal_name() {
            self.word_with_universal_names(start);
        } else {
            self.pos += 1;
            self.error(start, self.pos, "stray '\\' in the text");
        }
    }

    fn punctuator(&mut self, first: u8) {
        let start = self.pos;
        let (second, third) = (self.peek(1), self.peek(2));
        let (kind, length) = match (first, second, third) {
            (b'.', b'.', b'.') => (Ellipsis, 3),
            (b'<', b'<', b'=') => (ShlEq, 3),
            (b'>', b'>', b'=') => (ShrEq, 3),
            (b'-', b'>', _) => (Arrow, 2),
            (b'+', b'+', _) => (PlusPlus, 2),
            (b'-', b'-', _) => (MinusMinus, 2),
            (b'<', b'<', _) => (Shl, 2),
            (b'>', b'>', _) => (Shr, 2),
            (b'&', b'&', _) => (AmpAmp, 2),
            (b'|', b'|', _) => (PipePipe, 2),
            (b'<', b'=', _) => (Le, 2),
            (b'>', b'=', _) => (Ge, 2),
            (b'=', b'=', _) => (EqEq, 2),
            (b'!', b'=', _) => (Ne, 2),
            (b'+', b'=', _) => (PlusEq, 2),
            (b'-', b'=', _) => (MinusEq, 2),
            (b'*', b'=', _) => (StarEq, 2),
            (b'/', b'=', _) => (SlashEq, 2),
            (b'%', b'=', _) => (PercentEq, 2),
            (b'&', b'=', _) => (AmpEq, 2),
            (b'^', b'=', _) => (CaretEq, 2),
            (b'|', b'=', _) => (PipeEq, 2),
            // Digraphs.
            (b'<', b':', _) => (LBracket, 2),
            (b':', b'>', _) => (RBracket, 2),
            (b'<', b'%', _) => (LBrace, 2),
            (b'%', b'>', _) => (RBrace, 2),
            (b'.', ..) => (Dot, 1),
            (b':', ..) => (Colon, 1),
            (b'=', ..) => (Eq, 1),
            (b'+', ..) => (Plus, 1),
            (b'-', ..) => (Minus, 1),
            (b'*', ..) => (Star, 1),
            (b'/', ..) => (Slash, 1),
            (b'%', ..) => (Percent, 1),
            (b'<', ..) => (Lt, 1),
            (b'>', ..) => (Gt, 1),
            (b'&', ..) => (Amp, 1),
            (b'^', ..) => (Caret, 1),
            (b'|', ..) => (Pipe, 1),
            (b'!', ..) => (Bang, 1),
            _ => return self.stray(),
        };
        self.pos += length;
        self.push(kind, start, self.pos);
    }

    #[cold]
    fn stray(&mut self) {
        let byte = self.original[self.pos];
        self.pos += 1;
        let message = match byte {
            0x21..=0x7e => format!("stray '{}' in the text", byte as char),
            _ => format!("stray byte 0x{byte:02x} in the text"),
        };
        self.error(self.pos - 1, self.pos, message);
    }

    /// `_Pragma ( "…" )` becomes one token like the line it stands for.
    #[inline]
    fn fold_pragma_operator(&mut self) {
        let list = &mut self.tokens.list;
        let Some(at) = list.len().checked_sub(4) else { return };
        if list[at].kind != PragmaOperator
            || list[at + 1].kind != LParen
            || list[at + 2].kind != Str
        {
            return;
        }
        list[at].kind = Pragma;
        list[at].end = list[at + 3].end;
        list.truncate(at + 1);
    }
}

#[cfg(test)]
mod tests;
