//! C source text after preprocessing to the typed tree of `elenchus-lang`.
//!
//! Three steps: the lexer turns bytes into tokens, the parser turns tokens
//! into a syntax tree, the checker turns that into the typed tree: names
//! resolved, every implicit conversion made explicit. No step fails: each
//! yields what it could make, and diagnostics.
//!
//! The crate starts no process and reads no file: the caller brings the text,
//! usually the output of `cc -E`. It knows nothing of running programs.

mod align;
mod check;
pub mod diagnostic;
mod keywords;
pub mod lexer;
mod lines;
pub mod parser;
pub mod source;
pub mod stack;
pub mod syntax;
pub mod token;

use elenchus_lang::rules::Language;
use elenchus_lang::span::Span;
use elenchus_lang::tree::{Program, Unit};

use diagnostic::Diagnostics;
use token::Tokens;

/// What came of a text, beside the unit that was added to the program.
#[derive(Debug)]
pub struct Parsed {
    pub diagnostics: Diagnostics,
    pub tokens: Tokens,
}

impl Parsed {
    /// The text is a C translation unit: no error was found.
    pub fn accepted(&self) -> bool {
        self.diagnostics.errors == 0
    }
}

/// Parses and checks a preprocessed text and adds it to the program as its
/// next unit. Where there are errors, the tree has nodes that say so and must
/// not be run or printed.
pub fn parse_unit(program: &mut Program, name: &str, text: &[u8]) -> Parsed {
    OpenUnit::new(program).close(program, name, text)
}

/// A unit whose text comes in parts, each of whole declarations and functions.
/// Together with a copy of the program as it is between two parts, it can be
/// ended in several ways.
#[derive(Clone)]
pub struct OpenUnit {
    /// Where its text starts and the next part does.
    start: u32,
    base: u32,
    /// What the parts so far declare.
    names: Option<parser::Names>,
    file: Option<check::File>,
    /// What of the parts so far is from headers of the system.
    system: Vec<Span>,
}

impl OpenUnit {
    pub fn new(program: &Program) -> OpenUnit {
        let start = program.units.last().map_or(0, |unit| unit.span.end);
        OpenUnit { start, base: start, names: None, file: None, system: Vec::new() }
    }

    /// Parses and checks a part that is not the last.
    pub fn read(&mut self, program: &mut Program, text: &[u8]) -> Parsed {
        let (parsed, file) = self.part(program, text, false);
        self.file = Some(file);
        parsed
    }

    /// The last part, with which the unit becomes the program's next one.
    pub fn close(mut self, program: &mut Program, name: &str, text: &[u8]) -> Parsed {
        let (parsed, file) = self.part(program, text, true);
        let check::File { items, scope, .. } = file;
        let span = Span::new(self.start, self.base);
        program.units.push(Unit { name: name.into(), span, system: self.system, items, scope });
        parsed
    }

    fn part(&mut self, program: &mut Program, text: &[u8], last: bool) -> (Parsed, check::File) {
        let mut diagnostics = Diagnostics::default();
        let (syntax, tokens) = parser::parse_on(
            &mut self.names,
            text,
            self.base,
            program.language,
            &mut program.symbols,
            &mut diagnostics,
        );
        let file = self.file.take();
        let part = check::Part { syntax: &syntax, source: text, base: self.base, last };
        let file = check::check(program, file, part, &mut diagnostics);
        self.base += text.len() as u32;
        self.system.extend(tokens.system(self.base).map(|part| Span::new(part.start, part.end)));
        (Parsed { diagnostics, tokens }, file)
    }
}

/// Lexing and parsing alone: how many tokens there were. For measurements.
pub fn parse_syntax(language: Language, text: &[u8]) -> usize {
    let mut interner = elenchus_lang::symbol::Interner::default();
    let mut diagnostics = Diagnostics::default();
    let (_, tokens) = parser::parse(text, 0, language, &mut interner, &mut diagnostics);
    tokens.list.len()
}
