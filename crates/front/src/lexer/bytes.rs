//! What bytes mean where a token begins, and right after it: tables.

use crate::token::TokenKind::{self, *};

/// What a byte begins.
#[derive(Clone, Copy)]
pub(super) struct Begins {
    /// `Ident` for a word, `Number`, a punctuator of one byte; `Eof` for a byte
    /// that begins something else.
    pub kind: TokenKind,
    /// Unless a byte of one of these classes of `AFTER` follows: then there is
    /// more to look at.
    pub unless: u8,
}

/// It can follow in a longer punctuator, or makes a comment of it.
const SIGN: u8 = 1;
const DIGIT: u8 = 2;
/// After letters: the quote of a literal, or a universal character name.
const QUOTE: u8 = 4;
/// After digits: what is not in a word may be in a number.
const IN_NUMBER: u8 = 8;
const ANY: u8 = 16;

/// The classes of a byte that follows.
pub(super) static AFTER: [u8; 256] = {
    const CLASSES: [(&[u8], u8); 4] =
        [(b"=<>+-*/%&|.:", SIGN), (b"0123456789", DIGIT), (b"\"'\\", QUOTE), (b".+-'", IN_NUMBER)];
    let mut table = [ANY; 256];
    let mut class = 0;
    while class < CLASSES.len() {
        let (bytes, bit) = CLASSES[class];
        let mut i = 0;
        while i < bytes.len() {
            table[bytes[i] as usize] |= bit;
            i += 1;
        }
        class += 1;
    }
    table
};

pub(super) static BEGINS: [Begins; 256] = {
    let mut table = [Begins { kind: Eof, unless: ANY }; 256];
    let mut byte = 0;
    while byte < 256 {
        let (kind, unless) = match byte as u8 {
            b'a'..=b'z' | b'A'..=b'Z' | b'_' | b'$' | 0x80.. => (Ident, QUOTE),
            b'0'..=b'9' => (Number, IN_NUMBER),
            b'(' => (LParen, 0),
            b')' => (RParen, 0),
            b'[' => (LBracket, 0),
            b']' => (RBracket, 0),
            b'{' => (LBrace, 0),
            b'}' => (RBrace, 0),
            b';' => (Semi, 0),
            b',' => (Comma, 0),
            b'?' => (Question, 0),
            b'~' => (Tilde, 0),
            b'.' => (Dot, SIGN | DIGIT),
            b':' => (Colon, SIGN),
            b'=' => (TokenKind::Eq, SIGN),
            b'+' => (Plus, SIGN),
            b'-' => (Minus, SIGN),
            b'*' => (Star, SIGN),
            b'/' => (Slash, SIGN),
            b'%' => (Percent, SIGN),
            b'<' => (Lt, SIGN),
            b'>' => (Gt, SIGN),
            b'&' => (Amp, SIGN),
            b'^' => (Caret, SIGN),
            b'|' => (Pipe, SIGN),
            b'!' => (Bang, SIGN),
            _ => (Eof, ANY),
        };
        table[byte] = Begins { kind, unless };
        byte += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_follows_is_looked_at_where_it_has_a_say() {
        let has_a_say =
            |first: u8, next: u8| BEGINS[usize::from(first)].unless & AFTER[usize::from(next)] != 0;
        for (first, next) in [".5", "..", "->", "/*", "L'", "a\\", "1.", "1+", "\"a", "# ", "@@"]
            .map(|text| (text.as_bytes()[0], text.as_bytes()[1]))
        {
            assert!(has_a_say(first, next), "{}{}", first as char, next as char);
        }
        for (first, next) in ["-5", "(=", ".m", "a+", "a(", "1)", "+ ", "=(", "1\""]
            .map(|text| (text.as_bytes()[0], text.as_bytes()[1]))
        {
            assert!(!has_a_say(first, next), "{}{}", first as char, next as char);
        }
    }
}
