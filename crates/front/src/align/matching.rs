//! Which tokens of a few lines are the same before and after preprocessing.
//!
//! The user's tokens are seen as fixed text with gaps: a macro's name, its
//! arguments included, is a gap that any tokens may have come from, all else
//! must be found again as it is and in its order. What can be found in more
//! than one way is left alone.

use rustc_hash::FxHashMap;

use super::user::{Macro, UserFile, UserKind, UserToken};

/// So many comparisons are allowed for any lines, and 64 more for each token.
const BUDGET: usize = 10_000;

/// A piece of the user's tokens and the equal piece of preprocessed ones.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Same {
    /// Index in the user's tokens.
    pub user: usize,
    /// Index in the preprocessed tokens of these lines.
    pub preprocessed: usize,
    pub count: usize,
}

#[derive(Debug)]
pub(super) enum Answer {
    /// What is certain, and how many tokens are macros and their arguments.
    Found(Vec<Same>, usize),
    /// A macro's arguments go on until this token: ask again with its lines.
    More(usize),
    /// Nothing is certain.
    Nothing,
}

/// A token of the preprocessed text.
#[derive(Clone, Copy)]
pub(super) struct Preprocessed<'a> {
    pub spelling: &'a [u8],
    pub pragma: bool,
    pub word: bool,
}

/// The user's file with what the matching wants to know of all of it.
pub(super) struct Matcher<'a> {
    file: &'a UserFile<'a>,
    /// For each token that is `(`, its `)`: in the same branch of `#if`, with
    /// no directive in between.
    closing: FxHashMap<u32, u32>,
}

impl<'a> Matcher<'a> {
    pub fn new(file: &'a UserFile<'a>) -> Matcher<'a> {
        let mut closing = FxHashMap::default();
        let mut open: Vec<u32> = Vec::new();
        let mut place = (0, 0);
        for (index, token) in file.tokens.iter().enumerate() {
            if (token.section, token.era) != place {
                place = (token.section, token.era);
                open.clear();
            }
            match token.kind {
                UserKind::LParen => open.push(index as u32),
                UserKind::RParen => {
                    closing.extend(open.pop().map(|start| (start, index as u32)));
                }
                _ => {}
            }
        }
        Matcher { file, closing }
    }

    /// Compares the user's tokens `from..to` with those that the preprocessor
    /// made of their lines.
    pub fn find(&self, from: usize, to: usize, after: &[Preprocessed]) -> Answer {
        let mut gaps = vec![false; to - from];
        let mut expanded = false;
        for index in from..to {
            if self.is_macro(index) {
                expanded = true;
                gaps[index - from] = true;
            }
        }
        if !expanded && after.len() == to - from && self.equal(from, after) == after.len() {
            return Answer::Found(vec![Same { user: from, preprocessed: 0, count: to - from }], 0);
        }
        let widened = self.widen(from, &mut gaps).and_then(|()| {
            self.mark_vanished(from, after, &mut gaps);
            self.widen(from, &mut gaps)
        });
        if let Err(end) = widened {
            return end.map_or(Answer::Nothing, Answer::More);
        }
        let (Some(&first), Some(&last)) = (gaps.first(), gaps.last()) else {
            return Answer::Nothing;
        };
        let pieces = self.pieces(from, &gaps);
        // Without a gap it would have been found already.
        if pieces.first().is_some_and(|piece| piece.count == gaps.len()) {
            return Answer::Nothing;
        }
        let length = after.len();
        let budget = BUDGET + 64 * (length + gaps.len());
        let mut search = Search { pieces: &pieces, starts: !first, ends: !last, length, budget };
        let found = search.run(|piece, at| self.equal(piece.user, &after[at..at + piece.count]));
        let macros = gaps.iter().filter(|gap| **gap).count();
        found.map_or(Answer::Nothing, |found| Answer::Found(found, macros))
    }

    /// The name of a macro of this file, where it would be expanded.
    fn is_macro(&self, index: usize) -> bool {
        let token = &self.file.tokens[index];
        if token.kind != UserKind::Word {
            return false;
        }
        match self.file.macro_named(self.file.spelling(token)) {
            Some(Macro::Object) => true,
            Some(Macro::Function) => {
                let next = self.file.tokens.get(index + 1);
                next.is_some_and(|next| next.kind == UserKind::LParen)
            }
            None => false,
        }
    }

    /// A word outside gaps that is there less often afterwards is a macro
    /// too, from a header or the command line.
    fn mark_vanished(&self, from: usize, after: &[Preprocessed], gaps: &mut [bool]) {
        let word = |index: usize| {
            let token = &self.file.tokens[from + index];
            (token.kind == UserKind::Word).then(|| self.file.spelling(token))
        };
        let mut missing: FxHashMap<&[u8], i64> = FxHashMap::default();
        for (index, _) in gaps.iter().enumerate().filter(|(_, gap)| !**gap) {
            if let Some(name) = word(index) {
                *missing.entry(name).or_default() += 1;
            }
        }
        for token in after.iter().filter(|token| token.word) {
            missing.entry(token.spelling).and_modify(|count| *count -= 1);
        }
        for (index, gap) in gaps.iter_mut().enumerate() {
            *gap |= word(index).and_then(|name| missing.get(name)).is_some_and(|count| *count > 0);
        }
    }

    /// Lets each gap take the parenthesised lists after it: they may be
    /// arguments. An error is the end of a list that lies outside, or none
    /// where a list has no end.
    fn widen(&self, from: usize, gaps: &mut [bool]) -> Result<(), Option<usize>> {
        let mut index = 0;
        while index < gaps.len() {
            if !gaps[index] {
                index += 1;
                continue;
            }
            let mut next = from + index + 1;
            while self.file.tokens.get(next).is_some_and(|token| token.kind == UserKind::LParen) {
                next = *self.closing.get(&(next as u32)).ok_or(None)? as usize + 1;
            }
            if next > from + gaps.len() {
                return Err(Some(next - 1));
            }
            gaps[index..next - from].fill(true);
            index = next - from;
        }
        Ok(())
    }

    /// The fixed text between gaps.
    fn pieces(&self, from: usize, gaps: &[bool]) -> Vec<Piece> {
        let mut pieces = Vec::new();
        let mut user = from;
        for run in gaps.chunk_by(|a, b| a == b) {
            if run.first() == Some(&false) {
                pieces.push(Piece { user, count: run.len() });
            }
            user += run.len();
        }
        pieces
    }

    /// How many of the user's tokens from `from` on are these.
    fn equal(&self, from: usize, after: &[Preprocessed]) -> usize {
        let pairs = self.file.tokens[from..].iter().zip(after);
        pairs.take_while(|(before, after)| self.same(before, after)).count()
    }

    fn same(&self, before: &UserToken, after: &Preprocessed) -> bool {
        let spelling = self.file.spelling(before);
        match before.kind {
            UserKind::Pragma => after.pragma && same_pragma(spelling, after.spelling),
            _ => !after.pragma && spelling == after.spelling,
        }
    }
}

