//! Edits in the text that a program was parsed from.

mod cuts;
mod insert;
mod scan;
mod splice;

use std::ops::Range;

use rustc_hash::FxHashMap;

use super::touches::{item_spans, stmt_spans};
use super::{Edit, EditError, Edits, elses, lists, names};
use crate::printer::fragment::{Fragment, Level, Standing, Unnamed, demands};
use crate::span::Span;
use crate::tree::{DeclId, ExprId, ExprKind, InitId, Item, Program, StmtId, StmtKind};
use crate::walk;
use splice::{Splice, indentation, is_blank, line_start, splice};

pub use splice::substitute;

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
        let standing = |span: Span| user_text.get(place.whole(span)?.range());
        let writer = Writer { program, user_text, place, standing: &standing };
        let demands = writer.demands(self.list());
        let braces = elses::braces(program, self);
        let mut splices = Vec::with_capacity(self.list.len());
        for (number, edit) in self.list().iter().enumerate() {
            writer
                .write(edit, (&demands, &braces), number, &mut splices)
                .map_err(|e| e.of(number))?;
        }
        writer.cut(self, &mut splices)?;
        splice(user_text, splices)
    }
}

struct Writer<'a> {
    program: &'a Program,
    user_text: &'a [u8],
    place: &'a dyn Locate,
    standing: &'a Standing<'a>,
}

/// Why one edit cannot be made.
#[derive(Clone, Copy)]
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

/// What is replaced, and by what.
type Change = (Range<usize>, Vec<u8>);

/// How wide a level of indentation is, and where tabs go to.
const LEVEL: usize = 4;
const TAB: usize = 8;

impl<'a> Writer<'a> {
    /// What an edit changes by itself. What takes one of several out of a list
    /// is in `cuts`.
    fn write(
        &self,
        edit: &Edit,
        (demands, braces): (&FxHashMap<ExprId, Option<Level>>, &[usize]),
        number: usize,
        splices: &mut Vec<Splice>,
    ) -> Result<(), Failure> {
        let (range, text) = match *edit {
            Edit::Expr { at, with } => self.replace_expr(at, with, demands)?,
            Edit::Name { at, with } => {
                let range = self.whole(self.program.exprs[at].span)?;
                let name = self.program.name(self.program.decls[with].name);
                (range, name.into())
            }
            Edit::Stmt { at, with } => {
                if let Some(label) = self.label_line(at, with) {
                    splices.push(Splice { number, range: label, text: Vec::new() });
                    return Ok(());
                }
                let range = self.whole(self.program.stmts[at].span)?;
                let braces = braces.contains(&number);
                let text = self.fragment(&range, 0).stmt(with, braces)?;
                (range.clone(), self.with_lines_of_its_own(text, range))
            }
            Edit::InsertStmt { block, before, stmt } => {
                let anchor = self.anchor_in_block(block, before)?;
                self.insert(anchor, |fragment| fragment.stmt(stmt, false))?
            }
            Edit::InsertItem { unit, before, item } => {
                let anchor = self.anchor_in_unit(unit, before)?;
                self.insert(anchor, |fragment| fragment.item(item))?
            }
            Edit::DeleteStmt { block, index } => {
                let spans = stmt_spans(self.program, block).unwrap_or_default();
                self.delete(spans.get(index))?
            }
            Edit::DeleteItem { unit, index } => {
                let spans = item_spans(self.program, unit).unwrap_or_default();
                self.delete(spans.get(index))?
            }
            Edit::Init { of, with } => self.init(of, with)?,
            Edit::Declaration { at, with } => {
                let range = self.whole(self.program.groups[at].span)?;
                (range.clone(), self.fragment(&range, 0).item(Item::Declaration(with))?)
            }
            Edit::DeleteBody { unit, index } => self.delete_body(unit, index)?,
            Edit::DeleteUnit(_) => (0..self.user_text.len(), Vec::new()),
            Edit::Rename { decl, name } => {
                for span in names::places(self.program, decl) {
                    let range = self.whole(span)?;
                    let text = self.program.name(name).into();
                    splices.push(Splice { number, range, text });
                }
                return Ok(());
            }
            Edit::DeleteAttr { of, index } => {
                let attrs = lists::attrs_of(self.program, of);
                let attr = self.program.attrs[attrs].get(index).ok_or(Failure::NoText)?;
                (scan::around_attribute(self.user_text, self.whole(attr.span)?), Vec::new())
            }
            Edit::DeleteDeclarator(_)
            | Edit::DeleteEnumerator(_)
            | Edit::DeleteInitItem { .. }
            | Edit::DeleteMember(_)
            | Edit::DeleteParam { .. } => return Ok(()),
        };
        splices.push(Splice { number, range, text });
        Ok(())
    }

