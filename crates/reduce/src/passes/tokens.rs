//! Words that can go by themselves: storage classes, qualifiers, sizes of types, names
//! of parameters that nobody uses, whatever else. At the end, when the program is small.

use std::ops::Range;

use elenchus_front::source::SourceFile;
use elenchus_front::token::{Token, TokenKind};

use super::{Levels, at};
use crate::search::{Change, Proposal};
use crate::subject::Subject;

/// A program of more tokens is not looked at word by word.
const MOST: usize = 1500;

/// Words that rarely matter, all at once and by halves.
const WORDS: &[TokenKind] = &[
    TokenKind::Const,
    TokenKind::Volatile,
    TokenKind::Restrict,
    TokenKind::Extern,
    TokenKind::Static,
    TokenKind::Register,
    TokenKind::Inline,
    TokenKind::Extension,
    TokenKind::Signed,
];

pub fn words(subject: &mut Subject) -> Levels {
    let mut level = Vec::new();
    for (file, source) in subject.sources.iter().enumerate() {
        for token in source.tokens().list.iter().filter(|token| WORDS.contains(&token.kind)) {
            let change = Change::Text(vec![(range(token, source.base()), b" ".to_vec())]);
            level.push(Proposal { file, change });
        }
    }
    vec![level]
}

/// Each token, each pair of brackets with what is in it, and each of several between
/// commas, one at a time.
pub fn each(subject: &mut Subject) -> Levels {
    let mut levels = Levels::new();
    if subject.tokens() > MOST {
        return levels;
    }
    for (file, source) in subject.sources.iter().enumerate() {
        let tokens = &source.tokens().list;
        let mut open: Vec<Range<usize>> = Vec::new();
        for (number, token) in tokens.iter().enumerate() {
            if token.kind == TokenKind::Eof || is_type(tokens, number) {
                continue;
            }
            let place = range(token, source.base());
            match token.kind {
                TokenKind::LParen | TokenKind::LBracket | TokenKind::LBrace => open.push(place),
                TokenKind::RParen | TokenKind::RBracket | TokenKind::RBrace => {
                    let Some(first) = open.pop() else { continue };
                    let whole = vec![(first.start..place.end, b" ".to_vec())];
                    let only = vec![(first, b" ".to_vec()), (place, b" ".to_vec())];
                    for change in [whole, only].map(Change::Text) {
                        let next = levels.len();
                        at(&mut levels, next).push(Proposal { file, change });
                    }
                }
                TokenKind::Comma => {
                    for part in beside(tokens, number).into_iter().flatten() {
                        let start = range(&tokens[part.start], source.base()).start;
                        let end = range(&tokens[part.end - 1], source.base()).end;
                        let next = levels.len();
                        let change = Change::Text(vec![(start..end, b" ".to_vec())]);
                        at(&mut levels, next).push(Proposal { file, change });
                    }
                }
                _ => {
                    let next = levels.len();
                    let change = Change::Text(vec![without(source, tokens, number)]);
                    at(&mut levels, next).push(Proposal { file, change });
                }
            }
        }
    }
    levels
}

/// A comma with what stands before it, and with what stands after it.
fn beside(tokens: &[Token], comma: usize) -> [Option<Range<usize>>; 2] {
    let opens = |kind| matches!(kind, TokenKind::LParen | TokenKind::LBracket | TokenKind::LBrace);
    let closes = |kind| matches!(kind, TokenKind::RParen | TokenKind::RBracket | TokenKind::RBrace);
    let ends = |kind| matches!(kind, TokenKind::Comma | TokenKind::Semi | TokenKind::Eof);
    let mut depth = 0_usize;
    let first = (0..comma).rev().find(|&at| {
        let kind = tokens[at].kind;
        let is_end = depth == 0 && (opens(kind) || ends(kind));
        depth = (depth + usize::from(closes(kind))).saturating_sub(usize::from(opens(kind)));
        is_end
    });
    depth = 0;
    let last = (comma + 1..tokens.len()).find(|&at| {
        let kind = tokens[at].kind;
        let is_end = depth == 0 && (closes(kind) || ends(kind));
        depth = (depth + usize::from(opens(kind))).saturating_sub(usize::from(closes(kind)));
        is_end
    });
    [first.map(|first| first + 1..comma + 1), last.map(|last| comma..last)]
}

/// The place of a token and nothing there. Of several words that make a type the place is
/// that of all, so that not all go in one round, each because the others are there.
fn without(source: &SourceFile, tokens: &[Token], number: usize) -> (Range<usize>, Vec<u8>) {
    let is_word = |token: &&Token| {
        let kind = token.kind;
        kind.starts_type() && (kind == TokenKind::Signed || !WORDS.contains(&kind))
    };
    let before = tokens[..number].iter().rev().take_while(is_word).count();
    let after = tokens[number + 1..].iter().take_while(is_word).count();
    if !is_word(&&tokens[number]) || before + after == 0 {
        return (range(&tokens[number], source.base()), b" ".to_vec());
    }
    let all = &tokens[number - before..=number + after];
    let mut with = Vec::new();
    for (_, token) in all.iter().enumerate().filter(|(at, _)| *at != before) {
        with.extend_from_slice(&source.text()[range(token, source.base())]);
        with.push(b' ');
    }
    let first = range(&all[0], source.base()).start;
    (first..range(&all[before + after], source.base()).end, with)
}

/// It alone says the type of what is declared after it: without it, that would be an
/// `int` as in the days of old. Or it says that there are no parameters.
fn is_type(tokens: &[Token], number: usize) -> bool {
    if tokens[number].kind == TokenKind::Void {
        return true;
    }
    let kind = |number: Option<usize>| number.and_then(|at| tokens.get(at)).map(|token| token.kind);
    let says = |kind: TokenKind| kind == TokenKind::Ident || kind.starts_type();
    let before = kind(number.checked_sub(1));
    let declares = matches!(kind(Some(number + 1)), Some(TokenKind::Ident | TokenKind::Star));
    declares && says(tokens[number].kind) && !before.is_some_and(TokenKind::starts_type)
}

fn range(token: &Token, base: u32) -> Range<usize> {
    (token.start - base) as usize..(token.end - base) as usize
}
