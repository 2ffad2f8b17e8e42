//! What may go from a text of words and brackets.

use std::collections::BTreeMap;
use std::ops::Range;

use elenchus_judge::ProgramFile;

use super::scan::{Kind, Token, scan};
use crate::search::{Change, Levels, Proposal, at};

/// A file, its tokens, and for each bracket the other one.
struct Scanned<'a> {
    file: usize,
    text: &'a [u8],
    tokens: Vec<Token>,
    partner: Vec<Option<usize>>,
}

impl Scanned<'_> {
    fn byte(&self, token: usize) -> u8 {
        self.text[self.tokens[token].range.start]
    }

    /// From the start of a token to the end of another one.
    fn range(&self, tokens: Range<usize>) -> Range<usize> {
        self.tokens[tokens.start].range.start..self.tokens[tokens.end - 1].range.end
    }

    /// Tokens go, and something stands there.
    fn replace(&self, places: impl IntoIterator<Item = (Range<usize>, Vec<u8>)>) -> Proposal {
        let places = places.into_iter().filter(|(tokens, _)| !tokens.is_empty());
        let places = places.map(|(tokens, with)| (self.range(tokens), with));
        Proposal { file: self.file, change: Change::Text(places.collect()) }
    }

    fn remove(&self, tokens: Range<usize>) -> Proposal {
        self.replace([(tokens, b" ".to_vec())])
    }

    /// How many brackets each token stands in.
    fn depths(&self) -> Vec<usize> {
        let mut depth = 0;
        let mut depths = Vec::with_capacity(self.tokens.len());
        for (number, partner) in self.partner.iter().enumerate() {
            let closes = partner.is_some_and(|other| other < number);
            let opens = partner.is_some_and(|other| other > number);
            depth -= usize::from(closes);
            depths.push(depth);
            depth += usize::from(opens);
        }
        depths
    }
}

/// Without comments.
fn all(files: &[ProgramFile]) -> impl Iterator<Item = Scanned<'_>> {
    files.iter().enumerate().map(|(file, data)| {
        let mut tokens = scan(&data.text);
        tokens.retain(|token| token.kind != Kind::Comment);
        let partner = partners(&data.text, &tokens);
        Scanned { file, text: &data.text, tokens, partner }
    })
}

/// Brackets that belong together. `<` and `>` do if between them are only words, marks
/// that stand in lists of types, and brackets that belong together.
fn partners(text: &[u8], tokens: &[Token]) -> Vec<Option<usize>> {
    let mut partner = vec![None; tokens.len()];
    let mut open: Vec<usize> = Vec::new();
    let byte = |number: usize| text[tokens[number].range.start];
    for (number, token) in tokens.iter().enumerate() {
        match (token.kind, byte(number)) {
            (Kind::Open, _) => open.push(number),
            (Kind::Close, close) => {
                open.truncate(open.iter().rposition(|&one| byte(one) != b'<').map_or(0, |n| n + 1));
                let fits = |&one: &usize| {
                    matches!((byte(one), close), (b'(', b')') | (b'[', b']') | (b'{', b'}'))
                };
                if let Some(first) = open.pop_if(|one| fits(one)) {
                    (partner[first], partner[number]) = (Some(number), Some(first));
                }
            }
            (Kind::Mark, b'<') if token.range.len() == 1 => open.push(number),
            (Kind::Mark, b'>') if token.range.len() == 1 => {
                if let Some(first) = open.pop_if(|one| byte(*one) == b'<') {
                    (partner[first], partner[number]) = (Some(number), Some(first));
                }
            }
            (Kind::Mark, b';') => while open.pop_if(|one| byte(*one) == b'<').is_some() {},
            _ => {}
        }
    }
    partner
}

pub fn comments(files: &[ProgramFile]) -> Levels {
    let mut level = Vec::new();
    for (file, data) in files.iter().enumerate() {
        let tokens = scan(&data.text).into_iter();
        for comment in tokens.filter(|token| token.kind == Kind::Comment) {
            let change = Change::Text(vec![(comment.range, b" ".to_vec())]);
            level.push(Proposal { file, change });
        }
    }
    vec![level]
}

/// Declarations and statements: what ends with `;`, with a block, or with its line. The
/// outermost ones first.
pub fn pieces(files: &[ProgramFile]) -> Levels {
    let mut levels = Levels::new();
    for scanned in all(files) {
        let depths = scanned.depths();
        // Where a piece began at each depth.
        let mut starts = vec![0];
        for (number, token) in scanned.tokens.iter().enumerate() {
            let depth = depths[number];
            starts.truncate(depth + 1);
            starts.resize(depth + 1, number);
            if ends_piece(&scanned, number) {
                let piece = starts[depth]..number + 1;
                at(&mut levels, depth).push(scanned.remove(piece));
                starts[depth] = number + 1;
            }
            if token.kind == Kind::Open {
                starts.push(number + 1);
            }
        }
    }
    // What stands last is used by nothing that stands before.
    levels.iter_mut().for_each(|level| level.reverse());
    levels
}