/// Fixed text: so many of the user's tokens.
#[derive(Clone, Copy)]
struct Piece {
    user: usize,
    count: usize,
}

/// The search for the pieces of some lines among their preprocessed tokens.
struct Search<'a> {
    pieces: &'a [Piece],
    /// No gap stands before the first piece, or after the last one.
    starts: bool,
    ends: bool,
    /// How many tokens there are.
    length: usize,
    /// How many comparisons are left.
    budget: usize,
}

impl Search<'_> {
    /// The pieces that have only one place. `equal` says how many tokens of
    /// the piece are found at a place.
    fn run(&mut self, equal: impl Fn(Piece, usize) -> usize) -> Option<Vec<Same>> {
        let first = self.extreme(&equal, false)?;
        let last = self.extreme(&equal, true)?;
        let places = first.iter().zip(&last);
        let certain = self.pieces.iter().zip(places).filter(|(_, (first, last))| first == last);
        let same = |(piece, (at, _)): (&Piece, (&usize, &usize))| Same {
            user: piece.user,
            preprocessed: *at,
            count: piece.count,
        };
        Some(certain.map(same).collect())
    }

    /// The first places that the pieces can have, or the last ones.
    fn extreme(
        &mut self,
        equal: &impl Fn(Piece, usize) -> usize,
        from_end: bool,
    ) -> Option<Vec<usize>> {
        let count = self.pieces.len();
        let mut places = vec![0; count];
        // What the pieces placed so far have left of the tokens.
        let (mut low, mut high) = (0, self.length);
        for step in 0..count {
            let index = if from_end { count - 1 - step } else { step };
            let piece = self.pieces[index];
            let last = high.checked_sub(piece.count).filter(|last| *last >= low)?;
            let first = if index == count - 1 && self.ends { last } else { low };
            let last = if index == 0 && self.starts { low } else { last };
            let place = match from_end {
                false => self.probe(first..=last, piece, equal)?,
                true => self.probe((first..=last).rev(), piece, equal)?,
            };
            places[index] = place;
            if from_end {
                high = place;
            } else {
                low = place + piece.count;
            }
        }
        Some(places)
    }

    fn probe(
        &mut self,
        mut places: impl Iterator<Item = usize>,
        piece: Piece,
        equal: &impl Fn(Piece, usize) -> usize,
    ) -> Option<usize> {
        places.find(|&at| {
            let found = if self.budget == 0 { 0 } else { equal(piece, at) };
            self.budget = self.budget.saturating_sub(found + 1);
            found == piece.count
        })
    }
}

