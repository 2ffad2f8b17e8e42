//! Where new statements and items go, and how they are laid out there.

use super::super::touches::{item_spans, stmt_spans};
use super::splice::{indentation, is_blank, line_start};
use super::{Change, Failure, LEVEL, Writer};
use crate::printer::fragment::{Fragment, Unnamed};
use crate::span::Span;
use crate::tree::StmtId;

/// Where something is inserted, at an offset of the user's text.
pub(super) enum Anchor {
    /// Before a statement or item that starts here.
    Before(usize),
    /// After one that ends here.
    After(usize),
    /// After a `{` that ends here.
    Opening(usize),
    /// Before a `}`.
    Closing(usize),
    EndOfFile,
}

impl<'a> Writer<'a> {
    pub(super) fn anchor_in_block(&self, block: StmtId, before: usize) -> Result<Anchor, Failure> {
        let spans = stmt_spans(self.program, block).unwrap_or_default();
        if let Some(anchor) = self.anchor_between(&spans, before) {
            return Ok(anchor);
        }
        let span = self.program.stmts[block].span;
        if span.is_none() {
            return Err(Failure::NoText);
        }
        let opening = self.place.start(span.start).map(|at| at as usize);
        let closing = self.place.end(span.end).and_then(|at| (at as usize).checked_sub(1));
        let is = |at: &usize, byte: u8| self.user_text.get(*at) == Some(&byte);
        let first = opening.filter(|at| before == 0 && is(at, b'{'));
        let last = closing.filter(|at| before == spans.len() && is(at, b'}'));
        match (first, last) {
            (Some(at), _) => Ok(Anchor::Opening(at + 1)),
            (None, Some(at)) => Ok(Anchor::Closing(at)),
            (None, None) => Err(Failure::NotInFile),
        }
    }

    pub(super) fn anchor_in_unit(&self, unit: usize, before: usize) -> Result<Anchor, Failure> {
        let spans = item_spans(self.program, unit).unwrap_or_default();
        match self.anchor_between(&spans, before) {
            Some(anchor) => Ok(anchor),
            None if before == spans.len() => Ok(Anchor::EndOfFile),
            None => Err(Failure::NotInFile),
        }
    }

    /// Beside the element after the place, or else the one before it.
    fn anchor_between(&self, spans: &[Span], before: usize) -> Option<Anchor> {
        let length = self.user_text.len();
        let inside = |at: &usize| *at <= length;
        let next = spans.get(before).filter(|span| !span.is_none());
        let start = next.and_then(|next| self.place.start(next.start)).map(|at| at as usize);
        if let Some(at) = start.filter(inside) {
            return Some(Anchor::Before(at));
        }
        let last = before.checked_sub(1).and_then(|last| spans.get(last));
        let last = last.filter(|span| !span.is_none());
        let end = last.and_then(|last| self.place.end(last.end)).map(|at| at as usize);
        end.filter(inside).map(Anchor::After)
    }

    pub(super) fn insert(
        &self,
        anchor: Anchor,
        print: impl Fn(&Fragment<'a>) -> Result<Vec<u8>, Unnamed>,
    ) -> Result<Change, Failure> {
        let text = self.user_text;
        let (at, deeper) = match anchor {
            Anchor::Before(at) | Anchor::After(at) => (at, 0),
            Anchor::Opening(at) | Anchor::Closing(at) => (at, 1),
            Anchor::EndOfFile => (text.len(), 0),
        };
        let new = print(&self.fragment(&(at..at), deeper))?;
        let indent = indentation(text, at);
        let starts_line = is_blank(&text[line_start(text, at)..at]);
        let level = [b' '; LEVEL];
        let after = |end: &[u8]| [&new[..], end].concat();
        let next_line = [b"\n", indent].concat();
        let text = match anchor {
            Anchor::Before(_) if starts_line => after(&next_line),
            Anchor::Before(_) => self.with_lines_of_its_own(after(b" "), at..at),
            Anchor::After(_) => self.with_lines_of_its_own([&next_line[..], &new].concat(), at..at),
            Anchor::Opening(_) => {
                let rest = text[at..].iter().find(|byte| !matches!(byte, b' ' | b'\t' | b'\r'));
                let end = if rest == Some(&b'\n') { &b""[..] } else { &next_line };
                [&next_line, &level[..], &new, end].concat()
            }
            Anchor::Closing(_) if starts_line => [&level[..], &new, &next_line].concat(),
            Anchor::Closing(_) => self.with_lines_of_its_own(after(b" "), at..at),
            Anchor::EndOfFile if text.last().is_none_or(|&byte| byte == b'\n') => after(b"\n"),
            Anchor::EndOfFile => [b"\n", &new[..], b"\n"].concat(),
        };
        Ok((at..at, text))
    }
}
