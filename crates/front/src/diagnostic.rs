//! What the front end has to say about a text.

use elenchus_lang::span::Span;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Severity {
    Warning,
    Error,
}

/// One message about one place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    pub severity: Severity,
    pub message: String,
    pub span: Span,
    /// Further places that explain it: "declared here".
    pub notes: Vec<(String, Span)>,
}

/// Collects diagnostics; keeps the first ones and counts the rest, so that a
/// hostile text cannot fill the memory. Warnings never push out an error.
#[derive(Default, Debug)]
pub struct Diagnostics {
    pub list: Vec<Diagnostic>,
    pub errors: usize,
    pub warnings: usize,
    pub dropped: usize,
}

/// More than this many errors, or warnings, help nobody.
const KEPT: usize = 100;

impl Diagnostics {
    pub fn error(&mut self, span: Span, message: impl Into<String>) {
        self.error_with(span, message, Vec::new());
    }

    pub fn error_with(
        &mut self,
        span: Span,
        message: impl Into<String>,
        notes: Vec<(String, Span)>,
    ) {
        self.errors += 1;
        self.add(Severity::Error, span, message.into(), notes);
    }

    pub fn warning(&mut self, span: Span, message: impl Into<String>) {
        self.warnings += 1;
        self.add(Severity::Warning, span, message.into(), Vec::new());
    }

    #[cold]
    fn add(&mut self, severity: Severity, span: Span, message: String, notes: Vec<(String, Span)>) {
        let so_far = match severity {
            Severity::Warning => self.warnings,
            Severity::Error => self.errors,
        };
        if so_far > KEPT {
            self.dropped += 1;
            return;
        }
        self.list.push(Diagnostic { severity, message, span, notes });
    }
}
