//! From the preprocessed text back to the user's own file.
//!
//! Line markers tell the line of a token but not its column, nor whether a
//! macro made it. So the user's file is read too, as tokens ([`user`]), and
//! the tokens of each line are compared with those that the preprocessor made
//! of it ([`matching`]). What is found again can be shown and edited in place.
//! What is not certain is not aligned: a wrong place would make a wrong edit.

mod matching;
mod presumed;
mod splices;
mod user;

use elenchus_lang::span::Span;

use crate::lines::Lines;
use crate::token::{Token, TokenKind, Tokens};
use matching::{Answer, Matcher, Preprocessed};
use user::UserFile;

/// Which tokens of a preprocessed text stand in the user's file, and where.
/// All questions bring the tokens that it was made of.
#[derive(Debug)]
pub(crate) struct Alignment {
    /// For each token.
    places: Vec<Option<Aligned>>,
    share: Share,
}

/// Where a token stands in the user's file.
#[derive(Clone, Copy, Debug)]
struct Aligned {
    span: Span,
    /// Tokens with the same number follow each other in both texts, but for
    /// what `#if` left out.
    run: u32,
    /// The branch of `#if` that it is in.
    section: u32,
}

/// How much of the user's file is aligned.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Share {
    pub aligned: usize,
    /// The names of macros and their arguments, which cannot be.
    pub macros: usize,
    /// All tokens of the user's file but those that `#if` left out.
    pub all: usize,
}

impl Alignment {
    /// `user_text` is the file that was preprocessed, `tokens` and `lines`
    /// belong to the result.
    pub fn new(user_text: &[u8], tokens: &Tokens, lines: &Lines) -> Alignment {
        let list = &tokens.list;
        let mut builder =
            Builder { lines, list, users: vec![None; list.len()], share: Share::default() };
        let places = match is_plain(user_text) {
            true => builder.run(&UserFile::new(user_text)),
            false => vec![None; list.len()],
        };
        Alignment { places, share: builder.share }
    }

    /// The place of a span in the user's file, if all its tokens stand there
    /// together: none comes from a macro or a header, and no directive but
    /// whole `#if … #endif` is among them.
    pub fn to_user(&self, tokens: &[Token], span: Span) -> Option<Span> {
        let first = tokens.partition_point(|token| token.start < span.start);
        let after = tokens.partition_point(|token| token.start < span.end);
        let last = after.checked_sub(1).filter(|last| *last >= first)?;
        if tokens[first].start != span.start || tokens[last].end != span.end {
            return None;
        }
        let (first, last) = (self.places[first]?, self.places[last]?);
        let together = first.run == last.run && first.section == last.section;
        together.then(|| first.span.to(last.span))
    }

    /// The place of the token that holds this offset.
    pub fn token_to_user(&self, tokens: &[Token], offset: u32) -> Option<Span> {
        let after = tokens.partition_point(|token| token.start <= offset);
        let index = after.checked_sub(1)?;
        let holds = offset < tokens[index].end;
        self.places[index].filter(|_| holds).map(|place| place.span)
    }

    /// Where the token that starts at this offset starts in the user's file.
    pub fn start_to_user(&self, tokens: &[Token], offset: u32) -> Option<u32> {
        let index = tokens.binary_search_by_key(&offset, |token| token.start).ok()?;
        self.places[index].map(|place| place.span.start)
    }

    /// Where the token that ends at this offset ends in the user's file.
    pub fn end_to_user(&self, tokens: &[Token], offset: u32) -> Option<u32> {
        let index = tokens.partition_point(|token| token.end < offset);
        let ends = tokens.get(index).is_some_and(|token| token.end == offset);
        self.places.get(index).copied().flatten().filter(|_| ends).map(|place| place.span.end)
    }

    pub fn share(&self) -> Share {
        self.share
    }
}

/// Compilers disagree on a carriage return that stands alone, and positions
/// have 32 bits.
fn is_plain(text: &[u8]) -> bool {
    u32::try_from(text.len()).is_ok_and(|length| length < u32::MAX)
        && !text.windows(2).any(|pair| pair[0] == b'\r' && pair[1] != b'\n')
}

struct Builder<'a> {
    lines: &'a Lines,
    list: &'a [Token],
    /// For each of `list` the user's token that it is.
    users: Vec<Option<u32>>,
    share: Share,
}

/// A macro's arguments are followed through this many requests for more lines.
const ROUNDS: usize = 64;