    fn replace_expr(
        &self,
        at: ExprId,
        with: ExprId,
        demands: &FxHashMap<ExprId, Option<Level>>,
    ) -> Result<Change, Failure> {
        let range = self.whole(self.program.exprs[at].span)?;
        let (text, level) = self.fragment(&range, 0).expr(with)?;
        // Where nobody asked, it holds as tightly as the old one.
        let demand = demands.get(&at).copied();
        let is_loose = demand.is_some_and(|demand| demand.is_none_or(|min| level < min));
        Ok((range, if is_loose { [b"(", &text[..], b")"].concat() } else { text }))
    }

    /// The lines of a label, where the statement after it, which stays, stands
    /// in a line of its own.
    fn label_line(&self, at: StmtId, with: StmtId) -> Option<Range<usize>> {
        let old = self.program.stmts[at];
        let is_label =
            matches!(old.kind, StmtKind::Label(..) | StmtKind::Case(..) | StmtKind::Default(_));
        if !is_label || walk::last_part(self.program, at) != Some(with) {
            return None;
        }
        let text = self.user_text;
        let starts = [old.span, self.program.stmts[with].span].map(|span| {
            let start = self.whole(span).ok()?.start;
            let line = line_start(text, start);
            is_blank(&text[line..start]).then_some(line)
        });
        let (first, last) = (starts[0]?, starts[1]?);
        (first < last).then_some(first..last)
    }

    fn delete(&self, span: Option<&Span>) -> Result<Change, Failure> {
        Ok((self.whole(*span.ok_or(Failure::NoText)?)?, Vec::new()))
    }

    fn init(&self, of: DeclId, with: Option<InitId>) -> Result<Change, Failure> {
        let head = self.program.decls[of].declarator;
        let old = self.program.decls[of].init.map(|init| self.program.inits[init].span);
        if head.is_none() {
            return Err(Failure::NoText);
        }
        match (old, with) {
            (Some(old), Some(with)) => {
                let range = self.whole(old)?;
                Ok((range.clone(), self.fragment(&range, 0).init(with)?))
            }
            (Some(old), None) => {
                let start = self.end(head)?;
                let range = start..self.whole(old)?.end;
                let between = self.user_text.get(start..self.whole(old)?.start);
                match between.is_some_and(|text| scan::is_separator(text, b'=')) {
                    true => Ok((range, Vec::new())),
                    false => Err(Failure::NotInFile),
                }
            }
            (None, Some(with)) => {
                let at = self.end(head)?;
                let text = self.fragment(&(at..at), 0).init(with)?;
                Ok((at..at, [b" = ", &text[..]].concat()))
            }
            (None, None) => Ok((self.end(head)?..self.end(head)?, Vec::new())),
        }
    }

    /// With the white space before it.
    fn delete_body(&self, unit: usize, index: usize) -> Result<Change, Failure> {
        let item = self.program.units.get(unit).and_then(|unit| unit.items.get(index));
        let Some(&Item::Function(function)) = item else { return Err(Failure::NoText) };
        let body = self.program.functions[function].body;
        let range = self.whole(self.program.stmts[body].span)?;
        let start = self.user_text[..range.start].trim_ascii_end().len();
        // A comment to the end of the line would take the semicolon.
        let line = &self.user_text[line_start(self.user_text, start)..start];
        let is_comment = line.windows(2).any(|pair| pair == b"//");
        let start = if is_comment { range.start } else { start };
        Ok((start..range.end, b";".to_vec()))
    }

    fn whole(&self, span: Span) -> Result<Range<usize>, Failure> {
        if span.is_none() {
            return Err(Failure::NoText);
        }
        let found = self.place.whole(span).ok_or(Failure::NotInFile)?;
        let range = found.range();
        if range.end > self.user_text.len() { Err(Failure::NotInFile) } else { Ok(range) }
    }

    /// Where the last token of a span ends.
    fn end(&self, span: Span) -> Result<usize, Failure> {
        if span.is_none() {
            return Err(Failure::NoText);
        }
        let end = self.place.end(span.end).ok_or(Failure::NotInFile)? as usize;
        if end > self.user_text.len() { Err(Failure::NotInFile) } else { Ok(end) }
    }

    /// Prints for a place in the line of `range`, so many levels further in.
    fn fragment(&self, range: &Range<usize>, deeper: usize) -> Fragment<'a> {
        let columns = indentation(self.user_text, range.start).iter().fold(0, |column, blank| {
            if *blank == b'\t' { column / TAB * TAB + TAB } else { column + 1 }
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

    /// A `#pragma` at the start or the end of the text has its line for itself.
    fn with_lines_of_its_own(&self, text: Vec<u8>, range: Range<usize>) -> Vec<u8> {
        let is_directive = |line: &[u8]| line.trim_ascii_start().starts_with(b"#");
        let before = &self.user_text[line_start(self.user_text, range.start)..range.start];
        let first = text.starts_with(b"#") && !is_blank(before);
        let last = is_directive(&text[line_start(&text, text.len())..])
            && self.user_text.get(range.end).is_some_and(|&byte| byte != b'\n');
        let newline = |wanted| if wanted { &b"\n"[..] } else { b"" };
        [newline(first), &text[..], newline(last)].concat()
    }
}
