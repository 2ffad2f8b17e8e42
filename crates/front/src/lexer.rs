//! Bytes to tokens.
//!
//! The whole text is turned into tokens before parsing starts: the parser can
//! then look ahead as it likes, and each loop here stays small. The text is
//! preprocessed, but may be made by hand: comments are skipped, and a
//! backslash at the end of a line counts as white space.

mod bytes;
mod lines;
mod map;

use std::borrow::Cow;

use elenchus_lang::span::Span;
use elenchus_lang::symbol::{Interner, Symbol};
use rustc_hash::FxHashMap;

use crate::diagnostic::Diagnostics;
use crate::keywords::Keywords;
use crate::token::TokenKind::{self, *};
use crate::token::{Token, Tokens};
use bytes::{AFTER, BEGINS, Begins};
use elenchus_lang::rules::Language;
use map::{BLOCK, Map, in_word};

/// Offsets in the tokens are those in `text` plus `base`.
pub fn lex(
    text: &[u8],
    base: u32,
    language: Language,
    interner: &mut Interner,
    diagnostics: &mut Diagnostics,
) -> Tokens {
    if u32::try_from(text.len()).ok().and_then(|len| base.checked_add(len)).is_none() {
        diagnostics.error(Span::new(base, base), "the text is longer than 4 GiB");
        return lex(b"", base, language, interner, diagnostics);
    }
    let original = text;
    let text = as_utf8(original);
    let keywords = Keywords::new(language, interner);
    let byte_order_mark = if text.starts_with('\u{feff}') { 3 } else { 0 };
    let map = Map::new(text.as_bytes(), byte_order_mark);
    // Dense text has a token per four bytes; to reserve a bit more avoids the
    // last copy of a growing vector.
    let list = Vec::with_capacity(text.len() / 3 + 1);
    let mut lexer = Lexer {
        bytes: text.as_bytes(),
        map: &map,
        text: &text,
        original,
        base,
        language,
        keywords,
        interner,
        diagnostics,
        files: FxHashMap::default(),
        has_pragma_operator: false,
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

/// Its functions that read something take the place where it begins, and give
/// the one where it ends; places do not count `base`.
struct Lexer<'a> {
    text: &'a str,
    bytes: &'a [u8],
    map: &'a Map,
    /// As the caller gave it, for messages.
    original: &'a [u8],
    base: u32,
    language: Language,
    keywords: Keywords,
    interner: &'a mut Interner,
    diagnostics: &'a mut Diagnostics,
    /// The files that line markers named so far.
    files: FxHashMap<&'a str, u32>,
    has_pragma_operator: bool,
    tokens: Tokens,
}

/// What comes before the end of a block, or before something that is no usual token.
struct Usual {
    /// How many tokens.
    count: usize,
    /// Bit `n` is set if token `n` is a word.
    words: u64,
    /// What it begins like, and where it begins and such a token would end.
    unusual: Option<(TokenKind, usize, usize)>,
}

impl<'a> Lexer<'a> {
    /// What comes next is hard to guess, so usual tokens of all kinds take one
    /// way without branches. The words among them are looked up afterwards.
    fn run(&mut self) {
        const NONE: Token = Token { kind: Eof, start: 0, end: 0, symbol: Symbol(0) };
        let mut tokens = [NONE; BLOCK];
        let mut end = 0;
        for block in 0..self.map.blocks() {
            loop {
                let Usual { count, words, unusual } = self.usual(block, end, &mut tokens);
                self.add(&mut tokens[..count], words);
                let Some((kind, start, stop)) = unusual else { break };
                end = self.unusual(kind, start, stop);
            }
        }
        let end = self.bytes.len();
        self.push(Eof, end, end);
        if self.has_pragma_operator {
            self.fold_pragma_operators();
        }
    }

    /// The usual tokens of a block, from a place on.
    ///
    /// Apart from all else, so that what it needs is in registers.
    #[inline(never)]
    fn usual(&self, block: usize, from: usize, tokens: &mut [Token; BLOCK]) -> Usual {
        let (bytes, map, base) = (self.bytes, self.map, self.base);
        let (mut count, mut words) = (0, 0);
        let (first, bounds) = (block * BLOCK, map.bounds(block));
        let mut starts = map.starts(block, from);
        while starts != 0 {
            let offset = starts.trailing_zeros();
            let start = first + offset as usize;
            starts &= starts - 1;
            let Begins { kind, unless } = BEGINS[bytes[start] as usize];
            let end = match bounds & (u64::MAX - 1) << offset {
                0 => map.end_behind(block),
                ends => first + ends.trailing_zeros() as usize,
            };
            let after = bytes.get(end).copied().unwrap_or(0);
            if AFTER[after as usize] & unless != 0 {
                return Usual { count, words, unusual: Some((kind, start, end)) };
            }
            // `lex` made sure that every offset fits.
            let (start, end) = (base + start as u32, base + end as u32);
            tokens[count] = Token { kind, start, end, symbol: Symbol(0) };
            words |= u64::from(kind == Ident) << count;
            count += 1;
        }
        Usual { count, words, unusual: None }
    }

    /// Adds tokens; those whose bits are set are looked up before.
    #[inline(never)]
    fn add(&mut self, tokens: &mut [Token], mut words: u64) {
        while words != 0 {
            self.look_up(&mut tokens[words.trailing_zeros() as usize]);
            words &= words - 1;
        }
        self.tokens.list.extend_from_slice(tokens);
    }

    /// Which word it is.
    #[inline]
    fn look_up(&mut self, word: &mut Token) {
        let (start, length) = ((word.start - self.base) as usize, (word.end - word.start) as usize);
        word.symbol = match length {
            1..=8 => {
                let number = self.eight(start).swap_bytes() >> (64 - 8 * length);
                self.interner.intern_short(number)
            }
            _ => self.interner.intern(&self.text[start..start + length]),
        };
        word.kind = self.keywords.kind(word.symbol);
        self.has_pragma_operator |= word.kind == PragmaOperator;
    }

    /// What begins like a token of this kind, but may go on where that would end.
    #[inline(never)]
    fn unusual(&mut self, kind: TokenKind, start: usize, end: usize) -> usize {
        match kind {
            Ident => self.word(start, end),
            Number => self.number(start),
            Eof => self.other(start),
            _ => self.punctuator(kind, start),
        }
    }

    /// The byte there, or NUL at the end.
    #[inline]
    fn byte(&self, pos: usize) -> u8 {
        self.bytes.get(pos).copied().unwrap_or(0)
    }

    /// The eight bytes from there on, the first one lowest; NULs at the end.
    #[inline]
    fn eight(&self, pos: usize) -> u64 {
        match self.bytes.get(pos..).and_then(<[u8]>::first_chunk) {
            Some(&bytes) => u64::from_le_bytes(bytes),
            None => self.last_bytes(pos),
        }
    }

    #[cold]
    fn last_bytes(&self, pos: usize) -> u64 {
        self.bytes[pos..].iter().rev().fold(0, |bytes, &byte| bytes << 8 | u64::from(byte))
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

    #[cold]
    fn error(&mut self, start: usize, end: usize, message: impl Into<String>) {
        let span = Span::new(self.base + start as u32, self.base + end as u32);
        self.diagnostics.error(span, message);
    }

    /// What begins with a byte that none of the other functions is for.
    fn other(&mut self, start: usize) -> usize {
        match self.bytes[start] {
            b'"' | b'\'' => self.literal(start, start),
            b'#' => self.hash(start),
            b'\\' => self.backslash(start),
            _ => self.stray(start),
        }
    }

    // ---- words and numbers ----

    /// A word before a quote or a backslash: perhaps the prefix of a literal.
    fn word(&mut self, start: usize, end: usize) -> usize {
        let word = &self.bytes[start..end];
        match self.byte(end) {
            b'"' | b'\'' if matches!(word, b"L" | b"u" | b"U" | b"u8") => {
                return self.literal(start, end);
            }
            b'"' if self.language.has_raw_strings()
                && matches!(word, b"R" | b"LR" | b"uR" | b"UR" | b"u8R") =>
            {
                return self.raw_string(start, end);
            }
            b'\\' if self.at_universal_name(end) => {
                return self.word_with_universal_names(start, end);
            }
            _ => {}
        }
        let (from, to) = (self.base + start as u32, self.base + end as u32);
        self.add(&mut [Token { kind: Ident, start: from, end: to, symbol: Symbol(0) }], 1);
        end
    }

    /// Where the letters and digits end that are there, if any.
    fn end_of_word(&self, start: usize) -> usize {
        let length = self.bytes[start..].iter().position(|&byte| !in_word(byte));
        length.map_or(self.bytes.len(), |length| start + length)
    }

    fn at_universal_name(&self, pos: usize) -> bool {
        let digits = match self.byte(pos + 1) {
            b'u' => 4,
            b'U' => 8,
            _ => return false,
        };
        self.byte(pos) == b'\\' && (0..digits).all(|i| self.byte(pos + 2 + i).is_ascii_hexdigit())
    }

    /// `caf\u00e9` is the same name as `café`. The first of them is at `pos`.
    #[cold]
    fn word_with_universal_names(&mut self, start: usize, mut pos: usize) -> usize {
        let mut name = self.text[start..pos].to_owned();
        while self.at_universal_name(pos) {
            let from = pos + if self.byte(pos + 1) == b'u' { 6 } else { 10 };
            let code = u32::from_str_radix(&self.text[pos + 2..from], 16).unwrap_or(u32::MAX);
            name.push(char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER));
            pos = self.end_of_word(from);
            name.push_str(&self.text[from..pos]);
        }
        let symbol = self.interner.intern(&name);
        self.push_word(self.keywords.kind(symbol), start, pos, symbol);
        pos
    }

    /// A preprocessing number: what it means is the checker's matter.
    fn number(&mut self, start: usize) -> usize {
        let mut pos = start;
        loop {
            pos = self.end_of_word(pos);
            match self.byte(pos) {
                b'.' => {}
                b'+' | b'-'
                    if matches!(self.bytes[pos - 1], b'e' | b'E' | b'p' | b'P')
                        && pos - 1 > start => {}
                b'\'' if self.language.has_digit_separators() && in_word(self.byte(pos + 1)) => {}
                _ => break,
            }
            pos += 1;
        }
        self.push(Number, start, pos);
        pos
    }

    // ---- literals and comments ----

    /// A string or character; `start` is before its prefix.
    fn literal(&mut self, start: usize, quote_at: usize) -> usize {
        let quote = self.bytes[quote_at];
        let mut end = quote_at + 1;
        let closed = loop {
            match self.bytes.get(end) {
                Some(&byte) if byte == quote => break true,
                Some(b'\\') if end + 1 < self.bytes.len() => end += 2,
                Some(b'\n') | None => break false,
                Some(_) => end += 1,
            }
        };
        if closed {
            end += 1;
        } else {
            let what = if quote == b'"' { "string literal" } else { "character constant" };
            self.error(start, end, format!("this {what} has no closing {}", quote as char));
        }
        self.push(if quote == b'"' { Str } else { Char }, start, end);
        end
    }

    /// `R"tag(…)tag"`, which GNU C took over from C++.
    #[cold]
    fn raw_string(&mut self, start: usize, quote_at: usize) -> usize {
        const LONGEST_TAG: usize = 16;
        let body = quote_at + 1;
        let tag = self.bytes[body..].iter().take(LONGEST_TAG + 1).position(|&b| b == b'(');
        let Some(tag) = tag else { return self.literal(start, quote_at) };
        let close = format!("){}\"", &self.text[body..body + tag]);
        let end = match self.text[body + tag..].find(&close) {
            Some(length) => body + tag + length + close.len(),
            None => {
                self.error(start, body + tag, "this raw string has no end");
                self.bytes.len()
            }
        };
        self.push(Str, start, end);
        end
    }

    fn line_comment(&self, start: usize) -> usize {
        let mut pos = start;
        while pos < self.bytes.len() && self.byte(pos) != b'\n' {
            // A backslash continues the comment on the next line.
            pos += if self.byte(pos) == b'\\' { 2 } else { 1 };
        }
        pos
    }

    fn block_comment(&mut self, start: usize) -> usize {
        match self.bytes[start + 2..].windows(2).position(|pair| pair == b"*/") {
            Some(length) => start + 2 + length + 2,
            None => {
                self.error(start, start + 2, "this comment has no end");
                self.bytes.len()
            }
        }
    }

    // ---- punctuators ----

    /// A punctuator that is this one, or longer, or something else altogether.
    fn punctuator(&mut self, alone: TokenKind, start: usize) -> usize {
        let bytes = (self.byte(start), self.byte(start + 1), self.byte(start + 2));
        let (kind, length) = match bytes {
            (b'/', b'/', _) => return self.line_comment(start),
            (b'/', b'*', _) => return self.block_comment(start),
            (b'.', b'0'..=b'9', _) => return self.number(start),
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
            _ => (alone, 1),
        };
        self.push(kind, start, start + length);
        start + length
    }

    fn backslash(&mut self, start: usize) -> usize {
        let next = (self.byte(start + 1), self.byte(start + 2));
        if matches!(next, (b'\n', _) | (b'\r', b'\n')) {
            start + 1
        } else if self.at_universal_name(start) {
            self.word_with_universal_names(start, start)
        } else {
            self.error(start, start + 1, "stray '\\' in the text");
            start + 1
        }
    }

    #[cold]
    fn stray(&mut self, start: usize) -> usize {
        let message = match self.original[start] {
            byte @ 0x21..=0x7e => format!("stray '{}' in the text", byte as char),
            byte => format!("stray byte 0x{byte:02x} in the text"),
        };
        self.error(start, start + 1, message);
        start + 1
    }

    /// Each `_Pragma ( "…" )` becomes one token like the line it stands for.
    #[cold]
    fn fold_pragma_operators(&mut self) {
        let list = &mut self.tokens.list;
        let (mut from, mut to) = (0, 0);
        while from < list.len() {
            let mut token = list[from];
            from += 1;
            if let [PragmaOperator, LParen, Str, RParen] = kinds(&list[from - 1..]) {
                token.kind = Pragma;
                token.end = list[from + 2].end;
                from += 3;
            }
            list[to] = token;
            to += 1;
        }
        list.truncate(to);
    }
}

/// The kinds of the first four tokens.
fn kinds(list: &[Token]) -> [TokenKind; 4] {
    std::array::from_fn(|i| list.get(i).map_or(Eof, |token| token.kind))
}

#[cfg(test)]
mod tests;