impl Builder<'_> {
    fn run(&mut self, file: &UserFile) -> Vec<Option<Aligned>> {
        let by_line = self.by_line(file);
        let matcher = Matcher::new(file);
        let mut alive = vec![false; file.sections];
        let mut from = 0;
        while from < file.tokens.len() {
            let mut to = end_of_lines(file, from);
            let mut found = Answer::Nothing;
            for _ in 0..ROUNDS {
                let indexes = in_lines(&by_line, file, from, to);
                if indexes.is_empty() {
                    break;
                }
                alive[file.tokens[from].section as usize] = true;
                let after: Vec<Preprocessed> =
                    indexes.iter().map(|&index| self.preprocessed(index)).collect();
                found = matcher.find(from, to, &after);
                match &found {
                    Answer::More(last) => to = end_of_lines(file, *last),
                    Answer::Found(pieces, macros) => {
                        self.note(pieces, &indexes);
                        self.share.macros += macros;
                        break;
                    }
                    Answer::Nothing => break,
                }
            }
            from = match found {
                Answer::More(_) => end_of_lines(file, from),
                _ => to,
            };
        }
        self.places(file, &alive)
    }

    /// The tokens of the main file with the lines of the user's file that
    /// they claim, in the order of the lines.
    fn by_line(&self, file: &UserFile) -> Vec<(u32, u32)> {
        let text = self.lines.text();
        let base = self.lines.base();
        let regions = self.lines.regions();
        let named = regions.iter().find(|region| region.main && region.file.is_some());
        let name = self.lines.file(named.unwrap_or(&regions[0]));
        let lines = file.tokens.last().map_or(0, |token| token.line + 1);
        let table = file.presumed.table(name, lines);
        let mut by_line = Vec::new();
        for (index, region) in regions.iter().enumerate().filter(|(_, region)| region.main) {
            let end = regions.get(index + 1).map_or(u32::MAX, |next| next.start);
            let name = self.lines.file(region);
            let first = self.list.partition_point(|token| token.start < region.start);
            let mut at = (region.start - base) as usize;
            let mut line = region.line;
            for (offset, token) in self.list[first..].iter().enumerate() {
                if token.start >= end || token.kind == TokenKind::Eof {
                    break;
                }
                let start = (token.start - base) as usize;
                let newlines = text[at..start].iter().filter(|&&byte| byte == b'\n').count();
                line = line.saturating_add(newlines as u32);
                at = start;
                by_line.extend(table.line(name, line).map(|line| (line, (first + offset) as u32)));
            }
        }
        by_line.sort_unstable();
        by_line
    }

    fn preprocessed(&self, index: u32) -> Preprocessed<'_> {
        let token = &self.list[index as usize];
        let base = self.lines.base();
        let spelling =
            &self.lines.text()[(token.start - base) as usize..(token.end - base) as usize];
        Preprocessed {
            spelling,
            pragma: token.kind == TokenKind::Pragma,
            word: token.kind == TokenKind::Ident || token.kind.is_keyword(),
        }
    }

    fn note(&mut self, pieces: &[matching::Same], indexes: &[u32]) {
        for piece in pieces {
            let indexes = &indexes[piece.preprocessed..piece.preprocessed + piece.count];
            for (offset, &index) in indexes.iter().enumerate() {
                self.users[index as usize] = Some((piece.user + offset) as u32);
            }
        }
    }

    /// Numbers the runs: see [`Aligned`]. `alive` are the branches of `#if`
    /// that were taken.
    fn places(&mut self, file: &UserFile, alive: &[bool]) -> Vec<Option<Aligned>> {
        // How many tokens of taken branches stand before each.
        let mut before = Vec::with_capacity(file.tokens.len());
        let mut count = 0u32;
        for token in &file.tokens {
            before.push(count);
            count += u32::from(alive[token.section as usize]);
        }
        self.share.all = count as usize;
        self.share.aligned = self.users.iter().flatten().count();
        let mut run = 0;
        let mut last: Option<usize> = None;
        let mut places = Vec::with_capacity(self.users.len());
        for user in &self.users {
            let user = user.map(|user| user as usize);
            let follows = match (last, user) {
                (Some(last), Some(user)) => {
                    last < user
                        && file.tokens[last].era == file.tokens[user].era
                        && before[last] + u32::from(alive[file.tokens[last].section as usize])
                            == before[user]
                }
                _ => false,
            };
            run += u32::from(!follows);
            places.push(user.map(|user| {
                let token = &file.tokens[user];
                Aligned { span: file.span(token), run, section: token.section }
            }));
            last = user;
        }
        places
    }
}

/// The first token after the lines of the token at `index`, and after those
/// that are joined to them.
fn end_of_lines(file: &UserFile, index: usize) -> usize {
    let mut line = file.tokens[index].line;
    let mut end = index;
    while let Some(token) = file.tokens.get(end) {
        while line < token.line && file.is_joined(line) {
            line += 1;
        }
        if token.line > line {
            break;
        }
        end += 1;
    }
    end
}

/// The preprocessed tokens that claim the lines of the user's tokens
/// `from..to`, in the order of the preprocessed text.
fn in_lines(by_line: &[(u32, u32)], file: &UserFile, from: usize, to: usize) -> Vec<u32> {
    let first = file.tokens[from].line;
    let mut last = file.tokens[to - 1].line;
    while file.is_joined(last) {
        last += 1;
    }
    let start = by_line.partition_point(|(line, _)| *line < first);
    let end = by_line.partition_point(|(line, _)| *line <= last);
    let mut indexes: Vec<u32> = by_line[start..end].iter().map(|(_, index)| *index).collect();
    indexes.sort_unstable();
    indexes
}
