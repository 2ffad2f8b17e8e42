//! What bytes mean where a token begins or goes on, as tables, and looks at
//! eight bytes at once: where a run of them ends is hardly ever the same
//! place, so a loop over bytes would be guessed wrongly again and again.

use crate::token::TokenKind::{self, *};

/// What may follow the first byte of an identifier or a number.
pub(super) static IN_WORD: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        let b = byte as u8;
        table[byte] = b.is_ascii_alphanumeric() || b == b'_' || b == b'$' || b >= 0x80;
        byte += 1;
    }
    table
};

/// What makes more of the letters before it: a longer word, a literal with a
/// prefix, a universal character name.
pub(super) static GOES_ON: [bool; 256] = {
    let mut table = IN_WORD;
    table[b'"' as usize] = true;
    table[b'\'' as usize] = true;
    table[b'\\' as usize] = true;
    table
};

/// What a byte begins.
#[derive(Clone, Copy)]
pub(super) enum Begins {
    Blank,
    Word,
    Number,
    Punctuator,
    Other,
}

pub(super) static BEGINS: [Begins; 256] = {
    let mut table = [Begins::Other; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = match byte as u8 {
            b' ' | b'\n' | b'\t' | b'\r' | 0x0b | 0x0c => Begins::Blank,
            b'a'..=b'z' | b'A'..=b'Z' | b'_' | b'$' | 0x80.. => Begins::Word,
            b'0'..=b'9' => Begins::Number,
            _ if PUNCTUATORS[byte].alone as u8 != Eof as u8 => Begins::Punctuator,
            _ => Begins::Other,
        };
        byte += 1;
    }
    table
};

/// A byte that is a punctuator.
#[derive(Clone, Copy)]
pub(super) struct Punctuator {
    /// What it is by itself; `Eof` for a byte that is none.
    pub alone: TokenKind,
    /// Which bytes after it make something else of it: classes of `JOINS`.
    pub joined_by: u8,
}

const SIGN: u8 = 1;
const DIGIT: u8 = 2;

/// What a byte can be in a longer punctuator, a comment or a number.
pub(super) static JOINS: [u8; 256] = {
    let mut table = [0; 256];
    let signs = b"=<>+-*/%&|.:";
    let mut i = 0;
    while i < signs.len() {
        table[signs[i] as usize] = SIGN;
        i += 1;
    }
    let mut digit = b'0';
    while digit <= b'9' {
        table[digit as usize] = DIGIT;
        digit += 1;
    }
    table
};

pub(super) static PUNCTUATORS: [Punctuator; 256] = {
    const ROWS: [(u8, TokenKind, u8); 24] = [
        (b'(', LParen, 0),
        (b')', RParen, 0),
        (b'[', LBracket, 0),
        (b']', RBracket, 0),
        (b'{', LBrace, 0),
        (b'}', RBrace, 0),
        (b';', Semi, 0),
        (b',', Comma, 0),
        (b'?', Question, 0),
        (b'~', Tilde, 0),
        (b'.', Dot, SIGN | DIGIT),
        (b':', Colon, SIGN),
        (b'=', TokenKind::Eq, SIGN),
        (b'+', Plus, SIGN),
        (b'-', Minus, SIGN),
        (b'*', Star, SIGN),
        (b'/', Slash, SIGN),
        (b'%', Percent, SIGN),
        (b'<', Lt, SIGN),
        (b'>', Gt, SIGN),
        (b'&', Amp, SIGN),
        (b'^', Caret, SIGN),
        (b'|', Pipe, SIGN),
        (b'!', Bang, SIGN),
    ];
    let mut table = [Punctuator { alone: Eof, joined_by: 0 }; 256];
    let mut i = 0;
    while i < ROWS.len() {
        let (byte, alone, joined_by) = ROWS[i];
        table[byte as usize] = Punctuator { alone, joined_by };
        i += 1;
    }
    table
};

/// Eight times the same byte.
#[inline]
const fn each(byte: u8) -> u64 {
    u64::from_ne_bytes([byte; 8])
}

/// How many of the lowest bytes are letters and digits of ASCII and
/// underscores, up to another one.
#[inline]
pub(super) fn letters(bytes: u64) -> usize {
    const HIGH: u64 = each(0x80);
    // The highest bit of each byte says whether it is that large; the others
    // mean nothing. No sum reaches into the next byte.
    let at_least = |bytes: u64, least: u8| bytes + each(0x80 - least);
    let ascii = bytes & !HIGH;
    let small = ascii | each(0x20);
    let letter = at_least(small, b'a') & !at_least(small, b'z' + 1);
    let digit = at_least(ascii, b'0') & !at_least(ascii, b'9' + 1);
    let underscore = !at_least(ascii ^ each(b'_'), 1);
    let others = (bytes | !(letter | digit | underscore)) & HIGH;
    others.trailing_zeros() as usize / 8
}

/// How many of the lowest bytes are spaces, up to another one.
#[inline]
pub(super) fn spaces(bytes: u64) -> usize {
    (bytes ^ each(b' ')).trailing_zeros() as usize / 8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_byte_ends_a_run_unless_it_belongs_to_it() {
        for byte in 0..=255u8 {
            let in_word = byte.is_ascii_alphanumeric() || byte == b'_';
            assert_eq!(letters(u64::from_le_bytes([b'a', b'Z', byte, b'0', 0, 0, 0, 0])), {
                if in_word { 4 } else { 2 }
            });
            let after = u64::from_le_bytes([b' ', byte, b' ', b'x', b' ', b' ', b' ', b' ']);
            assert_eq!(spaces(after), if byte == b' ' { 3 } else { 1 });
        }
        assert_eq!(letters(u64::from_le_bytes(*b"unsigned")), 8);
        assert_eq!(spaces(each(b' ')), 8);
    }

    #[test]
    fn what_follows_can_join_only_punctuators_that_say_so() {
        let joined = |first: u8, second: u8| {
            PUNCTUATORS[usize::from(first)].joined_by & JOINS[usize::from(second)] != 0
        };
        assert!(joined(b'.', b'5') && joined(b'-', b'>') && joined(b'/', b'*'));
        assert!(!joined(b'-', b'5') && !joined(b'(', b'=') && !joined(b'.', b'm'));
    }
}