fn ends_piece(scanned: &Scanned, number: usize) -> bool {
    match (scanned.tokens[number].kind, scanned.byte(number)) {
        (Kind::Directive, _) | (Kind::Mark, b';') => true,
        (Kind::Close, b'}') => {
            let next = scanned.tokens.get(number + 1);
            let goes_on = |next: &Token| b";,)=.".contains(&scanned.text[next.range.start]);
            !next.is_some_and(goes_on)
        }
        _ => false,
    }
}

/// What stands in brackets goes, or the brackets with it, or the brackets alone.
pub fn brackets(files: &[ProgramFile]) -> Levels {
    let mut levels = Levels::new();
    for scanned in all(files) {
        let depths = scanned.depths();
        for (first, last) in scanned.partner.iter().enumerate() {
            let Some(last) = last.filter(|last| *last > first) else { continue };
            let blank = || b" ".to_vec();
            let level = 3 * depths[first];
            at(&mut levels, level).push(scanned.remove(first..last + 1));
            if last > first + 1 {
                at(&mut levels, level + 1).push(scanned.remove(first + 1..last));
                let both = [(first..first + 1, blank()), (last..last + 1, blank())];
                at(&mut levels, level + 2).push(scanned.replace(both));
            }
        }
    }
    levels
}

/// One of several between commas, with its comma; and each operand of whatever mark.
pub fn arguments(files: &[ProgramFile]) -> Levels {
    let mut levels = Levels::new();
    for scanned in all(files) {
        let depths = scanned.depths();
        for (number, _) in scanned.tokens.iter().enumerate() {
            if scanned.tokens[number].kind != Kind::Mark || scanned.partner[number].is_some() {
                continue;
            }
            let is_end = |other: &usize| {
                let is_same = depths[*other] == depths[number];
                depths[*other] < depths[number]
                    || is_same && matches!(scanned.byte(*other), b';' | b',')
            };
            let before = (0..number).rev().find(is_end).map_or(0, |end| end + 1);
            let last = scanned.tokens.len();
            let after = (number + 1..last).find(is_end).unwrap_or(last);
            let comma = usize::from(scanned.byte(number) != b',');
            at(&mut levels, 2 * depths[number] + comma).push(scanned.remove(number..after));
            at(&mut levels, 2 * depths[number] + comma).push(scanned.remove(before..number + 1));
        }
    }
    levels
}

/// Any tokens that stand beside each other.
pub fn runs(files: &[ProgramFile]) -> Levels {
    let mut level = Vec::new();
    for scanned in all(files) {
        level.extend((0..scanned.tokens.len()).map(|number| scanned.remove(number..number + 1)));
    }
    vec![level]
}

/// Numbers become zero or one, strings empty.
pub fn literals(files: &[ProgramFile]) -> Levels {
    let mut levels = Levels::new();
    for scanned in all(files) {
        for (number, token) in scanned.tokens.iter().enumerate() {
            let simple: &[&[u8]] = match token.kind {
                Kind::Number => &[b"0", b"1"],
                Kind::Quoted => &[b"\"\"", b"0"],
                _ => continue,
            };
            for (level, with) in simple.iter().enumerate() {
                let proposal = scanned.replace([(number..number + 1, with.to_vec())]);
                at(&mut levels, level).push(proposal);
            }
        }
    }
    levels
}

/// Short names, by first use.
pub fn names(files: &[ProgramFile]) -> Levels {
    let mut uses: BTreeMap<Vec<u8>, Vec<(usize, Range<usize>)>> = BTreeMap::new();
    let mut order: Vec<Vec<u8>> = Vec::new();
    for scanned in all(files) {
        for token in scanned.tokens.iter().filter(|token| token.kind == Kind::Word) {
            let name = scanned.text[token.range.clone()].to_vec();
            let places = uses.entry(name.clone()).or_default();
            if places.is_empty() {
                order.push(name);
            }
            places.push((scanned.file, token.range.clone()));
        }
    }
    let mut free =
        ('a'..='z').map(|letter| vec![letter as u8]).filter(|name| !uses.contains_key(name));
    let mut level = Vec::new();
    for name in order.iter().filter(|name| name.len() > 1) {
        let places = &uses[name];
        // A proposal is about one file.
        let file = places[0].0;
        if places.iter().any(|place| place.0 != file) {
            continue;
        }
        let Some(short) = free.next() else { break };
        let change = places.iter().map(|(_, range)| (range.clone(), short.clone())).collect();
        level.push(Proposal { file, change: Change::Text(change) });
    }
    vec![level]
}
