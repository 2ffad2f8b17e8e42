//! A text that was parsed, as its user knows it: what they wrote, and where in
//! it anything stands.
//!
//! It is built once and then asked. What is slow to find, such as the alignment
//! with the user's own file, is found at the first question.

use std::ops::Range;
use std::sync::OnceLock;

use elenchus_lang::edits::{AsParsed, Locate};
use elenchus_lang::span::Span;
use elenchus_lang::tree::Program;

use crate::align::Alignment;
pub use crate::align::Share;
use crate::diagnostic::Diagnostics;
pub use crate::lines::TextPlace;
use crate::lines::{Lines, Starts};
use crate::token::{TokenKind, Tokens};
use crate::{Parsed, parse_unit};

/// A preprocessed text with its name and with what it was made from.
#[derive(Clone, Debug)]
pub struct SourceText {
    /// For people.
    pub name: String,
    /// After preprocessing.
    pub text: Vec<u8>,
    pub original: Original,
}

/// What a preprocessed text was made from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Original {
    /// Nothing else: it is what the user wrote.
    Itself,
    /// Something that is not at hand, such as a pipe.
    Unknown,
    /// The bytes of the user's own file.
    File(Vec<u8>),
}

/// A unit's text, preprocessed and before, with its tokens and places.
#[derive(Debug)]
pub struct SourceFile {
    lines: Lines,
    original: Original,
    parsed: Parsed,
    /// With the user's file, if there is one.
    alignment: OnceLock<Alignment>,
    /// The lines of the user's file.
    user_lines: Starts,
}

/// A place in a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LinePlace<'a> {
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

/// The file whose text has a span, of a program's files in their order.
pub fn file_of(files: &[SourceFile], span: Span) -> Option<&SourceFile> {
    files.iter().rev().find(|file| file.lines.base() <= span.start && !span.is_none())
}

impl SourceFile {
    /// Parses a text as the program's next unit: see [`parse_unit`].
    pub fn parse(program: &mut Program, text: SourceText) -> SourceFile {
        let base = program.units.last().map_or(0, |unit| unit.span.end);
        let parsed = parse_unit(program, &text.name, &text.text);
        SourceFile::new(text, base, parsed)
    }

    /// A text whose tokens start at `base`.
    pub fn new(text: SourceText, base: u32, parsed: Parsed) -> SourceFile {
        let SourceText { name, text, original } = text;
        let lines = Lines::new(name, text, base, &parsed.tokens);
        let user_lines = Starts::default();
        SourceFile { lines, original, parsed, alignment: OnceLock::new(), user_lines }
    }

    pub fn name(&self) -> &str {
        self.lines.name()
    }

    /// After preprocessing.
    pub fn text(&self) -> &[u8] {
        self.lines.text()
    }

    /// What the spans of the text start at.
    pub fn base(&self) -> u32 {
        self.lines.base()
    }

    /// What the user wrote, if it is at hand.
    pub fn user_text(&self) -> Option<&[u8]> {
        match &self.original {
            Original::Itself => Some(self.text()),
            Original::Unknown => None,
            Original::File(text) => Some(text),
        }
    }

    pub fn tokens(&self) -> &Tokens {
        &self.parsed.tokens
    }

    pub fn diagnostics(&self) -> &Diagnostics {
        &self.parsed.diagnostics
    }

    /// See [`Parsed::accepted`].
    pub fn accepted(&self) -> bool {
        self.parsed.accepted()
    }

    /// What the line markers say of a byte of the preprocessed text.
    pub fn place(&self, offset: u32) -> TextPlace<'_> {
        self.lines.place(offset)
    }

    /// Whether a span stands in the user's file and in no header.
    pub fn is_own(&self, span: Span) -> bool {
        !span.is_none() && span.start >= self.base() && self.lines.region(span.start).main
    }

    /// Where a span is, for people: in their own file where that is known.
    pub fn spot(&self, span: Span) -> LinePlace<'_> {
        let span = self.before_the_end(span);
        if let Original::File(text) = &self.original {
            let start = || self.token_to_user(span.start);
            // What is missing is missing after a token.
            let after = || self.end(span.start).map(|end| Span::new(end, end));
            if let Some(found) = self.whole(span).or_else(start).or_else(after) {
                return self.in_user_file(text, found);
            }
        }
        let place = self.lines.place(span.start);
        let range = self.lines.line_around(span.start);
        let mark = in_line(span.start - self.base(), span.end - self.base(), &range);
        LinePlace {
            file: place.file,
            line: place.line,
            column: matches!(self.original, Original::Itself).then_some(place.column),
            text: &self.text()[range],
            mark,
        }
    }

    /// The place in the user's file of the token that holds this offset.
    pub fn token_to_user(&self, offset: u32) -> Option<Span> {
        self.alignment()?.token_to_user(&self.tokens().list, offset)
    }

    /// How much of the user's file is found again in the preprocessed text.
    pub fn share(&self) -> Option<Share> {
        Some(self.alignment()?.share())
    }

    fn alignment(&self) -> Option<&Alignment> {
        let Original::File(text) = &self.original else { return None };
        let align = || Alignment::new(text, &self.parsed.tokens, &self.lines);
        Some(self.alignment.get_or_init(align))
    }

    fn in_user_file<'a>(&'a self, text: &'a [u8], span: Span) -> LinePlace<'a> {
        let at = span.range().start;
        let range = self.user_lines.around(text, at);
        let number = self.user_lines.line(text, at) + 1;
        let mark = in_line(span.start, span.end, &range);
        let column = Some(mark.start as u32 + 1);
        LinePlace { file: self.name(), line: number as u32, column, text: &text[range], mark }
    }

    /// What is missing at the end of the text is shown at its last token;
    /// the end itself is an empty line.
    fn before_the_end(&self, span: Span) -> Span {
        let base = self.base();
        let end = base + self.text().len() as u32;
        let mut tokens = self.tokens().list.iter().rev();
        match tokens.find(|token| token.kind != TokenKind::Eof) {
            Some(last) if span.start >= end => last.span(),
            _ => Span::new(span.start.clamp(base, end), span.end.clamp(base, end)),
        }
    }
}

impl Locate for SourceFile {
    fn whole(&self, span: Span) -> Option<Span> {
        match self.original {
            Original::Itself => AsParsed { base: self.base() }.whole(span),
            _ => self.alignment()?.to_user(&self.tokens().list, span),
        }
    }

    fn start(&self, offset: u32) -> Option<u32> {
        match self.original {
            Original::Itself => AsParsed { base: self.base() }.start(offset),
            _ => self.alignment()?.start_to_user(&self.tokens().list, offset),
        }
    }

    fn end(&self, offset: u32) -> Option<u32> {
        match self.original {
            Original::Itself => AsParsed { base: self.base() }.end(offset),
            _ => self.alignment()?.end_to_user(&self.tokens().list, offset),
        }
    }
}

/// The part of `start..end` that lies in the line, from the line's start.
fn in_line(start: u32, end: u32, line: &Range<usize>) -> Range<usize> {
    let within = |offset: u32| (offset as usize).clamp(line.start, line.end) - line.start;
    within(start)..within(end).max(within(start))
}
