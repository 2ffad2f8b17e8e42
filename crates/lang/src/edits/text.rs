//! Edits in the text that a program was parsed from.

use std::ops::Range;

use rustc_hash::FxHashMap;

use super::splice::{Splice, indentation, is_blank, line_start, splice};
use super::{Edit, EditError, Edits, item_spans, stmt_spans};
use crate::printer::fragment::{Fragment, Level, Standing, Unnamed, demands};
use crate::span::Span;
use crate::tree::{ExprId, ExprKind, Program, StmtId};

/// Where the spans of a tree stand in the user's own text.
pub trait Locate {
    /// All of it. None if not all its tokens stand there, or if something is
    /// between them that an edit must not take away, such as a `#define`.
    fn whole(&self, span: Span) -> Option<Span>;
    /// The start of the token that starts at this offset.
    fn start(&self, offset: u32) -> Option<u32>;
    /// The end of the token that ends at this offset.
    fn end(&self, offset: u32) -> Option<u32>;
}

/// The user's text is the one that was parsed.
#[derive(Clone, Copy, Debug)]
pub struct AsParsed {
    /// Where the unit's span starts.
    pub base: u32,
}

impl Locate for AsParsed {
    fn whole(&self, span: Span) -> Option<Span> {
        Some(Span::new(self.start(span.start)?, self.end(span.end)?))
    }
    fn start(&self, offset: u32) -> Option<u32> {
        offset.checked_sub(self.base)
    }
    fn end(&self, offset: u32) -> Option<u32> {
        offset.checked_sub(self.base)
    }
}

impl Edits {
    /// The user's text with the edits made. All of them must be for the unit
    /// that the text is of.
    pub fn render(
        &self,
        program: &Program,
        user_text: &[u8],
        place: &dyn Locate,
    ) -> Result<Vec<u8>, EditError> {
        self.check(program)?;
        let standing = |span: Span| {
            let found = place.whole(span)?;
            std::str::from_utf8(user_text.get(found.range())?).ok()
        };
        let writer = Writer { program, user_text, place, standing: &standing };
        let demands = writer.demands(self.list());
        let splices = self.list().iter().enumerate().map(|(number, edit)| {
            let (range, text) = writer.write(edit, &demands).map_err(|error| error.of(number))?;
            Ok(Splice { number, range, text })
        });
        splice(user_text, splices.collect::<Result<_, _>>()?)
    }
}

struct Writer<'a> {
    program: &'a Program,
    user_text: &'a [u8],
    place: &'a dyn Locate,
    standing: &'a Standing<'a>,
}

/// Why one edit cannot be made.
enum Failure {
    NoText,
    NotInFile,
    Unnamed,
}

impl Failure {
    fn of(self, number: usize) -> EditError {
        match self {
            Failure::NoText => EditError::NoText(number),
            Failure::NotInFile => EditError::NotInFile(number),
            Failure::Unnamed => EditError::Unnamed(number),
        }
    }
}

impl From<Unnamed> for Failure {
    fn from(_: Unnamed) -> Failure {
        Failure::Unnamed
    }
}

/// Where something is inserted, at an offset of the user's text.
enum Anchor {
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

/// How wide a level of indentation is, and where tabs go to.
const LEVEL: usize = 4;
const TAB: usize = 8;

impl<'a> Writer<'a> {
    /// What an edit replaces, and by what.
    fn write(
        &self,
        edit: &Edit,
        demands: &FxHashMap<ExprId, Option<Level>>,
    ) -> Result<(Range<usize>, String), Failure> {
        match *edit {
            Edit::Expr { at, with } => {
                let range = self.whole(self.program.exprs[at].span)?;
                let (text, level) = self.fragment(&range, 0).expr(with)?;
                // Where nobody asked, it holds as tightly as the old one.
                let demand = demands.get(&at).copied();
                let is_loose = demand.is_some_and(|demand| demand.is_none_or(|min| level < min));
                Ok((range, if is_loose { format!("({text})") } else { text }))
            }
            Edit::Name { at, with } => {
                let range = self.whole(self.program.exprs[at].span)?;
                let name = self.program.name(self.program.decls[with].name);
                Ok((range, name.to_owned()))
            }
            Edit::Stmt { at, with } => {
                let range = self.whole(self.program.stmts[at].span)?;
                let text = self.fragment(&range, 0).stmt(with, Some(at))?;
                Ok((range.clone(), self.with_lines_of_its_own(text, range)))
            }
            Edit::InsertStmt { block, before, stmt } => {
                let anchor = self.anchor_in_block(block, before)?;
                self.insert(anchor, |fragment| fragment.stmt(stmt, None))
            }
            Edit::InsertItem { unit, before, item } => {
                let anchor = self.anchor_in_unit(unit, before)?;
                self.insert(anchor, |fragment| fragment.item(item))
            }
            Edit::DeleteStmt { block, index } => {
                let spans = stmt_spans(self.program, block).unwrap_or_default();
                self.delete(spans.get(index))
            }
            Edit::DeleteItem { unit, index } => {
                let spans = item_spans(self.program, unit).unwrap_or_default();
                self.delete(spans.get(index))
            }
        }
    }

