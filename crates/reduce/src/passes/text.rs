//! The text of a file, by the places that the tree knows.

use std::ops::Range;

use elenchus_lang::span::Span;
use elenchus_lang::tree::{ExprId, ExprKind};

use super::exprs;
use crate::subject::Subject;

pub struct Text<'a> {
    pub subject: &'a Subject,
    pub file: usize,
}

impl Text<'_> {
    pub fn range(&self, span: Span) -> Range<usize> {
        let base = self.subject.sources[self.file].base();
        (span.start - base) as usize..(span.end - base) as usize
    }

    pub fn get(&self, span: Span) -> &[u8] {
        &self.subject.sources[self.file].text()[self.range(span)]
    }

    /// An expression with the parentheses that it may need anywhere.
    pub fn expr(&self, expr: ExprId) -> Vec<u8> {
        let p = &self.subject.program;
        let written = exprs::written(p, expr);
        let text = self.get(p.exprs[written].span);
        match p.exprs[written].kind {
            ExprKind::Name(_) | ExprKind::Int(..) | ExprKind::Call(..) => text.to_vec(),
            _ => [b"(", text, b")"].concat(),
        }
    }
}