/// Preprocessors change the space in a pragma, and drop its comments.
fn same_pragma(before: &[u8], after: &[u8]) -> bool {
    without_space(before) == without_space(after)
}

fn without_space(line: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    let mut rest = line;
    while let Some((&byte, tail)) = rest.split_first() {
        if let Some(comment) = rest.strip_prefix(b"/*") {
            let end = comment.windows(2).position(|pair| pair == b"*/").map_or(0, |at| at + 2);
            rest = &comment[end..];
            continue;
        }
        if !byte.is_ascii_whitespace() {
            out.push(byte);
        }
        rest = tail;
    }
    out
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;

    /// The user's line with each token that is found marked by its place in
    /// the preprocessed line; both lines are lexed as the user's are.
    fn check(definitions: &str, before: &str, after: &str, expected: Expect) {
        let text = format!("{definitions}\n{before}");
        let file = UserFile::new(text.as_bytes());
        let after = UserFile::new(after.as_bytes());
        let tokens: Vec<Preprocessed> = after
            .tokens
            .iter()
            .map(|token| Preprocessed {
                spelling: after.spelling(token),
                pragma: token.kind == UserKind::Pragma,
                word: token.kind == UserKind::Word,
            })
            .collect();
        let matcher = Matcher::new(&file);
        let count = file.tokens.len();
        let out = match matcher.find(0, count, &tokens) {
            Answer::Found(found, _) => (0..count)
                .map(|i| {
                    let name = String::from_utf8_lossy(file.spelling(&file.tokens[i]));
                    let hit = found.iter().find(|s| (s.user..s.user + s.count).contains(&i));
                    match hit {
                        Some(same) => format!("{name}@{}", same.preprocessed + i - same.user),
                        None => name.to_string(),
                    }
                })
                .collect::<Vec<_>>()
                .join(" "),
            other => format!("{other:?}"),
        };
        expected.assert_eq(&out);
    }

    #[test]
    fn without_macros_all_is_the_same() {
        check("", "int a = b;", "int a = b;", expect!["int@0 a@1 =@2 b@3 ;@4"]);
        check("", "int a = b;", "int a = c;", expect!["int@0 a@1 =@2 b ;@4"]);
    }

    #[test]
    fn an_expansion_is_not_mistaken_for_the_users_token() {
        check("#define X a", "X + a", "a + a", expect!["X +@1 a@2"]);
        // The same with a macro that we have not seen.
        check("", "X + a", "a + a", expect!["X +@1 a@2"]);
        check("", "a + X + a", "a + a + a", expect!["a@0 +@1 X +@3 a@4"]);
    }

    #[test]
    fn arguments_belong_to_the_macro() {
        check(
            "#define F(x) x + x",
            "b = F(a) + a;",
            "b = a + a + a;",
            expect!["b@0 =@1 F ( a ) +@5 a@6 ;@7"],
        );
        check(
            "#define F(x) x",
            "F = F (a) (b);",
            "F = a (b);",
            expect!["F@0 =@1 F ( a ) ( b ) ;@6"],
        );
        check(
            "",
            "assert(a == b); a = b;",
            "((a == b) ? 0 : f()); a = b;",
            expect!["assert ( a == b ) ;@13 a@14 =@15 b@16 ;@17"],
        );
    }

    #[test]
    fn pieces_between_gaps_must_be_unique() {
        check("", "N * M + N", "3 * 4 + 3", expect!["N *@1 M +@3 N"]);
        check("", "N + M + N", "(1 + 2) + 3 + 4", expect!["N + M + N"]);
    }

    #[test]
    fn what_fits_nowhere_gives_nothing() {
        check("#define N 3", "a + N", "b + 3", expect!["a +@1 N"]);
        check("", "f(a);", "f((int)(a));", expect!["Nothing"]);
        check("#define F(x) x", "F(a", "a", expect!["Nothing"]);
    }

    #[test]
    fn pragmas_match_but_for_their_space() {
        check(
            "",
            "#pragma  pack( 1) // x\na",
            "#pragma pack(1)\na",
            expect!["#pragma  pack( 1)@0 a@1"],
        );
        check("", "#pragma omp N\na", "#pragma omp 3\na", expect!["Nothing"]);
    }
}
