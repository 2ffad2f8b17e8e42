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
pub mod builtins;
pub mod diagnostic;
pub mod dialect;
mod keywords;
pub mod lexer;
pub mod lines;
pub mod parser;
pub mod stack;
pub mod syntax;
pub mod token;
