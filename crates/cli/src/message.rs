//! Diagnostics as JSON has them.

use elenchus_front::diagnostic::{Diagnostic, Severity};
use elenchus_front::source::SourceFile;
use elenchus_lang::span::Span;
use serde::Serialize;

#[derive(Serialize)]
pub struct Message {
    severity: &'static str,
    message: String,
    #[serde(flatten)]
    place: Stands,
    notes: Vec<Note>,
}

#[derive(Serialize)]
struct Note {
    message: String,
    #[serde(flatten)]
    place: Stands,
}

#[derive(Serialize)]
struct Stands {
    file: String,
    line: u32,
    column: Option<u32>,
}

/// In the order of the text: names and types are checked after the grammar.
pub fn in_order(file: &SourceFile) -> Vec<&Diagnostic> {
    let mut diagnostics: Vec<&Diagnostic> = file.diagnostics().list.iter().collect();
    diagnostics.sort_by_key(|diagnostic| diagnostic.span.start);
    diagnostics
}

impl Message {
    pub fn new(diagnostic: &Diagnostic, source: &SourceFile) -> Message {
        let note = |(message, span): &(String, Span)| Note {
            message: message.clone(),
            place: Stands::new(*span, source),
        };
        Message {
            severity: match diagnostic.severity {
                Severity::Error => "error",
                Severity::Warning => "warning",
            },
            message: diagnostic.message.clone(),
            place: Stands::new(diagnostic.span, source),
            notes: diagnostic.notes.iter().map(note).collect(),
        }
    }
}

impl Stands {
    fn new(span: Span, source: &SourceFile) -> Stands {
        let spot = source.spot(span);
        Stands { file: spot.file.to_owned(), line: spot.line, column: spot.column }
    }
}
