//! The holes of a C file, in the user's own bytes.

use elenchus_front::diagnostic::Severity;
use elenchus_front::source::{SourceFile, SourceText};
use elenchus_lang::tree::Program;
use elenchus_produce::enumerate::{FileSkeleton, Options, Source, find};
use thiserror::Error;

/// Why there are none.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum NotC {
    #[error("line {line}: {message}")]
    At { line: u32, message: String },
    #[error("it is no C")]
    Nowhere,
}

/// Parses a file into an empty program and finds its holes.
pub fn holes(
    text: SourceText,
    program: &mut Program,
    options: &Options,
) -> Result<(SourceFile, FileSkeleton), NotC> {
    let file = SourceFile::parse(program, text);
    if !file.accepted() {
        return Err(first_error(&file));
    }
    let found = find(Source { program, file: &file }, options);
    Ok((file, found))
}

fn first_error(file: &SourceFile) -> NotC {
    let mut list = file.diagnostics().list.iter();
    match list.find(|diagnostic| diagnostic.severity == Severity::Error) {
        Some(first) => {
            NotC::At { line: file.spot(first.span).line, message: first.message.to_string() }
        }
        None => NotC::Nowhere,
    }
}
