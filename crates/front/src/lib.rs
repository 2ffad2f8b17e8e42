//! C source text after preprocessing to the typed tree of `elenchus-lang`.
//!
//! Three steps: the lexer turns bytes into tokens, the parser turns tokens
//! into a syntax tree, the checker turns that into the typed tree: names
//! resolved, every implicit conversion made explicit. No step fails: each
//! yields what it could make, and diagnostics.
//!
//! The crate starts no process and reads no file: the caller brings the text,
//! usually the output of `cc -E`. It knows nothing of running programs.

pub mod align;
mod check;
pub mod diagnostic;
pub mod dialect;
mod keywords;
pub mod lexer;
pub mod lines;
pub mod parser;
pub mod source;
pub mod stack;
pub mod syntax;
pub mod token;

use elenchus_lang::rules::{Edition, Standard};
use elenchus_lang::tree::Program;

use diagnostic::Diagnostics;
use dialect::Dialect;
use token::Tokens;

/// What came of a text, beside the unit that was added to the program.
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
    let base = program.units.last().map_or(0, |unit| unit.span.end);
    let mut diagnostics = Diagnostics::default();
    let dialect = dialect(program.standard);
    let (syntax, tokens) =
        parser::parse(text, base, dialect, &mut program.symbols, &mut diagnostics);
    check::check(program, &syntax, text, base, name, &mut diagnostics);
    Parsed { diagnostics, tokens }
}

/// Lexing and parsing alone: how many tokens there were. For measurements.
pub fn parse_syntax(standard: Standard, text: &[u8]) -> usize {
    let mut interner = elenchus_lang::symbol::Interner::default();
    let mut diagnostics = Diagnostics::default();
    let (_, tokens) = parser::parse(text, 0, dialect(standard), &mut interner, &mut diagnostics);
    tokens.list.len()
}

fn dialect(standard: Standard) -> Dialect {
    Dialect { gnu: standard.gnu, c23: standard.edition >= Edition::C23 }
}