    fn delete(&self, span: Option<&Span>) -> Result<(Range<usize>, String), Failure> {
        Ok((self.whole(*span.ok_or(Failure::NoText)?)?, String::new()))
    }

    fn whole(&self, span: Span) -> Result<Range<usize>, Failure> {
        if span.is_none() {
            return Err(Failure::NoText);
        }
        let found = self.place.whole(span).ok_or(Failure::NotInFile)?;
        let range = found.range();
        if range.end > self.user_text.len() { Err(Failure::NotInFile) } else { Ok(range) }
    }

    /// Prints for a place in the line of `range`, so many levels further in.
    fn fragment(&self, range: &Range<usize>, deeper: usize) -> Fragment<'a> {
        let columns = indentation(self.user_text, range.start).chars().fold(0, |column, blank| {
            if blank == '\t' { column / TAB * TAB + TAB } else { column + 1 }
        });
        let (program, standing) = (self.program, self.standing);
        Fragment { program, standing, indent: columns / LEVEL + deeper }
    }

    /// How tightly new expressions must hold together at their places, for
    /// those that may not: the old one held more tightly, and no parentheses
    /// stand around it.
    fn demands(&self, edits: &[Edit]) -> FxHashMap<ExprId, Option<Level>> {
        let fragment = self.fragment(&(0..0), 0);
        let is_loose = |edit: &Edit| match *edit {
            Edit::Expr { at, with } => {
                let loose = fragment.level(with) < fragment.level(at) && !self.in_parens(at);
                loose.then_some(at)
            }
            _ => None,
        };
        demands(self.program, &edits.iter().filter_map(is_loose).collect::<Vec<_>>())
    }

    fn in_parens(&self, mut id: ExprId) -> bool {
        loop {
            let node = &self.program.exprs[id];
            match node.kind {
                _ if node.parens => return true,
                ExprKind::Convert(_, operand) => id = operand,
                _ => return false,
            }
        }
    }

    // ---- insertions ----

    fn anchor_in_block(&self, block: StmtId, before: usize) -> Result<Anchor, Failure> {
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

    fn anchor_in_unit(&self, unit: usize, before: usize) -> Result<Anchor, Failure> {
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

    fn insert(
        &self,
        anchor: Anchor,
        print: impl Fn(&Fragment<'a>) -> Result<String, Unnamed>,
    ) -> Result<(Range<usize>, String), Failure> {
        let text = self.user_text;
        let (at, deeper) = match anchor {
            Anchor::Before(at) | Anchor::After(at) => (at, 0),
            Anchor::Opening(at) | Anchor::Closing(at) => (at, 1),
            Anchor::EndOfFile => (text.len(), 0),
        };
        let new = print(&self.fragment(&(at..at), deeper))?;
        let indent = indentation(text, at);
        let starts_line = is_blank(&text[line_start(text, at)..at]);
        let level = " ".repeat(LEVEL);
        let new = match anchor {
            Anchor::Before(_) if starts_line => format!("{new}\n{indent}"),
            Anchor::Before(_) => self.with_lines_of_its_own(new + " ", at..at),
            Anchor::After(_) => self.with_lines_of_its_own(format!("\n{indent}{new}"), at..at),
            Anchor::Opening(_) => {
                let rest = text[at..].iter().find(|byte| !matches!(byte, b' ' | b'\t' | b'\r'));
                let end = if rest == Some(&b'\n') { String::new() } else { format!("\n{indent}") };
                format!("\n{indent}{level}{new}{end}")
            }
            Anchor::Closing(_) if starts_line => format!("{level}{new}\n{indent}"),
            Anchor::Closing(_) => self.with_lines_of_its_own(new + " ", at..at),
            Anchor::EndOfFile if text.last().is_none_or(|&byte| byte == b'\n') => new + "\n",
            Anchor::EndOfFile => format!("\n{new}\n"),
        };
        Ok((at..at, new))
    }

    /// A `#pragma` at the start or the end of the text has its line for itself.
    fn with_lines_of_its_own(&self, text: String, range: Range<usize>) -> String {
        let is_directive = |line: Option<&str>| line.is_some_and(|l| l.trim().starts_with('#'));
        let before = &self.user_text[line_start(self.user_text, range.start)..range.start];
        let first = text.starts_with('#') && !is_blank(before);
        let last = is_directive(text.lines().last())
            && self.user_text.get(range.end).is_some_and(|&byte| byte != b'\n');
        let newline = |wanted| if wanted { "\n" } else { "" };
        format!("{}{text}{}", newline(first), newline(last))
    }
}
