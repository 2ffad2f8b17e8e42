//! Plain types and constants: `int` for every type of a number, with `%d` where it is
//! printed, and constants without suffixes.

use std::ops::Range;

use elenchus_front::source::SourceFile;
use elenchus_front::token::{Token, TokenKind};

use super::{Levels, at};
use crate::search::{Change, Proposal};
use crate::subject::Subject;

/// Words that say the type of a number.
const WORDS: &[TokenKind] = &[
    TokenKind::Bool,
    TokenKind::CharType,
    TokenKind::Short,
    TokenKind::Int,
    TokenKind::Long,
    TokenKind::Signed,
    TokenKind::Unsigned,
    TokenKind::Float,
    TokenKind::Double,
    TokenKind::Int128,
];

type Place = (Range<usize>, Vec<u8>);

/// All types and all formats of a file at once; a type with all formats; either alone; and
/// what has a tag.
pub fn to_int(subject: &mut Subject) -> Levels {
    let mut levels = Levels::new();
    for (file, source) in subject.sources.iter().enumerate() {
        let (types, formats) = (types(source), formats(source));
        let text = |places: &[Place]| Proposal { file, change: Change::Text(places.to_vec()) };
        let all = [&types[..], &formats].concat();
        at(&mut levels, 0).extend((!all.is_empty()).then(|| text(&all)));
        for one in &types {
            let with_formats = [std::slice::from_ref(one), &formats].concat();
            if !formats.is_empty() {
                at(&mut levels, 1).push(text(&with_formats));
            }
            at(&mut levels, 2).push(text(std::slice::from_ref(one)));
        }
        at(&mut levels, 2).extend(formats.iter().map(|one| text(std::slice::from_ref(one))));
        let tagged = tagged(source);
        at(&mut levels, 3).extend(tagged.iter().map(|one| text(std::slice::from_ref(one))));
    }
    levels
}

/// The words of each type that is not `int`, as far as they stand beside each other.
fn types(source: &SourceFile) -> Vec<Place> {
    let tokens = &source.tokens().list;
    let mut found = Vec::new();
    let is_word = |token: &Token| WORDS.contains(&token.kind);
    for words in tokens.chunk_by(|a, b| is_word(a) && is_word(b)) {
        let ([first, ..], [.., last]) = (words, words) else { continue };
        if is_word(first) && !(words.len() == 1 && first.kind == TokenKind::Int) {
            let range = place(source, first).start..place(source, last).end;
            found.push((range, b"int".to_vec()));
        }
    }
    found
}

/// `struct s` and the like, where it is not defined.
fn tagged(source: &SourceFile) -> Vec<Place> {
    let is_word = |kind| matches!(kind, TokenKind::Struct | TokenKind::Union | TokenKind::Enum);
    let mut found = Vec::new();
    for three in source.tokens().list.windows(3) {
        let [word, tag, next] = three else { continue };
        let is_use = !matches!(next.kind, TokenKind::LBrace | TokenKind::Semi);
        if is_word(word.kind) && tag.kind == TokenKind::Ident && is_use {
            found.push((place(source, word).start..place(source, tag).end, b"int".to_vec()));
        }
    }
    found
}

fn formats(source: &SourceFile) -> Vec<Place> {
    let strings = source.tokens().list.iter().filter(|token| token.kind == TokenKind::Str);
    let places = strings.map(|token| place(source, token));
    let changed = places.map(|range| (range.clone(), decimal(&source.text()[range])));
    changed.filter(|(range, with)| source.text()[range.clone()] != **with).collect()
}

/// With `%d` for all conversions of numbers, without widths.
fn decimal(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    let mut rest = text;
    while let Some((&byte, after)) = rest.split_first() {
        let modifiers = after.iter().take_while(|byte| b"0123456789.-+ #lhzjtqL".contains(byte));
        let length = modifiers.count();
        match after.get(length) {
            Some(end) if byte == b'%' && b"diouxXeEfFgGaAc".contains(end) => {
                out.extend_from_slice(b"%d");
                rest = &after[length + 1..];
            }
            Some(b'%') if byte == b'%' => {
                out.extend_from_slice(&rest[..length + 2]);
                rest = &after[length + 1..];
            }
            _ => {
                out.push(byte);
                rest = after;
            }
        }
    }
    out
}

/// Constants without what says their type.
pub fn suffixes(subject: &mut Subject) -> Levels {
    let mut level = Vec::new();
    for (file, source) in subject.sources.iter().enumerate() {
        let tokens = source.tokens().list.iter();
        for token in tokens.filter(|token| token.kind == TokenKind::Number) {
            let range = place(source, token);
            let text = &source.text()[range.clone()];
            let is_suffix = |byte: &&u8| matches!(**byte, b'u' | b'U' | b'l' | b'L');
            let count = text.iter().rev().take_while(is_suffix).count();
            if count > 0 && count < text.len() {
                let change = Change::Text(vec![(range.end - count..range.end, Vec::new())]);
                level.push(Proposal { file, change });
            }
        }
    }
    vec![level]
}

fn place(source: &SourceFile, token: &Token) -> Range<usize> {
    (token.start - source.base()) as usize..(token.end - source.base()) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_of_numbers_become_decimal() {
        let check = |before: &str, after: &str| {
            assert_eq!(String::from_utf8_lossy(&decimal(before.as_bytes())), after);
        };
        check("\"%08llX, %s: %%d%c\\n\"", "\"%d, %s: %%d%d\\n\"");
        check("\"100%\"", "\"100%\"");
        check("%", "%");
    }
}
