//! Where a message points, for people: in their own file where that is known.

use std::ops::Range;

use elenchus_lang::span::Span;

use crate::align::Alignment;
use crate::lines::Lines;
use crate::token::{TokenKind, Tokens};

/// A preprocessed text together with what the user wrote.
pub struct Source<'a> {
    pub tokens: &'a Tokens,
    pub lines: &'a Lines<'a>,
    pub original: Original<'a>,
}

/// What the preprocessed text was made from.
pub enum Original<'a> {
    /// Nothing else: it is what the user gave.
    Itself,
    /// A file that is not at hand.
    Unknown,
    File {
        name: &'a str,
        text: &'a [u8],
        alignment: &'a Alignment<'a>,
    },
}

/// A place in a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Spot<'a> {
    pub file: &'a str,
    /// From 1.
    pub line: u32,
    /// In bytes, from 1. None where the file's own line is not known to hold
    /// the place: it stands in a header, or a macro made it.
    pub column: Option<u32>,
    /// The line without its end: the file's own if there is a column,
    /// otherwise that of the preprocessed text.
    pub text: &'a [u8],
    /// What is meant, in `text`; cut off at the end of the line.
    pub mark: Range<usize>,
}

impl<'a> Source<'a> {
    pub fn spot(&self, span: Span) -> Spot<'a> {
        let span = self.before_the_end(span);
        if let Original::File { name, text, alignment } = self.original {
            let start = || alignment.token_to_user(span.start);
            // What is missing is missing after a token.
            let after = || alignment.end_to_user(span.start).map(|end| Span::new(end, end));
            if let Some(found) = alignment.to_user(span).or_else(start).or_else(after) {
                return in_file(name, text, found);
            }
        }
        let place = self.lines.place(span.start);
        let range = self.lines.line_around(span.start);
        let mark = in_line(span.start - self.lines.base(), span.end - self.lines.base(), &range);
        Spot {
            file: place.file,
            line: place.line,
            column: matches!(self.original, Original::Itself).then_some(place.column),
            text: &self.lines.text()[range],
            mark,
        }
    }

    /// What is missing at the end of the text is shown at its last token;
    /// the end itself is an empty line.
    fn before_the_end(&self, span: Span) -> Span {
        let base = self.lines.base();
        let end = base + self.lines.text().len() as u32;
        let mut tokens = self.tokens.list.iter().rev();
        match tokens.find(|token| token.kind != TokenKind::Eof) {
            Some(last) if span.start >= end => last.span(),
            _ => Span::new(span.start.clamp(base, end), span.end.clamp(base, end)),
        }
    }
}

fn in_file<'a>(name: &'a str, text: &'a [u8], span: Span) -> Spot<'a> {
    let before = &text[..span.range().start];
    let start = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
    let rest = &text[start..];
    let length = rest.iter().position(|&byte| byte == b'\n').unwrap_or(rest.len());
    let line = rest[..length].trim_ascii_end();
    let range = start..start + line.len();
    let number = before.iter().filter(|&&byte| byte == b'\n').count() + 1;
    let mark = in_line(span.start, span.end, &range);
    Spot { file: name, line: number as u32, column: Some(mark.start as u32 + 1), text: line, mark }
}

/// The part of `start..end` that lies in the line, from the line's start.
fn in_line(start: u32, end: u32, line: &Range<usize>) -> Range<usize> {
    let within = |offset: u32| (offset as usize).clamp(line.start, line.end) - line.start;
    within(start)..within(end).max(within(start))
}
