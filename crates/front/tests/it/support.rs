//! What the tests share: preprocessors, and a text with its tokens.

use std::path::Path;
use std::process::{Command, Stdio};

use elenchus_front::diagnostic::Diagnostics;
use elenchus_front::dialect::Dialect;
use elenchus_front::lexer::lex;
use elenchus_front::token::Tokens;
use elenchus_lang::symbol::Interner;

/// Not 0, so that nobody forgets it.
pub const BASE: u32 = 1000;

/// The output of `compiler -E`; nothing where it fails. A compiler that is not
/// installed is skipped by name.
pub fn preprocess(compiler: &str, options: &[&str], file: &Path) -> Option<Vec<u8>> {
    let output = Command::new(compiler)
        .args(options)
        .args(["-E", "-w"])
        .arg(file)
        .stdin(Stdio::null())
        .output();
    match output {
        Ok(output) => output.status.success().then_some(output.stdout),
        Err(error) => {
            eprintln!("skipped: {compiler}: {error}");
            None
        }
    }
}

pub fn tokens(text: &[u8]) -> Tokens {
    let (mut interner, mut diagnostics) = (Interner::default(), Diagnostics::default());
    lex(text, BASE, Dialect::default(), &mut interner, &mut diagnostics)
}
