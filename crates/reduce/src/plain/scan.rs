//! A text as tokens, whatever language it is in, as long as that looks like C.

use std::ops::Range;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    Word,
    Number,
    /// A string or a character.
    Quoted,
    Open,
    Close,
    /// Any other mark: one byte, or one of [`MARKS`].
    Mark,
    Comment,
    /// A line that begins with `#`, with those that it goes on in.
    Directive,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Token {
    pub kind: Kind,
    pub range: Range<usize>,
}

/// Marks of several bytes. Those of `<` and `>` are not here: they may be brackets.
const MARKS: &[&[u8]] = &[
    b"...", b"->*", b"::", b"->", b"++", b"--", b"&&", b"||", b"==", b"!=", b"<=", b">=", b"+=",
    b"-=", b"*=", b"/=", b"%=", b"&=", b"|=", b"^=", b"##",
];

/// All of a text but blanks.
pub fn scan(text: &[u8]) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut at = 0;
    let mut line_begins = true;
    while let Some(&byte) = text.get(at) {
        let rest = &text[at..];
        if byte.is_ascii_whitespace() {
            line_begins |= byte == b'\n';
            at += 1;
            continue;
        }
        let (kind, length) = match byte {
            b'/' if comment(rest) > 0 => (Kind::Comment, comment(rest)),
            b'#' if line_begins => (Kind::Directive, directive(rest)),
            _ => token(rest),
        };
        tokens.push(Token { kind, range: at..at + length });
        line_begins &= kind == Kind::Comment;
        at += length;
    }
    tokens
}

fn comment(rest: &[u8]) -> usize {
    if rest.starts_with(b"//") {
        return rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len());
    }
    match rest.strip_prefix(b"/*") {
        Some(inner) => find(inner, b"*/").map_or(rest.len(), |end| end + 4),
        None => 0,
    }
}

fn directive(rest: &[u8]) -> usize {
    let mut lines = rest.split_inclusive(|byte| *byte == b'\n');
    let mut length = 0;
    for line in &mut lines {
        length += line.len();
        if !line.trim_ascii_end().ends_with(b"\\") {
            break;
        }
    }
    rest[..length].trim_ascii_end().len()
}

/// The token that a text begins with, which is no blank.
fn token(rest: &[u8]) -> (Kind, usize) {
    let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || b"_$".contains(byte) || *byte >= 128;
    let word = rest.iter().take_while(|byte| is_word(byte)).count();
    match rest[0] {
        b'0'..=b'9' => (Kind::Number, number(rest)),
        b'.' if rest.get(1).is_some_and(u8::is_ascii_digit) => (Kind::Number, number(rest)),
        b'"' | b'\'' => (Kind::Quoted, quoted(rest)),
        _ if word > 0 => match rest.get(word) {
            Some(b'"') if rest[..word].ends_with(b"R") => match raw(&rest[word..]) {
                Some(length) => (Kind::Quoted, word + length),
                None => (Kind::Word, word),
            },
            _ => (Kind::Word, word),
        },
        b'(' | b'[' | b'{' => (Kind::Open, 1),
        b')' | b']' | b'}' => (Kind::Close, 1),
        _ => {
            let mark = MARKS.iter().find(|mark| rest.starts_with(mark));
            (Kind::Mark, mark.map_or(1, |mark| mark.len()))
        }
    }
}

/// Digits and what may stand between them: `0x1p-3`, `1'000`, `2.5e+7f`.
fn number(rest: &[u8]) -> usize {
    let mut length = 1;
    while let Some(&byte) = rest.get(length) {
        let is_sign = matches!(byte, b'+' | b'-')
            && matches!(rest[length - 1], b'e' | b'E' | b'p' | b'P')
            && (!rest.starts_with(b"0x") || matches!(rest[length - 1], b'p' | b'P'));
        let separates =
            byte == b'\'' && rest.get(length + 1).is_some_and(u8::is_ascii_alphanumeric);
        if !(byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_') || is_sign || separates) {
            break;
        }
        length += 1;
    }
    length
}

/// With both quotes; what has no end ends with its line.
fn quoted(rest: &[u8]) -> usize {
    let mut length = 1;
    while let Some(&byte) = rest.get(length) {
        match byte {
            b'\\' => length += 1,
            b'\n' => return length,
            _ if byte == rest[0] => return length + 1,
            _ => {}
        }
        length += 1;
    }
    rest.len()
}

/// `"end(text)end"` after an `R`.
fn raw(rest: &[u8]) -> Option<usize> {
    let open = rest.iter().take(18).position(|byte| *byte == b'(')?;
    let end = [b")", &rest[1..open], b"\""].concat();
    Some(open + find(&rest[open..], &end)? + end.len())
}

fn find(text: &[u8], what: &[u8]) -> Option<usize> {
    text.windows(what.len()).position(|part| part == what)
}
